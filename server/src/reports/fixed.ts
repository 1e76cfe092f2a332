import type { SafeFixes } from '../languages/fixes';
import { withEdits } from '../text/edits';

/** A file after its fixes. */
export interface Fixed {
  readonly text: string;
  /** How many problems that has fixed. */
  readonly count: number;
}

/** What is found of a file, and the changes that fix what can be fixed, in offsets of its text. */
export interface Fixable<Found> {
  readonly found: Found;
  readonly fixes: () => SafeFixes;
}

/** A fix may show the next mistake. More rounds than this would be fixes that undo each other. */
const MAX_ROUNDS = 100;

/** Fixes a text until nothing is left that can be, and tells what is found of it then. */
export function fixText<Found>(
  before: string,
  judge: (text: string) => Fixable<Found>,
): { readonly found: Found; readonly fixed?: Fixed } {
  let { found, fixes } = judge(before);
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
    ({ found, fixes } = judge(text));
  }
  return count === 0 ? { found } : { found, fixed: { text, count } };
}
