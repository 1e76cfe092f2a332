import type { Range, TextEdit } from '../text/range';

/** Another way to write a text, or to say a little more, that a person may choose. */
export interface Refactoring {
  /** An order, such as `Sort tables by name`; tells the ones at a place apart. */
  readonly title: string;
  readonly kind: RefactoringKind;
  /** Why it cannot be done here, in a sentence for people. */
  readonly disabled?: string;
  /** Undefined where only a snippet will do. */
  readonly changes?: () => readonly TextEdit[];
  /** The same with places to fill in, in the protocol's syntax of snippets. */
  readonly snippet?: () => readonly TextEdit[];
  /** It rests on all of a configuration, to which nothing else may be added. */
  readonly ofWhole?: true;
}

export type RefactoringKind = 'refactor.rewrite' | 'refactor.extract';

export const touches = (a: Range, b: Range): boolean => a.start <= b.end && b.start <= a.end;

/** Changes whose lines end as those of the text do. */
export const endingAs = (text: string, changes: readonly TextEdit[]): TextEdit[] =>
  changes.map(({ newText, ...range }) => ({
    ...range,
    newText: text.includes('\r\n') ? newText.replaceAll(/\r?\n/g, '\r\n') : newText,
  }));
