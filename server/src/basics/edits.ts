import type { TextEdit } from './range';

/** A text after edits, which are in the order of their places and do not overlap. */
export function withEdits(text: string, edits: readonly TextEdit[]): string {
  let at = 0;
  const parts: string[] = [];
  for (const { start, end, newText } of edits) {
    parts.push(text.slice(at, start), newText);
    at = end;
  }
  return parts.join('') + text.slice(at);
}
