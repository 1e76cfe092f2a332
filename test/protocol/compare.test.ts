// Differences in meaning between a document and an earlier text, for editors.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type {
  ComparedConfigurations,
  CompareParams,
  CompareResult,
} from '../../server/src/languages/protocol';
import { endServers, LanguageClient, MODERN } from '../support/client';
import { notebookOf } from '../support/notebook';
import { positionOf, textIn, VALID } from './texts';

let client: LanguageClient;
before(async () => {
  client = await LanguageClient.start(MODERN, { settings: { derive: { numHosts: 2, numReplicas: 8 } } });
});
after(endServers);

async function compare(
  name: string,
  text: string,
  before: string,
  more: Partial<CompareParams> = {},
): Promise<CompareResult> {
  const uri = `file:///w/${name}`;
  await client.open(uri, text, name.endsWith('.py') ? 'python' : 'textproto');
  return client.connection.sendRequest('tpuEmbedding/compare', {
    uri,
    before: { uri, text: before },
    ...more,
  });
}

function compared(result: CompareResult): ComparedConfigurations {
  assert.ok('differences' in result, JSON.stringify(result));
  return result;
}

const made = (size: number, name = 't') =>
  `embedding.TPUEmbedding(embedding.FeatureConfig(embedding.TableConfig(${size}, 16, name='${name}'), output_shape=[8]), embedding.SGD(0.1))\n`;
const HEAD = 'import tensorflow as tf\nembedding = tf.tpu.experimental.embedding\n';

