// The server as a web worker uses only what browsers have, and reads files through its client.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import type {
  Diagnostic,
  DocumentDiagnosticReport,
  InitializeResult,
  WorkspaceDiagnosticReport,
} from 'vscode-languageserver-protocol';
import type { DocumentStatus, ExtractResult, FileRequests } from '../../server/src/languages/protocol';
import { MODERN } from '../support/client';
import { table } from '../support/configurations';
import { startWebWorker } from '../support/web-worker';

const CONFIGURATION = `${table('items', 100, 8, 1)}mode: TRAIN
batch_size_per_tensor_core: 8
num_hosts: 1
num_tensor_cores: 8
`;
const PROGRAM = `import tensorflow as tf
from google.protobuf import text_format
from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb
with open('ads.pbtxt') as f:
  config = text_format.Parse(f.read(), pb.TPUEmbeddingConfiguration())
tf.raw_ops.RecvTPUEmbeddingActivations(num_outputs=2, config=config.SerializeToString())
`;
const FOLDER = 'vscode-vfs://github/people/tools';

type Answer<Name extends string> = FileRequests[`tpuEmbedding/${Name}` & keyof FileRequests]['answer'] | null;

/** A client with a folder of files that the worker cannot read itself. */
async function start(files: Readonly<Record<string, string>> = {}, options: object = { readsFiles: true }) {
  const { worker, connection } = startWebWorker('dist/web/server.js');
  const asked: string[] = [];
  const pathOf = (uri: string) => {
    asked.push(uri);
    return decodeURIComponent(uri).slice(FOLDER.length + 1);
  };
  connection.onRequest('workspace/configuration', ({ items }) => items.map(() => null));
  connection.onRequest('tpuEmbedding/readFile', ({ uri, maxBytes }): Answer<'readFile'> => {
    const text = files[pathOf(uri)];
    if (text === undefined) return null;
    const bytes = Buffer.from(text);
    return bytes.length > maxBytes ? {} : { base64: bytes.toString('base64') };
  });
  connection.onRequest('tpuEmbedding/stampOf', ({ uri }): Answer<'stampOf'> => {
    const text = files[pathOf(uri)];
    return text === undefined ? null : { stamp: text };
  });
  connection.onRequest('tpuEmbedding/listFolder', ({ uri }): Answer<'listFolder'> => {
    const path = pathOf(uri);
    const within = Object.keys(files).filter((file) => path === '' || file.startsWith(`${path}/`));
    const names = within.map((file) => file.slice(path === '' ? 0 : path.length + 1));
    const entries = names.map((name) => ({ name: name.replace(/\/.*/, ''), isFolder: name.includes('/') }));
    return entries.length === 0 ? null : { entries };
  });
  connection.listen();
  const initialized: InitializeResult = await connection.sendRequest('initialize', {
    processId: null,
    rootUri: null,
    workspaceFolders: [{ uri: FOLDER, name: 'tools' }],
    capabilities: MODERN,
    initializationOptions: options,
  });
  await connection.sendNotification('initialized', {});
  const open = (name: string, text: string, languageId: string) => {
    const uri = `${FOLDER}/${name}`;
    const textDocument = { uri, languageId, version: 1, text };
    void connection.sendNotification('textDocument/didOpen', { textDocument });
    return uri;
  };
  const diagnostics = async (uri: string): Promise<Diagnostic[]> => {
    const report: DocumentDiagnosticReport = await connection.sendRequest('textDocument/diagnostic', {
      textDocument: { uri },
    });
    return report.kind === 'full' ? report.items : [];
  };
  const stop = async () => {
    const ended = once(worker, 'exit');
    await connection.sendRequest('shutdown');
    await connection.sendNotification('exit');
    await ended;
    connection.dispose();
  };
  return { connection, initialized, open, diagnostics, stop, asked };
}

const codes = (found: readonly Diagnostic[]) => found.map(({ code }) => code).sort();

suite('the server as a web worker', { concurrency: true }, () => {
  test('has the features of the server on Node, and ends when told to', async () => {
    const { connection, initialized, open, diagnostics, stop } = await start();
    assert.ok(initialized.capabilities.completionProvider);
    const uri = open('a.textproto', CONFIGURATION, 'textproto');
    assert.deepEqual(codes(await diagnostics(uri)), ['unknown-enum-value']);
    const hover = await connection.sendRequest<{ contents: { value: string } }>('textDocument/hover', {
      textDocument: { uri },
      position: { line: 2, character: 4 },
    });
    assert.match(hover.contents.value, /vocabulary_size/);
    await stop();
  });

  test("reads a program's files and TensorFlow version through its client", async () => {
    const { connection, open, diagnostics, stop } = await start({
      'ads.pbtxt': CONFIGURATION.replace('TRAIN', 'TRAINING'),
      'requirements.txt': 'tensorflow==2.15\n',
    });
    const uri = open('train.py', PROGRAM, 'python');
    assert.deepEqual(codes(await diagnostics(uri)), ['output-count']);
    const status = await connection.sendRequest<DocumentStatus>('tpuEmbedding/documentStatus', { uri });
    assert.deepEqual(status.tensorflow, { version: '2.15', detail: 'requirements.txt' });
    await stop();
  });

  test('requests nothing outside of the folders, and nothing if the client reads no files', async () => {
    const inside = await start({ 'ads.pbtxt': CONFIGURATION });
    await inside.diagnostics(inside.open('deep/train.py', PROGRAM, 'python'));
    assert.ok(inside.asked.length > 0);
    assert.deepEqual(
      inside.asked.filter((uri) => !`${uri}/`.startsWith(`${FOLDER}/`)),
      [],
    );
    await inside.stop();
    const without = await start({ 'ads.pbtxt': CONFIGURATION }, {});
    await without.diagnostics(without.open('train.py', PROGRAM, 'python'));
    assert.deepEqual(without.asked, []);
    await without.stop();
  });

  test('finds configurations in a folder through its client', async () => {
    const { connection, stop } = await start({
      'runs/1/train.log': readFileSync('test/fixtures/extraction/absl.log', 'utf8'),
      'model.py': PROGRAM,
    });
    for (const [name, path] of [
      ['runs', 'runs/1/train.log'],
      ['runs/1/train.log', 'train.log'],
    ]) {
      const uri = `${FOLDER}/${name}`;
      const found = await connection.sendRequest<ExtractResult>('tpuEmbedding/extract', { uri });
      assert.deepEqual([found.files, found.problems], [1, []]);
      const paths = found.configurations.flatMap(({ holders }) => holders.map((holder) => holder.path));
      assert.deepEqual(paths, [path, path]);
    }
    await stop();
  });

  test('skips files that the configuration file of a virtual workspace excludes', async () => {
    const { open, diagnostics, stop } = await start({
      'tpu-embedding.json': '{ "rules": { "unknown-enum-value": "off" } }',
    });
    assert.deepEqual(codes(await diagnostics(open('a.textproto', CONFIGURATION, 'textproto'))), []);
    await stop();
  });

  test('reads at most 500 files of a repository on a web server', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 600 }, (_, i) => [`${i}.textproto`, CONFIGURATION] as const),
    );
    const { connection, stop, asked } = await start(files);
    const { items } = await connection.sendRequest<WorkspaceDiagnosticReport>('workspace/diagnostic', {
      previousResultIds: [],
    });
    assert.equal(items.length, 500);
    const read = new Set(asked.filter((uri) => uri.endsWith('.textproto')));
    assert.equal(read.size, 500);
    await stop();
  });
});
