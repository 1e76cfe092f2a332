// The page's state that is kept over a restart.
import { isOptimizerSource, type OptimizerSource } from '../../messages/messages';
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
import { restoreMemory, type SavedMemory } from './plan';
import type { Spot } from './series';
import type { Overrides } from './setup';

/** Changes made in the preview to run A and to run B that are not written to the document. */
export interface Draft {
  overrides: Overrides;
  secondOverrides: Overrides;
}

export interface SavedState extends Draft {
  source?: OptimizerSource;
  pinned: boolean;
  /** Drafts of the optimizers shown earlier, by the key of their source. */
  drafts: Record<string, Draft>;
  options: Options;
  comparison: Comparison;
  spot: Spot;
  step: number;
  memory: SavedMemory;
}

const isOverrides = recordOf(either(isNumber, isBoolean));
const isDrafts = recordOf(shape({ overrides: isOverrides, secondOverrides: isOverrides }));
const isSpot = shape({ row: isCount, column: optional(isCount) });

/** With more optimizers, the oldest drafts are dropped. */
const MAX_DRAFTS = 20;

export const NO_DRAFT: Draft = { overrides: {}, secondOverrides: {} };

/** Stores the draft of one optimizer and takes up the draft of another. */
export function exchanged(
  { overrides, secondOverrides, drafts }: SavedState,
  from: string,
  to: string,
): Draft & Pick<SavedState, 'drafts'> {
  const others = new Map(Object.entries(drafts));
  const draft = others.get(to) ?? NO_DRAFT;
  others.delete(from);
  others.delete(to);
  const changed = Object.keys(overrides).length + Object.keys(secondOverrides).length > 0;
  if (changed) others.set(from, { overrides, secondOverrides });
  return { ...draft, drafts: Object.fromEntries([...others].slice(-MAX_DRAFTS)) };
}

/** Restores a saved state, possibly of another release. Invalid parts get their defaults. */
export function restore(state: unknown): SavedState {
  const saved = isRecord(state) ? state : {};
  const { source, pinned, overrides, secondOverrides, drafts, options, comparison, spot, step } = saved;
  return {
    ...(isOptimizerSource(source) && { source }),
    pinned: pinned === true,
    overrides: isOverrides(overrides) ? overrides : {},
    secondOverrides: isOverrides(secondOverrides) ? secondOverrides : {},
    drafts: isDrafts(drafts) ? drafts : {},
    options: restoreOptions(options),
    comparison: isComparison(comparison) ? comparison : { kind: 'none' },
    spot: isSpot(spot) ? spot : { row: 0, column: 0 },
    step: isCount(step) ? step : 0,
    memory: restoreMemory(saved['memory']),
  };
}
