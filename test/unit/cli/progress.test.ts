// Progress of a long run of the command line at a terminal.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Progress } from '../../../server/src/cli/checking/progress';

/** The output for files that are checked at given times, in milliseconds from the start. */
function written(times: readonly number[], isTTY = true): string[] {
  const output: string[] = [];
  let now = 5000;
  const progress = new Progress({ isTTY, write: (text) => output.push(text) }, () => now);
  for (const time of times) {
    now = 5000 + time;
    progress.step();
  }
  progress.clear();
  progress.clear();
  return output.map((text) => text.replaceAll('\u001b[K', '|'));
}

suite('progress', () => {
  test('is shown for a run of more than a second, some times a second, and removed at the end', () => {
    assert.deepEqual(written([0, 500, 999]), []);
    assert.deepEqual(written([999, 1000, 1001, 1050, 1100]), [
      '\r2 files checked…|',
      '\r5 files checked…|',
      '\r|',
    ]);
  });

  test('is not shown without a terminal', () => {
    assert.deepEqual(written([1000, 2000, 3000], false), []);
  });
});
