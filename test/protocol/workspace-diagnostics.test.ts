// Diagnostics of closed files, as clients pull them for the whole workspace.
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import {
  CancellationTokenSource,
  type ClientCapabilities,
  FileChangeType,
  ProgressType,
  type WorkspaceDiagnosticReport,
  type WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver-protocol';
import { endServers, LanguageClient, MODERN, type StartOptions } from '../support/client';
import { notebookOf } from '../support/notebook';
import { folderOf } from './descriptors';

const FINE = '# proto-message: tensorflow.tpu.OptimizationParameters\nadagrad {}\n';
const BROKEN = FINE.replace('adagrad', 'adagra');
const PROGRAM = 'import tensorflow as tf\ntf.raw_ops.RecvTPUEmbeddingActivations(num_outputs=0, config=c)\n';
const NOTEBOOK = notebookOf(PROGRAM);

const FILES = {
  'configs/ads.pbtxt': BROKEN,
  'configs/fine.pbtxt': FINE,
  'configs/other.pbtxt': 'node { nam: "x" }\n',
  'train.py': PROGRAM,
  'unrelated.py': 'num_outputs = 0\n',
  'train.ipynb': NOTEBOOK,
  'generated/ads.pbtxt': BROKEN,
  'node_modules/a/train.py': PROGRAM,
  '.git/train.py': PROGRAM,
  'venv/pyvenv.cfg': '',
  'venv/train.py': PROGRAM,
};

const WATCHING: ClientCapabilities = {
  ...MODERN,
  workspace: { ...MODERN.workspace, didChangeWatchedFiles: { dynamicRegistration: true } },
};

after(endServers);

test('Neovim, which at a refresh asks for these alone, is not offered them', async () => {
  const client = await LanguageClient.start(MODERN, { clientInfo: { name: 'Neovim', version: '0.12.4' } });
  const { diagnosticProvider } = client.initialized.capabilities;
  assert.deepEqual(diagnosticProvider, { ...diagnosticProvider, workspaceDiagnostics: false });
  await client.stop();
});

type Items = readonly WorkspaceDocumentDiagnosticReport[];

async function start(
  files: Readonly<Record<string, string>> = FILES,
  capabilities: ClientCapabilities = WATCHING,
  options: StartOptions = {},
) {
  const folder = folderOf(files);
  after(() => rmSync(folder, { recursive: true, force: true }));
  const root = pathToFileURL(folder).href;
  const client = await LanguageClient.start(capabilities, {
    workspaceFolders: [{ uri: root, name: 'w' }],
    ...options,
  });
  client.editorSettings = { '**/generated': true };
  const uri = (path: string) => `${root}/${path}`;
  /** The client's stored results, as VS Code keeps them. */
  const ids = new Map<string, string>();
  const learn = (items: Items) => {
    for (const { uri, resultId } of items)
      if (resultId === undefined) ids.delete(uri);
      else ids.set(uri, resultId);
  };
  const pull = async (more: object = {}): Promise<Items> => {
    const previousResultIds = [...ids].map(([uri, value]) => ({ uri, value }));
    const report: WorkspaceDiagnosticReport = await client.connection.sendRequest('workspace/diagnostic', {
      previousResultIds,
      ...more,
    });
    learn(report.items);
    return report.items;
  };
  const write = (path: string, text: string, type: FileChangeType = FileChangeType.Changed) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    return tell(path, type);
  };
  const remove = (path: string) => {
    unlinkSync(join(folder, path));
    return tell(path, FileChangeType.Deleted);
  };
  const tell = (path: string, type: FileChangeType) =>
    client.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: uri(path), type }],
    });
  /** Each file with its problems, or a single word. */
  const shown = (items: Items) =>
    items
      .map((item) => {
        const path = item.uri.slice(root.length + 1);
        const found =
          item.kind === 'unchanged'
            ? ['unchanged']
            : item.items.map(({ code, range }) => `${code}:${range.start.line + 1}`);
        return `${path}: ${found.join(' ') || 'none'}`;
      })
      .sort();
  return { client, uri, pull, learn, write, remove, shown };
}

const ALL = [
  'configs/ads.pbtxt: unknown-field:2',
  'train.ipynb: argument-range:1',
  'train.py: argument-range:2',
];

