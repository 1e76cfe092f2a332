import type { Comparable } from '../comparison/comparable';
import type { Range } from '../text/range';

/** A configuration in a text, or one that TensorFlow builds of a program there, to be compared with another one. */
export interface ComparableConfiguration extends Range {
  /** Undefined where nobody can say what it means. */
  readonly comparable: Comparable | undefined;
  /** Why that is so, in a sentence for people, and what is the cause. */
  readonly refused?: { readonly reason: string; readonly at: Range };
}
