// Of which dtypes the values of ragged and sparse tensors are.

import { onceForEachPart } from '../../basics/shared-parts';
import { pathInTensorFlow } from '../../catalogue/names';
import type { Arguments, Value } from '../../evaluator';
import { itemsOf } from '../../evaluator/value';
import { dtypeOfInt, inferredOf, tensorFacts } from '../calls/types';
import { dtypeOf } from './specs';

/** The dtype of the values of a ragged or sparse tensor. */
export function partialDtypeOf(value: Value | undefined): string | undefined {
  const facts = inferredOf(value);
  return facts?.kind === 'object' ? facts.dtype : undefined;
}

/** The dtype of what a function of `tf.ragged`, `tf.sparse` or their classes makes. */
export function partialDtype(name: string, given: Arguments): string | undefined {
  const path = pathInTensorFlow(name);
  const source = path === undefined || given.hasUnknownArguments ? undefined : DTYPES.get(path);
  if (!source) return undefined;
  const argument = (key: string, position: number) => given.positional[position] ?? given.keywords.get(key);
  const own = source.dtype && argument(...source.dtype);
  return own && own.kind !== 'none' ? dtypeOf(own) : dtypeOfValues(argument(...source.of));
}

type Place = readonly [name: string, position: number];

/** What gives the dtype of what functions make: an argument that sets it, or else the values. */
const DTYPES: ReadonlyMap<string, { readonly of: Place; readonly dtype?: Place }> = new Map([
  ['SparseTensor', { of: ['values', 1] }],
  ['sparse.SparseTensor', { of: ['values', 1] }],
  ['sparse.from_dense', { of: ['tensor', 0] }],
  ['sparse.reorder', { of: ['sp_input', 0] }],
  ['ragged.constant', { of: ['pylist', 0], dtype: ['dtype', 1] }],
  ['RaggedTensor.from_tensor', { of: ['tensor', 0] }],
  ['RaggedTensor.from_sparse', { of: ['st_input', 0] }],
]);

/** The dtype that TensorFlow gives values that all have the same. */
const dtypeOfValues = (value: Value | undefined): string | undefined =>
  value &&
  onceForEachPart<Value, string | undefined>((part, inner) => {
    const items = part.kind === 'list' || part.kind === 'tuple' ? itemsOf(part) : undefined;
    if (items) {
      const [dtype, ...others] = items.length > MAX_ITEMS ? [] : new Set(items.map(inner));
      return others.length === 0 ? dtype : undefined;
    }
    if (part.kind === 'float') return 'float32';
    if (part.kind === 'int' && part.value !== undefined) return dtypeOfInt(part.value);
    return tensorFacts(part)?.dtype ?? partialDtypeOf(part);
  }, undefined)(value);

/** Of longer lists, the dtype is unknown. */
const MAX_ITEMS = 1000;
