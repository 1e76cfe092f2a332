import { once, onceWithin } from '../../basics/once';
import { stacksOn } from '../../sizing/library-stacks';
import type { Stack } from '../../sizing/sparsecore/stacks';
import type { ApiCall, PythonFile } from '../calls/python-file';
import { unlessRefused } from './draft';
import { draftMade } from './made';
import { sizesOfMade } from './made-sizes';
import { type MadeStacking, sourceOf, stackingOf } from './made-stacking';

/** Each call stacks what all before it did once more, so a program with more of them is not followed. */
const MAX_CALLS = 50;

interface Around {
  readonly made: MadeStacking;
  /** Whether no other call stacks tables before. */
  readonly isFirst: boolean;
  readonly before: readonly Stack[];
  readonly after: ReturnType<typeof stacksOn>;
}

/** The stacks before and after a call that stacks tables, if those before are known. */
const stacksAround = once((file: PythonFile) =>
  onceWithin((call: ApiCall): Around | undefined => {
    const made = stackingOf(call, file);
    if (!made || 'unknown' in made.stacking) return undefined;
    const { stacking } = made;
    const { devices, calls } = stacking;
    const draft = devices && unlessRefused(() => draftMade(call));
    const at = calls.findIndex((stacking) => sourceOf(stacking) === call.node);
    if (!draft || at < 0 || calls.length > MAX_CALLS) return undefined;
    const sizes = sizesOfMade(draft.fields, call.entry.library, made);
    const [before, after] = [at, at + 1].map((count) =>
      stacksOn({ ...sizes, stacking: { ...stacking, calls: calls.slice(0, count) } }, devices),
    );
    return before && 'stacks' in before
      ? { made, isFirst: at === 0, before: before.stacks, after }
      : undefined;
  }),
);

/** Why the library refuses a call that stacks tables after others that did: a sentence for people. */
export function refusedStacking(call: ApiCall, file: PythonFile): string | undefined {
  const around = stacksAround(file)(call);
  if (!around || around.isFirst) return undefined;
  const { after } = around;
  return after && 'unknown' in after && after.isRefused ? after.unknown : undefined;
}

/** The stacks of several tables that a call makes, and the facts about all tables. */
export function stacksMadeBy(
  call: ApiCall,
  file: PythonFile,
): { readonly made: MadeStacking; readonly stacks: readonly Stack[] } | undefined {
  const { made, before = [], after } = stacksAround(file)(call) ?? {};
  if (!made || !after || 'unknown' in after) return undefined;
  const others = new Set(before.map(({ name }) => name));
  return { made, stacks: after.stacks.filter(({ name, tables }) => tables.length > 1 && !others.has(name)) };
}
