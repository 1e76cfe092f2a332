// Configurations that TensorFlow builds from a program, for editors, and their lenses.
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import type { CodeLens, Location } from 'vscode-languageserver-protocol';
import type { DerivedConfiguration } from '../../server/src/languages/protocol';
import { endServers, LanguageClient, MODERN } from '../support/client';
import { textIn } from './texts';

const URI = 'file:///w/model.py';
const PROGRAM = `import tensorflow as tf
embedding = tf.tpu.experimental.embedding
SIZE = int(input())
table = embedding.TableConfig(vocabulary_size=SIZE, dim=16, name='movie')
model = embedding.TPUEmbedding(embedding.FeatureConfig(table), embedding.SGD(0.1))
`;

after(endServers);

const start = (settings: object = {}, initializationOptions: object = {}) =>
  LanguageClient.start(MODERN, { initializationOptions, settings });

async function derive(client: LanguageClient, text: string, uri = URI): Promise<DerivedConfiguration[]> {
  await client.open(uri, text, 'python');
  return client.connection.sendRequest('tpuEmbedding/derive', { uri });
}

const lineOf = ({ text, lines }: DerivedConfiguration, words: string) =>
  lines[text.split('\n').findIndex((line) => line.includes(words))];

suite('the configurations of a program', () => {
  test('each line has its origin', async () => {
    const client = await start();
    const [derived, ...others] = await derive(client, PROGRAM);
    assert.equal(others.length, 0);
    assert.equal(derived!.lines.length, derived!.text.trimEnd().split('\n').length);
    assert.equal(textIn(PROGRAM, derived!.at.range).slice(0, 22), 'embedding.TPUEmbedding');
    const { path, at, unknown } = lineOf(derived!, 'dimension')!;
    assert.deepEqual([path, unknown], ['tableDescriptor[0].dimension', undefined]);
    assert.equal(textIn(PROGRAM, (at as Location).range), '16');
    assert.equal(lineOf(derived!, 'num_hosts')!.at, undefined);
    await client.stop();
  });

  test('an unknown value has its reason and the setting that it depends on', async () => {
    const client = await start();
    const [derived] = await derive(client, PROGRAM);
    const { at, unknown } = lineOf(derived!, 'vocabulary_size')!;
    assert.match(unknown!, /^[A-Z].*\.$/);
    assert.equal(textIn(PROGRAM, (at as Location).range), 'int(input())');
    await client.stop();
  });

  test('settings supply the number of hosts and replicas', async () => {
    const client = await start({ derive: { numHosts: 4, numReplicas: 32, perReplicaBatchSize: 64 } });
    const [derived] = await derive(client, PROGRAM);
    for (const line of ['num_hosts: 4\n', 'num_tensor_cores: 32\n', '  input_shape: 64\n'])
      assert.ok(derived!.text.includes(line), derived!.text);
    await client.stop();
  });

  test('a mistake in the program is reported at its line', async () => {
    const client = await start();
    const [derived] = await derive(client, PROGRAM.replace('0.1', '-0.1'));
    assert.match(lineOf(derived!, 'constant')!.problems.join(), /learning_rate/);
    await client.stop();
  });

  test('a rejected configuration has a reason and a place', async () => {
    const client = await start();
    const text = PROGRAM.replace('dim=16', 'dim=0');
    const [derived] = await derive(client, text);
    assert.equal(derived!.text, '');
    assert.match(derived!.refused!.reason, /dim/);
    assert.equal(textIn(text, derived!.refused!.at.range), '0');
    await client.stop();
  });

  test('that of a library without a message is YAML, and follows edits', async () => {
    const client = await start({}, { configurationCommand: 'show' });
    const text = `import keras_rs
rows = 1000
table = keras_rs.layers.TableConfig('t', rows, 16, optimizer=unseen())
layer = keras_rs.layers.DistributedEmbedding(keras_rs.layers.FeatureConfig('f', table, (64,), (64, 16)))
`;
    const [derived, ...others] = await derive(client, text);
    assert.deepEqual([derived!.library, others], ['keras-rs', []]);
    assert.equal(derived!.lines.length, derived!.text.trimEnd().split('\n').length);
    assert.equal(textIn(text, (lineOf(derived!, 'embedding_dim')!.at as Location).range), '16');
    assert.match(lineOf(derived!, 'optimizer')!.unknown!, /^It comes from a call/);
    const thousand = { start: { line: 1, character: 7 }, end: { line: 1, character: 11 } };
    await client.change(URI, 2, [{ range: thousand, text: '2000' }]);
    const [edited] = await client.connection.sendRequest<DerivedConfiguration[]>('tpuEmbedding/derive', {
      uri: URI,
    });
    assert.match(edited!.text, /\n {4}vocabulary_size: 2000\n/);
    const lenses = await client.connection.sendRequest<CodeLens[]>('textDocument/codeLens', {
      textDocument: { uri: URI },
    });
    assert.deepEqual(
      lenses
        .filter(({ command }) => command?.title === 'Show configuration')
        .map(({ range }) => range.start.line),
      [3],
    );
    await client.stop();
  });

  test('an edit updates the configuration', async () => {
    const client = await start();
    await derive(client, PROGRAM);
    const offset = PROGRAM.indexOf('16');
    const line = PROGRAM.slice(0, offset).split('\n').length - 1;
    const character = offset - PROGRAM.lastIndexOf('\n', offset) - 1;
    await client.change(URI, 2, [
      { range: { start: { line, character }, end: { line, character: character + 2 } }, text: '24' },
    ]);
    const [derived] = await client.connection.sendRequest<DerivedConfiguration[]>('tpuEmbedding/derive', {
      uri: URI,
    });
    assert.ok(derived!.text.includes('dimension: 24'), derived!.text);
    await client.stop();
  });

  test('text format and unknown documents have no configuration', async () => {
    const client = await start();
    await client.open('file:///w/a.textproto', 'num_hosts: 1\n');
    for (const uri of ['file:///w/a.textproto', 'file:///w/unknown.py'])
      assert.deepEqual(await client.connection.sendRequest('tpuEmbedding/derive', { uri }), []);
    await client.stop();
  });
});

