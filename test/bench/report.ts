import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import type { Times } from './times';

/** Results of one benchmark. */
export interface Finding {
  /** Markdown. */
  readonly report: string;
  /** Missed targets, as sentences. */
  readonly missed: readonly string[];
}

/** Number columns are right-aligned. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const isFigures = (column: number) => rows.every((cells) => /^[\d.–]*$/.test(cells[column]!));
  return [line(head), line(head.map((_, i) => (isFigures(i) ? '---:' : '---'))), ...rows.map(line)].join(
    '\n',
  );
}

export const milliseconds = (time: number) => time.toFixed(time < 10 ? 2 : time < 100 ? 1 : 0);

/** Table cells for p50 and p95. */
export const cellsOf = (times: Times | undefined): string[] =>
  times ? [milliseconds(times.p50), milliseconds(times.p95)] : ['–', '–'];

/** Why a value misses its target; undefined without a target or if it is met. */
export function missedTarget(what: string, times: Times | undefined, target: number | undefined): string[] {
  if (target === undefined) return [];
  if (!times) return [`${what}: nothing was measured.`];
  return times.p95 > target ? [`${what}: p95 is ${milliseconds(times.p95)} ms, over ${target} ms.`] : [];
}

export const machine = () =>
  `Node ${process.version} on ${process.platform}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${new Date().toISOString().slice(0, 10)}.`;

/** Inserts reports into a page between `<!-- name -->` and `<!-- /name -->`. */
export function fillPage(path: string, reports: ReadonlyMap<string, string>): void {
  const page = readFileSync(path, 'utf8');
  const filled = page.replace(
    /(<!-- (\w+) -->\n)[\s\S]*?(<!-- \/\2 -->)/g,
    (all, open: string, name: string, close: string) => {
      const report = reports.get(name);
      return report === undefined ? all : `${open}${report}\n${close}`;
    },
  );
  writeFileSync(path, filled);
}
