// --fix and --diff: written files, output, reports and exit status.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { runCli } from '../support/cli';
import { folderOf } from './descriptors';

const HEADER = '# proto-message: tensorflow.tpu.TPUEmbeddingConfiguration\r\n';
const BROKEN = `${HEADER}num_host: 1\r\nmode: TRAIN\r\nother: 2\r\n`;
const FIXED = `${HEADER}num_hosts: 1\r\nmode: TRAINING\r\nother: 2\r\n`;
const CALL =
  'import tensorflow as tf\ntf.raw_ops.RecvTPUEmbeddingActivations(num_output=1, config=c, table_ids=1)\n';

const DIFF = [
  '--- a.textproto',
  '+++ a.textproto',
  '@@ -1,4 +1,4 @@',
  ` ${HEADER.trimEnd()}\r`,
  '-num_host: 1\r',
  '-mode: TRAIN\r',
  '+num_hosts: 1\r',
  '+mode: TRAINING\r',
  ' other: 2\r',
  '',
].join('\n');

suite('check --fix', { concurrency: true }, () => {
  function inFolder(files: Readonly<Record<string, string>>) {
    const folder = folderOf(files);
    after(() => rmSync(folder, { recursive: true }));
    return {
      run: (args: readonly string[], input = '', uid?: number) =>
        runCli(['check', ...args], { cwd: folder, input, ...(uid !== undefined && { uid }) }),
      read: (name: string) => readFileSync(join(folder, name), 'utf8'),
      folder,
    };
  }

  test('files keep their line endings and permissions, and remaining mistakes are reported', async () => {
    const { run, read, folder } = inFolder({ 'a.textproto': BROKEN, 'b.py': 'x = 1\n' });
    chmodSync(join(folder, 'a.textproto'), 0o640);
    const { status, stdout, stderr } = await run(['--fix', 'a.textproto', 'b.py']);
    assert.equal(read('a.textproto'), FIXED);
    assert.equal(statSync(join(folder, 'a.textproto')).mode & 0o777, 0o640);
    const [head, ...rest] = stdout.split('\n');
    assert.match(head!, /^a\.textproto:4:1: error: .*"other".* \[unknown-field\]$/);
    assert.deepEqual(rest.slice(2), ['1 error, 0 warnings in 2 files', '2 problems fixed', '']);
    assert.deepEqual([status, stderr], [1, '']);
    assert.deepEqual(JSON.parse((await run(['--fix', '--format=json', 'a.textproto'])).stdout).summary, {
      files: 1,
      errors: 1,
      warnings: 0,
      fixed: 0,
    });
  });

  test('git can apply the output of --diff, whatever the file names', async () => {
    const names = [
      'a b.textproto',
      'é"\\.textproto',
      ...(process.platform === 'win32' ? [] : ['\u001b\t"\\\n\u{1f600}\u202e.textproto']),
    ];
    const { run, read, folder } = inFolder(Object.fromEntries(names.map((name) => [name, BROKEN])));
    const { stdout } = await run(['--diff', '.']);
    execFileSync('git', ['apply', '-p0', '-'], { cwd: folder, input: stdout });
    for (const name of names) assert.equal(read(name), FIXED);
  });

  test('--diff writes nothing and prints the changes, with status 1 if there are any', async () => {
    const { run, read } = inFolder({ 'a.textproto': BROKEN, 'b.textproto': FIXED });
    for (const options of [['--diff'], ['--fix', '--diff']]) {
      const { status, stdout, stderr } = await run([...options, '.']);
      assert.deepEqual([status, stdout], [1, DIFF]);
      assert.equal(stderr, 'Would fix 2 problems in 1 file. 2 errors would remain.\n');
    }
    assert.equal(read('a.textproto'), BROKEN);
    const { status, stdout, stderr } = await run(['--diff', 'b.textproto']);
    assert.deepEqual([status, stdout, stderr], [0, '', 'Would fix nothing. 1 error would remain.\n']);
    assert.equal((await run(['--diff', '--format=json', '.'])).status, 2);
  });

  test('standard input is fixed to standard output, with the report on standard error', async () => {
    const { run } = inFolder({});
    const fixed = await run(['--fix', '--stdin-filename=a.textproto', '-'], BROKEN);
    assert.deepEqual([fixed.status, fixed.stdout], [1, FIXED]);
    assert.match(fixed.stderr, /^a\.textproto:4:1: error: .*\n[\s\S]*\n2 problems fixed\n$/);
    const same = await run(['--fix', '-'], FIXED);
    assert.equal(same.stdout, FIXED);
    assert.equal((await run(['--diff', '--stdin-filename=a.textproto', '-'], BROKEN)).stdout, DIFF);
  });

  test('a file that cannot be written is reported unchanged', async (t) => {
    if (process.getuid?.() !== 0) return t.skip('only root can take permissions away from another user');
    const { run, read, folder } = inFolder({ 'a.textproto': BROKEN });
    chmodSync(folder, 0o755);
    chmodSync(join(folder, 'a.textproto'), 0o444);
    const { status, stdout, stderr } = await run(['--fix', '.'], '', 65534);
    assert.equal(read('a.textproto'), BROKEN);
    assert.equal(status, 2);
    assert.match(stderr, /^tpu-embedding: Cannot write a\.textproto: .*The file is unchanged\.\n$/);
    assert.match(stdout, /3 errors, 0 warnings in 1 file/);
  });

  test('a program that is checked again with the tables of its folder keeps all fixes', async () => {
    const table = 'table_descriptor { name: "user" vocabulary_size: 8 dimension: 8 num_features: 1 }\n';
    const op = (name: string, argument: string) =>
      `import tensorflow as tf\ntf.raw_ops.LoadTPUEmbeddingAdagradParameters(parameters=p, accumulators=a, ${argument}=1, shard_id=0, table_name='${name}')\n`;
    const { run, read } = inFolder({
      'tpu_embedding.textproto': `${table}mode: TRAINING\nbatch_size_per_tensor_core: 8\nnum_hosts: 1\nnum_tensor_cores: 8\n`,
      'model.py': op('user', 'num_shard'),
      'other.py': CALL,
    });
    const { stdout } = await run(['--fix', '.']);
    assert.equal(read('model.py'), op('user', 'num_shards'));
    assert.equal(read('other.py'), CALL.replace('num_output', 'num_outputs'));
    assert.match(stdout, /\n2 problems fixed\n/);
  });
});
