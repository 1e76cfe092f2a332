// The problems of a file, as text for people.

import { printable } from '../basics/terminal';
import type { Severity } from '../rules/rule';
import { type FileReport, linesOf, type PartReport, type ReportedDiagnostic } from './report';

/** Styles a text, with colours if the output shows them. */
export type Paint = (style: Style, text: string) => string;
type Style = 'red' | 'yellow' | 'cyan' | 'bold' | 'dim' | 'green';

const SEVERITY_STYLES: Readonly<Record<Severity, Style>> = {
  error: 'red',
  warning: 'yellow',
  information: 'cyan',
  hint: 'cyan',
};

/** Longer lines would fill the screen. */
const MAX_LINE = 160;

export interface Look {
  readonly paint?: Paint;
  /** The words before a fix; the first for one that is certain. */
  readonly fix: string;
}

const plain: Paint = (_, text) => printable(text);

/** Each problem on a line, with the line of source and a mark below it. */
export const problemLines = ({ path, parts, note }: FileReport, look: Look): string[] => [
  ...(note === undefined ? [] : [printable(`${path}: ${note.message}`)]),
  ...parts.flatMap((part) => partLines(path, part, look)),
];

function partLines(path: string, { cell, text, diagnostics }: PartReport, look: Look): string[] {
  const { paint = plain, fix } = look;
  if (diagnostics.length === 0) return [];
  const source = linesOf(text);
  return diagnostics.flatMap((diagnostic) => {
    const { line, character } = diagnostic.range.start;
    const { severity, message, code } = diagnostic;
    const file = cell === undefined ? path : `${path}:cell ${cell + 1}`;
    const place = paint('bold', `${file}:${line + 1}:${character + 1}:`);
    const head = `${place} ${paint(SEVERITY_STYLES[severity], `${severity}:`)} ${printable(message)} ${paint('dim', `[${code}]`)}`;
    return [head, ...excerpt(source[line] ?? '', diagnostic, paint), ...fixLines(diagnostic, paint, fix)];
  });
}

/** The line with carets below it. */
function excerpt(
  line: string,
  { range: { start, end }, severity }: ReportedDiagnostic,
  paint: Paint,
): string[] {
  if (line.trim() === '' || line.length > MAX_LINE) return [];
  const stop = end.line === start.line ? end.character : line.length;
  const marked = printable(line.slice(start.character, stop));
  const indent = printable(line.slice(0, start.character)).replaceAll(/[^\t]/g, ' ');
  const mark = '^'.repeat(Math.max(marked.length, 1));
  return [`    ${printable(line)}`, `    ${indent}${paint(SEVERITY_STYLES[severity], mark)}`];
}

/** The best fix, if any. */
function fixLines({ fixes }: ReportedDiagnostic, paint: Paint, word: string): string[] {
  const fix = fixes.find(({ safe }) => safe);
  return fix ? [`    ${paint('green', word)} ${printable(fix.title)}`] : [];
}
