import { parsePython } from '../../python/parser';
import type { Completion, Range } from '../completion';
import { completePython } from './completion';

/** As far as the statement under the cursor is looked for. */
const MAX_STATEMENT = 2000;

/**
 * What can be written at an offset of a text that does not use TPU embedding yet, but may be about to: only imports
 * of TensorFlow, the names made of it, and the statement under the cursor are read.
 */
export function completeBeginning(text: string, offset: number): Completion[] {
  const start = statementStart(text, offset);
  if (start === undefined || isInLongString(text, start)) return [];
  const head = namesIn(text);
  if (head === undefined) return [];
  const lineEnd = text.indexOf('\n', offset);
  const read = head + text.slice(start, lineEnd < 0 ? text.length : lineEnd);
  const shift = start - head.length;
  const tree = parsePython(read);
  return completePython({ text: read, tree, calls: [] }, offset - shift).map((completion) => ({
    ...completion,
    insertRange: moved(completion.insertRange, shift),
    replaceRange: moved(completion.replaceRange, shift),
  }));
}

const moved = ({ start, end }: Range, by: number): Range => ({ start: start + by, end: end + by });

/** Where the import, or else the line, starts in which a name is begun. */
function statementStart(text: string, offset: number): number | undefined {
  const before = text.slice(Math.max(0, offset - MAX_STATEMENT), offset);
  const statement =
    /(?:^|\n)[ \t]*((?:from|import)[ \t]+tensorflow[^\n;()]*(?:\([^)]*|(?:\\\r?\n[^\n;()]*)+)?)$/.exec(
      before,
    )?.[1] ?? /(?:^|\n)[ \t]*([^\n]*\w\.\w*)$/.exec(before)?.[1];
  return statement === undefined ? undefined : offset - statement.length;
}

/** Whether a place is in documentation or another long string, as far as counting quotes tells. */
function isInLongString(text: string, offset: number): boolean {
  let quote: string | undefined;
  for (const [found] of text.slice(0, offset).matchAll(/"""|'''/g)) {
    if (quote === undefined) quote = found;
    else if (found === quote) quote = undefined;
  }
  return quote !== undefined;
}

const NAMES =
  /^[ \t]*((?:from|import)[ \t][^\n]*\btensorflow[^\n(\\]*|\w+[ \t]*=[ \t]*[A-Za-z_]\w*(?:\.\w+)+[ \t\r]*)$/gm;

/** The lines that import TensorFlow or give a part of something a name; undefined if nothing imports it. */
function namesIn(text: string): string | undefined {
  if (!text.includes('tensorflow')) return undefined;
  return [...text.matchAll(NAMES)].map(([, line]) => `${line!.trimEnd()}\n`).join('');
}
