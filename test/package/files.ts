import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';

/** Compares what a package holds with the list that is kept; UPDATE=1 writes the list. */
export function assertFiles(files: readonly string[], list: string): void {
  const actual = [...new Set(files)].sort();
  if (process.env['UPDATE']) writeFileSync(list, actual.map((file) => `${file}\n`).join(''));
  assert.deepEqual(actual, readFileSync(list, 'utf8').trimEnd().split('\n'), list);
}
