// `tpu-embedding diff`: output for two configurations, and exit status.
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { runCli, startCli } from '../support/cli';
import { table } from '../support/configurations';
import { folderOf } from './descriptors';

const HEAD = 'import tensorflow as tf\nemb = tf.tpu.experimental.embedding\n';
const made = (size: string, dimension = 16) =>
  `emb.TPUEmbedding(emb.FeatureConfig(emb.TableConfig(${size}, ${dimension}, name='t'), output_shape=[8]), emb.Adagrad(0.1))\n`;

const kerasMade = (rows: number | string) => `import keras_rs
table = keras_rs.layers.TableConfig('user', ${rows}, 16)
keras_rs.layers.DistributedEmbedding(keras_rs.layers.FeatureConfig('clicked', table, (8,), (8, 16)))
`;

const rest = 'batch_size_per_tensor_core: 8\nmode: TRAINING\nnum_hosts: 2\nnum_tensor_cores: 8\n';
const small = table('user', 1000, 16, 1) + rest;
const folder = folderOf({
  'small.textproto': small,
  'written-otherwise.textproto': `# The same.\n${rest.replaceAll('\n', ' ')}${table('user', 1000, 16, 1)}`,
  'wide.textproto': small.replace('dimension: 16', 'dimension: 32'),
  'wrong.textproto': small.replace('mode: TRAINING', 'mode: TRAIN'),
  'silenced.textproto': `# tpu-embedding-disable unknown-enum-value\n${small.replace('mode: TRAINING', 'mode: TRAIN')}`,
  'invalid.textproto': small.replace('num_hosts: 2', 'num_hosts: 0'),
  'latin.textproto': Buffer.from(small.replace('"user"', '"us\u00e9r"'), 'latin1'),
  'other.textproto': '# proto-message: other.Message\na: 1\n',
  'model.py': HEAD + made('5000'),
  'model-wide.py': HEAD + made('5000', 32),
  'open.py': HEAD + made('int(input())'),
  'refused.py': HEAD + made('0'),
  'keras.py': kerasMade(1000),
  'keras-more.py': kerasMade(2000),
  'keras-open.py': kerasMade('int(input())'),
  'two.py': HEAD + made('5000') + made('7000'),
  'none.py': 'import os\n',
  'message.py': `from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb2
config = pb2.TPUEmbeddingConfiguration(num_hosts=7)
`,
});
after(() => rmSync(folder, { recursive: true }));

const run = (...args: readonly string[]) => runCli(['diff', ...args], { cwd: folder });

