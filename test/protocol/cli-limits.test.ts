// `tpu-embedding limits`: its figures, what they assume, and exit status.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { after, suite, test } from 'node:test';
import { runCli } from '../support/cli';
import { folderOf } from './descriptors';

const rows = (count: number, row: (i: number) => string) =>
  `user,item\n${Array.from({ length: count }, (_, i) => `${row(i)}\n`).join('')}`;

const folder = folderOf({
  'keras-rs.py': `import keras_rs
L = keras_rs.layers
user = L.TableConfig('users', 10000, 16, optimizer='adagrad', placement='sparsecore')
item = L.TableConfig('items', 100, 8, optimizer='adagrad', placement='sparsecore', max_ids_per_partition=16)
layer = L.DistributedEmbedding({
    'user': L.FeatureConfig('user', user, (1024, 4), (1024, 16)),
    'item': L.FeatureConfig('item', item, (1024,), (1024, 8)),
})
`,
  'jax.py': `from jax_tpu_embedding.sparsecore.lib.nn import embedding, embedding_spec as spec
users = spec.TableSpec(name='users', vocabulary_size=1000, embedding_dim=8, combiner='sum',
                       initializer=None, optimizer=spec.SGDOptimizerSpec(), max_ids_per_partition=64)
features = {'user': spec.FeatureSpec(name='user', table_spec=users, input_shape=(256, 1), output_shape=(256, 8))}
embedding.prepare_feature_specs_for_training(features, 2, 4)
`,
  'open.py': `import keras_rs
L = keras_rs.layers
t = L.TableConfig('t', int(input()), 16, placement='sparsecore')
layer = L.DistributedEmbedding([L.FeatureConfig('f', t, (64,), (64, 16))])
`,
  'none.py': 'import os\n',
  'misconfigured/tpu-embedding.json': '{ "tpu": "v99-1" }\n',
  'misconfigured/jax.py': `from jax_tpu_embedding.sparsecore.lib.nn import embedding, embedding_spec as spec
t = spec.TableSpec(name='t', vocabulary_size=1000, embedding_dim=8, combiner='sum', initializer=None, optimizer=None)
features = [spec.FeatureSpec(name='f', table_spec=t, input_shape=(256, 1), output_shape=(256, 8))]
embedding.prepare_feature_specs_for_training(features, 2, 4)
`,
  'train.log':
    'W Allowing ID dropping for table: users observed max ids per partition: 90 is greater than the set max ids per partition: 64\n',
  'ids.csv': rows(2100, (i) => `"${i % 10} ${(i + 1) % 10}",${i % 100}`),
  'broken.csv': rows(2100, (i) => (i === 2050 ? '1,100' : '1,2')),
  'few.csv': rows(10, () => '1,2'),
  'counts.csv': 'table,id,count\nusers,0,10\nusers,1,1\nitem,5,3\n',
});
after(() => rmSync(folder, { recursive: true }));

const run = (...args: readonly string[]) => runCli(['limits', ...args], { cwd: folder });
const json = async (...args: readonly string[]) => {
  const { stdout, ...result } = await run('--format', 'json', ...args);
  return { ...result, ...JSON.parse(stdout || '{}') };
};

