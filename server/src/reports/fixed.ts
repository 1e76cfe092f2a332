import { withEdits } from '../basics/edits';
import type { SafeFixes } from '../languages/fixes';

/** A file after its fixes. */
export interface Fixed {
  readonly text: string;
  /** The number of fixed problems. */
  readonly count: number;
}

/** The problems of a file, and the changes that fix them where possible, in offsets of its text. */
export interface Fixable<Result> {
  readonly result: Result;
  readonly fixes: () => SafeFixes;
}

/** A fix may reveal the next mistake. If there are more rounds than this, fixes undo each other. */
const MAX_ROUNDS = 100;

/** Fixes a text until no fix is left, and returns the remaining problems. */
export function fixText<Result>(
  before: string,
  check: (text: string) => Fixable<Result>,
): { readonly result: Result; readonly fixed?: Fixed } {
  let { result, fixes } = check(before);
  let text = before;
  const lineEnd = /^[^\n]*\r\n/.test(text) ? '\r\n' : '\n';
  let count = 0;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = fixes();
    if (next.count === 0) break;
    const edits = next.changes.map((change) => ({
      ...change,
      newText: change.newText.replaceAll(/\r?\n/g, lineEnd),
    }));
    text = withEdits(text, edits);
    count += next.count;
    ({ result, fixes } = check(text));
  }
  return count === 0 ? { result } : { result, fixed: { text, count } };
}
