// What the page keeps over a restart.
import { isSource, type Source } from '../../messages/messages';
import {
  either,
  isBoolean,
  isCount,
  isNumber,
  isRecord,
  optional,
  recordOf,
  shape,
} from '../../messages/shapes';
import { type Comparison, isComparison } from './comparison';
import { type Options, restoreOptions } from './options';
import { type KeptMemory, restoreMemory } from './plan';
import type { Spot } from './series';
import type { Overrides } from './setup';

/** What was changed in the preview and not written to the document: of run A, and of run B. */
export interface Draft {
  overrides: Overrides;
  secondOverrides: Overrides;
}

export interface Kept extends Draft {
  source?: Source;
  pinned: boolean;
  /** Of the other optimizers that were shown, by the key of their source. */
  drafts: Record<string, Draft>;
  options: Options;
  comparison: Comparison;
  spot: Spot;
  step: number;
  memory: KeptMemory;
}

const isOverrides = recordOf(either(isNumber, isBoolean));
const isDrafts = recordOf(shape({ overrides: isOverrides, secondOverrides: isOverrides }));
const isSpot = shape({ row: isCount, column: optional(isCount) });

/** Of more optimizers than these the first changes are forgotten. */
const MAX_DRAFTS = 20;

export const NO_DRAFT: Draft = { overrides: {}, secondOverrides: {} };

/** Puts the changes of one optimizer aside and takes up those of another, if it has any. */
export function exchanged(
  { overrides, secondOverrides, drafts }: Kept,
  from: string,
  to: string,
): Draft & Pick<Kept, 'drafts'> {
  const kept = new Map(Object.entries(drafts));
  const taken = kept.get(to) ?? NO_DRAFT;
  kept.delete(from);
  kept.delete(to);
  const changed = Object.keys(overrides).length + Object.keys(secondOverrides).length > 0;
  if (changed) kept.set(from, { overrides, secondOverrides });
  return { ...taken, drafts: Object.fromEntries([...kept].slice(-MAX_DRAFTS)) };
}

/** Takes what it understands of a state kept earlier, maybe by another release, and defaults for the rest. */
export function restore(state: unknown): Kept {
  const kept = isRecord(state) ? state : {};
  const { source, pinned, overrides, secondOverrides, drafts, options, comparison, spot, step } = kept;
  return {
    ...(isSource(source) && { source }),
    pinned: pinned === true,
    overrides: isOverrides(overrides) ? overrides : {},
    secondOverrides: isOverrides(secondOverrides) ? secondOverrides : {},
    drafts: isDrafts(drafts) ? drafts : {},
    options: restoreOptions(options),
    comparison: isComparison(comparison) ? comparison : { kind: 'none' },
    spot: isSpot(spot) ? spot : { row: 0, column: 0 },
    step: isCount(step) ? step : 0,
    memory: restoreMemory(kept['memory']),
  };
}
