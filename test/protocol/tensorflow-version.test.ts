// The TensorFlow version for which Python is checked: found around the file, or given on the command line or in an
// editor.
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { FileChangeType, type Registration } from 'vscode-languageserver-protocol';
import { checkJson, runCli } from '../support/cli';
import { endServers, LanguageClient, MODERN } from '../support/client';
import { folderOf } from './descriptors';

const OLD = `import tensorflow as tf
optimizer = tf.compat.v1.tpu.experimental.AdagradParameters(0.1)
`;
const NEW = `import tensorflow as tf
initializer = tf.tpu.experimental.embedding.RowIdInitializer(1)
`;
const CELLS = { cells: [{ cell_type: 'code', source: NEW }], metadata: {}, nbformat: 4 };

const folder = folderOf({
  'repository/.git/HEAD': '',
  'repository/requirements.txt': 'tensorflow==2.15.0\n',
  'repository/old.py': OLD,
  'repository/deep/down/new.py': NEW,
  'repository/deep/down/new.ipynb': JSON.stringify(CELLS),
  'repository/changing/new.py': NEW,
  'repository/silent/first.py': NEW,
  'repository/silent/second.py': NEW,
  'repository/own/constraints.txt': 'tensorflow==2.16.1\n',
  'repository/own/old.py': OLD,
  'repository/own/new.py': NEW,
  'later/.git/HEAD': '',
  'later/uv.lock': 'name = "tensorflow"\nversion = "2.23.0.dev20270101"\n',
  'later/pyproject.toml': '[project]\ndependencies = ["tensorflow>=2.23.0"]\n',
  'later/old.py': OLD,
  'later/new.py': NEW,
  'alone/inside/new.py': NEW,
  'alone/requirements.txt': 'tensorflow==2.15.0\n',
});
after(() => rmSync(folder, { recursive: true }));
after(endServers);

const found = (diagnostics: readonly { severity?: number | string; code?: unknown; message: unknown }[]) =>
  diagnostics.map(({ severity, code, message }) => [
    severity,
    code,
    / This code runs on (.*?\))\./.exec(String(message))?.[1],
  ]);

suite('check finds the TensorFlow version of a file', { concurrency: true }, () => {
  const check = async (path: string, ...options: string[]) => {
    const { files, status } = await checkJson([...options, join(folder, path)], {
      cwd: join(folder, 'repository/deep'),
    });
    return [status, ...found(files.flatMap(({ diagnostics }) => diagnostics))];
  };

  test('in the folders around it, up to the repository', async () => {
    assert.deepEqual(await check('repository/old.py'), [0]);
    const lacks = ['error', 'newer-api', '2.15 (requirements.txt)'];
    assert.deepEqual(await check('repository/deep/down/new.py'), [1, lacks]);
    assert.deepEqual(await check('repository/deep/down/new.ipynb'), [1, lacks]);
  });

  test('in the nearest folder that has one', async () => {
    assert.deepEqual(await check('repository/own/new.py'), [0]);
    assert.deepEqual(await check('repository/own/old.py'), [
      1,
      ['error', 'removed-api', '2.16 (constraints.txt)'],
    ]);
  });

  test('but not outside of a repository or the working directory', async () => {
    assert.deepEqual(await check('alone/inside/new.py'), [0]);
    const { files } = await checkJson(['inside/new.py'], { cwd: join(folder, 'alone') });
    assert.deepEqual(found(files[0]!.diagnostics), [['error', 'newer-api', '2.15 (requirements.txt)']]);
  });

  test('unless --tensorflow-version sets another one', async () => {
    const option = '--tensorflow-version';
    assert.deepEqual(await check('repository/old.py', option, '2.21'), [
      1,
      ['error', 'removed-api', '2.21 (as set)'],
    ]);
    assert.deepEqual(await check('repository/deep/down/new.py', option, '2.16.2'), [0]);
    assert.deepEqual(await check('alone/inside/new.py', option, 'auto'), [0]);
  });

  test('or a later one than is known here, which is read as the newest that is', async () => {
    for (const version of ['2.23', '2.23.0rc1', '3.0']) {
      const option = ['--tensorflow-version', version];
      const release = version.replace(/\.0rc1$/, '');
      assert.deepEqual(await check('repository/old.py', ...option), [
        1,
        ['error', 'removed-api', `${release} (as set)`],
      ]);
      assert.deepEqual(await check('repository/deep/down/new.py', ...option), [0]);
    }
    assert.deepEqual(await check('later/new.py'), [0]);
    assert.deepEqual(await check('later/old.py'), [
      1,
      ['error', 'removed-api', '2.23 (pyproject.toml and uv.lock)'],
    ]);
  });

  test('for standard input by its given name', async () => {
    const { stdout } = await runCli(['check', '--stdin-filename', 'deep/x.py', '-'], {
      cwd: join(folder, 'repository'),
      input: NEW,
    });
    assert.match(stdout, /was added in TensorFlow 2\.16.*runs on 2\.15 \(requirements\.txt\)/);
  });

  test('and rejects an invalid version as wrong usage', async () => {
    for (const version of ['2', 'newest', '', '2.x']) {
      const { status, stderr } = await runCli(['check', '--tensorflow-version', version, 'x.py'], {
        cwd: folder,
      });
      assert.deepEqual([status, stderr.split('\n').length], [2, 2], stderr);
      assert.match(
        stderr,
        /--tensorflow-version: ".*" is not "auto" or a version of TensorFlow, such as "2\.15"/,
      );
    }
  });
});

