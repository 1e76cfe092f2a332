import { styleText } from 'node:util';
import { printable } from '../../../basics/terminal';
import { counted } from '../../../configuration/quantities';
import { type Paint, problemLines } from '../../../reports/check-text';
import { diagnosticsOf, isFixable, type Report, type ReportOptions } from '../../../reports/report';

/** The report for people: each problem on a line, with its line of source and a marker below. */
export function writeText(report: Report, { colors }: ReportOptions): string {
  const paint: Paint = (style, text) =>
    colors ? styleText(style, printable(text), { validateStream: false }) : printable(text);
  const problems = report.files.flatMap((file) => problemLines(file, { paint, fix: '--fix:' }));
  return [...problems, ...summaryLines(report)].map((line) => `${line}\n`).join('');
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
