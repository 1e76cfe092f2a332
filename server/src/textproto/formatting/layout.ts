/**
 * The layout of a text. In lists of comments an empty string is a blank line; the others begin with `#`, or are templates,
 * `%…%`.
 */
export interface Item {
  readonly before: readonly string[];
  /** Empty in an item without a name, and in one that is comments alone. */
  readonly name: string;
  readonly colon: boolean;
  /** Missing in an item that is comments alone. */
  readonly value?: Value;
  /** Text between `off` and `on`, which stays as it is. */
  readonly raw?: string;
}

export type Value = Scalar | ScalarList | Message | MessageList;

export interface Scalar {
  readonly kind: 'scalar';
  /** The literals of a string, or one part. */
  readonly parts: readonly Literal[];
  readonly after: readonly string[];
  /** The value goes to the line below the name. */
  readonly below?: boolean;
}

export interface Literal {
  readonly before: readonly string[];
  readonly text: string;
  /** The comment after it on its line, or empty. */
  readonly comment: string;
}

export interface ScalarList {
  readonly kind: 'scalars';
  readonly parts: readonly Literal[];
  readonly after: readonly string[];
  readonly oneLine: boolean;
  readonly comment: string;
}

export interface Message {
  readonly kind: 'message';
  readonly items: readonly Item[];
  readonly oneLine: boolean;
  readonly angle: boolean;
  readonly comment: string;
}

export interface MessageList {
  readonly kind: 'messages';
  readonly items: readonly Item[];
  readonly oneLine: boolean;
  readonly comment: string;
}