suite('lenses', () => {
  test('a client that can show configurations gets a lens above the object', async () => {
    const client = await start({}, { configurationCommand: 'show' });
    await client.open(URI, PROGRAM, 'python');
    await client.configure({ codeLens: { memory: false } });
    const lenses = await client.connection.sendRequest<CodeLens[]>('textDocument/codeLens', {
      textDocument: { uri: URI },
    });
    assert.deepEqual(
      lenses.map(({ command }) => command),
      [{ title: 'Show configuration', command: 'show', arguments: [URI, { line: 4, character: 8 }] }],
    );
    await client.stop();
  });
});

suite('lenses of messages', () => {
  test('a serialized message has a lens at its creation', async () => {
    const client = await start({}, { configurationCommand: 'show' });
    const text = `from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb
config = pb.TPUEmbeddingConfiguration(num_hosts=1)
data = config.SerializeToString()
`;
    await client.open(URI, text, 'python');
    const [lens, ...others] = await client.connection.sendRequest<CodeLens[]>('textDocument/codeLens', {
      textDocument: { uri: URI },
    });
    assert.equal(others.length, 0);
    assert.deepEqual(lens!.range.start, { line: 1, character: 9 });
    await client.stop();
  });
});

suite('a text that shows a configuration', () => {
  test('it has no diagnostics, edits or definitions, but hovers', async () => {
    const client = await start();
    const uri = 'tpu-embedding-configuration:/model.py.textproto?x';
    const text = '# proto-message: tensorflow.tpu.TPUEmbeddingConfiguration\nnum_hosts: -1\n';
    await client.open(uri, text);
    const position = { line: 1, character: 2 };
    const textDocument = { uri };
    const ask = <T>(method: string, more: object = { position }) =>
      client.connection.sendRequest<T>(method, { textDocument, ...more });
    const report = await ask<{ items: unknown[] }>('textDocument/diagnostic', {});
    assert.deepEqual(report.items, []);
    assert.equal(await ask('textDocument/definition'), null);
    assert.ok(await ask('textDocument/hover'));
    await client.stop();
  });
});
