import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';

/** Compares the files of a package with the stored list; UPDATE=1 rewrites the list. */
export function assertFiles(files: readonly string[], list: string): void {
  const actual = [...new Set(files)].sort();
  if (process.env['UPDATE']) writeFileSync(list, actual.map((file) => `${file}\n`).join(''));
  assert.deepEqual(actual, readFileSync(list, 'utf8').trimEnd().split('\n'), list);
}