suite('diagnostics of the workspace', { concurrency: true }, () => {
  test('closed files are checked except excluded and generated ones, and clean files are not listed', async () => {
    const { client, pull, shown } = await start();
    const items = await pull();
    assert.deepEqual(shown(items), ALL);
    assert.ok(items.every(({ version }) => version === null));
    const notebook = items.find(({ uri }) => uri.endsWith('.ipynb'));
    assert.match((notebook as { items: { message: string }[] }).items[0]!.message, /^Cell 2, line 2: /);
    await client.stop();
  });

  test('changed files get new results, the others are reported as unchanged', async () => {
    const { client, pull, shown, write, remove } = await start();
    await pull();
    await write('configs/fine.pbtxt', BROKEN);
    assert.deepEqual(shown(await pull()), [
      'configs/ads.pbtxt: unchanged',
      'configs/fine.pbtxt: unknown-field:2',
      'train.ipynb: unchanged',
      'train.py: unchanged',
    ]);
    await write('configs/ads.pbtxt', FINE);
    await remove('train.py');
    assert.deepEqual(shown(await pull()), [
      'configs/ads.pbtxt: none',
      'configs/fine.pbtxt: unchanged',
      'train.ipynb: unchanged',
      'train.py: none',
    ]);
    await client.stop();
  });

  test('without news the answer waits for a change, and then makes the client ask again', async () => {
    const { client, pull, shown, write, uri } = await start({ 'a.pbtxt': BROKEN });
    await pull();
    const changes = [
      () => write('b.pbtxt', BROKEN, FileChangeType.Created),
      () => client.open(uri('c.pbtxt'), BROKEN),
      () => client.close(uri('c.pbtxt')),
      () => client.configure({ rules: { 'unknown-field': 'off' } }),
    ];
    let last: Items = [];
    for (const change of changes) {
      let isAnswered = false;
      const held = pull().finally(() => {
        isAnswered = true;
      });
      // The server answers in order, and looks at one file in the time of a request: afterwards it has seen them all.
      for (let asked = 0; asked < 10; asked++)
        await client.connection.sendRequest('workspace/symbol', { query: '' });
      assert.ok(!isAnswered);
      await change();
      assert.deepEqual(await held, []);
      last = await pull();
    }
    assert.deepEqual(shown(last), ['a.pbtxt: none', 'b.pbtxt: none']);
    await client.stop();
  });

  test('a waiting answer can be cancelled', async () => {
    const { client, pull } = await start({ 'a.pbtxt': FINE });
    await pull();
    const source = new CancellationTokenSource();
    const held = client.connection.sendRequest(
      'workspace/diagnostic',
      { previousResultIds: [] },
      source.token,
    );
    source.cancel();
    await assert.rejects(held, { code: -32800 });
    await client.stop();
  });

  test('an open document replaces its file, with its version', async () => {
    const { client, pull, shown, uri } = await start({ 'a.pbtxt': BROKEN, 'b.pbtxt': FINE });
    await client.open(uri('a.pbtxt'), FINE);
    await client.open(uri('b.pbtxt'), BROKEN);
    const items = await pull();
    assert.deepEqual(shown(items), ['a.pbtxt: none', 'b.pbtxt: unknown-field:2']);
    assert.ok(items.every(({ version }) => version === 1));
    await client.close(uri('a.pbtxt'));
    await client.close(uri('b.pbtxt'));
    assert.deepEqual(shown(await pull()), ['a.pbtxt: unknown-field:2', 'b.pbtxt: none']);
    await client.stop();
  });

  test('with the setting off, only open documents are reported, and earlier results are cleared', async () => {
    const { client, pull, shown, uri } = await start({ 'a.pbtxt': BROKEN });
    await client.open(uri('b.pbtxt'), BROKEN);
    assert.deepEqual(shown(await pull()), ['a.pbtxt: unknown-field:2', 'b.pbtxt: unknown-field:2']);
    await client.configure({ workspaceDiagnostics: false });
    assert.deepEqual(shown(await pull()), ['a.pbtxt: none', 'b.pbtxt: unknown-field:2']);
    await client.stop();
  });

  test('a client with partial results gets them as they are found, with progress', async () => {
    const files = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`${i}.pbtxt`, BROKEN]));
    const { client, pull, learn, shown } = await start(files);
    const parts: Items[] = [];
    const progress: string[] = [];
    client.connection.onProgress(new ProgressType<{ items: Items }>(), 'parts', ({ items }) => {
      parts.push(items);
      learn(items);
    });
    client.connection.onProgress(new ProgressType<{ kind: string }>(), 'work', ({ kind }) => {
      progress.push(kind);
    });
    const rest = await pull({ partialResultToken: 'parts', workDoneToken: 'work' });
    assert.deepEqual(
      [...parts, rest].map(({ length }) => length),
      [20, 20, 10],
    );
    assert.equal(shown([...parts.flat(), ...rest]).length, 50);
    assert.deepEqual([progress[0], progress.at(-1)], ['begin', 'end']);
    await client.stop();
  });

  test('a client that does not watch files gets an answer each time, from the files on disk', async () => {
    const { client, pull, shown, write } = await start({ 'a.pbtxt': BROKEN }, MODERN);
    assert.deepEqual(shown(await pull()), ['a.pbtxt: unknown-field:2']);
    assert.deepEqual(shown(await pull()), ['a.pbtxt: unchanged']);
    await write('b.pbtxt', BROKEN);
    assert.deepEqual(shown(await pull()), ['a.pbtxt: unchanged', 'b.pbtxt: unknown-field:2']);
    await client.stop();
  });
});
