import { plain } from './backend';
import { parseAssignment } from './expression';
import { machine } from './machine';
import type { OptimizerSettings } from './settings';
import { copyMatrix, type Matrix } from './state';

/** The formula of a look-up with simulated quantization, line by line. */
export const QUANTIZATION = [
  'size = (upper - lower) / (num_buckets - 1)',
  'x = min(max(w, lower), upper)',
  'x = floor((x - lower) / size + 0.5) * size + lower',
];

/** The result of a look-up of the whole table: the table itself, or its values rounded to buckets. */
export function lookup({ quantization }: OptimizerSettings, parameters: Matrix): Matrix {
  if (!quantization) return parameters;
  const result = copyMatrix(parameters);
  const values = new Map([
    ['lower', quantization.lower],
    ['upper', quantization.upper],
    ['num_buckets', quantization.buckets],
  ]);
  machine(
    quantize,
    { cells: ['x'], inputs: ['w'] },
    plain,
  )(
    [
      ['w', parameters.data],
      ['x', result.data],
    ],
    (name) => Math.fround(values.get(name) ?? Number.NaN),
  );
  return result;
}

const quantize = QUANTIZATION.map(parseAssignment);
