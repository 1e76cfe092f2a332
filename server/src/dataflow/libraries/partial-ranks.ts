// How many axes ragged and sparse tensors have.
import { onceForEachPart } from '../../basics/shared-parts';
import type { Arguments, Value } from '../../evaluator';
import { itemsOf, kinds } from '../../evaluator/value';
import { inferredOf } from '../calls/types';
import { convertedShape } from './tensor-shapes';

/** The number of axes of a ragged or sparse tensor, or of a dense one, if it is known. */
export function rankOf(value: Value | undefined): number | undefined {
  const facts = inferredOf(value);
  return facts?.kind === 'object' ? facts.rank : convertedShape(value)?.length;
}

/** The number of axes of what a function of `tf.ragged`, `tf.sparse` or their classes makes. */
export function partialRank(name: string, given: Arguments): number | undefined {
  const [, path] = /^tensorflow\.(?:compat\.v[12]\.)?(.+)$/.exec(name) ?? [];
  const made = path === undefined || given.hasUnknownArguments ? undefined : RANKS.get(path);
  return made?.((key, position) => given.positional[position] ?? given.keywords.get(key));
}

type Rank = (argument: (key: string, position: number) => Value | undefined) => number | undefined;

const sameAs =
  (key: string, more = 0): Rank =>
  (argument) => {
    const rank = rankOf(argument(key, 0));
    return rank === undefined ? undefined : rank + more;
  };

const sparse: Rank = (argument) => itemsOf(argument('dense_shape', 2))?.length;

const RANKS: ReadonlyMap<string, Rank> = new Map<string, Rank>([
  ['ragged.constant', (argument) => depthOf(argument('pylist', 0))],
  ['RaggedTensor.from_tensor', sameAs('tensor')],
  ['RaggedTensor.from_sparse', () => 2],
  ...['row_splits', 'row_lengths', 'value_rowids', 'row_starts', 'row_limits'].map(
    (source): [string, Rank] => [`RaggedTensor.from_${source}`, sameAs('values', 1)],
  ),
  ['SparseTensor', sparse],
  ['sparse.SparseTensor', sparse],
  ['sparse.from_dense', sameAs('tensor')],
  ['sparse.reorder', sameAs('sp_input')],
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
