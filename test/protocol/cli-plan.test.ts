// `tpu-embedding plan`: output for tables on a TPU slice, and exit status.
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { runCli } from '../support/cli';
import { table } from '../support/configurations';
import { folderOf } from './descriptors';

const HEAD = 'import tensorflow as tf\nemb = tf.tpu.experimental.embedding\n';
const made = (size: string) =>
  `emb.TPUEmbedding(emb.FeatureConfig(emb.TableConfig(${size}, 16, name='t')), emb.Adagrad(0.1))\n`;

const configuration = `batch_size_per_tensor_core: 8\nmode: TRAINING\nnum_hosts: 2\nnum_tensor_cores: 8\n${table('t', 1000, 16, 1)}`;
const folder = folderOf({
  'small.textproto': configuration,
  'large.textproto': configuration.replace('1000', '2000000000'),
  'wrong.textproto': configuration.replace('mode: TRAINING', 'mode: TRAIN'),
  'small.py': HEAD + made('5000'),
  'open.py': HEAD + made('int(input())'),
  'refused.py': HEAD + made('0'),
  'two.py': HEAD + made('5000') + made('7000'),
  'none.py': 'import os\n',
  'sparse.py': `${HEAD}strategy = tf.distribute.TPUStrategy(tf.distribute.cluster_resolver.TPUClusterResolver())
with strategy.scope():
  table = emb.TableConfig(1000, 16, name='t')
  emb.TPUEmbeddingV2(emb.FeatureConfig(table, output_shape=[64]), emb.Adagrad(0.1))
`,
  'keras-rs.py': `import keras_rs
L = keras_rs.layers
features = [
    L.FeatureConfig('f', L.TableConfig('t', 1000, 16, optimizer='Adagrad'), (64,), (64, 16)),
    L.FeatureConfig('g', L.TableConfig('on_device', 10, 16, placement='default_device'), (64,), (64, 16)),
]
layer = L.DistributedEmbedding(features)
`,
  'devices.py': `from jax_tpu_embedding.sparsecore.lib.nn import embedding, embedding_spec as spec
t = spec.TableSpec(name='t', vocabulary_size=1_500_000_000, embedding_dim=64, combiner='sum', initializer=None, optimizer=spec.SGDOptimizerSpec())
features = [spec.FeatureSpec(name='f', table_spec=t, input_shape=(64, 1), output_shape=(64, 64))]
embedding.prepare_feature_specs_for_training(features, 8, 2)
`,
  'v6e/tpu-embedding.json': '{ "tpu": "v6e-1" }',
  'v6e/large.py': HEAD + made('2000000000'),
  'v6e/large.textproto': configuration.replace('1000', '2000000000'),
  'v6e/limits.py': `import keras_rs
L = keras_rs.layers
features = [L.FeatureConfig('f', L.TableConfig('t', 1000, 16, optimizer='Adagrad'), (64,), (64, 16))]
layer = L.DistributedEmbedding(features)
`,
  'wrong/tpu-embedding.json': '{ "tpu": "v6e-7" }',
  'wrong/small.py': HEAD + made('5000'),
  'model.ipynb': JSON.stringify({
    nbformat: 4,
    metadata: { language_info: { name: 'python' } },
    cells: [{ cell_type: 'code', source: HEAD + made('5000') }],
  }),
});
after(() => rmSync(folder, { recursive: true }));

const run = (...args: readonly string[]) => runCli(['plan', ...args], { cwd: folder });
const json = async (...args: readonly string[]) => {
  const { stdout, ...result } = await run('--format', 'json', ...args);
  return { ...result, plan: JSON.parse(stdout) };
};

