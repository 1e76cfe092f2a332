// Programs are checked with the configuration that they read from a file: the editor's text, or the file on disk.
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import {
  type ClientCapabilities,
  type Diagnostic,
  FileChangeType,
  type WorkspaceDiagnosticReport,
} from 'vscode-languageserver-protocol';
import { checkJson } from '../support/cli';
import { endServers, LanguageClient, MODERN, type Published } from '../support/client';
import { table } from '../support/configurations';
import { folderOf } from './descriptors';

const ENDING = 'mode: TRAINING\nbatch_size_per_tensor_core: 8\nnum_hosts: 1\nnum_tensor_cores: 8\n';
const ONE = table('items', 100, 8, 1) + ENDING;
const TWO = table('items', 100, 8, 1) + table('users', 100, 8, 1) + ENDING;
const program = (path = 'ads.pbtxt') => `import tensorflow as tf
from google.protobuf import text_format
from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb
with open('${path}') as f:
  config = text_format.Parse(f.read(), pb.TPUEmbeddingConfiguration())
tf.raw_ops.RecvTPUEmbeddingActivations(num_outputs=2, config=config.SerializeToString())
`;

const FILES = { 'configs/ads.pbtxt': ONE, 'train.py': program('configs/ads.pbtxt') };

const WATCHING: ClientCapabilities = {
  ...MODERN,
  workspace: { ...MODERN.workspace, didChangeWatchedFiles: { dynamicRegistration: true } },
};
const PUSHED: ClientCapabilities = { ...WATCHING, textDocument: {} };

after(endServers);

async function start(files: Readonly<Record<string, string>> = FILES, capabilities = WATCHING) {
  const folder = folderOf(files);
  after(() => rmSync(folder, { recursive: true, force: true }));
  const root = pathToFileURL(folder).href;
  const client = await LanguageClient.start(capabilities, { workspaceFolders: [{ uri: root, name: 'w' }] });
  const uri = (path: string) => `${root}/${path}`;
  const open = (path: string, text = files[path]!) =>
    client.open(uri(path), text, path.endsWith('.py') ? 'python' : 'textproto');
  const write = (path: string, text: string) => {
    writeFileSync(join(folder, path), text);
    return client.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: uri(path), type: FileChangeType.Changed }],
    });
  };
  return { client, uri, open, write };
}

const codes = (found: readonly Diagnostic[]) => found.map(({ code }) => code);

suite('configurations that programs read from files', { concurrency: true }, () => {
  test('a problem of the program links to the file, and disappears when the file is fixed or closed', async () => {
    const { client, uri, open } = await start();
    await open('train.py');
    const [problem, ...others] = await client.diagnostics(uri('train.py'));
    assert.deepEqual([problem?.code, others], ['output-count', []]);
    assert.equal(problem!.relatedInformation![1]!.location.uri, uri('configs/ads.pbtxt'));
    const since = client.notified.length;
    await open('configs/ads.pbtxt', TWO);
    await client.notification('workspace/diagnostic/refresh', () => true, since);
    assert.deepEqual(await client.diagnostics(uri('train.py')), []);
    await client.change(uri('configs/ads.pbtxt'), 2, [{ text: ONE }]);
    assert.deepEqual(codes(await client.diagnostics(uri('train.py'))), ['output-count']);
    await client.change(uri('configs/ads.pbtxt'), 3, [{ text: TWO }]);
    await client.close(uri('configs/ads.pbtxt'));
    assert.deepEqual(codes(await client.diagnostics(uri('train.py'))), ['output-count']);
    await client.stop();
  });

  test("a file change on disk updates the program's diagnostics", async () => {
    const { client, uri, open, write } = await start();
    await open('train.py');
    assert.deepEqual(codes(await client.diagnostics(uri('train.py'))), ['output-count']);
    const since = client.notified.length;
    await write('configs/ads.pbtxt', TWO);
    await client.notification('workspace/diagnostic/refresh', () => true, since);
    assert.deepEqual(await client.diagnostics(uri('train.py')), []);
    await client.stop();
  });

  test('a program that is being typed finds the file once its path exists', async () => {
    const { client, uri, open } = await start();
    await open('train.py', program('configs/ad.pbtxt'));
    assert.deepEqual(await client.diagnostics(uri('train.py')), []);
    const at = { line: 3, character: 21 };
    await client.change(uri('train.py'), 2, [{ range: { start: at, end: at }, text: 's' }]);
    assert.deepEqual(codes(await client.diagnostics(uri('train.py'))), ['output-count']);
    await client.stop();
  });

  test('a client that does not pull gets pushed problems, again when the file changes', async () => {
    const { client, uri, open } = await start(FILES, PUSHED);
    const published = (since: number, accept: (found: readonly Diagnostic[]) => boolean) =>
      client.notification<Published>(
        'textDocument/publishDiagnostics',
        (params) => params.uri === uri('train.py') && accept(params.diagnostics),
        since,
      );
    await open('train.py');
    await published(0, (found) => found.length === 1);
    const since = client.notified.length;
    await open('configs/ads.pbtxt', TWO);
    await published(since, (found) => found.length === 0);
    await client.stop();
  });

  test('the workspace result of a closed program updates with the file', async () => {
    const { client, uri, write } = await start();
    const pull = async (previousResultIds: object[]) => {
      const report: WorkspaceDiagnosticReport = await client.connection.sendRequest('workspace/diagnostic', {
        previousResultIds,
      });
      return report.items.map((item) => ({
        uri: item.uri,
        value: item.resultId,
        found: item.kind === 'full' ? codes(item.items) : item.kind,
      }));
    };
    const first = await pull([]);
    assert.deepEqual(
      first.map(({ uri, found }) => [uri, found]),
      [[uri('train.py'), ['output-count']]],
    );
    await write('configs/ads.pbtxt', TWO);
    const second = await pull(first);
    assert.deepEqual(
      second.map(({ uri, found }) => [uri, found]),
      [[uri('train.py'), []]],
    );
    await client.stop();
  });

  test('an ambiguous path has no effect', async () => {
    const files = { 'ads.pbtxt': ONE, 'models/ads.pbtxt': ONE, 'models/train.py': program() };
    const { client, uri, open } = await start(files);
    await open('models/train.py');
    assert.deepEqual(await client.diagnostics(uri('models/train.py')), []);
    await client.stop();
  });

  test("the command line reads files from the program's folder or a parent folder, up to its own", async () => {
    const folder = folderOf({
      'outside.pbtxt': ONE,
      'in/ads.pbtxt': ONE,
      'in/both.pbtxt': ONE,
      'in/models/both.pbtxt': ONE,
      'in/models/own.pbtxt': ONE,
      'in/models/own.py': program('own.pbtxt'),
      'in/models/around.py': program('ads.pbtxt'),
      'in/models/up.py': program('../ads.pbtxt'),
      'in/models/both.py': program('both.pbtxt'),
      'in/models/outside.py': program('../../outside.pbtxt'),
      'in/models/folder.py': program('.pbtxt'),
      'in/models/.pbtxt/file': '',
    });
    after(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'in/models/absolute.py'), program(join(folder, 'outside.pbtxt')));
    const { files } = await checkJson(['models'], { cwd: join(folder, 'in') });
    assert.deepEqual(
      files.flatMap(({ path, diagnostics }) =>
        diagnostics.length > 0 && path.endsWith('.py') ? [path] : [],
      ),
      ['models/around.py', 'models/own.py', 'models/up.py'],
    );
  });
});