suite("an editor reports names that the workspace's TensorFlow lacks", { concurrency: true }, () => {
  const workspace = join(folder, 'repository');
  const uriOf = (path: string) => pathToFileURL(join(workspace, path)).href;
  const workspaceFolders = [{ uri: pathToFileURL(workspace).href, name: 'w' }];
  const watching = {
    workspace: { ...MODERN.workspace, didChangeWatchedFiles: { dynamicRegistration: true } },
  };
  const status = async (client: LanguageClient, uri: string) => {
    const { tensorflow } = await client.connection.sendRequest<{ tensorflow?: unknown }>(
      'tpuEmbedding/documentStatus',
      { uri },
    );
    return tensorflow;
  };

  test('in the first answer, with its status, and again after a file changed', async () => {
    const uri = uriOf('changing/new.py');
    const client = await LanguageClient.start({ ...MODERN, ...watching }, { workspaceFolders });
    await client.open(uri, NEW, 'python');
    assert.deepEqual(found(await client.diagnostics(uri)), [[1, 'newer-api', '2.15 (requirements.txt)']]);
    assert.deepEqual(await status(client, uri), { version: '2.15', detail: 'requirements.txt' });
    await client.registered<Registration['registerOptions']>('workspace/didChangeWatchedFiles', (all) =>
      JSON.stringify(all).includes('**/*requirements*.txt'),
    );
    writeFileSync(join(workspace, 'changing/uv.lock'), 'name = "tensorflow"\nversion = "2.18.0"\n');
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: uriOf('changing/uv.lock'), type: FileChangeType.Created }],
    });
    assert.deepEqual(await client.diagnostics(uri), []);
    assert.deepEqual(await status(client, uri), { version: '2.18', detail: 'uv.lock' });
    await client.stop();
  });

  test('with the version in the setting', async () => {
    const uri = uriOf('old.py');
    const client = await LanguageClient.start(MODERN, {
      workspaceFolders,
      settings: { tensorflowVersion: '2.21' },
    });
    await client.open(uri, OLD, 'python');
    assert.deepEqual(found(await client.diagnostics(uri)), [[1, 'removed-api', '2.21 (as set)']]);
    await client.configure({ tensorflowVersion: 'auto' });
    assert.deepEqual(await client.diagnostics(uri), []);
    await client.configure({ tensorflowVersion: '2.23' });
    assert.deepEqual(found(await client.diagnostics(uri)), [[1, 'removed-api', '2.23 (as set)']]);
    assert.deepEqual(await status(client, uri), {
      version: '2.23',
      detail: 'as set. TensorFlow 2.23 is newer than this release knows; it is read as 2.21.',
    });
    await client.stop();
  });

  test('in notebooks, too', async () => {
    const uri = uriOf('deep/down/new.ipynb');
    const cell = 'vscode-notebook-cell:/new.ipynb#1';
    const client = await LanguageClient.start(MODERN, { workspaceFolders });
    await client.openNotebook(uri, [{ uri: cell, version: 1, text: NEW }]);
    assert.deepEqual(found(await client.diagnostics(cell)), [[1, 'newer-api', '2.15 (requirements.txt)']]);
    await client.stop();
  });

  test('and nothing if no file has a version, or none can be read', async () => {
    const client = await LanguageClient.start(MODERN, { workspaceFolders });
    for (const uri of ['untitled:new.py', 'vscode-vfs://github/o/r/new.py', 'file:///nowhere/new.py']) {
      await client.open(uri, NEW, 'python');
      assert.deepEqual(await client.diagnostics(uri), []);
      assert.match(JSON.stringify(await status(client, uri)), /^\{"detail":"No requirements/);
    }
    const other = 'file:///nowhere/other.py';
    await client.open(other, 'x = 1\n', 'python');
    assert.equal(await status(client, other), undefined);
    await client.stop();
  });
});

test('a document that is opened finds a file of requirements that no watcher reported', async () => {
  const workspaceFolders = [{ uri: pathToFileURL(join(folder, 'repository')).href, name: 'repository' }];
  const client = await LanguageClient.start(MODERN, { workspaceFolders });
  const opened = async (name: string) => {
    const uri = pathToFileURL(join(folder, 'repository/silent', name)).href;
    await client.open(uri, NEW, 'python');
    return found(await client.diagnostics(uri)).map(([, code, version]) => [code, version]);
  };
  assert.deepEqual(await opened('first.py'), [['newer-api', '2.15 (requirements.txt)']]);
  writeFileSync(join(folder, 'repository/silent/requirements.txt'), 'tensorflow==2.14.0\n');
  assert.deepEqual(await opened('second.py'), [['newer-api', '2.14 (requirements.txt)']]);
  await client.stop();
});
