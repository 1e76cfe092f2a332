import { UsageError } from '../../basics/usage-error';
import { type Slice, sliceNamed } from '../../sizing/slices';
import type { Values } from '../command';

/** The slice that `--tpu` names. */
export function sliceOf({ tpu }: Values): Slice | undefined {
  if (tpu === undefined) return undefined;
  const slice = sliceNamed(String(tpu));
  if ('problem' in slice) throw new UsageError(slice.problem);
  return slice;
}
