// Names across the files of a workspace, for editors. Which names are the same is tested in test/fixtures/names.
import assert from 'node:assert/strict';
import { mkdirSync, realpathSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, suite, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  CancellationTokenSource,
  type ClientCapabilities,
  FileChangeType,
  type Location,
  LSPErrorCodes,
  type Position,
  type TextDocumentEdit,
  type WorkspaceEdit,
  type WorkspaceSymbol,
} from 'vscode-languageserver-protocol';
import { endServers, LanguageClient, MODERN } from '../support/client';
import { folderOf } from './descriptors';

const CONFIGURATION = `table_descriptor { name: "other" }
table_descriptor { name: "user" }
feature_descriptor { name: "seen" table_id: 1 }
`;
const program = (name: string, path = 'configs/ads.textproto') => `import tensorflow as tf
config = open('${path}').read()
tf.raw_ops.RetrieveTPUEmbeddingAdagradParameters(num_shards=1, shard_id=0, table_name='${name}')
`;
const notebook = (source: string) =>
  JSON.stringify({ cells: [{ cell_type: 'code', source }], metadata: {}, nbformat: 4 });

const FILES = {
  'configs/ads.textproto': CONFIGURATION,
  'train.py': program('user'),
  'tools/eval.py': program('user'),
  'unrelated.py': "table_name = 'user'\n",
  'node_modules/a/train.py': program('user'),
  'venv/pyvenv.cfg': '',
  'venv/train.py': program('user'),
  'generated/train.py': program('user'),
  'broken.ipynb': '{',
};

const WATCHING: ClientCapabilities = {
  ...MODERN,
  workspace: {
    ...MODERN.workspace,
    didChangeWatchedFiles: { dynamicRegistration: true },
    workspaceFolders: true,
  },
};

after(endServers);

async function start(capabilities: ClientCapabilities, files: Readonly<Record<string, string>> = FILES) {
  const folder = folderOf(files);
  after(() => rmSync(folder, { recursive: true, force: true }));
  const root = pathToFileURL(folder).href;
  const client = await LanguageClient.start(capabilities, { workspaceFolders: [{ uri: root, name: 'w' }] });
  client.editorSettings = { '**/generated': true };
  const uri = (path: string) => `${root}/${path}`;
  const open = (path: string, text = files[path]!) =>
    client.open(uri(path), text, path.endsWith('.py') ? 'python' : 'textproto');
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const shown = ({ uri: found, range: { start } }: Location) =>
    `${found.slice(root.length + 1)}:${start.line + 1}:${start.character + 1}`;
  const references = async (path: string, position: Position, includeDeclaration = true) => {
    const context = { includeDeclaration };
    const found = await client.request<Location[] | null>('references', uri(path), { position, context });
    return found?.map(shown).sort() ?? [];
  };
  return { client, folder, root, uri, open, write, shown, references };
}

/** On `table_id: 1`, on the name of the table in the configuration, and in a program. */
const ID = { line: 2, character: 44 };
const NAME = { line: 1, character: 27 };
const IN_PROGRAM = { line: 2, character: 88 };
const CONFIGURED = ['configs/ads.textproto:2:26', 'configs/ads.textproto:3:45'];
const ALL = [...CONFIGURED, 'tools/eval.py:3:87', 'train.py:3:87'];

