// Tools for language models through an editor: about open documents and workspace files.
import assert from 'node:assert/strict';
import { cpSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { CancellationTokenSource } from 'vscode-languageserver';
import { askTool, type ToolAnswer } from '../../server/src/languages/protocol';
import { endServers, LanguageClient } from '../support/client';
import { table } from '../support/configurations';
import { folderOf } from './descriptors';

const CONFIGURATION = `mode: TRAINING
batch_size_per_tensor_core: 8
num_hosts: 1
num_tensor_cores: 8
${table('user', 1000, 16, 2)}`;
const PROGRAM = `import tensorflow as tf
from google.protobuf import text_format
from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb2
config = text_format.Parse(open('good.textproto').read(), pb2.TPUEmbeddingConfiguration())
activations = tf.raw_ops.RecvTPUEmbeddingActivations(num_outputs=3, config=config.SerializeToString())
`;

const folder = folderOf({
  'good.textproto': CONFIGURATION,
  'sub/a b.textproto': CONFIGURATION.replace('TRAINING', 'TRAIN'),
  'model.py': PROGRAM,
  'strict/tpu-embedding.json': '{ "rules": { "learning-rate-missing": "error" } }',
});
const outside = folderOf({ 'secret.textproto': CONFIGURATION });
cpSync('test/fixtures/extraction', join(folder, 'models'), { recursive: true });
symlinkSync(join(outside, 'secret.textproto'), join(folder, 'link.textproto'));
const uri = pathToFileURL(folder).href;
after(() => {
  endServers();
  for (const each of [folder, outside]) rmSync(each, { recursive: true });
});

// biome-ignore lint/suspicious/noExplicitAny: whatever JSON holds
type Json = Readonly<Record<string, any>>;

async function start(rootUri: string | null = uri) {
  const client = await LanguageClient.start(undefined, {
    rootUri,
    workspaceFolders: rootUri ? [{ uri: rootUri, name: 'w' }] : null,
  });
  const ask = (tool: string, given: Json) =>
    client.connection.sendRequest<ToolAnswer | null>(askTool, { tool, arguments: given });
  const codes = async (given: Json) => {
    const answer = (await ask('check', given)) as { data: Json };
    return answer.data['files'][0].diagnostics.map(({ code }: Json) => code);
  };
  return { client, ask, codes };
}

suite('askTool', { concurrency: true }, () => {
  test('answers about a workspace file by its path, absolute path or URI', async () => {
    const { client, codes } = await start();
    for (const path of [
      'sub/a b.textproto',
      join(folder, 'sub', 'a b.textproto'),
      `${uri}/sub/a%20b.textproto`,
      'sub/../sub/a b.textproto',
    ])
      assert.deepEqual(await codes({ path }), ['unknown-enum-value'], path);
    await client.stop();
  });

  test("uses the editor's text of open files", async () => {
    const { client, codes } = await start();
    await client.open(`${uri}/good.textproto`, CONFIGURATION.replace('num_hosts: 1', 'num_hosts 1'));
    assert.deepEqual(await codes({ path: 'good.textproto' }), ['missing-colon']);
    await client.open('untitled:Untitled-1', 'mode TRAINING');
    assert.ok((await codes({ path: 'untitled:Untitled-1' })).includes('missing-colon'));
    await client.stop();
  });

  test('knows the files that a program reads, and the settings for a text', async () => {
    const { client, codes } = await start();
    assert.deepEqual(await codes({ path: 'model.py' }), ['output-count']);
    const text = CONFIGURATION.replace(/ *learning_rate.*\n/, '');
    assert.deepEqual(await codes({ text, path: 'strict/a.textproto' }), ['learning-rate-missing']);
    assert.deepEqual(await codes({ text }), ['learning-rate-missing']);
    await client.stop();
  });

  test('reads nothing outside of the open folders', async () => {
    const { client, ask } = await start();
    for (const path of [
      '/etc/passwd',
      '../x.textproto',
      'sub/../../x.textproto',
      'link.textproto',
      join(outside, 'secret.textproto'),
      'https://example.com/a.textproto',
      'untitled:no',
    ])
      assert.match(
        ((await ask('check', { path })) as { problem: string }).problem,
        /is outside of the folders that are open/,
        path,
      );
    await client.stop();
  });

  test('finds the configurations in graphs and logs of the workspace', async () => {
    const { client, ask } = await start();
    for (const path of ['models', 'models/basic.log']) {
      const { data } = (await ask('show', { as: 'extracted', path })) as { data: Json };
      const [{ text, holders }] = data['configurations'];
      assert.match(text, /table_descriptor/);
      assert.ok(holders[0].path.startsWith(path), holders[0].path);
    }
    assert.match(
      ((await ask('show', { as: 'extracted', path: '../' })) as { problem: string }).problem,
      /is outside of/,
    );
    await client.stop();
  });

  test('reports what is wrong with a request', async () => {
    const { client, ask } = await start();
    for (const [tool, given, problem] of [
      ['chek', {}, /^There is no tool "chek"\. Did you mean check\?$/],
      ['check', { path: 'none.py' }, /there is no such file or folder/],
      ['check', { pth: 'a' }, /Did you mean path\?$/],
      [
        'simulate',
        { path: 'good.textproto', scenario: { name: 'zipf', rows: 100000, steps: 100000 } },
        /take too long/,
      ],
    ] as const)
      assert.match(((await ask(tool, given)) as { problem: string }).problem, problem);
    await client.stop();
  });

  test('checks texts without an open folder', async () => {
    const { client, ask, codes } = await start(null);
    assert.deepEqual(
      await codes({ text: 'num_hosts 1\n' }).then((found) => found.includes('missing-colon')),
      true,
    );
    assert.match(
      ((await ask('check', { path: 'a.py' })) as { problem: string }).problem,
      /^No folder is open/,
    );
    await client.stop();
  });

  test('lets other requests run while it works, and ends when cancelled', async () => {
    const { client, ask } = await start();
    const given = {
      path: 'good.textproto',
      scenario: { name: 'zipf', steps: 20000, lookups: 64 },
      every: 100,
    };
    const stop = new CancellationTokenSource();
    const result = client.connection.sendRequest(askTool, { tool: 'simulate', arguments: given }, stop.token);
    await ask('lookup', { rule: 'missing-colon' });
    stop.cancel();
    await assert.rejects(result);
    await client.stop();
  });
});
