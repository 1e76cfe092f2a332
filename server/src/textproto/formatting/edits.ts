import type { Range, TextEdit } from '../../basics/range';
import { format } from './format';

/** The changes of formatting, as edits of whole lines, so that unchanged lines keep their folds, marks and cursors. */
export function formattingEdits(text: string): TextEdit[] {
  const formatted = format(text);
  if (formatted === text) return [];
  const lineEnd = /^[^\n]*\r\n/.test(text) ? '\r\n' : '\n';
  const before = linesOf(text);
  const after = linesOf(formatted);
  const edits: TextEdit[] = [];
  for (let i = 0, j = 0; i < before.length || j < after.length; ) {
    if (before[i]?.text === after[j]?.text) {
      i++;
      j++;
      continue;
    }
    const [from, first] = [i, j];
    [i, j] = inStep(before, after, i, j);
    const start = before[from]?.start ?? text.length;
    const end = before[i]?.start ?? text.length;
    const newText = after.slice(first, j).map(({ text }) => text);
    edits.push({ start, end, newText: newText.join('').replaceAll('\n', lineEnd) });
  }
  return edits;
}

/** The edits that touch one of the ranges. Each keeps the meaning of its lines, so it may be made without the others. */
export const rangeFormattingEdits = (text: string, ranges: readonly Range[]): TextEdit[] =>
  formattingEdits(text).filter(({ start, end }) =>
    ranges.some((range) => start <= Math.max(range.end - 1, range.start) && end > range.start),
  );

interface Line {
  readonly start: number;
  /** With its end, as LF. */
  readonly text: string;
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start) + 1 || text.length;
    lines.push({ start, text: text.slice(start, end).replace('\r\n', '\n') });
    start = end;
  }
  return lines;
}

/** The next lines of both texts up to which their contents are equal, or their ends. */
function inStep(before: readonly Line[], after: readonly Line[], i: number, j: number): [number, number] {
  let old = '';
  let fresh = '';
  do {
    const takesOld = old.length <= fresh.length;
    if (i === before.length || j === after.length) return [before.length, after.length];
    if (takesOld) old += gist(before[i++]!.text);
    else fresh += gist(after[j++]!.text);
    const common = Math.min(old.length, fresh.length);
    if (old.slice(0, common) !== fresh.slice(0, common)) return [before.length, after.length];
    old = old.slice(common);
    fresh = fresh.slice(common);
  } while (old !== '' || fresh !== '');
  return [i, j];
}

/** The content of a line that formatting does not change. */
const gist = (line: string) =>
  line
    .replaceAll(/[\s,;:\\]/g, '')
    .replaceAll("'", '"')
    .replaceAll('<', '{')
    .replaceAll('>', '}');
