import { styleText } from 'node:util';
import { counted } from '../../config/quantities';
import {
  diagnosticsOf,
  type FileReport,
  isFixable,
  linesOf,
  type PartReport,
  type Report,
  type ReportedDiagnostic,
  type Writing,
} from '../../reports/report';
import type { Severity } from '../../rules/rule';
import { printable } from '../../text/terminal';

/** Shows a text as something, in colours where they are seen. */
type Paint = (style: Style, text: string) => string;
type Style = Exclude<Parameters<typeof styleText>[0], readonly unknown[]>;

const SEVERITY_STYLES: Readonly<Record<Severity, Style>> = {
  error: 'red',
  warning: 'yellow',
  information: 'cyan',
  hint: 'cyan',
};

/** For people: each problem on a line, with the line of source and a mark below it. */
export function writeText(report: Report, { colors }: Writing): string {
  const paint: Paint = (style, text) =>
    colors ? styleText(style, printable(text), { validateStream: false }) : printable(text);
  const output = [...report.files.flatMap((file) => fileLines(file, paint)), ...summaryLines(report)];
  return output.map((line) => `${line}\n`).join('');
}

/** Longer lines would fill the screen. */
const MAX_LINE = 160;

const fileLines = ({ path, parts, note }: FileReport, paint: Paint) => [
  ...(note === undefined ? [] : [printable(`${path}: ${note.message}`)]),
  ...parts.flatMap((part) => partLines(path, part, paint)),
];

function partLines(path: string, { cell, text, diagnostics }: PartReport, paint: Paint): string[] {
  if (diagnostics.length === 0) return [];
  const source = linesOf(text);
  return diagnostics.flatMap((diagnostic) => {
    const { line, character } = diagnostic.range.start;
    const { severity, message, code } = diagnostic;
    const file = cell === undefined ? path : `${path}:cell ${cell + 1}`;
    const place = paint('bold', `${file}:${line + 1}:${character + 1}:`);
    const head = `${place} ${paint(SEVERITY_STYLES[severity], `${severity}:`)} ${printable(message)} ${paint('dim', `[${code}]`)}`;
    return [head, ...excerpt(source[line] ?? '', diagnostic, paint), ...fixLines(diagnostic, paint)];
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

/** What `--fix` would do. */
function fixLines({ fixes }: ReportedDiagnostic, paint: Paint): string[] {
  const fix = fixes.find(({ safe }) => safe);
  return fix ? [`    ${paint('green', '--fix:')} ${printable(fix.title)}`] : [];
}

export function summaryLines({ files, summary }: Report): string[] {
  const { files: checked, errors, warnings, fixed } = summary;
  const fixable = diagnosticsOf(files).filter(isFixable).length;
  return [
    `${counted(errors, 'error')}, ${counted(warnings, 'warning')} in ${counted(checked, 'file')}`,
    ...(fixed ? [`${counted(fixed, 'problem')} fixed`] : []),
    ...(fixable > 0 ? [`${counted(fixable, 'problem')} can be fixed with --fix`] : []),
  ];
}