suite('names across files', { concurrency: true }, () => {
  test('references are found in open and closed files, but not in excluded or generated ones', async () => {
    const { client, open, references } = await start(WATCHING);
    await open('configs/ads.textproto');
    assert.deepEqual(await references('configs/ads.textproto', ID), ALL);
    assert.deepEqual(await references('configs/ads.textproto', NAME, false), ALL.slice(1));
    await client.stop();
  });

  test('a definition may be in another file, and a path links to its file', async () => {
    const { client, open, uri, shown, references } = await start(WATCHING);
    await open('train.py');
    type Links = { targetUri: string; targetSelectionRange: Location['range'] }[];
    const definition = async (position: Position) =>
      (await client.at<Links>('definition', uri('train.py'), position)).map(
        ({ targetUri, targetSelectionRange }) => shown({ uri: targetUri, range: targetSelectionRange }),
      );
    assert.deepEqual(await definition(IN_PROGRAM), ['configs/ads.textproto:2:26']);
    const PATH = { line: 1, character: 16 };
    assert.deepEqual(await definition(PATH), ['configs/ads.textproto:1:1']);
    assert.deepEqual(await references('train.py', PATH), ['tools/eval.py:2:15', 'train.py:2:15']);
    await client.stop();
  });

  test('a rename changes a file once, however many links point to it', async () => {
    const { client, folder, open, uri } = await start(WATCHING);
    symlinkSync('train.py', join(folder, 'a-link.py'));
    symlinkSync('configs', join(folder, 'folder-link'));
    symlinkSync('ads.textproto', join(folder, 'configs', 'a-link.textproto'));
    await open('configs/ads.textproto');
    const edit = await client.request<WorkspaceEdit>('rename', uri('configs/ads.textproto'), {
      position: NAME,
      newName: 'members',
    });
    const paths = edit.documentChanges!.map((change) =>
      realpathSync(fileURLToPath((change as TextDocumentEdit).textDocument.uri)),
    );
    const expected = ['configs/ads.textproto', 'tools/eval.py', 'train.py'];
    assert.deepEqual(paths.sort(), expected.map((path) => realpathSync(join(folder, path))).sort());
    await client.stop();
  });

  test('a rename changes open files by version, and closed ones on disk', async () => {
    const { client, open, uri } = await start(WATCHING);
    await open('train.py');
    const at = { textDocument: { uri: uri('train.py') }, position: IN_PROGRAM };
    assert.deepEqual(await client.connection.sendRequest('textDocument/prepareRename', at), {
      range: { start: { line: 2, character: 87 }, end: { line: 2, character: 91 } },
      placeholder: 'user',
    });
    const edit: WorkspaceEdit = await client.connection.sendRequest('textDocument/rename', {
      ...at,
      newName: 'member',
    });
    const changed = (edit.documentChanges as TextDocumentEdit[]).map(({ textDocument, edits }) => [
      textDocument.uri,
      textDocument.version,
      edits.map((each) => 'newText' in each && each.newText),
    ]);
    assert.deepEqual(changed.sort(), [
      [uri('configs/ads.textproto'), null, ['member']],
      [uri('tools/eval.py'), null, ['member']],
      [uri('train.py'), 1, ['member']],
    ]);
    await client.stop();
  });

  test('a constant of a module without TPU embedding is found and renamed', async () => {
    const { client, open, uri, references } = await start(WATCHING, {
      'configs/ads.textproto': CONFIGURATION,
      'shop/__init__.py': '',
      'shop/tables.py': "ROOT = '/data'\nUSER = 'user'\n",
      'train.py': program('user').replace("'user'", 'USER').replace('\n', '\nfrom shop.tables import USER\n'),
    });
    await open('shop/tables.py');
    const position = { line: 1, character: 9 };
    const found = [
      'configs/ads.textproto:2:26',
      'configs/ads.textproto:3:45',
      'shop/tables.py:2:8',
      'train.py:4:87',
    ];
    assert.deepEqual(await references('shop/tables.py', position), found);
    const edit = await client.request<WorkspaceEdit>('rename', uri('shop/tables.py'), {
      position,
      newName: 'member',
    });
    const changed = (edit.documentChanges as TextDocumentEdit[]).map(({ textDocument }) => textDocument.uri);
    assert.deepEqual(changed.sort(), [uri('configs/ads.textproto'), uri('shop/tables.py')]);
    assert.deepEqual(await references('shop/tables.py', { line: 0, character: 9 }), []);
    await open('configs/ads.textproto');
    const from = await client.request<WorkspaceEdit>('rename', uri('configs/ads.textproto'), {
      position: NAME,
      newName: 'member',
    });
    assert.equal(from.documentChanges!.length, 2);
    await client.stop();
  });

  test('a rename is rejected with a reason: a name in use, a closed notebook, a place without a name', async () => {
    const { client, open, uri, references } = await start(WATCHING, {
      ...FILES,
      'taken.textproto': 'table_descriptor { name: "a" }\ntable_descriptor { name: "b" }\n',
      'noted.textproto': 'table_descriptor { name: "a" }\n',
      'noted.ipynb': notebook(program('a', 'noted.textproto')),
    });
    const ask = (method: string, path: string, newName?: string) =>
      client.connection
        .sendRequest(`textDocument/${method}`, {
          textDocument: { uri: uri(path) },
          position: { line: 0, character: 27 },
          ...(newName !== undefined && { newName }),
        })
        .then(
          (found) => found,
          (error: Error) => error.message,
        );
    await open('taken.textproto', 'table_descriptor { name: "a" }\ntable_descriptor { name: "b" }\n');
    await open('noted.textproto', 'table_descriptor { name: "a" }\n');
    await open('train.py');
    assert.equal(await ask('rename', 'taken.textproto', 'b'), 'taken.textproto has a table "b" already.');
    const closed = 'noted.ipynb has this name, too. Open the notebook first: a closed one cannot be changed.';
    assert.equal(await ask('prepareRename', 'noted.textproto'), closed);
    // The cells of a closed notebook have no URI, but the file has their lines.
    const column =
      notebook(program('a', 'noted.textproto')).indexOf("table_name='a'") + 'table_name='.length + 1;
    const found = await references('noted.textproto', { line: 0, character: 27 });
    assert.deepEqual(found, [`noted.ipynb:1:${column}`, 'noted.textproto:1:26']);
    assert.equal(await ask('rename', 'noted.textproto', 'b'), closed);
    assert.equal(await ask('prepareRename', 'train.py'), null);
    await client.stop();
  });

  test('a rename changes the cells of an open notebook', async () => {
    const { client, open, uri } = await start(WATCHING);
    await open('configs/ads.textproto');
    const [, path, op] = program('user').split('\n');
    const cells = [`import tensorflow as tf\n${path}`, op!].map((text, i) => ({
      uri: `${uri('model.ipynb')}#${i}`,
      version: 7,
      text,
    }));
    await client.openNotebook(uri('model.ipynb'), cells);
    const edit: WorkspaceEdit = await client.connection.sendRequest('textDocument/rename', {
      textDocument: { uri: uri('configs/ads.textproto') },
      position: NAME,
      newName: 'member',
    });
    const changed = (edit.documentChanges as TextDocumentEdit[]).map(({ textDocument, edits }) => [
      textDocument.uri.slice(uri('').length),
      textDocument.version,
      edits[0]!.range.start.line,
    ]);
    assert.deepEqual(changed.sort(), [
      ['configs/ads.textproto', 1, 1],
      ['model.ipynb#1', 7, 0],
      ['tools/eval.py', null, 2],
      ['train.py', null, 2],
    ]);
    await client.stop();
  });

  test('when files move, the paths in programs are updated', async () => {
    const { client, open, uri } = await start(WATCHING, {
      ...FILES,
      'noted.ipynb': notebook(program('user')),
    });
    assert.ok(client.initialized.capabilities.workspace?.workspaceFolders?.supported);
    const [file, folder] = client.initialized.capabilities.workspace.fileOperations!.willRename!.filters;
    assert.deepEqual([file!.pattern.matches, folder!.pattern.matches], ['file', 'folder']);
    await open('train.py', `# moved down\n${program('user')}`);
    const move = async (from: string, to: string) => {
      const edit: WorkspaceEdit | null = await client.connection.sendRequest('workspace/willRenameFiles', {
        files: [{ oldUri: uri(from), newUri: uri(to) }],
      });
      return ((edit?.documentChanges ?? []) as TextDocumentEdit[])
        .map(({ textDocument, edits: [first] }) => [
          textDocument.uri.slice(uri('').length),
          textDocument.version,
          first!.range.start.line,
          'newText' in first! && first.newText,
        ])
        .sort();
    };
    assert.deepEqual(await move('configs/ads.textproto', 'configs/new ads.textproto'), [
      ['tools/eval.py', null, 1, 'configs/new ads.textproto'],
      ['train.py', 1, 2, 'configs/new ads.textproto'],
    ]);
    assert.deepEqual(await move('configs', 'models/configs'), [
      ['tools/eval.py', null, 1, 'models/configs/ads.textproto'],
      ['train.py', 1, 2, 'models/configs/ads.textproto'],
    ]);
    assert.deepEqual(await move('tools', 'more'), []);
    assert.deepEqual(await move('nothing.md', 'more.md'), []);
    await client.stop();
  });

  test('a cancelled request gets no answer, and the next one does', async () => {
    const { client, open, uri, references } = await start(WATCHING);
    await open('configs/ads.textproto');
    const source = new CancellationTokenSource();
    const params = { textDocument: { uri: uri('configs/ads.textproto') }, position: ID };
    const asked = client.connection.sendRequest(
      'textDocument/references',
      { ...params, context: { includeDeclaration: true } },
      source.token,
    );
    source.cancel();
    await assert.rejects(asked, { code: LSPErrorCodes.RequestCancelled });
    assert.deepEqual(await references('configs/ads.textproto', ID), ALL);
    await client.stop();
  });

  test('workspace symbols are found by some of their letters', async () => {
    const { client } = await start(WATCHING);
    const found = async (query: string) =>
      (await client.connection.sendRequest<WorkspaceSymbol[]>('workspace/symbol', { query })).map(
        ({ name, containerName }) => [name, containerName],
      );
    assert.deepEqual(await found('sr'), [['user', 'ads.textproto']]);
    assert.deepEqual(await found('SEEN'), [['seen', 'user']]);
    assert.deepEqual(await found('nothing'), []);
    await client.stop();
  });

  test('disk changes that the editor reports count, and open files count as in the editor', async () => {
    const { client, folder, open, uri, write, references } = await start(WATCHING);
    await open('configs/ads.textproto');
    assert.deepEqual(await references('configs/ads.textproto', ID), ALL);
    const report = (path: string, type: FileChangeType) =>
      client.connection.sendNotification('workspace/didChangeWatchedFiles', {
        changes: [{ uri: uri(path), type }],
      });
    write('new/more.py', program('user'));
    await report('new/more.py', FileChangeType.Created);
    write('train.py', program('other'));
    await report('train.py', FileChangeType.Changed);
    unlinkSync(join(folder, 'tools/eval.py'));
    await report('tools/eval.py', FileChangeType.Deleted);
    await report('node_modules/a/train.py', FileChangeType.Changed);
    await report('generated/train.py', FileChangeType.Changed);
    assert.deepEqual(await references('configs/ads.textproto', ID), [...CONFIGURED, 'new/more.py:3:87']);
    await open('new/more.py', program('other'));
    assert.deepEqual(await references('configs/ads.textproto', ID), CONFIGURED);
    await client.close(uri('new/more.py'));
    assert.deepEqual(await references('configs/ads.textproto', ID), [...CONFIGURED, 'new/more.py:3:87']);
    await client.stop();
  });

  test('a deleted folder that the editor does not report has no references', async () => {
    const { client, folder, open, references } = await start(WATCHING);
    await open('configs/ads.textproto');
    assert.deepEqual(await references('configs/ads.textproto', ID), ALL);
    rmSync(join(folder, 'tools'), { recursive: true });
    assert.deepEqual(await references('configs/ads.textproto', ID), [...CONFIGURED, 'train.py:3:87']);
    await client.stop();
  });

  test('for an editor that does not watch files, each request reads the disk again', async () => {
    const { client, folder, open, write, references } = await start({});
    await open('configs/ads.textproto');
    assert.deepEqual(await references('configs/ads.textproto', ID), [
      ...CONFIGURED,
      // The excluded files are not reported.
      'generated/train.py:3:87',
      'tools/eval.py:3:87',
      'train.py:3:87',
    ]);
    write('new/more.py', program('user'));
    write('train.py', program('another'));
    unlinkSync(join(folder, 'tools/eval.py'));
    assert.deepEqual(await references('configs/ads.textproto', ID), [
      ...CONFIGURED,
      'generated/train.py:3:87',
      'new/more.py:3:87',
    ]);
    await client.stop();
  });

  test('workspace folders may be added and removed', async () => {
    const { client, open, references, root } = await start(WATCHING);
    const change = (added: readonly string[], removed: readonly string[]) =>
      client.connection.sendNotification('workspace/didChangeWorkspaceFolders', {
        event: {
          added: added.map((uri) => ({ uri, name: 'a' })),
          removed: removed.map((uri) => ({ uri, name: 'r' })),
        },
      });
    await open('configs/ads.textproto');
    await change([], [root]);
    assert.deepEqual(await references('configs/ads.textproto', ID), CONFIGURED);
    await change([`${root}/configs`, `${root}/tools`], []);
    assert.deepEqual(await references('configs/ads.textproto', ID), CONFIGURED);
    await change([root], [`${root}/configs`, `${root}/tools`]);
    assert.deepEqual(await references('configs/ads.textproto', ID), ALL);
    await client.stop();
  });
});
