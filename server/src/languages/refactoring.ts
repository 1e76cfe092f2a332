import type { Range, TextEdit } from '../basics/range';

/** A refactoring: another way to write a text, or a small addition, offered to the user. */
export interface Refactoring {
  /** In the imperative, such as `Sort tables by name`. Unique at a place. */
  readonly title: string;
  readonly kind: RefactoringKind;
  /** Why it cannot be done here, in a sentence for people. */
  readonly disabled?: string;
  /** Undefined if there is only a snippet, or if it is disabled. */
  readonly changes?: () => readonly TextEdit[];
  /** The same with places to fill in, in the protocol's syntax of snippets. */
  readonly snippet?: () => readonly TextEdit[];
  /** It depends on the whole configuration, so no other code may add to it. */
  readonly ofWhole?: true;
}

type RefactoringKind = 'refactor.rewrite' | 'refactor.extract';

export const touches = (a: Range, b: Range): boolean => a.start <= b.end && b.start <= a.end;

/** Changes whose lines end as those of the text do. */
export const endingAs = (text: string, changes: readonly TextEdit[]): TextEdit[] =>
  changes.map(({ newText, ...range }) => ({
    ...range,
    newText: text.includes('\r\n') ? newText.replaceAll(/\r?\n/g, '\r\n') : newText,
  }));
