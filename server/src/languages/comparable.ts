import type { Range } from '../basics/range';
import type { Comparable } from '../configuration/comparison/comparable';

/** A configuration in a text, or one that TensorFlow builds from a program, for a comparison. */
export interface ComparableConfiguration extends Range {
  /** Undefined if its meaning is unknown. */
  readonly comparable: Comparable | undefined;
  /** The reason, in a sentence for people, and the place of the cause. */
  readonly refused?: { readonly reason: string; readonly at: Range };
}
