import type { Range } from '../basics/range';
import type { JsonMessage } from '../configuration/to-json';

/** A configuration, and the call in a program that makes it. Places are offsets in the program. */
export interface DerivedConfiguration extends Range {
  /** The known part of it, unless TensorFlow refuses it. */
  readonly message: JsonMessage | undefined;
  /** The same in text format. */
  readonly lines: readonly DerivedLine[];
  readonly unknown: readonly {
    readonly path: string;
    readonly reason: string;
    readonly at: Range | undefined;
  }[];
  /** Where the program sets each field. */
  readonly origins: readonly { readonly path: string; readonly at: Range }[];
  readonly refused: { readonly reason: string; readonly at: Range } | undefined;
}

export interface DerivedLine {
  readonly text: string;
  /** The field that it is about. */
  readonly path: string;
  /** Where the program sets it or, if it is unknown, the cause. */
  readonly at: Range | undefined;
  /** Why it is not known. */
  readonly unknown: string | undefined;
  /** What is wrong with it. */
  readonly problems: readonly string[];
}
