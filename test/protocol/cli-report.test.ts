// `tpu-embedding report`: what it shows, and that a file's text is only in it if the file is named.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { runCli } from '../support/cli';
import { folderOf } from './descriptors';

const folder = folderOf({
  'project/.git/HEAD': '',
  'project/requirements.txt': 'tensorflow==2.21.0\nprotobuf==6.33.6\n',
  'project/tpu-embedding.json': '{ "rules": { "dimension-padding": "off" }, "maxFileSize": 10 }',
  'project/tpu_embedding.textproto': 'num_hosts: 4\nnum_host: 1\nbatch_size_per_tensor_core: 128\n',
  'project/notebook.ipynb': '{}',
});
after(() => rmSync(folder, { recursive: true }));

const NONE = { VIRTUAL_ENV: '', CONDA_PREFIX: '', HOME: folder };
const run = (...args: readonly string[]) =>
  runCli(['report', ...args], { cwd: join(folder, 'project'), env: NONE });

suite('report', { concurrency: true }, () => {
  test('versions and changed settings, no path and no text', async () => {
    const { stdout, stderr, status } = await run();
    assert.deepEqual([status, stderr], [0, '']);
    assert.match(stdout, /^- tpu-embedding-tools \d+\.\d+\.\d+ \(command line\)$/m);
    assert.match(stdout, /^- node \d+\.\d+\.\d+ \(\w+ \S+ \w+\)$/m);
    assert.match(stdout, /^- tensorflow 2\.21\.0 \(requirements\.txt\)$/m);
    assert.match(stdout, /^- protobuf 6\.33\.6 \(requirements\.txt\)$/m);
    assert.match(stdout, /^- rules: \{"dimension-padding":"off"\}$/m);
    assert.doesNotMatch(stdout, /maxFileSize|num_host|## End of the log/);
    assert.ok(!stdout.includes(folder));
  });

  test('the smallest text of a problem that is named', async () => {
    const { stdout, status } = await run('--rule', 'unknown-field', 'tpu_embedding.textproto');
    assert.equal(status, 0);
    assert.ok(
      stdout.endsWith('## Smallest text that shows unknown-field\n\n```\nnum_host: 1\n```\n'),
      stdout,
    );
  });

  test('a file that is written', async () => {
    assert.deepEqual(await run('-o', 'report.md').then(({ stdout, status }) => [stdout, status]), ['', 0]);
    assert.match(readFileSync(join(folder, 'project/report.md'), 'utf8'), /^## What happened$/m);
    assert.equal(readdirSync(join(folder, 'project')).length, 6);
  });

  test('wrong usage', async () => {
    for (const [args, reason] of [
      [['--rule', 'unknown-field'], /Name a problem and its file, or neither/],
      [['tpu_embedding.textproto'], /Name a problem and its file, or neither/],
      [['--rule', 'missing-colon', 'tpu_embedding.textproto'], /no problem with the code missing-colon/],
      [['--rule', 'missing-colon', 'notebook.ipynb'], /cell of a notebook/],
      [['--rule', 'missing-colon', 'none.py'], /none\.py/],
    ] as const) {
      const { stdout, stderr, status } = await run(...args);
      assert.deepEqual([stdout, status], ['', 2]);
      assert.match(stderr, reason);
    }
  });
});
