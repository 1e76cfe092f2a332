import { stacksOn } from '../../sizing/library-stacks';
import type { ApiCall, PythonFile } from '../calls/python-file';
import { unlessRefused } from './draft';
import { draftMade } from './made';
import { sizesOfMade } from './made-sizes';
import { sourceOf, stackingOf } from './made-stacking';

/** Each call stacks what all before it did once more, so a program with more of them is not followed. */
const MAX_CALLS = 50;

/** Why the library refuses a call that stacks tables after others that did: a sentence for people. */
export function refusedStacking(call: ApiCall, file: PythonFile): string | undefined {
  const stacked = stackingOf(call, file);
  if (!stacked || 'unknown' in stacked.stacking) return undefined;
  const { stacking } = stacked;
  const { devices, calls } = stacking;
  const draft = devices && unlessRefused(() => draftMade(call));
  const at = calls.findIndex((stacking) => sourceOf(stacking) === call.node);
  if (!draft || at < 1 || calls.length > MAX_CALLS) return undefined;
  const sizes = sizesOfMade(draft.fields, call.entry.library, stacked);
  const [before, after] = [at, at + 1].map((count) =>
    stacksOn({ ...sizes, stacking: { ...stacking, calls: calls.slice(0, count) } }, devices),
  );
  return before && 'stacks' in before && after && 'unknown' in after && after.isRefused
    ? after.unknown
    : undefined;
}
