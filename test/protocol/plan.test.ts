// The sizes that decide the memory of a document's configurations, for editors, and writing other sizes.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { TextEdit } from 'vscode-languageserver-protocol';
import type { ValueChange } from '../../server/src/configuration/value-change';
import type { OptimizerEditResult, PlannedConfiguration } from '../../server/src/languages/protocol';
import { endServers, LanguageClient, MODERN } from '../support/client';
import { applyEdits, textIn, VALID } from './texts';

/** A new file for each test. */
const file = (name: string) => `file:///w/${name}`;
const PROGRAM = `import tensorflow as tf
embedding = tf.tpu.experimental.embedding
SIZE = 5000
a = embedding.TableConfig(SIZE, 16, name='a')
b = embedding.TableConfig(6_000, dim=int(input()), name='b')
features = [embedding.FeatureConfig(a), embedding.FeatureConfig(b)]
embedding.TPUEmbedding(features, embedding.SGD(0.1))
`;

let client: LanguageClient;
before(async () => {
  client = await LanguageClient.start(MODERN, { settings: { derive: { numHosts: 2 } } });
});
after(endServers);

async function plan(uri: string, text: string): Promise<PlannedConfiguration[]> {
  await client.open(uri, text, uri.endsWith('.py') ? 'python' : 'textproto');
  return client.connection.sendRequest('tpuEmbedding/plan', { uri });
}

const edit = (uri: string, version: number, changes: ValueChange[], index = 0) =>
  client.connection.sendRequest<OptimizerEditResult>('tpuEmbedding/planEdit', {
    uri,
    version,
    index,
    changes,
  });

const editsOf = (result: OptimizerEditResult) => {
  assert.ok('edits' in result, JSON.stringify(result));
  return result.edits as TextEdit[];
};