suite('a document and an earlier text', () => {
  test('each difference has its text and both places', async () => {
    const now = `# A comment.\n${VALID.replace('dimension: 16', 'dimension: 32').replace('num_hosts: 1\n', '')}`;
    const { differences, same, memory, deviceBytes, version, unknown, breaking } = compared(
      await compare('a.textproto', now, VALID),
    );
    assert.deepEqual([same, version, unknown], [false, 1, []]);
    assert.deepEqual(deviceBytes, { before: 192_000, after: 384_000 });
    const reason = 'Table movie has 32 columns instead of 16, so its variables have another shape.';
    assert.deepEqual(breaking, [{ path: 'tables.movie.dimension', kind: 'shape', reason }]);
    assert.equal(memory, 'Memory on the devices: 188 KiB → 375 KiB (+100 %)');
    const [hosts, dimension, ...others] = differences;
    assert.deepEqual(others, []);
    const { at, ...said } = dimension!;
    assert.deepEqual(said, {
      path: 'tables.movie.dimension',
      kind: 'changed',
      before: 16,
      after: 32,
      text: 'Table movie: dimension 16 → 32',
      words: { owner: 'Table movie', what: 'dimension', before: '16', after: '32' },
    });
    assert.equal(textIn(VALID, at.before!), 'dimension: 16');
    assert.equal(at.after!.uri, 'file:///w/a.textproto');
    assert.equal(textIn(now, at.after!.range), 'dimension: 32');
    assert.equal(hosts!.text, 'num_hosts 1 → 0');
    assert.equal(textIn(VALID, hosts!.at.before!), 'num_hosts: 1');
    // The newer text has neither the value nor its parent.
    assert.equal(hosts!.at.after, undefined);
  });

  test('programs of other libraries are compared, with places, memory and what checkpoints keep', async () => {
    const program = (width: number) => `import keras_rs
L = keras_rs.layers
user = L.TableConfig('user', 1000, ${width}, optimizer='adagrad', placement='sparsecore')
layer = L.DistributedEmbedding({'u': L.FeatureConfig('u', user, (64,), (64, ${width}))})
`;
    const now = program(32);
    const result = compared(await compare('made.py', now, program(16)));
    const { differences, same, deviceBytes, memory, breaking } = result;
    assert.equal(same, false);
    const width = differences.find(({ path }) => path === 'tables.user.embeddingDim')!;
    assert.equal(width.text, 'Table user: embedding_dim 16 → 32');
    assert.deepEqual(width.words, { owner: 'Table user', what: 'embedding_dim', before: '16', after: '32' });
    assert.equal(textIn(program(16), width.at.before!), '16');
    assert.equal(textIn(now, width.at.after!.range), '32');
    assert.deepEqual(deviceBytes, { before: 131_072, after: 262_144 });
    assert.match(
      memory,
      /^Memory on the devices: 128 KiB → 256 KiB \(\+100 %\)\. The programs name no devices/,
    );
    assert.deepEqual(
      breaking.map(({ kind }) => kind),
      ['shape'],
    );
    const other = await compare('made.py', now, HEAD + made(5000));
    assert.ok('reason' in other && /are of libraries that say other things/.test(other.reason));
  });

  test('an added value links to its parent in the earlier version', async () => {
    const now = VALID.replace('adagrad {}', 'adagrad {} clipping_limits { upper { value: 1 } }');
    const [limit, ...others] = compared(await compare('b.textproto', now, VALID)).differences;
    assert.deepEqual(others, []);
    assert.equal(limit!.text, 'Table movie: clipping_limits.upper not set → 1');
    assert.match(textIn(VALID, limit!.at.before!), /^optimization_parameters \{[\s\S]*\}$/);
    assert.equal(textIn(now, limit!.at.after!.range), 'upper { value: 1 }');
  });

  test('texts with the same meaning have no differences', async () => {
    const { same, differences } = compared(
      await compare('c.textproto', VALID, VALID.replaceAll('\n', '\n\n')),
    );
    assert.deepEqual([same, differences], [true, []]);
  });

  test('an unreadable text is answered with a reason and place', async () => {
    const broken = VALID.replace('mode:', 'mood:');
    const old = await compare('d.textproto', VALID, broken);
    assert.ok('reason' in old && old.side === 'before' && /"mood"/.test(old.reason));
    assert.equal(textIn(broken, old.range!), 'mood');
    const now = await compare('e.textproto', broken, VALID);
    assert.ok('reason' in now && now.side === 'after' && now.range);
    const other = await compare('f.textproto', '# proto-message: other.Message\n', VALID);
    assert.ok('reason' in other && other.side === 'after');
    assert.match(other.reason, /^This is not a tensorflow\.tpu\.TPUEmbeddingConfiguration\./);
    const closed = await client.connection.sendRequest<CompareResult>('tpuEmbedding/compare', {
      uri: 'file:///w/closed.textproto',
      before: { uri: 'file:///w/a.textproto', text: VALID },
    });
    assert.ok('reason' in closed);
  });

  test('a program is compared by the configuration at a place, under the settings for it', async () => {
    const now = HEAD + made(10) + made(20, 'u');
    const position = positionOf(now, "name='u'");
    const { differences, unknown } = compared(
      await compare('model.py', now, HEAD + made(10) + made(30, 'u'), { position }),
    );
    assert.deepEqual(
      differences.map(({ text }) => text),
      ['Table u: vocabulary_size 30 → 20'],
    );
    assert.equal(textIn(now, differences[0]!.at.after!.range), '20');
    assert.deepEqual(unknown, []);
    const none = await compare('none.py', 'import os\n', now);
    assert.ok('reason' in none && none.side === 'after', JSON.stringify(none));
  });

  test('the earlier version may be in any form', async () => {
    const uri = 'file:///w/forms.textproto';
    await client.open(uri, VALID, 'textproto');
    const ask = (name: string, content: { text: string } | { base64: string }) =>
      client.connection.sendRequest<CompareResult>('tpuEmbedding/compare', {
        uri,
        before: { uri: `file:///w/${name}`, ...content },
      });
    const json = compared(await ask('a.json', { text: '{ "mode": "INFERENCE", "numHosts": 1 }' }));
    assert.equal(json.differences[0]!.text, 'mode INFERENCE → TRAINING');
    assert.equal(json.differences[0]!.at.before, undefined);
    assert.equal(textIn(VALID, json.differences[0]!.at.after!.range), 'mode: TRAINING');
    const bytes = Buffer.from([0x10, 1, 0x20, 1]).toString('base64');
    const binary = compared(await ask('a.binpb', { base64: bytes }));
    assert.deepEqual(
      binary.differences.map(({ text }) => text),
      json.differences.map(({ text }) => text),
    );
    const wrong = await ask('b.json', { text: '{ "mood": 1 }' });
    assert.ok('reason' in wrong && wrong.side === 'before' && /mood/.test(wrong.reason));
    for (const name of ['d.json', 'd.textproto', 'd.py']) {
      const latin = await ask(name, { base64: Buffer.from('caf\xe9', 'latin1').toString('base64') });
      assert.ok('reason' in latin && latin.side === 'before' && /UTF-8/.test(latin.reason), name);
    }
    const other = await ask('c.binpb', { base64: '*' });
    assert.ok('reason' in other && other.side === 'before');
  });

  test('a program is compared with a configuration, and with a notebook', async () => {
    const now = HEAD + made(10);
    const uri = 'file:///w/model2.py';
    await client.open(uri, now, 'python');
    const ask = (other: string, text: string) =>
      client.connection.sendRequest<CompareResult>('tpuEmbedding/compare', {
        uri,
        before: { uri: `file:///w/${other}`, text },
      });
    const { differences } = compared(await ask('a.textproto', VALID));
    assert.ok(differences.some(({ text }) => text.startsWith('Table movie: removed')));
    const cells = notebookOf(HEAD + made(11));
    assert.deepEqual(
      compared(await ask('a.ipynb', cells)).differences.map(({ text }) => text),
      ['Table t: vocabulary_size 11 → 10'],
    );
    const broken = await ask('b.ipynb', '{');
    assert.ok('reason' in broken && broken.side === 'before');
  });
});