suite('plan', { concurrency: true }, () => {
  test('the slice of the configuration file counts as one that is named', async () => {
    for (const path of ['v6e/large.py', 'v6e/large.textproto']) {
      const { status, plan } = await json(path);
      assert.deepEqual([status, plan.tpu, plan.fits], [1, 'v6e-1', false], path);
      const named = await json('--tpu', 'v5p-8', path);
      assert.equal(named.plan.tpu, 'v5p-8');
      const { plan: without } = await json('--no-config', path);
      assert.equal(without.tpu, undefined);
    }
    const limits = await runCli(['limits', 'v6e/limits.py'], { cwd: folder });
    const named = await runCli(['limits', '--tpu', 'v6e-1', 'v6e/limits.py'], { cwd: folder });
    assert.deepEqual(limits, named);
    assert.doesNotMatch(limits.stdout, /give --tpu/);
  });

  test('a slice that the configuration file names wrongly is told, with status 2', async () => {
    const { status, stderr } = await run('wrong/small.py');
    assert.equal(status, 2);
    assert.match(stderr, /tpu-embedding\.json:1:10: No v6e slice has the size 7/);
  });

  test('JSON compares the memory of each variable with that of the slice', async () => {
    const { status, plan } = await json('--tpu', 'v5p-16', 'small.textproto');
    assert.equal(status, 0);
    const { tpu, fits, perDevice, perHost, tables } = plan;
    assert.deepEqual([tpu, fits], ['v5p-16', true]);
    // 1,000 rows are 1,024 on 32 SparseCores, 64 bytes each, with one slot.
    assert.deepEqual(perDevice, { bytes: (1024 * 64 * 2) / 8, capacity: 95 * 2 ** 30 });
    assert.equal(perHost.bytes, 504 * 64 * 2);
    const own = { deviceBytes: 65_536, hostBytes: 64_000, perDeviceBytes: 8192 };
    assert.deepEqual(tables[0].slots, [
      { name: 'parameters', ...own },
      { name: 'accumulators', ...own },
    ]);
    assert.deepEqual([tables.length, tables[0].name, tables[0].paddingBytes], [1, 't', 3072]);
  });

  test('without a slice, slice values are omitted and bytes equal those of describe', async () => {
    const { status, plan } = await json('small.textproto');
    assert.equal(status, 0);
    for (const member of ['tpu', 'fits', 'perDevice']) assert.ok(!(member in plan), member);
    const described = JSON.parse(
      (await runCli(['describe', '--format', 'json', 'small.textproto'], { cwd: folder })).stdout,
    );
    const { deviceBytes, hostBytes } = described.tables[0];
    assert.deepEqual([plan.deviceBytes, plan.hostBytes], [deviceBytes, hostBytes]);
    assert.deepEqual(plan.perHost, { bytes: hostBytes / 2 });
  });

  test('without a slice, a program is planned for its devices, on a slice of these that holds the tables', async () => {
    const { status, plan } = await json('devices.py');
    assert.equal(status, 0);
    assert.deepEqual([plan.tpu, plan.fits], ['tpu7x-4', true]);
    assert.equal(plan.notes[0], 'The program names devices as v6e-8 or tpu7x-4 has them.');
    const named = await json('--tpu', 'v5p-8', 'devices.py');
    assert.equal(named.plan.tpu, 'v5p-8');
  });

  test('standard input reads as the file of its name', async () => {
    for (const path of ['small.textproto', 'small.py', 'model.ipynb']) {
      const input = readFileSync(join(folder, path), 'utf8');
      const named = await runCli(['plan', '--stdin-filename', path, '-'], { cwd: folder, input });
      assert.deepEqual(named, await run(path), path);
    }
  });

  test('a program and a notebook are planned by the configuration that TensorFlow builds', async () => {
    const [program, notebook] = await Promise.all([json('small.py'), json('model.ipynb')]);
    assert.equal(program.status, 0);
    assert.deepEqual(program.plan.tables[0].slots[0], {
      name: 'parameters',
      deviceBytes: 320_000,
      hostBytes: 320_000,
    });
    assert.equal(program.plan.at.range.start.line, 2);
    assert.deepEqual(notebook.plan.tables, program.plan.tables);
    assert.equal(notebook.plan.at.cell, 0);
  });

  test('several configurations of a program are a list', async () => {
    const { plan } = await json('two.py');
    assert.deepEqual(
      plan.configurations.map((each: { deviceBytes: number }) => each.deviceBytes),
      [960_000, 1_344_000],
    );
  });

  test('the tables that keras-rs keeps on SparseCores are planned where it uses them', async () => {
    const { status, plan } = await json('--tpu', 'v5p-16', 'keras-rs.py');
    assert.deepEqual([status, plan.fits, plan.tables.length], [0, true, 1]);
    const own = { deviceBytes: 65_536, hostBytes: 64_000, perDeviceBytes: 8192 };
    assert.deepEqual(plan.tables[0].slots, [
      { name: 'parameters', ...own },
      { name: 'accumulator', ...own },
    ]);
    // TensorFlow does not run there, but JAX does.
    assert.equal((await json('--tpu', 'tpu7x-4', 'keras-rs.py')).plan.fits, true);
    const old = await json('--tpu', 'v4-8', 'keras-rs.py');
    assert.deepEqual([old.status, old.plan.notes[0]], [1, 'keras-rs uses no SparseCores on v4.']);
    const { stdout } = await run('keras-rs.py');
    assert.match(stdout, /^keras-rs pads tables by the number of SparseCores, so/m);
  });

  test('a TPUEmbeddingV2 is planned on SparseCores only', async () => {
    const [slice, none] = await Promise.all([json('--tpu', 'v5p-16', 'sparse.py'), json('sparse.py')]);
    assert.deepEqual([slice.status, slice.plan.fits, slice.plan.notes], [0, true, []]);
    assert.deepEqual(slice.plan.perDevice.bytes, (1024 * 64 * 2) / 8);
    assert.equal(slice.plan.stacks[0].name, 't');
    assert.deepEqual([none.status, none.plan.tables[0].slots], [0, []]);
    assert.match(none.plan.notes[0], /depends on the slice/);
    assert.equal((await run('--tpu', 'v3-8', 'sparse.py')).status, 0);
  });

  const statuses: [string, readonly string[], number][] = [
    ['what is too large', ['--tpu', 'v6e-1', 'large.textproto'], 1],
    ['no embedding accelerator', ['--tpu', 'v5litepod-8', 'small.textproto'], 1],
    ['an accelerator that is not stated', ['--tpu', 'v3-8', 'small.textproto'], 0],
    ['a table that is not known', ['--tpu', 'v5p-16', 'open.py'], 0],
    ['a mistake in the configuration', ['--tpu', 'v5p-16', 'wrong.textproto'], 1],
    ['a program that TensorFlow refuses', ['refused.py'], 1],
    ['a slice that there is not', ['--tpu', 'v9-1', 'small.textproto'], 2],
    ['a program without embedding', ['none.py'], 2],
    ['an option for programs, with a configuration', ['--num-hosts', '8', 'small.textproto'], 2],
    ['other hosts than those of the slice', ['--tpu', 'v5p-16', '--num-hosts', '8', 'small.py'], 2],
    ['the hosts of the slice', ['--tpu', 'v5p-16', '--num-hosts', '2', 'small.py'], 0],
  ];
  for (const [what, args, expected] of statuses)
    test(`${what}: the status is ${expected}`, async () => {
      const { status, stderr } = await run(...args);
      assert.equal(status, expected, stderr);
    });

  test('figures of a configuration with errors are marked', async () => {
    const { plan } = await json('--tpu', 'v5p-16', 'wrong.textproto');
    assert.match(plan.notes[0], /^The configuration has errors/);
  });

  test('text lists each variable, the fullest chip, the stacks, the smallest slices and the sources', async () => {
    const { stdout } = await run('--tpu', 'v5p-16', 'small.textproto');
    for (const line of [
      'small.textproto on v5p-16: 8 chips, 2 hosts',
      't: 1,024 rows × 16 floats × 4 bytes × 2 variables (adagrad); 3 KiB of padding',
      /^ {2}accumulators {2}█+ {2}64 KiB on the devices, 8 KiB a chip, 62\.5 KiB on the hosts$/m,
      /^Fullest chip: █░+ {2}16 KiB of 95 GiB/m,
      'It fits.',
      /^Stack t: 16 floats, 32 rows a SparseCore/m,
      /^Smallest slices: .*v5p-8, v6e-1$/m,
      /^ {2}95 GiB and 4 SparseCores a chip/m,
    ])
      assert.match(stdout, typeof line === 'string' ? new RegExp(`^${escaped(line)}$`, 'm') : line);
  });
});

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
