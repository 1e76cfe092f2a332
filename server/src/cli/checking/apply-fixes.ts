// Writes fixed files for `--fix`, and shows the changes for `--diff`.

import { lines } from '../../basics/terminal';
import { unifiedDiff } from '../../basics/unified-diff';
import { counted } from '../../configuration/quantities';
import { writeFile } from '../files/write-file';
import type { Checked, Task } from './check-file';

/** The result for one file. */
export interface FileResult extends Checked {
  readonly path: string;
  /** Why the file could not be read or written. */
  readonly refusal?: unknown;
  /** A named file that cannot be read, or a fixed one that cannot be written. */
  readonly isMissed?: boolean;
  /** For a file that was fixed or has to be checked again, and for standard input. */
  readonly task?: Task;
}

type Check = (task: Task) => Promise<Checked> | Checked;

/** Writes the fixed files. */
export async function writeAll(results: readonly FileResult[], check: Check): Promise<readonly FileResult[]> {
  const written: FileResult[] = [];
  for (const result of results) written.push(await writeFixed(result, check));
  return written;
}

/** Writes a fixed file, unless it is standard input. If that fails, the report is for the unfixed file. */
async function writeFixed(result: FileResult, check: Check): Promise<FileResult> {
  const { path, task, fixed } = result;
  if (!task || !fixed || task.isInput) return result;
  try {
    await writeFile(path, Buffer.from(fixed.text), task.bytes);
    return result;
  } catch (refusal) {
    return { ...(await check({ ...task, fix: false })), path, refusal, isMissed: true };
  }
}

/** The changes that `--fix` would make, in the format of `diff -u`. */
export function diffOf(results: readonly FileResult[], isTerminal: boolean): string {
  const found = results.flatMap(({ path, task, fixed }) =>
    task && fixed ? unifiedDiff(path, task.bytes.toString('utf8'), fixed.text) : [],
  );
  // Not shortened: a program may apply the diff.
  return isTerminal ? lines(found) : found.map((line) => `${line}\n`).join('');
}

export function fixedCount(results: readonly Checked[]): number {
  return results.reduce((sum, { fixed }) => sum + (fixed?.count ?? 0), 0);
}

/** The summary that `--diff` prints beside the diff. */
export function wouldFix(results: readonly Checked[], errors: number): string {
  const files = results.filter(({ fixed }) => fixed).length;
  const remaining = errors > 0 ? ` ${counted(errors, 'error')} would remain.` : '';
  const fixes =
    files > 0 ? `${counted(fixedCount(results), 'problem')} in ${counted(files, 'file')}` : 'nothing';
  return `Would fix ${fixes}.${remaining}`;
}
