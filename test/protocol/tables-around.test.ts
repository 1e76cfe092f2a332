// If no configuration reaches an op, its table name is looked up in the files of the workspace folder.
import assert from 'node:assert/strict';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { type ClientCapabilities, type CodeAction, FileChangeType } from 'vscode-languageserver-protocol';
import { checkJson } from '../support/cli';
import { endServers, LanguageClient, MODERN } from '../support/client';
import { table } from '../support/configurations';
import { folderOf } from './descriptors';

const ENDING = 'mode: TRAINING\nbatch_size_per_tensor_core: 8\nnum_hosts: 1\nnum_tensor_cores: 8\n';
const configuration = (...names: readonly string[]) =>
  names.map((name) => table(name, 100, 8, 1)).join('') + ENDING;
const retrieve = (name: string) =>
  `tf.raw_ops.RetrieveTPUEmbeddingAdagradParameters(num_shards=1, shard_id=0, table_name=${name})\n`;
const program = (name: string, more = '') => `import tensorflow as tf\n${more}${retrieve(name)}`;

const WATCHING: ClientCapabilities = {
  ...MODERN,
  workspace: { ...MODERN.workspace, didChangeWatchedFiles: { dynamicRegistration: true } },
};

after(endServers);

function inFolder(files: Readonly<Record<string, string>>): string {
  const folder = folderOf(files);
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function start(files: Readonly<Record<string, string>>) {
  const folder = inFolder(files);
  const root = pathToFileURL(folder).href;
  const client = await LanguageClient.start(WATCHING, { workspaceFolders: [{ uri: root, name: 'w' }] });
  const uri = (path: string) => `${root}/${path}`;
  const messages = async (path: string) => {
    await client.open(uri(path), files[path]!, 'python');
    return (await client.diagnostics(uri(path))).map(({ message }) => String(message));
  };
  const write = (path: string, text: string) => {
    writeFileSync(join(folder, path), text);
    return client.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: uri(path), type: FileChangeType.Changed }],
    });
  };
  return { client, uri, messages, write };
}

const PROBLEM = 'No file of this workspace folder has a table "usr". Did you mean "user"?';

/** Programs beside a configuration of the tables `user` and `item_id`. */
const SILENT: Readonly<Record<string, string>> = {
  'the exact name': program("'user'"),
  'a name that only another program has': program("'session'"),
  'a name that several programs use': program("'itm_id'"),
  'a name that is like none': program("'country'"),
  'a name that differs by a short word': program("'item_no'"),
  'a name that is not known': program('name', 'from elsewhere import name\n'),
  'a configuration that is not known': program(
    "'uuser'",
    'from elsewhere import config\ntf.raw_ops.ConfigureTPUEmbedding(config=config)\n',
  ),
  'a configuration within `try`': program(
    "'usre'",
    'from elsewhere import config\ntry:\n  tf.raw_ops.ConfigureTPUEmbedding(config=config)\nexcept Exception:\n  pass\n',
  ),
  'a configuration that is not known in full': program(
    "'usser'",
    'from elsewhere import text\nfrom google.protobuf import text_format\n' +
      'from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb\n' +
      'config = text_format.Parse(text, pb.TPUEmbeddingConfiguration())\n',
  ),
  'tables of its own': program(
    "'useer'",
    'from elsewhere import name\ntf.tpu.experimental.embedding.TableConfig(100, 8, name=name)\n',
  ),
  'arguments from elsewhere': program("'userr', **more", 'from elsewhere import more\n'),
};

const FILES: Readonly<Record<string, string>> = {
  'ads.pbtxt': configuration('user', 'item_id'),
  'other.py':
    'import tensorflow as tf\ntf.tpu.experimental.embedding.TableConfig(100, 8, name="session")\n' +
    'tf.tpu.experimental.embedding.TableConfig(100, 8, name="sessions")\n',
  'third.py': program("'itm_id'"),
  'train.py': program("'usr'"),
  ...Object.fromEntries(Object.values(SILENT).map((text, i) => [`silent${i}.py`, text])),
};

