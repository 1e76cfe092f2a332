import { isUtf8 } from 'node:buffer';
import type { SafeFixes } from '../languages/fixes';
import { withEdits } from '../text/edits';

/** A file after `--fix`. */
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

/** Fixes a file until nothing is left that can be, and tells what is found of it then. */
export function fixBytes<Found>(
  bytes: Buffer,
  judge: (bytes: Buffer) => Fixable<Found>,
): { readonly found: Found; readonly fixed?: Fixed; readonly unfixed?: string } {
  let { found, fixes } = judge(bytes);
  if (!isUtf8(bytes))
    return fixes().count === 0 ? { found } : { found, unfixed: 'it is not UTF-8. It stays as it is.' };
  let text = bytes.toString('utf8');
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
    ({ found, fixes } = judge(Buffer.from(text)));
  }
  return count === 0 ? { found } : { found, fixed: { text, count } };
}
