// `tpu-embedding derive`: output for the configurations of programs, and exit status.
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { runCli } from '../support/cli';
import { folderOf } from './descriptors';

const IMPORT = 'import tensorflow as tf\nemb = tf.tpu.experimental.embedding\n';
const MESSAGES = 'from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb\n';
const model = (size: string) =>
  `${IMPORT}table = emb.TableConfig(${size}, 8, name='t')\nemb.TPUEmbedding(emb.FeatureConfig(table), emb.SGD(0.5))\n`;
const cell = (source: string) => ({ cell_type: 'code', source });

const folder = folderOf({
  'known.py': model('5000'),
  'open.py': model('int(input())'),
  'refused.py': model('0'),
  'none.py': 'import os\n',
  'unused.py': `${MESSAGES}config = pb.TPUEmbeddingConfiguration(num_hosts=2)\n`,
  'unfinished.py': `${MESSAGES}config = pb.TPUEmbeddingConfiguration(num_hosts=2)\nprint(`,
  'branch.py': `${MESSAGES}config = pb.TPUEmbeddingConfiguration(num_hosts=2)
if input():
  other = pb.TPUEmbeddingConfiguration(num_hosts=3)
`,
  'inherited.py': `${IMPORT}class Base:
  def make(self): return emb.TPUEmbedding(self.features(), emb.SGD(0.5))
class Mine(Base):
  def make(self): return emb.TPUEmbedding(emb.FeatureConfig(emb.TableConfig(5000, 8, name='t')), emb.SGD(0.5))
Mine().make()
`,
  'library.py': `${IMPORT}def make(features):
  return emb.TPUEmbedding(features, emb.SGD(0.5))
`,
  'unseen.py': `${MESSAGES}from elsewhere import table
config = pb.TPUEmbeddingConfiguration()
config.table_descriptor.append(table)
config.table_descriptor.add(name='t')
print(config.SerializeToString())
`,
  'model.ipynb': JSON.stringify({
    nbformat: 4,
    metadata: { language_info: { name: 'python' } },
    cells: [
      { cell_type: 'markdown', source: '# Title' },
      cell(IMPORT),
      cell('\n\nemb.TPUEmbedding(\n    emb.FeatureConfig(emb.TableConfig(5000, 8, name="t")), emb.SGD(0.5))'),
    ],
  }),
  'keras-rs.py': `import keras_rs
ROWS = int(input())
table = keras_rs.layers.TableConfig('t', ROWS, 16, combiner='sum')
layer = keras_rs.layers.DistributedEmbedding({'f': keras_rs.layers.FeatureConfig('f', table, (64, 3), (64, 16))})
`,
  'keras-rs-wrong.py': `import keras_rs
table = keras_rs.layers.TableConfig('t', 100, dim=16)
layer = keras_rs.layers.DistributedEmbedding(keras_rs.layers.FeatureConfig('f', table, (64, 3), (64, 16)))
`,
  'broken.ipynb': '{',
  'tables.textproto': 'num_hosts: 1\n',
  'configured/tpu-embedding.json':
    '{ "derive": { "numHosts": 4, "numReplicas": 8, "perReplicaBatchSize": 16 } }',
  'configured/known.py': model('5000'),
});
after(() => rmSync(folder, { recursive: true }));

const STRATEGY = ['--num-hosts', '2', '--num-replicas', '8', '--per-replica-batch-size', '16'];
const run = (...args: readonly string[]) => runCli(['derive', ...args], { cwd: folder });
const place = (line: number, start: number, end: number) => ({
  start: { line, character: start },
  end: { line, character: end },
});

const OPTIMIZATION = {
  stochasticGradientDescent: {},
  learningRate: { constant: 0.5 },
  gradientAccumulationStatus: 'ENABLED',
};

