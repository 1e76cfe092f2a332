// The sizes of ragged and sparse tensors.

import { onceForEachPart } from '../../basics/shared-parts';
import { pathInTensorFlow } from '../../catalogue/names';
import type { Arguments, Value } from '../../evaluator';
import { itemsOf, kinds, numberOf } from '../../evaluator/value';
import { inferredOf, type Shape } from '../calls/types';
import { integersIn } from './literal-tensors';
import { convertedShape } from './tensor-shapes';

/** The sizes of a ragged or sparse tensor, or of a dense one, if their number is known. */
export function sizesOf(value: Value | undefined): Shape | undefined {
  const facts = inferredOf(value);
  return facts?.kind === 'object' ? facts.sizes : convertedShape(value);
}

/** The sizes of what a function of `tf.ragged`, `tf.sparse` or their classes makes. */
export function partialSizes(name: string, given: Arguments): Shape | undefined {
  const path = pathInTensorFlow(name);
  const made = path === undefined || given.hasUnknownArguments ? undefined : SIZES.get(path);
  return made?.((key, position) => given.positional[position] ?? given.keywords.get(key));
}

type Sizes = (argument: (key: string, position: number) => Value | undefined) => Shape | undefined;

/** Only the number of rows is fixed, if that is known. */
const ragged = (rows: number | undefined, count: number): Shape => [rows, ...unknownSizes(count - 1)];

export const unknownSizes = (count: number): Shape => Array.from({ length: count }, () => undefined);

const sparse: Sizes = (argument) => {
  const sizes = argument('dense_shape', 2);
  return (sizes && integersIn(sizes)) ?? itemsOf(sizes)?.map(numberOf);
};

/** A sparse tensor has a fixed shape if that of the dense one is known completely. */
const ofDense: Sizes = (argument) => {
  const shape = sizesOf(argument('tensor', 0));
  return shape?.includes(undefined) ? unknownSizes(shape.length) : shape;
};

/** By rows that another argument counts, with so many entries more than rows. */
const inRows =
  (counted: string, more: number): Sizes =>
  (argument) => {
    const values = sizesOf(argument('values', 0));
    const [entries] = convertedShape(argument(counted, 1)) ?? [];
    const rows = entries === undefined || counted === 'value_rowids' ? undefined : entries - more;
    return values && ragged(rows, values.length + 1);
  };

const SIZES: ReadonlyMap<string, Sizes> = new Map<string, Sizes>([
  [
    'ragged.constant',
    (argument) => {
      const list = argument('pylist', 0);
      const depth = depthOf(list);
      return depth === undefined ? undefined : depth === 0 ? [] : ragged(itemsOf(list)?.length, depth);
    },
  ],
  [
    'RaggedTensor.from_tensor',
    (argument) => {
      const shape = sizesOf(argument('tensor', 0));
      return shape && shape.length > 0 ? ragged(shape[0], shape.length) : shape;
    },
  ],
  ['RaggedTensor.from_sparse', (argument) => ragged(sizesOf(argument('st_input', 0))?.[0], 2)],
  ...['row_splits', 'row_lengths', 'value_rowids', 'row_starts', 'row_limits'].map(
    (source): [string, Sizes] => [
      `RaggedTensor.from_${source}`,
      inRows(source, source === 'row_splits' ? 1 : 0),
    ],
  ),
  ['SparseTensor', sparse],
  ['sparse.SparseTensor', sparse],
  ['sparse.from_dense', ofDense],
  ['sparse.reorder', (argument) => sizesOf(argument('sp_input', 0))],
]);

const PLAIN = kinds('bool', 'int', 'float', 'str', 'bytes');

/** How deep lists of numbers are nested, wherever a number is. */
const depthOf = (value: Value | undefined): number | undefined =>
  value &&
  onceForEachPart<Value, number | undefined>((part, inner) => {
    const items = part.kind === 'list' || part.kind === 'tuple' ? itemsOf(part) : undefined;
    if (!items) return PLAIN.has(part.kind) ? 0 : undefined;
    const depths = items.slice(0, MAX_ITEMS).map(inner);
    return depths.includes(undefined) ? undefined : 1 + Math.max(0, ...(depths as number[]));
  }, undefined)(value);

const MAX_ITEMS = 1000;
