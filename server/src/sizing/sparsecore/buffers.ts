// The buffers in which ids reach SparseCores, as jax-tpu-embedding's input_preprocessing_util sizes them.
import { type Chips, padded, roundUp, sparseCores } from './padding';
import type { Stack } from './stacks';

/** An id, its sample and its gain, 4 bytes each. */
export const BYTES_OF_ID = 12;
const BYTES_OF_POINTER = 4;
/** With minibatching, buffers hold so many batches. */
const MINIBATCHES = 64;
const MAX_IDS = 2 ** 31 - 1;
/** Row pointers of a SparseCore are at least as many. */
const MIN_POINTERS = 8;

export interface Buffers {
  /** Ids that the buffers of each chip hold. */
  readonly ids: number;
  /** Row pointers of each chip. */
  readonly rowPointers: number;
  /** Memory of both on each chip. */
  readonly bytes: number;
  /** Why the process would end, in a sentence for people. */
  readonly refused?: string;
}

/** Ids that a chip's buffers must hold if each SparseCore gets as many from each other one as the limit allows. */
export const idsOfLimit = (maxIds: number, chips: Chips, hasMinibatches = false): number =>
  padded(maxIds) * chips.sparseCoresPerPartition * sparseCores(chips) * (hasMinibatches ? MINIBATCHES : 1);

export const rowPointersOf = (chips: Chips, hasMinibatches = false): number =>
  Math.max(sparseCores(chips), MIN_POINTERS) *
  chips.sparseCoresPerPartition *
  (hasMinibatches ? MINIBATCHES : 1);

/** Undefined if the stack's limit is unknown. */
export function buffersOf(
  { maxIds, suggestedBufferSize }: Pick<Stack, 'maxIds' | 'suggestedBufferSize'>,
  chips: Chips,
  hasMinibatches = false,
): Buffers | undefined {
  if (!maxIds) return undefined;
  const most = idsOfLimit(maxIds.inForce, chips, hasMinibatches);
  const ids =
    suggestedBufferSize === undefined
      ? most
      : roundUp(suggestedBufferSize, 8 * chips.sparseCoresPerPartition);
  const rowPointers = rowPointersOf(chips, hasMinibatches);
  const refused = refusalOf(ids, most);
  return {
    ids,
    rowPointers,
    bytes: ids * BYTES_OF_ID + rowPointers * BYTES_OF_POINTER,
    ...(refused && { refused }),
  };
}

function refusalOf(ids: number, most: number): string | undefined {
  if (ids > most)
    return `The suggested buffer of ${ids} ids on each chip is larger than the ${most} that the limits allow, which ends the process.`;
  return ids > 0 && ids < MAX_IDS
    ? undefined
    : `A buffer of ${ids} ids on each chip ends the process: it must be more than 0 and less than ${MAX_IDS}.`;
}