suite('derive', { concurrency: true }, () => {
  test('JSON has the message, the origin of its values and the place of the object', async () => {
    const { status, stdout } = await run('--format', 'json', ...STRATEGY, 'known.py');
    assert.equal(status, 0);
    const { configurations } = JSON.parse(stdout);
    const [{ at, message, unknown, origins, ...more }] = configurations;
    assert.deepEqual([configurations.length, more, unknown], [1, {}, []]);
    assert.deepEqual(at, { path: 'known.py', range: place(3, 0, 56) });
    assert.deepEqual(message, {
      tableDescriptor: [
        { name: 't', vocabularySize: '5000', dimension: 8, optimizationParameters: OPTIMIZATION },
      ],
      mode: 'TRAINING',
      numHosts: 2,
      numTensorCores: 8,
      featureDescriptor: [{ inputShape: [16] }],
    });
    const origin = (path: string) => origins.find((each: { path: string }) => each.path === path)?.range;
    assert.deepEqual(origin('tableDescriptor[0].dimension'), place(2, 30, 31));
    assert.deepEqual(
      origin('tableDescriptor[0].optimizationParameters.learningRate.constant'),
      place(3, 51, 54),
    );
  });

  test('the configuration file sets values that the command line does not', async () => {
    const { status, stdout } = await run('--num-hosts', '2', 'configured/known.py');
    assert.equal(status, 0);
    assert.match(stdout, /\nnum_hosts: 2\n/);
    assert.match(stdout, /\nnum_tensor_cores: 8\n/);
    assert.equal((await run('--no-config', 'configured/known.py')).status, 3);
  });

  test('text is a configuration below the place of its object', async () => {
    const { status, stdout } = await run(...STRATEGY, '--num-cores-per-replica', '2', 'known.py');
    assert.equal(status, 0);
    assert.match(stdout, /^# known\.py:4:1\ntable_descriptor \{\n {2}name: "t"\n/);
    assert.match(stdout, /\nnum_tensor_cores: 16\n/);
    assert.match(stdout, /\nspmd_sharding \{\n {2}enabled: true\n {2}num_cores_per_replica: 2\n\}\n/);
  });

  test('unknown values are listed with reason and place, and the status is 3', async () => {
    const { status, stdout } = await run('--format=json', ...STRATEGY, 'open.py');
    assert.equal(status, 3);
    const [{ message, unknown }] = JSON.parse(stdout).configurations;
    assert.equal(unknown.length, 1);
    const { path, reason, range } = unknown[0];
    assert.equal(path, 'tableDescriptor[0].vocabularySize');
    assert.match(reason, /^[A-Z].+\.$/);
    assert.deepEqual(range, place(2, 24, 36));
    assert.ok(!('vocabularySize' in message.tableDescriptor[0]));
  });

  test('a library without a message has its tables and features in place of one', async () => {
    const { status, stdout } = await run('--format=json', 'keras-rs.py');
    assert.equal(status, 3);
    const [{ at, origins, ...found }, ...others] = JSON.parse(stdout).configurations;
    assert.deepEqual([at, others], [{ path: 'keras-rs.py', range: place(3, 8, 113) }, []]);
    assert.deepEqual(found, {
      library: 'keras-rs',
      made: {
        tables: [{ name: 't', embeddingDim: 16, optimizer: 'adam', combiner: 'sum', placement: 'auto' }],
        features: [{ name: 'f', table: 't', inputShape: [64, 3], outputShape: [64, 16] }],
      },
      unknown: [
        {
          path: 'tables[0].vocabularySize',
          reason: 'It is computed from unknown values.',
          range: place(1, 7, 19),
        },
      ],
    });
    const origin = (path: string) => origins.find((each: { path: string }) => each.path === path)?.range;
    assert.deepEqual(origin('tables[0].embeddingDim'), place(2, 47, 49));
    assert.deepEqual(origin('features[0].outputShape'), place(3, 102, 110));
    const text = await run('keras-rs.py');
    assert.match(
      text.stdout,
      /^# keras-rs\.py:4:9\ntables:\n {2}- name: "t"\n {4}# vocabulary_size: unknown\. /,
    );
  });

  test('a mistake in its tables refuses it', async () => {
    const { status, stdout } = await run('--format=json', 'keras-rs-wrong.py');
    assert.equal(status, 1);
    const [{ made, refused }] = JSON.parse(stdout).configurations;
    assert.equal(made, undefined);
    assert.match(refused.reason, /embedding_dim/);
    assert.deepEqual(refused.range.start, { line: 1, character: 46 });
    assert.match(
      (await run('keras-rs-wrong.py')).stdout,
      /^# keras-rs-wrong\.py:2:47: keras-rs refuses this: /,
    );
  });

  test('what the program never makes is shown, but does not count beside what it makes', async () => {
    const { status, stdout } = await run('--format=json', ...STRATEGY, 'inherited.py');
    const { configurations } = JSON.parse(stdout);
    assert.deepEqual(
      [status, configurations.map(({ unknown }: { unknown: unknown[] }) => unknown.length > 0)],
      [0, [true, false]],
    );
    assert.equal((await run(...STRATEGY, 'library.py')).status, 3);
  });

  test('an unknown table keeps its index, as an empty message', async () => {
    const { status, stdout } = await run('--format=json', 'unseen.py');
    assert.equal(status, 3);
    const [{ message, unknown, origins }] = JSON.parse(stdout).configurations;
    assert.deepEqual(message, { tableDescriptor: [{}, { name: 't' }] });
    assert.deepEqual(
      unknown.map(({ path }: { path: string }) => path),
      ['tableDescriptor[0]'],
    );
    assert.ok(origins.some(({ path }: { path: string }) => path === 'tableDescriptor[1].name'));
  });

  test('a program that only assigns its message to a name has that configuration', async () => {
    for (const name of ['unused.py', 'unfinished.py', 'branch.py']) {
      const { status, stdout, stderr } = await run('--format=json', name);
      assert.deepEqual([status, stderr], [0, ''], name);
      const [{ at, message }, ...others] = JSON.parse(stdout).configurations;
      assert.deepEqual([message, at.range.start, others], [{ numHosts: 2 }, place(1, 9, 9).start, []], name);
    }
  });

  test('a rejected configuration has the reason instead of the message, and the status is 1', async () => {
    const { status, stdout } = await run('--format=json', 'refused.py');
    assert.equal(status, 1);
    const [{ message, refused }] = JSON.parse(stdout).configurations;
    assert.equal(message, undefined);
    assert.match(refused.reason, /vocabulary_size/);
    assert.deepEqual(refused.range, place(2, 24, 25));
    assert.match((await run('refused.py')).stdout, /^# refused\.py:3:25: TensorFlow refuses this: /);
  });

  test('a slice says the numbers of hosts and replicas', async () => {
    const options = ['--per-replica-batch-size', '16', 'known.py'];
    const named = await run('--tpu', 'v3-32', ...options);
    assert.deepEqual(named, await run('--num-hosts', '4', '--num-replicas', '32', ...options));
    assert.deepEqual(
      await run('--tpu', 'v3-32', '--num-cores-per-replica', '2', ...options),
      await run('--num-hosts', '4', '--num-replicas', '16', '--num-cores-per-replica', '2', ...options),
    );
    const { status, stderr } = await run('--tpu', 'v3-32', '--num-hosts', '2', 'known.py');
    assert.deepEqual([status, stderr.includes('v3-32 has 4 hosts, and --num-hosts says 2.')], [2, true]);
  });

  test('places in a notebook are relative to the cell', async () => {
    const { status, stdout } = await run('--format=json', ...STRATEGY, 'model.ipynb');
    assert.equal(status, 0);
    const [{ at }] = JSON.parse(stdout).configurations;
    assert.deepEqual([at.cell, at.range.start], [2, { line: 2, character: 0 }]);
    assert.match((await run(...STRATEGY, 'model.ipynb')).stdout, /^# model\.ipynb:cell 3:3:1\n/);
  });

  test('a program or a notebook from standard input reads as the file of its name', async () => {
    for (const path of ['known.py', 'model.ipynb', 'configured/known.py']) {
      const input = readFileSync(join(folder, path), 'utf8');
      const named = await runCli(['derive', '--stdin-filename', path, '-'], { cwd: folder, input });
      assert.deepEqual(named, await run(path), path);
    }
    const unnamed = await runCli(['derive', '-'], { cwd: folder, input: model('5000') });
    assert.deepEqual([unnamed.status, unnamed.stdout], [2, '']);
    assert.match(unnamed.stderr, /--stdin-filename/);
  });

  test('a file without an embedding object is reported', async () => {
    const { status, stdout, stderr } = await run('--format=json', 'none.py');
    assert.deepEqual([status, JSON.parse(stdout)], [0, { configurations: [] }]);
    assert.match(stderr, /^tpu-embedding: Found no TPUEmbedding in none\.py/);
  });

  const wrong: Record<string, readonly string[]> = {
    'no file': [],
    'two files': ['known.py', 'open.py'],
    'a missing file': ['missing.py'],
    'text format': ['tables.textproto'],
    'a broken notebook': ['broken.ipynb'],
    'no host': ['--num-hosts', '0', 'known.py'],
    'half a replica': ['--num-replicas=1.5', 'known.py'],
  };
  for (const [what, args] of Object.entries(wrong)) {
    test(`${what} is rejected as wrong usage`, async () => {
      const { status, stdout, stderr } = await run(...args);
      assert.deepEqual([status, stdout], [2, '']);
      assert.match(stderr, /^tpu-embedding: [^\n]+/);
    });
  }
});
