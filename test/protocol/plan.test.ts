// What decides the memory of a document's configurations, as an editor asks for it, and other sizes written into it.
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import type { TextEdit } from 'vscode-languageserver-protocol';
import type { OptimizerChange, OptimizerEditResult, PlannedConfiguration } from '../../server/src/protocol';
import { endServers, LanguageClient, MODERN } from '../support/client';
import { applyEdits, textIn, VALID } from './texts';

const CONFIGURATION = 'file:///w/a.textproto';
const MODEL = 'file:///w/model.py';
const PROGRAM = `import tensorflow as tf
embedding = tf.tpu.experimental.embedding
SIZE = 5000
a = embedding.TableConfig(SIZE, 16, name='a')
b = embedding.TableConfig(6_000, dim=int(input()), name='b')
features = [embedding.FeatureConfig(a), embedding.FeatureConfig(b)]
embedding.TPUEmbedding(features, embedding.SGD(0.1))
`;

after(endServers);

const start = (settings: object = {}) => LanguageClient.start(MODERN, { settings });

async function plan(client: LanguageClient, uri: string, text: string): Promise<PlannedConfiguration[]> {
  await client.open(uri, text, uri.endsWith('.py') ? 'python' : 'textproto');
  return client.connection.sendRequest('tpuEmbedding/plan', { uri });
}

const edit = (client: LanguageClient, uri: string, version: number, changes: OptimizerChange[], index = 0) =>
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
  test('of a configuration all is known, and can be written', async () => {
    const client = await start();
    const [found, ...others] = await plan(client, CONFIGURATION, VALID);
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
    await client.stop();
  });

  test('other sizes are written in the place of those, and another optimizer with its usual values', async () => {
    const client = await start();
    const [{ version }] = (await plan(client, CONFIGURATION, VALID)) as [PlannedConfiguration];
    const changes = [
      { path: 'tables[0].vocabularySize', value: 7_000_000_000 },
      { path: 'tables[0].dimension', value: 32 },
      { path: 'numHosts', value: 4 },
      { path: 'tables[0].optimizer', value: 'adam' },
    ];
    const text = applyEdits(VALID, editsOf(await edit(client, CONFIGURATION, version, changes)));
    for (const line of ['vocabulary_size: 7000000000', 'dimension: 32', 'num_hosts: 4', 'adam { beta1: 0.9'])
      assert.ok(text.includes(line), text);
    assert.ok(!text.includes('adagrad'));
    assert.equal(text.split('\n').length, VALID.split('\n').length);
    await client.stop();
  });

  test('what a field cannot hold, another version and what is not there are answered with a reason', async () => {
    const client = await start();
    const [{ version }] = (await plan(client, CONFIGURATION, VALID)) as [PlannedConfiguration];
    for (const [change, at] of [
      [{ path: 'tables[0].dimension', value: 2 ** 31 }, version],
      [{ path: 'tables[0].dimension', value: 0.5 }, version],
      [{ path: 'numHosts', value: 'many' }, version],
      [{ path: 'tables[0].optimizer', value: 'adamw' }, version],
      [{ path: 'tables[3].dimension', value: 8 }, version],
      [{ path: 'name', value: 8 }, version],
      [{ path: 'numHosts', value: 2 }, version + 1],
    ] as const) {
      const result = await edit(client, CONFIGURATION, at, [change]);
      assert.ok('reason' in result && /^[A-Z].*\.$|cannot be/.test(result.reason), JSON.stringify(result));
    }
    await client.stop();
  });

  test('of a program, numbers that it writes down can be changed, and nothing that it works out', async () => {
    const client = await start({ derive: { numHosts: 2 } });
    const [found] = await plan(client, MODEL, PROGRAM);
    assert.equal(textIn(PROGRAM, found!.at.range).slice(0, 22), 'embedding.TPUEmbedding');
    const [a, b] = found!.sizes!.tables;
    assert.deepEqual([a!.vocabularySize, a!.dimension, a!.slots], [5000, 16, []]);
    assert.deepEqual([b!.vocabularySize, b!.dimension], [6000, undefined]);
    assert.equal(found!.sizes!.numHosts, 2);
    assert.deepEqual(found!.editable.toSorted(), ['tables[0].dimension', 'tables[1].vocabularySize']);
    const change = { path: 'tables[1].vocabularySize', value: 8000 };
    const text = applyEdits(PROGRAM, editsOf(await edit(client, MODEL, found!.version, [change])));
    assert.equal(text, PROGRAM.replace('6_000', '8000'));
    await client.stop();
  });

  test('a program that TensorFlow refuses has the reason', async () => {
    const client = await start();
    const [found] = await plan(client, MODEL, PROGRAM.replace('SIZE = 5000', 'SIZE = 0'));
    assert.equal(found!.sizes, undefined);
    assert.match(found!.refused!, /vocabulary_size/);
    await client.stop();
  });
});
