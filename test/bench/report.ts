import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import type { Times } from './times';

/** What one theme of the benchmark has found. */
export interface Finding {
  /** Markdown. */
  readonly report: string;
  /** Which targets were missed, in words. */
  readonly missed: readonly string[];
}

/** Columns of figures are aligned to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const isFigures = (column: number) => rows.every((cells) => /^[\d.–]*$/.test(cells[column]!));
  return [line(head), line(head.map((_, i) => (isFigures(i) ? '---:' : '---'))), ...rows.map(line)].join(
    '\n',
  );
}

export const milliseconds = (time: number) => time.toFixed(time < 10 ? 2 : time < 100 ? 1 : 0);

/** The cells of p50 and p95. */
export const cellsOf = (times: Times | undefined): string[] =>
  times ? [milliseconds(times.p50), milliseconds(times.p95)] : ['–', '–'];

/** Why a figure misses its target; nothing where there is none, or it is met. */
export function missedTarget(what: string, times: Times | undefined, target: number | undefined): string[] {
  if (target === undefined) return [];
  if (!times) return [`${what}: nothing was measured.`];
  return times.p95 > target ? [`${what}: p95 is ${milliseconds(times.p95)} ms, over ${target} ms.`] : [];
}

export const machine = () =>
  `Node ${process.version} on ${process.platform}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${new Date().toISOString().slice(0, 10)}.`;

/** Puts reports into the places of a page that `<!-- name -->` … `<!-- /name -->` mark. */
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