suite('limits', { concurrency: true }, () => {
  test('JSON has for each stack what its partitions get and what to give', async () => {
    const { status, stacks, assumed } = await json('--tpu', 'v5p-8', 'keras-rs.py');
    assert.equal(status, 0);
    const [items, users] = stacks;
    assert.deepEqual(Object.keys(users), [
      'name',
      'tables',
      'idsPerPartition',
      'uniqueIdsPerPartition',
      'droppedIds',
      'bufferBytes',
      'proposedBufferBytes',
    ]);
    assert.deepEqual([items.name, items.tables, users.name], ['items', ['items'], 'users']);
    const { expected, quantile, proposed, ...limit } = items.idsPerPartition;
    assert.deepEqual(limit, { given: 16, inForce: 16 });
    assert.equal(proposed, 8 * Math.ceil(quantile / 8));
    // 1024 samples are 64 on each of 16 SparseCores, and 4 of them are for each other one.
    assert.ok(4 < expected && expected < quantile && quantile <= 16);
    assert.deepEqual([users.idsPerPartition.given, users.idsPerPartition.inForce], [null, 256]);
    assert.equal(users.bufferBytes, 256 * 4 * 16 * 12);
    assert.ok(assumed.some((line: string) => /equally frequent/.test(line)));
    assert.ok(assumed.some((line: string) => /^Samples of "item" have one id each/.test(line)));
  });

  test('a mistake in the configuration file is the exit status, and the figures are shown', async () => {
    const { status, stdout, stderr } = await run('misconfigured/jax.py');
    assert.equal(status, 2);
    assert.match(stderr, /tpu-embedding\.json:1:10: No TPU slice has the name "v99-1"/);
    assert.match(stdout, /^Table t$/m);
  });

  test('ids of the program that its limits drop are the exit status', async () => {
    const { status, stacks } = await json(
      '--tpu',
      'v5p-8',
      '--exponent',
      '1.2',
      '--batch',
      '65536',
      'keras-rs.py',
    );
    assert.equal(status, 1);
    assert.ok(stacks.every(({ droppedIds }: { droppedIds: number }) => droppedIds > 0));
  });

  test('the program says its devices and its limits', async () => {
    const { status, stacks, assumed } = await json('jax.py');
    assert.equal(status, 0);
    assert.equal(stacks[0].idsPerPartition.given, 64);
    assert.match(assumed[0], /^2 devices of JAX with 4 SparseCores each, 8 × 8 partitions/);
    const { stdout } = await run('--chips', '2', '--exponent', '0.5', 'jax.py');
    assert.match(
      stdout,
      /^jax\.py:\d+:\d+\n\nProposed are limits for ids by Zipf's law with exponent 0\.5\. Count yours with --ids FILE\.\n\nTable users\n +in force +expected +in 999 of 1,000 steps +proposed\n {2}ids +64 /,
    );
    assert.match(
      stdout,
      /^ {2}give them in jax\.py:2:9: spec\.TableSpec\(…, max_ids_per_partition=\d+, max_unique_ids_per_partition=\d+\)$/m,
    );
    assert.match(stdout, /Assumed:\n.*\n {2}Ids follow Zipf's law with the exponent 0\.5/s);
  });

  test('ids of a file are counted, batch after batch', async () => {
    const { status, stacks, assumed } = await json('--chips', '1', '--ids', 'ids.csv', 'keras-rs.py');
    assert.equal(status, 1);
    const [items, users] = stacks;
    // Of 1024 rows each of 4 SparseCores has 256, and every fourth item of them is on each SparseCore.
    assert.deepEqual(items.idsPerPartition, {
      given: 16,
      inForce: 16,
      expected: 64,
      quantile: 64,
      proposed: 64,
    });
    assert.deepEqual(items.uniqueIdsPerPartition, {
      given: null,
      inForce: 256,
      expected: 25,
      quantile: 25,
      proposed: 32,
    });
    assert.equal(items.droppedIds, 1024 - 16 * 16);
    assert.equal(users.uniqueIdsPerPartition.quantile, 3);
    assert.ok(assumed.some((line: string) => /those of 2 batches of 1,024 rows of ids\.csv/.test(line)));
    assert.ok(assumed.some((line: string) => /^The last 52 rows that there are fill no batch/.test(line)));
  });

  test('what is wrong in a file is told, and what was read before it', async () => {
    const { status, stderr, stacks } = await json('--ids', 'broken.csv', 'keras-rs.py');
    assert.equal(status, 2);
    assert.match(
      stderr,
      /broken\.csv, row 2051, column "item": The id 100 is not in the table.* 2,050 rows before it were read\./,
    );
    assert.equal(stacks.length, 2);
    const missing = await run('--ids', 'counts.csv', 'keras-rs.py');
    assert.equal(missing.status, 2);
    assert.match(missing.stderr, /There is no column "item", "user"/);
    const few = await run('--ids', 'few.csv', 'keras-rs.py');
    assert.match(few.stderr, /10 rows are fewer than a batch of 1024/);
  });

  test('what a run observed are limits to give', async () => {
    const fdo = resolve('test/fixtures/fdo');
    const { status, stacks, assumed } = await json('--fdo', `${fdo}/npz`, 'jax.py');
    assert.equal(status, 0);
    assert.equal(stacks[0].idsPerPartition.proposed, 40);
    assert.equal(stacks[0].requiredBuffer, 384);
    assert.ok(assumed.some((line: string) => /^Figures are those of the run/.test(line)));
    const { stdout } = await run('--fdo', `${fdo}/csv/fdo_stats_0_2000.csv`, '--fdo', 'train.log', 'jax.py');
    assert.match(stdout, /needed in the run: suggested_coo_buffer_size_per_device=384, 4\.5 KiB/);
    const dropped = await run('--fdo', 'train.log', 'jax.py');
    assert.equal(dropped.status, 1);
    assert.match(dropped.stdout, /ids are dropped, how many is not known/);
    for (const [args, message] of [
      [['--fdo', `${fdo}/npz`, '--chips', '4', 'jax.py'], /npz, column "users_max_ids": There are 8 numbers/],
      [['--fdo', 'ids.csv', 'jax.py'], /Nothing is said of "users"\. Found: no stack/],
    ] as const) {
      const failed = await run(...args);
      assert.equal(failed.status, 2);
      assert.match(failed.stderr, message);
    }
  });

  test('counts are of tables or features', async () => {
    const { status, stacks } = await json('--counts', 'counts.csv', '--batch', '160', 'keras-rs.py');
    assert.equal(status, 0);
    assert.deepEqual(stacks[0].uniqueIdsPerPartition.quantile, 1);
    assert.ok(stacks[0].idsPerPartition.quantile === 10);
  });

  test('what is unknown has its reason, and wrong usage a message', async () => {
    const { status, unknown } = await json('open.py');
    assert.equal(status, 3);
    assert.match(unknown[0], /rows of the table "t" is not known/);
    for (const [args, message] of [
      [['none.py'], /Found no TPUEmbedding in none\.py/],
      [['--chips', '3', 'keras-rs.py'], /power of 2, and these are 12/],
      [['--chips', '3', '--tpu', 'v5p-8', 'keras-rs.py'], /only one of --tpu and --chips/],
      [['--tpu', 'v5litepod-8', 'keras-rs.py'], /no SparseCores/],
      [['--exponent', '1', '--counts', 'counts.csv', 'keras-rs.py'], /only one of --exponent and --counts/],
      [['--exponent', '-1', 'keras-rs.py'], /--exponent/],
      [['--ids', 'no.csv', 'keras-rs.py'], /no\.csv/],
      [['--ids', '.', 'keras-rs.py'], /folder/],
      [['ids.csv'], /not a program/],
    ] as const) {
      const { status: failed, stderr } = await run(...args);
      assert.equal(failed, 2, stderr);
      assert.match(stderr, message);
    }
  });
});
