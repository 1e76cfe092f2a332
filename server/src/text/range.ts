/** A part of a text, from one offset to another that is not part of it. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Puts another text in place of a range. */
export interface TextEdit extends Range {
  readonly newText: string;
}

/** What an edit did to a text: the replaced range of the old one, and how long its replacement is. */
export interface TextChange extends Range {
  readonly newLength: number;
}
