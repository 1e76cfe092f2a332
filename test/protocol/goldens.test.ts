// `tpu-embedding simulate` as a process, against runs of jax-tpu-embedding's own update functions.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { startCli } from '../support/cli';
import { agree, goldens, isExact, specBefore } from '../support/goldens';

suite('goldens through the command line', { concurrency: 2 }, () => {
  for (const golden of goldens)
    test(`each step of ${golden.id} is the library's`, async () => {
      const input = JSON.stringify(specBefore(golden, [...golden.after.keys()]));
      const args = ['simulate', '--format', 'json', '-'];
      const { status, stdout, stderr } = await startCli(args, { cwd: '.', input });
      assert.deepEqual([status, stderr], [0, '']);
      const { steps } = JSON.parse(stdout) as { steps: Record<string, (number | string)[][]>[] };
      for (const [i, { row, slots }] of golden.after.entries())
        for (const [name, wanted] of Object.entries({ parameters: row, ...slots }))
          for (const [column, value] of wanted.entries()) {
            const found = steps[i]![name]![i]![column]!;
            assert.ok(
              agree(found, value, isExact(golden)),
              `step ${i}: ${name}[${column}] is ${found}, not ${value}`,
            );
          }
    });
});