suite('sizes of configurations', () => {
  test('all sizes of a configuration are known and writable', async () => {
    const uri = file('a.textproto');
    const [found, ...others] = await plan(uri, VALID);
    assert.equal(others.length, 0);
    const { settings, ...table } = found!.sizes!.tables[0]!;
    assert.match(settings!, /adagrad/);
    assert.deepEqual(table, {
      name: 'movie',
      vocabularySize: 1000,
      dimension: 16,
      lookups: 16,
      optimizer: 'adagrad',
      slots: ['accumulators'],
      accumulatesGradients: true,
      asksForPacking: false,
      decaysWeights: false,
    });
    assert.deepEqual([found!.sizes!.numHosts, found!.sizes!.strategy], [1, 'DIV_DEFAULT']);
    const paths = ['vocabularySize', 'dimension', 'optimizer'].map((member) => `tables[0].${member}`);
    assert.deepEqual(found!.editable, ['numHosts', ...paths]);
  });

  test('changed sizes are written in place, and another optimizer with its usual values', async () => {
    const uri = file('b.textproto');
    const [{ version }] = (await plan(uri, VALID)) as [PlannedConfiguration];
    const changes = [
      { path: 'tables[0].vocabularySize', value: 7_000_000_000 },
      { path: 'tables[0].dimension', value: 32 },
      { path: 'numHosts', value: 4 },
      { path: 'tables[0].optimizer', value: 'adam' },
    ];
    const text = applyEdits(VALID, editsOf(await edit(uri, version, changes)));
    for (const line of ['vocabulary_size: 7000000000', 'dimension: 32', 'num_hosts: 4', 'adam { beta1: 0.9'])
      assert.ok(text.includes(line), text);
    assert.ok(!text.includes('adagrad'));
    assert.equal(text.split('\n').length, VALID.split('\n').length);
  });

  test('an invalid size, an old version and a missing configuration are answered with a reason', async () => {
    const uri = file('c.textproto');
    const [{ version }] = (await plan(uri, VALID)) as [PlannedConfiguration];
    for (const [change, at] of [
      [{ path: 'tables[0].dimension', value: 2 ** 31 }, version],
      [{ path: 'tables[0].dimension', value: 0.5 }, version],
      [{ path: 'numHosts', value: 'many' }, version],
      [{ path: 'tables[0].optimizer', value: 'adamw' }, version],
      [{ path: 'tables[3].dimension', value: 8 }, version],
      [{ path: 'name', value: 8 }, version],
      [{ path: 'numHosts', value: 2 }, version + 1],
    ] as const) {
      const result = await edit(uri, at, [change]);
      assert.ok('reason' in result && /^[A-Z].*\.$|cannot be/.test(result.reason), JSON.stringify(result));
    }
  });

  test('calls that take limits of ids are named, and what keeps an edit from writing them', async () => {
    const uri = file('limits.py');
    const text = `from jax_tpu_embedding.sparsecore.lib.nn import embedding, embedding_spec as spec
adam = spec.AdamOptimizerSpec()
a, b = (spec.TableSpec(name=n, vocabulary_size=100, embedding_dim=8, combiner='sum', initializer=None, optimizer=adam) for n in 'ab')
c = spec.TableSpec(name='c', vocabulary_size=100, embedding_dim=99, combiner='sum', initializer=None, optimizer=adam)
features = [spec.FeatureSpec(name=t.name, table_spec=t, input_shape=(64, 1), output_shape=(64, t.embedding_dim)) for t in (a, b, c)]
embedding.auto_stack_tables(features, 1, 4)
`;
    const [found] = await plan(uri, text);
    assert.deepEqual(
      found!.limits!.map(({ at, callee, tables, takesFunctions, obstacle }) => [
        at.range.start.line,
        callee,
        tables,
        takesFunctions,
        obstacle,
      ]),
      [
        [
          2,
          'spec.TableSpec',
          ['a', 'b'],
          undefined,
          'The call makes several tables, or one of several configurations.',
        ],
        [3, 'spec.TableSpec', ['c'], undefined, undefined],
        [
          5,
          'embedding.auto_stack_tables',
          ['a', 'b', 'c'],
          true,
          'A stack of several tables ignores their limits: the call that stacks them takes functions for limits.',
        ],
      ],
    );
    assert.deepEqual(found!.editable, ['tables[2].maxIds', 'tables[2].maxUniqueIds']);
  });

  test('in a program, literal numbers can be changed, computed ones cannot', async () => {
    const uri = file('d.py');
    const [found] = await plan(uri, PROGRAM);
    assert.equal(textIn(PROGRAM, found!.at.range).slice(0, 22), 'embedding.TPUEmbedding');
    const [a, b] = found!.sizes!.tables;
    assert.deepEqual([a!.vocabularySize, a!.dimension, a!.slots], [5000, 16, []]);
    assert.deepEqual([b!.vocabularySize, b!.dimension], [6000, undefined]);
    assert.equal(found!.sizes!.numHosts, 2);
    assert.deepEqual(found!.editable.toSorted(), ['tables[0].dimension', 'tables[1].vocabularySize']);
    const change = { path: 'tables[1].vocabularySize', value: 8000 };
    const text = applyEdits(PROGRAM, editsOf(await edit(uri, found!.version, [change])));
    assert.equal(text, PROGRAM.replace('6_000', '8000'));
  });

  test('limits are written into the calls of tables of keras-rs, but not into one that makes several', async () => {
    const program = `import keras_rs
L = keras_rs.layers
a = L.TableConfig('a', 1000, 16, placement='sparsecore', max_ids_per_partition=64)
b = L.TableConfig('b', 1000, 16, placement='sparsecore')
more = [L.TableConfig(name, 1000, 8, placement='sparsecore') for name in ('c', 'd')]
L.DistributedEmbedding([L.FeatureConfig(t.name, t, (64,), (64, t.embedding_dim)) for t in (a, b, *more)])
`;
    const uri = file('limits.py');
    const [found] = await plan(uri, program);
    assert.deepEqual(
      found!.sizes!.tables.map(({ name }) => name),
      ['a', 'b', 'c', 'd'],
    );
    const limits = [0, 1].flatMap((i) => [`tables[${i}].maxIds`, `tables[${i}].maxUniqueIds`]);
    assert.deepEqual(found!.editable.toSorted(), limits);
    const changes = limits.map((path, i) => ({ path, value: 8 * (i + 1) }));
    const text = applyEdits(program, editsOf(await edit(uri, found!.version, changes)));
    assert.equal(
      text,
      program
        .replace('partition=64', 'partition=8, max_unique_ids_per_partition=16')
        .replace(
          "'b', 1000, 16, placement='sparsecore'",
          '$&, max_ids_per_partition=24, max_unique_ids_per_partition=32',
        ),
    );
    const refused = await edit(uri, found!.version, [{ path: 'tables[2].maxIds', value: 8 }]);
    assert.ok('reason' in refused);
  });

  test('a program that its library rejects has the reason', async () => {
    const [found] = await plan(file('e.py'), PROGRAM.replace('SIZE = 5000', 'SIZE = 0'));
    assert.deepEqual([found!.sizes, found!.library], [undefined, undefined]);
    assert.match(found!.refused!, /vocabulary_size/);
    const program = `import keras_rs
L = keras_rs.layers
table = L.TableConfig('a', 1000, 16, placement='tpu')
L.DistributedEmbedding([L.FeatureConfig('a', table, (64,), (64, 16))])
`;
    const [other] = await plan(file('f.py'), program);
    assert.deepEqual([other!.sizes, other!.library], [undefined, 'keras-rs']);
    assert.match(other!.refused!, /placement/);
  });
});
