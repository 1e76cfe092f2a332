import { addTo } from '../../../basics/groups';
import { json, lines } from '../../../basics/terminal';
import { counted } from '../../../configuration/quantities';
import { diagnosticsOf, isFixable, type Report, type ReportedDiagnostic } from '../../../reports/report';
import { allRules } from '../../../rules';
import type { Severity } from '../../../rules/rule';
import { summaryLines } from './text';

interface Row {
  readonly code: string;
  /** The worst severity. */
  readonly severity: Severity;
  readonly count: number;
  readonly fixable: number;
}

const WORST: readonly Severity[] = ['error', 'warning', 'information', 'hint'];

/** How often each rule reports something, the most frequent first. */
function countByRule({ files }: Report): Row[] {
  const byCode = new Map<string, ReportedDiagnostic[]>();
  for (const one of diagnosticsOf(files)) addTo(byCode, one.code, one);
  const rows = [...byCode].map(([code, found]): Row => {
    const severity = WORST.find((each) => found.some((one) => one.severity === each))!;
    return { code, severity, count: found.length, fixable: found.filter(isFixable).length };
  });
  return rows.sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1));
}

export function statisticsText(report: Report): string {
  const rows = countByRule(report);
  const width = (of: (row: Row) => string) => Math.max(0, ...rows.map((row) => of(row).length));
  const widths = [width(({ count }) => String(count)), width((r) => r.severity), width((r) => r.code)];
  const summaryOf = (code: string) => allRules.find((rule) => rule.code === code)?.summary ?? '';
  const rowLine = ({ code, severity, count, fixable }: Row) => {
    const cells = [
      String(count).padStart(widths[0]!),
      severity.padEnd(widths[1]!),
      code.padEnd(widths[2]!),
      summaryOf(code),
    ];
    return `${cells.join('  ')}${fixable > 0 ? ` ${counted(fixable, 'problem')} can be fixed with --fix.` : ''}`;
  };
  return lines([...rows.map(rowLine), ...summaryLines(report)]);
}

export const statisticsJson = (report: Report): string =>
  json({ statistics: countByRule(report), summary: report.summary });