suite('tables in the files of a workspace folder', { concurrency: true }, () => {
  test('a misspelled table is a warning with a fix, until a configuration on disk has it', async () => {
    const { client, uri, messages, write } = await start(FILES);
    assert.deepEqual(await messages('train.py'), [PROBLEM]);
    const [problem] = await client.diagnostics(uri('train.py'));
    assert.deepEqual([problem!.code, problem!.severity], ['unknown-table', 2]);
    const actions: CodeAction[] = await client.connection.sendRequest('textDocument/codeAction', {
      textDocument: { uri: uri('train.py') },
      range: problem!.range,
      context: { diagnostics: [problem!] },
    });
    assert.ok(actions.some(({ title }) => title === "Replace with 'user'"));
    let since = client.notified.length;
    await client.open(uri('ads.pbtxt'), configuration('usr', 'user'), 'textproto');
    await client.notification('workspace/diagnostic/refresh', () => true, since);
    assert.deepEqual(await client.diagnostics(uri('train.py')), []);
    await client.close(uri('ads.pbtxt'));
    assert.equal((await client.diagnostics(uri('train.py'))).length, 1);
    since = client.notified.length;
    await write('ads.pbtxt', configuration('usr', 'user'));
    await client.notification('workspace/diagnostic/refresh', () => true, since);
    assert.deepEqual(await client.diagnostics(uri('train.py')), []);
    await client.stop();
  });

  test('names that may be right are not reported', async () => {
    const { client, messages } = await start(FILES);
    const said: string[] = [];
    for (const [i, title] of Object.keys(SILENT).entries())
      if ((await messages(`silent${i}.py`)).some((message) => message.startsWith('No file')))
        said.push(title);
    assert.deepEqual(said, []);
    await client.stop();
  });

  test('the same names are reported in a program without a configuration of its own', async () => {
    const typos = ['uuser', 'usser', 'useer', 'userr', 'usre', 'itm_id'];
    const { client, messages } = await start({
      'ads.pbtxt': configuration('user', 'item_id'),
      ...Object.fromEntries(typos.map((typo) => [`${typo}.py`, program(`'${typo}'`)])),
    });
    for (const typo of typos) assert.equal((await messages(`${typo}.py`)).length, 1, typo);
    await client.stop();
  });

  test('nothing is reported without a configuration in text format', async () => {
    const { client, messages } = await start({ ...FILES, 'ads.pbtxt': '# nothing' });
    assert.deepEqual(await messages('train.py'), []);
    await client.stop();
  });

  test('the workspace result of a closed program updates with the configuration', async () => {
    const { client, uri, write } = await start({
      'ads.pbtxt': configuration('user'),
      'train.py': FILES['train.py']!,
    });
    const pull = async (previousResultIds: object[]) => {
      const { items } = await client.connection.sendRequest<{
        items: { uri: string; resultId: string; items: { message: string }[] }[];
      }>('workspace/diagnostic', { previousResultIds });
      return items.filter((item) => item.uri === uri('train.py'));
    };
    const [first] = await pull([]);
    assert.deepEqual(
      first?.items.map(({ message }) => message),
      [PROBLEM],
    );
    await write('ads.pbtxt', configuration('usr'));
    const [second] = await pull([{ uri: first!.uri, value: first!.resultId }]);
    assert.deepEqual(second?.items, []);
    await client.stop();
  });

  test('nothing is reported if an excluded file may have the table', async () => {
    const settings: readonly [excluded: object, said: number][] = [
      [{ notes: true }, 1],
      [{ 'generated/*.pbtxt': true }, 0],
      [{ '**/generated': true }, 0],
      [{ '**/generated': false }, 1],
    ];
    const name = (i: number) => `${'abcd'[i]}user`;
    const { client, messages } = await start({
      'ads.pbtxt': configuration('user'),
      'generated/deep/more.txt': '',
      'generated/more.pbtxt': configuration('page'),
      'notes/read.md': '',
      ...Object.fromEntries(settings.map((_, i) => [`${i}.py`, program(`'${name(i)}'`)])),
    });
    for (const [i, [excluded, said]] of settings.entries()) {
      client.editorSettings = excluded;
      assert.equal((await messages(`${i}.py`)).length, said, JSON.stringify(excluded));
    }
    await client.stop();
  });

  test('nothing is reported if a configuration is too large to be read', async () => {
    const { client, messages } = await start({
      ...FILES,
      'large.pbtxt': `${'#'.repeat(11 * 1024 * 1024)}\n`,
    });
    assert.deepEqual(await messages('train.py'), []);
    await client.stop();
  });

  suite('on the command line', () => {
    const problems = async (paths: readonly string[], cwd: string) => {
      const { files } = await checkJson(paths, { cwd });
      return files.flatMap(({ path, diagnostics }) =>
        diagnostics
          .filter(({ code }) => code === 'unknown-table')
          .map(({ message }) => `${path}: ${message}`),
      );
    };

    test('a named folder gives the same warnings as a workspace folder', async () => {
      const folder = inFolder(FILES);
      assert.deepEqual(await problems(['.'], folder), [`train.py: ${PROBLEM}`]);
      assert.deepEqual(await problems([folder], '/'), [`${join(folder, 'train.py')}: ${PROBLEM}`]);
    });

    test('a named file is checked against the folder around it, if that is named as well', async () => {
      const folder = inFolder(FILES);
      assert.deepEqual(await problems(['train.py', '.'], folder), [`train.py: ${PROBLEM}`]);
      assert.deepEqual(await problems(['train.py', 'ads.pbtxt'], folder), []);
    });

    test('each folder has the tables of its own files', async () => {
      const folder = inFolder({
        'a/ads.pbtxt': configuration('user'),
        'a/train.py': program("'usr'"),
        'b/ads.pbtxt': configuration('usr'),
        'b/train.py': program("'user'"),
      });
      assert.deepEqual(await problems(['.'], folder), []);
      assert.equal((await problems(['a', 'b'], folder)).length, 2);
    });

    test('nothing is reported if a file of the folder cannot be read', async () => {
      const folder = inFolder({ ...FILES, 'large.pbtxt': `${'#'.repeat(11 * 1024 * 1024)}\n` });
      symlinkSync('nowhere.pbtxt', join(folder, 'broken.pbtxt'));
      assert.deepEqual(await problems(['.'], folder), []);
      rmSync(join(folder, 'large.pbtxt'));
      assert.deepEqual(await problems(['.'], folder), []);
      rmSync(join(folder, 'broken.pbtxt'));
      assert.equal((await problems(['.'], folder)).length, 1);
    });

    test('several threads give the same result for many programs as one', async () => {
      const padding = `# ${'x'.repeat(100_000)}\n`;
      const typos = [...'abcdefgh'].map((letter) => `${letter}user`);
      const folder = inFolder({
        'ads.pbtxt': configuration('user'),
        ...Object.fromEntries(typos.map((typo) => [`${typo}.py`, program(`'${typo}'`, padding)])),
      });
      assert.equal((await problems(['.'], folder)).length, typos.length);
    });
  });
});
