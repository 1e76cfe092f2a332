// What the page keeps over a restart.
import { isSource, type Source } from '../../src/preview/messages';
import {
  either,
  isBoolean,
  isCount,
  isNumber,
  isRecord,
  optional,
  recordOf,
  shape,
} from '../../src/preview/shapes';
import { type Comparison, isComparison } from './comparison';
import { type Options, restoreOptions } from './options';
import type { Spot } from './series';
import type { Overrides } from './setup';

export interface Kept {
  source?: Source;
  pinned: boolean;
  /** What was changed in the preview and not written to the document: of run A, and of run B. */
  overrides: Overrides;
  secondOverrides: Overrides;
  options: Options;
  comparison: Comparison;
  spot: Spot;
  step: number;
}

const isOverrides = recordOf(either(isNumber, isBoolean));
const isSpot = shape({ row: isCount, column: optional(isCount) });

/** Takes what it understands of a state kept earlier, maybe by another release, and defaults for the rest. */
export function restore(state: unknown): Kept {
  const kept = isRecord(state) ? state : {};
  const { source, pinned, overrides, secondOverrides, options, comparison, spot, step } = kept;
  return {
    ...(isSource(source) && { source }),
    pinned: pinned === true,
    overrides: isOverrides(overrides) ? overrides : {},
    secondOverrides: isOverrides(secondOverrides) ? secondOverrides : {},
    options: restoreOptions(options),
    comparison: isComparison(comparison) ? comparison : { kind: 'none' },
    spot: isSpot(spot) ? spot : { row: 0, column: 0 },
    step: isCount(step) ? step : 0,
  };
}