suite('diff', { concurrency: true }, () => {
  test('each difference is a line, followed by the memory of both; the exit status is 1', async () => {
    assert.deepEqual(await run('small.textproto', 'wide.textproto'), {
      status: 1,
      stdout:
        'Table user: dimension 16 → 32\nMemory on the devices: 188 KiB → 375 KiB (+100 %); on the fullest host: 62.5 KiB → 125 KiB\n',
      stderr: '',
    });
  });

  test('nothing is printed if both mean the same', async () => {
    const nothing = { status: 0, stdout: '', stderr: '' };
    assert.deepEqual(await run('small.textproto', 'written-otherwise.textproto'), nothing);
    assert.deepEqual(await run('small.textproto', 'small.textproto'), nothing);
  });

  test('JSON has the path, both values, the sentence and the bytes', async () => {
    const { status, stdout } = await run('--format', 'json', 'small.textproto', 'wide.textproto');
    assert.equal(status, 1);
    assert.deepEqual(JSON.parse(stdout), {
      same: false,
      differences: [
        {
          path: 'tables.user.dimension',
          kind: 'changed',
          before: 16,
          after: 32,
          text: 'Table user: dimension 16 → 32',
        },
      ],
      deviceBytes: { before: 192_000, after: 384_000 },
    });
    const same = await run('--format', 'json', 'small.textproto', 'small.textproto');
    assert.equal(same.status, 0);
    const bytes = { before: 192_000, after: 192_000 };
    assert.deepEqual(JSON.parse(same.stdout), { same: true, differences: [], deviceBytes: bytes });
  });

  test('standard input may be either side, but not both', async () => {
    const options = { cwd: folder, input: small };
    const wider = 'Table user: dimension 16 → 32';
    const [there, back, both] = [
      await runCli(['diff', '-', 'wide.textproto'], options),
      await runCli(['diff', 'wide.textproto', '-'], options),
      await runCli(['diff', '-', '-'], options),
    ];
    assert.ok(there.stdout.startsWith(wider) && there.status === 1);
    assert.ok(back.stdout.startsWith('Table user: dimension 32 → 16') && back.status === 1);
    assert.equal(both.status, 2);
    assert.match(both.stderr, /Only one of the two can be standard input/);
  });

  test('a file that git reports as missing has no tables', async () => {
    const { status, stdout } = await run('/dev/null', 'small.textproto');
    assert.equal(status, 1);
    assert.match(stdout, /^Table user: added: 1,000 × 16, adagrad, table_id 0$/m);
    assert.match(stdout, /^Memory on the devices: 0 bytes → 188 KiB$/m);
  });

  test('an unreadable file is reported with the place, and the exit status is 2', async () => {
    const cases: readonly (readonly [string, RegExp])[] = [
      ['wrong.textproto', /wrong\.textproto:13:7: .*TRAIN/],
      ['silenced.textproto', /silenced\.textproto:14:7: .*TRAIN/],
      ['latin.textproto', /latin\.textproto:2:\d+: Byte 0xE9 at offset \d+ is not UTF-8/],
      ['other.textproto', /other\.textproto: not a tensorflow\.tpu\.TPUEmbeddingConfiguration/],
      ['missing.textproto', /missing\.textproto/],
      ['refused.py', /refused\.py:3:\d+: TensorFlow refuses this: /],
      ['none.py', /Found no TPUEmbedding in none\.py/],
      ['two.py', /two\.py makes several configurations\. Name one by its line: two\.py:3, two\.py:4\./],
      ['two.py:1', /No configuration is made at line 1 of two\.py/],
    ];
    for (const [file, message] of cases)
      for (const [a, b] of [
        [file, 'small.textproto'],
        ['small.textproto', file],
      ] as const) {
        const { status, stdout, stderr } = await run(a, b);
        assert.deepEqual([status, stdout], [2, ''], stderr);
        assert.match(stderr, message);
      }
    for (const args of [[], ['small.textproto'], ['a', 'b', 'c'], ['--format', 'xml', 'a', 'b']])
      assert.equal((await run(...args)).status, 2);
  });

  test('a configuration that TensorFlow rejects can still be compared', async () => {
    const { status, stdout } = await run('small.textproto', 'invalid.textproto');
    assert.equal(status, 1);
    assert.match(stdout, /^num_hosts 2 → 0$/m);
  });

  test('programs are compared by the configurations that TensorFlow builds', async () => {
    const strategy = ['--num-hosts', '1', '--num-replicas', '8'];
    const { status, stdout, stderr } = await run(...strategy, 'model.py', 'model-wide.py');
    assert.deepEqual([status, stderr], [1, '']);
    assert.match(stdout, /^Table t: dimension 16 → 32$/m);
    assert.deepEqual(await run(...strategy, 'model.py', 'two.py:3'), { status: 0, stdout: '', stderr: '' });
    assert.match((await run(...strategy, 'model.py', 'two.py:4')).stdout, /vocabulary_size 5,000 → 7,000/);
  });

  test('every form that convert writes means the same', async () => {
    const forms = ['textproto', 'json', 'binary', 'base64', 'bytes'];
    for (const form of forms) {
      const out = join(folder, `converted-${form}`);
      const converted = await runCli(['convert', '--to', form, 'small.textproto', '-o', out], {
        cwd: folder,
      });
      assert.equal(converted.status, 0, converted.stderr);
      assert.deepEqual(await run('small.textproto', out), { status: 0, stdout: '', stderr: '' }, form);
      assert.match((await run(out, 'wide.textproto')).stdout, /^Table user: dimension 16 → 32$/m);
    }
  });

  test('a message that a program only assigns to a name is compared if there is no other', async () => {
    const { status, stdout } = await run('message.py', 'small.textproto');
    assert.equal(status, 1);
    assert.match(stdout, /^num_hosts 7 → 2$/m);
  });

  test('unknown fields are compared', async () => {
    const [ten, eleven] = [
      [0x98, 0x06, 10],
      [0x98, 0x06, 11],
    ].map((bytes) => Uint8Array.from(bytes));
    const own = folderOf({ 'a.binpb': ten!, 'b.binpb': eleven!, 'broken.binpb': Uint8Array.of(0x98) });
    const between = (a: string, b: string) => runCli(['diff', a, b], { cwd: own });
    assert.equal((await between('a.binpb', 'a.binpb')).status, 0);
    assert.match((await between('a.binpb', 'b.binpb')).stdout, /^other fields \[99 : 10\] → \[99 : 11\]$/m);
    const broken = await between('a.binpb', 'broken.binpb');
    assert.equal(broken.status, 2);
    assert.match(broken.stderr, /broken\.binpb: byte \d+: /);
    rmSync(own, { recursive: true });
  });

  test('hosts and replicas of a program are read from the configuration file as well', async () => {
    const projectWith = (derive: string) =>
      folderOf({
        'tpu-embedding.json': `{ "tpu": ${derive} }`,
        'a.py': HEAD + made('5000'),
        'b.py': HEAD + made('7000'),
      });
    const [good, bad] = [
      projectWith('{ "numHosts": 1, "numReplicas": 8 }'),
      projectWith('{ "numHosts": 0 }'),
    ];
    const compared = await runCli(['diff', 'a.py', 'b.py'], { cwd: good });
    assert.deepEqual([compared.status, compared.stderr], [1, '']);
    const refused = await runCli(['diff', 'a.py', 'b.py'], { cwd: bad });
    assert.deepEqual([refused.status, refused.stdout], [2, '']);
    assert.match(refused.stderr, /tpu-embedding\.json:1:24: 0 is not a whole number/);
    for (const side of ['a.textproto', 'b.textproto']) writeFileSync(join(bad, side), '');
    const texts = await runCli(['diff', '--breaking', 'a.textproto', 'b.textproto'], { cwd: bad });
    assert.deepEqual([texts.status, texts.stdout], [2, '']);
    for (const folder of [good, bad]) rmSync(folder, { recursive: true });
  });

  test('a former name in the configuration file counts, and the new one is named once', async () => {
    const own = folderOf({
      'tpu-embedding.json': '{ "derive": { "numHosts": 1, "numReplicas": 8 } }',
      'a.py': HEAD + made('5000'),
      'b.py': HEAD + made('7000'),
    });
    const { status, stderr } = await runCli(['diff', 'a.py', 'b.py'], { cwd: own });
    assert.equal(status, 1);
    assert.match(stderr, /^tpu-embedding: tpu-embedding\.json:1:3: "derive" is now "tpu"[^\n]*\n$/);
    rmSync(own, { recursive: true });
  });

  test('programs of other libraries are compared by tables, features and stacks', async () => {
    assert.equal((await run('keras.py', 'keras.py')).status, 0);
    const { status, stdout } = await run('--format', 'json', 'keras.py', 'keras-more.py');
    assert.equal(status, 1);
    const { same, differences, deviceBytes } = JSON.parse(stdout);
    assert.deepEqual([same, deviceBytes], [false, { before: 196_608, after: 393_216 }]);
    assert.ok(
      differences.some(({ path }: { path: string }) => path.startsWith('tables.')),
      stdout,
    );
    const mixed = await run('keras.py', 'small.textproto');
    assert.equal(mixed.status, 2);
    assert.match(mixed.stderr, /keras\.py and small\.textproto are of libraries .* by --breaking/);
  });

  test('unknown values are reported and do not count as equal', async () => {
    const same = await run('model.py', 'model.py');
    assert.deepEqual([same.status, same.stdout], [2, '']);
    assert.match(
      same.stderr,
      /^model\.py: not compared: numHosts\. The program does not say on how many hosts/m,
    );
    const json = await run('--format', 'json', 'model.py', 'model.py');
    assert.equal(json.status, 2);
    const { same: isSame, differences, unknown } = JSON.parse(json.stdout);
    assert.deepEqual([isSame, differences], [false, []]);
    assert.ok(
      unknown.some(({ path, side }: Record<string, string>) => path === 'numHosts' && side === 'before'),
    );
    const strategy = ['--num-hosts', '1', '--num-replicas', '8'];
    const open = await run(...strategy, 'model-wide.py', 'open.py');
    assert.equal(open.status, 1);
    assert.equal(open.stdout, 'Table t: dimension 32 → 16\nMemory on the devices: 1.83 MiB → unknown\n');
    assert.match(open.stderr, /^open\.py: not compared: tables\.t\.vocabularySize\. /m);
  });

  suite('with --breaking', () => {
    const breaking = (...args: readonly string[]) => run('--breaking', ...args);

    test('only what keeps a checkpoint from loading counts', async () => {
      const rows = 'Table user has 32 columns instead of 16, so its variables have another shape.\n';
      const wide = await breaking('small.textproto', 'wide.textproto');
      assert.deepEqual(wide, { status: 1, stdout: rows, stderr: '' });
      const nothing = { status: 0, stdout: '', stderr: '' };
      assert.deepEqual(await breaking('small.textproto', 'invalid.textproto'), nothing);
      assert.deepEqual(await breaking('model.py', 'model.py'), nothing);
    });

    test('JSON has each reason, with the path and both values', async () => {
      const { status, stdout } = await breaking('--format', 'json', 'keras.py', 'keras-more.py');
      assert.equal(status, 1);
      assert.deepEqual(JSON.parse(stdout), {
        loads: false,
        breaking: [
          {
            kind: 'shape',
            path: 'tables.user.vocabularySize',
            before: 1000,
            after: 2000,
            reason: 'Table user has 2,000 rows instead of 1,000, so its variables have another shape.',
          },
        ],
      });
    });

    test('a slice decides on stacks and padding', async () => {
      // Rows are padded to 8 for each of 16 or 1,024 SparseCores.
      assert.equal((await breaking('--tpu', 'v5p-8', 'keras.py', 'keras-more.py')).status, 1);
      assert.equal((await breaking('--tpu', 'v5p-512', 'keras.py', 'keras-more.py')).status, 0);
      const unknown = await breaking('--tpu', 'v55', 'keras.py', 'keras-more.py');
      assert.equal(unknown.status, 2);
      assert.match(unknown.stderr, /No TPU slice has the name "v55"/);
    });

    test('what is unknown is said, and the status is 2 unless something breaks', async () => {
      const open = await breaking('keras.py', 'keras-open.py');
      assert.deepEqual([open.status, open.stdout], [2, '']);
      assert.match(open.stderr, /^keras-open\.py: not compared: tables\.user\.vocabularySize\. /m);
      const other = await breaking('--format', 'json', 'model.py', 'keras-open.py');
      assert.equal(other.status, 1);
      assert.equal(
        JSON.parse(other.stdout).breaking[0].reason,
        'keras-rs has other variables than TPUEmbedding.',
      );
      assert.equal(
        JSON.parse((await breaking('--format', 'json', 'keras.py', 'keras-open.py')).stdout).loads,
        null,
      );
    });

    test('all forms of a message are read', async () => {
      const out = join(folder, 'wide.binpb');
      await runCli(['convert', '--to', 'binary', 'wide.textproto', '-o', out], { cwd: folder });
      assert.equal((await breaking('wide.textproto', out)).status, 0);
      assert.equal((await breaking('small.textproto', out)).status, 1);
      assert.match((await breaking('/dev/null', out)).stdout, /^Table user is new, /);
    });
  });

  test('in colour, the old value is red and the new one green', async () => {
    const { stdout } = await startCli(['diff', 'small.textproto', 'wide.textproto'], {
      cwd: folder,
      env: { ...process.env, FORCE_COLOR: '1' },
    });
    const start = '\u001b[';
    assert.ok(
      stdout.startsWith(
        `${start}1mTable user${start}22m: dimension ${start}31m16${start}39m → ${start}32m32${start}39m\n`,
      ),
      JSON.stringify(stdout),
    );
  });

  test('names cannot send control characters to the terminal', async () => {
    const evil = 'a\\033[31m\\r\\n';
    const texts = ['8', '16'].map((size) => `table_descriptor { name: "${evil}" dimension: ${size} }`);
    const own = folderOf({ 'a.textproto': texts[0]!, 'b.textproto': texts[1]! });
    const { stdout } = await runCli(['diff', 'a.textproto', 'b.textproto'], { cwd: own });
    rmSync(own, { recursive: true });
    assert.ok(!stdout.includes('\u001b') && !stdout.includes('\r'));
    assert.equal(stdout.split('\n').length, 3);
  });
});
