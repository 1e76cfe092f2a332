import type { SizedTables } from '../sizing/tables';
import type { Range } from '../text/range';

/** A configuration in a text, or one that TensorFlow makes of a program there, as far as its memory goes. */
export interface SizedConfiguration extends Range {
  /** Undefined where TensorFlow refuses to make one. */
  readonly sizes: SizedTables | undefined;
  /** Why it does, in a sentence for people, and what is the cause. */
  readonly refused?: { readonly reason: string; readonly at: Range };
}
