import { INFINITE_IN_32_BITS } from '../../../configuration/float32';
import { numberOf } from '../../../dataflow/calls/known-values';
import type { Inferred, InferredArray } from '../../../dataflow/calls/types';
import type { FieldType } from '../../../schema/types';

/** What a scalar field of a message holds. */
export type Held = 'whole' | 'real' | 'text' | 'truth' | 'choice';

export function heldBy({ kind }: FieldType): Held {
  switch (kind) {
    case 'enum':
      return 'choice';
    case 'bool':
      return 'truth';
    case 'float':
    case 'double':
      return 'real';
    case 'string':
    case 'bytes':
      return 'text';
    default:
      return 'whole';
  }
}

type Kinds = ReadonlySet<Inferred['kind']>;
const kinds = (...of: readonly Inferred['kind'][]): Kinds => new Set(of);

/** No scalar field takes these. */
export const NEVER: Kinds = kinds(
  'none',
  'list',
  'tuple',
  'dict',
  'set',
  'function',
  'routine',
  'class',
  'iterable',
  'range',
);

/** Other values that make protobuf raise. Where its versions differ, none is reported. */
const REFUSED: Readonly<Record<Held, Kinds>> = {
  whole: kinds('str', 'bytes', 'float'),
  real: kinds('str', 'bytes'),
  text: kinds('int', 'float', 'bool'),
  truth: kinds('str', 'bytes', 'float'),
  choice: kinds('float'),
};

/** Objects of Python's own classes that only fields of floats take, or none. */
const RATIONAL: ReadonlySet<string> = new Set(['Fraction', 'Decimal']);
const OTHERS: ReadonlySet<string> = new Set([
  ...RATIONAL,
  ...['object', 'complex', 'bytearray', 'memoryview', 'slice'],
]);

/** Whether a field refuses a value; `refusesArrays` if so do releases of protobuf and NumPy that once converted arrays. */
export function isRefused(held: Held, value: Inferred, refusesArrays: boolean): boolean {
  switch (value.kind) {
    case 'object':
      return held === 'real' ? OTHERS.has(value.name) && !RATIONAL.has(value.name) : OTHERS.has(value.name);
    case 'array':
      return value.scalar
        ? isNumberRefused(held, value, refusesArrays)
        : isArrayRefused(held, value, refusesArrays);
    default:
      return NEVER.has(value.kind) || REFUSED[held].has(value.kind);
  }
}

/** Fields of whole numbers ask for an index, which floats and, for NumPy by now, truth values are not. */
function isNumberRefused(held: Held, { dtype }: InferredArray, isNew: boolean): boolean {
  if (dtype === undefined) return false;
  switch (held) {
    case 'real':
      return dtype === 'string';
    case 'text':
      return dtype !== 'string';
    case 'truth':
      return dtype.includes('float');
    default:
      return dtype.includes('float') || (dtype === 'bool' && isNew);
  }
}

function isArrayRefused(held: Held, { dtype, shape }: InferredArray, refusesArrays: boolean): boolean {
  if (held === 'text' || dtype?.includes('float')) return held !== 'real' || refusesArrays;
  if (held === 'real' || held === 'truth') return refusesArrays;
  return shape !== undefined && shape.length > 0;
}

/** What a field makes of a value that it takes, but that nobody means: the rest of a sentence after its name. */
export function oddValue(held: Held, value: Inferred): string | undefined {
  const isFlag = value.kind === 'bool' || (value.kind === 'array' && value.scalar && value.dtype === 'bool');
  const number = numberOf(value);
  switch (held) {
    case 'truth':
      return number === undefined || number === 0 || number === 1
        ? undefined
        : 'takes `True` or `False`; any other number counts as True.';
    case 'real':
      if (isFlag) return FLAG;
      if (number === undefined || Math.abs(number) < INFINITE_IN_32_BITS) return undefined;
      return Number.isFinite(number)
        ? 'has 32 bits, in which this number is infinite. Use a smaller number.'
        : 'should be a finite number.';
    case 'text':
      return undefined;
    default:
      return isFlag ? FLAG : undefined;
  }
}

const FLAG = 'takes a number: True counts as 1 and False as 0. Write the number.';
