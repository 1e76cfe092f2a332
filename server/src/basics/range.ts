/** A part of a text; `end` is exclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** The range of a node, a token or anything else that has one. */
export const rangeOf = ({ start, end }: Range): Range => ({ start, end });

/** Whether a range lies in another one, or is the same. */
export const isWithin = (inner: Range, outer: Range): boolean =>
  outer.start <= inner.start && inner.end <= outer.end;

/** Puts another text in place of a range. */
export interface TextEdit extends Range {
  readonly newText: string;
}

export const insertion = (at: number, newText: string): TextEdit => ({ start: at, end: at, newText });

/** The change that an edit made: the replaced range of the old text, and the length of its replacement. */
export interface TextChange extends Range {
  readonly newLength: number;
}
