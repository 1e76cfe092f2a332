// The configuration files of a repository have the same effect in the editor and on the command line.
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { after, suite, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import {
  type ClientCapabilities,
  type Diagnostic,
  FileChangeType,
  type WorkspaceDiagnosticReport,
} from 'vscode-languageserver-protocol';
import { checkJson, runCli } from '../support/cli';
import { endServers, LanguageClient, MODERN, type Published } from '../support/client';
import { notebookOf } from '../support/notebook';
import { descriptorSet, folderOf, ITEM } from './descriptors';

/** Two errors. */
const CONFIGURATION =
  '# proto-message: tensorflow.tpu.TPUEmbeddingConfiguration\nnum_host: 1\ntable_descriptor { name: "t" vocabulary_size: 8 dimension: 3 }\n';
const PROGRAM = 'import tensorflow as tf\ntf.raw_ops.RecvTPUEmbeddingActivations(num_outputs=0, config=c)\n';
const NOTEBOOK = notebookOf(PROGRAM);
const TRITON = 'name: "ranking"\nmax_batch_size: 8\n';

const FILES: Readonly<Record<string, string | Uint8Array>> = {
  '.git/HEAD': 'ref: refs/heads/main\n',
  '.gitignore': 'build/\n*_local.py\n',
  'pyproject.toml': `[project]
name = "ranking"

[tool.tpu-embedding]
exclude = ["third_party/", "/configs/golden*"]
descriptor-sets = ["schemas/item.pb"]
file-patterns = ["configs/*.config.pbtxt"]

[tool.tpu-embedding.rules]
unknown-field = "hint"
`,
  'schemas/item.pb': descriptorSet(),
  'configs/ads.textproto': CONFIGURATION,
  'configs/by-name.config.pbtxt': 'learning_rate: 1\n',
  'configs/golden.textproto': CONFIGURATION,
  'configs/item.textproto': ITEM,
  'models/ranking/config.pbtxt': TRITON,
  'models/ranking/train.py': PROGRAM,
  'models/ranking/train_local.py': PROGRAM,
  'models/ranking/train.ipynb': NOTEBOOK,
  'models/plain.py': 'import os\n',
  // This file alone applies to its folder.
  'models/small/tpu-embedding.json':
    '{\n  // It is set elsewhere.\n  "rules": { "optimizer-missing": "off" }\n}\n',
  'models/small/ads.textproto': CONFIGURATION,
  'models/small/third_party/ads.textproto': CONFIGURATION,
  'third_party/ads.textproto': CONFIGURATION,
  'build/lib/train.py': PROGRAM,
  'env/pyvenv.cfg': '',
  'env/lib/train.py': PROGRAM,
  '.venv/lib/python3.12/site-packages/train.py': PROGRAM,
  '.ipynb_checkpoints/train.ipynb': NOTEBOOK,
  'node_modules/a/train.py': PROGRAM,
};

const PULLS: ClientCapabilities = MODERN;
const WATCHES: ClientCapabilities = {
  ...MODERN,
  workspace: { ...MODERN.workspace, didChangeWatchedFiles: { dynamicRegistration: true } },
};

const SEVERITIES = ['', 'error', 'warning', 'information', 'hint'];

/** User settings that the repository's file overrides. */
const OWN_TASTE = { rules: { 'unknown-field': 'off', 'optimizer-missing': 'warning' }, exclude: ['models/'] };

after(endServers);

function repository(files = FILES) {
  const folder = folderOf(files);
  after(() => rmSync(folder, { recursive: true, force: true }));
  const uriOf = (path: string) => pathToFileURL(join(folder, path)).href;
  const start = (capabilities: ClientCapabilities, options: object = {}) =>
    LanguageClient.start(capabilities, {
      workspaceFolders: [{ uri: pathToFileURL(folder).href, name: 'repository' }],
      settings: OWN_TASTE,
      ...options,
    });
  return { folder, uriOf, start };
}

/** One line per diagnostic. */
const lineOf = (path: string, code: unknown, severity: string, line: number) =>
  `${path} ${code} ${severity}${path.endsWith('.ipynb') ? '' : ` ${line}`}`;

const linesOf = (path: string, diagnostics: readonly Diagnostic[]) =>
  diagnostics.map(({ code, severity, range }) =>
    lineOf(path, code, SEVERITIES[severity!]!, range.start.line),
  );

async function checked(folder: string, args: readonly string[]): Promise<string[]> {
  const { status, stderr, files } = await checkJson(args, { cwd: folder });
  assert.deepEqual([status, stderr], [1, '']);
  return files
    .flatMap(({ path, diagnostics }) =>
      diagnostics.map(({ code, severity, range }) => lineOf(path, code, severity, range.start.line)),
    )
    .sort();
}

const EXPECTED = [
  'configs/ads.textproto optimizer-missing',
  'configs/ads.textproto unknown-field hint 1',
  'configs/by-name.config.pbtxt unknown-field hint 0',
  'configs/item.textproto unknown-field hint 1',
  'models/ranking/train.ipynb',
  'models/ranking/train.py',
  'models/small/ads.textproto unknown-field error 1',
  'models/small/third_party/ads.textproto unknown-field error 1',
];

suite('a repository', { concurrency: true }, () => {
  test('has the same problems in the action, in hooks, in the whole workspace and in open files', async () => {
    const { folder, uriOf, start } = repository();
    const byAction = await checked(folder, ['.']);
    for (const each of EXPECTED)
      assert.ok(
        byAction.some((line) => line.startsWith(each)),
        each,
      );
    for (const line of byAction)
      assert.match(line, /^(configs\/(ads|by|item)|models\/(ranking\/train\.(py|ipynb)|small))/);

    const all = Object.keys(FILES).filter((path) => /\.(textproto|pbtxt|py|ipynb)$/.test(path));
    assert.deepEqual(await checked(folder, ['--detect', '--force-exclude', ...all]), byAction, 'hook');

    const client = await start(WATCHES);
    const report = await client.connection.sendRequest<WorkspaceDiagnosticReport>('workspace/diagnostic', {
      previousResultIds: [],
    });
    const inWorkspace = report.items.flatMap((item) =>
      item.kind === 'full' ? linesOf(relative(folder, fileURLToPath(item.uri)), item.items) : [],
    );
    assert.deepEqual(inWorkspace.sort(), byAction, 'workspace');

    // Files that git ignores are checked when opened, and so are files in an environment.
    const openable = all.filter((path) => !/ipynb$|_local|^build|^env|^\.|^node_modules/.test(path));
    const open: string[] = [];
    for (const path of openable) {
      const languageId = path.endsWith('.py') ? 'python' : 'textproto';
      await client.open(uriOf(path), String(FILES[path]), languageId);
      open.push(...linesOf(path, await client.diagnostics(uriOf(path))));
    }
    assert.deepEqual(
      open.sort(),
      byAction.filter((line) => !line.includes('.ipynb')),
      'open',
    );
    await client.stop();
  });

  test('gets new problems at once after its configuration changes, if the client watches files', async () => {
    const { folder, uriOf, start } = repository();
    const client = await start(WATCHES);
    const uri = uriOf('models/small/ads.textproto');
    await client.open(uri, CONFIGURATION);
    const codes = async () => (await client.diagnostics(uri)).map(({ code }) => code);
    assert.deepEqual(await codes(), ['unknown-field']);
    const file = join(folder, 'models/small/tpu-embedding.json');
    const tell = async (type: FileChangeType) => {
      const since = client.notified.length;
      const changes = [{ uri: pathToFileURL(file).href, type }];
      await client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
      await client.notification('workspace/diagnostic/refresh', () => true, since);
    };
    writeFileSync(file, '{ "rules": { "unknown-field": "off" } }');
    await tell(FileChangeType.Changed);
    assert.deepEqual(await codes(), ['optimizer-missing']);
    writeFileSync(file, '{ "exclude": ["*.textproto"] }');
    await tell(FileChangeType.Changed);
    assert.deepEqual(await codes(), []);
    rmSync(file);
    await tell(FileChangeType.Deleted);
    assert.deepEqual((await client.diagnostics(uri)).map(({ severity }) => severity).sort(), [1, 4]);
    await client.stop();
  });

  test('gets new problems in other clients once a file is saved or opened', async () => {
    const { folder, uriOf, start } = repository();
    const client = await start(PULLS);
    const uri = uriOf('models/small/ads.textproto');
    await client.open(uri, CONFIGURATION);
    assert.equal((await client.diagnostics(uri)).length, 1);
    writeFileSync(join(folder, 'models/small/tpu-embedding.json'), '{}');
    await client.connection.sendNotification('textDocument/didSave', { textDocument: { uri } });
    assert.equal((await client.diagnostics(uri)).length, 2);
    writeFileSync(join(folder, 'models/small/tpu-embedding.json'), '{ "exclude": ["*"] }');
    await client.close(uri);
    await client.open(uri, CONFIGURATION);
    assert.deepEqual(await client.diagnostics(uri), []);
    await client.stop();
  });

  test('is listed anew in other clients once an ignore file is saved', async () => {
    const { folder, uriOf, start } = repository();
    const client = await start(PULLS);
    await client.open(uriOf('models/small/ads.textproto'), CONFIGURATION);
    const isListed = async () => {
      const { items } = await client.connection.sendRequest<WorkspaceDiagnosticReport>(
        'workspace/diagnostic',
        { previousResultIds: [] },
      );
      return items.some(({ uri }) => uri === uriOf('configs/ads.textproto'));
    };
    assert.equal(await isListed(), true);
    const ignoreFile = uriOf('.gitignore');
    await client.open(ignoreFile, '', 'ignore');
    writeFileSync(join(folder, '.gitignore'), 'configs/\n');
    await client.connection.sendNotification('textDocument/didSave', { textDocument: { uri: ignoreFile } });
    assert.equal(await isListed(), false);
    await client.stop();
  });

  test("is checked under the editor's settings if it has no configuration", async () => {
    const { 'pyproject.toml': _, ...files } = FILES;
    const { uriOf, start } = repository(files);
    const client = await start(PULLS);
    for (const [path, severities] of [
      ['configs/ads.textproto', [2]],
      ['models/ads.textproto', []],
    ] as const) {
      await client.open(uriOf(path), CONFIGURATION);
      const found = await client.diagnostics(uriOf(path));
      assert.deepEqual(
        found.map(({ severity }) => severity),
        severities,
        path,
      );
    }
    await client.stop();
  });

  test('reports mistakes in its configuration in that file, and on the command line with status 2', async () => {
    const text = '{\n  "exlude": [],\n  "descriptorSets": ["missing.pb"]\n}\n';
    const { folder, uriOf, start } = repository({ 'tpu-embedding.json': text, 'a.textproto': CONFIGURATION });
    const client = await start(WATCHES);
    const [uri, file] = [uriOf('a.textproto'), uriOf('tpu-embedding.json')];
    await client.open(uri, CONFIGURATION);
    const shown = async (since: number) => {
      const { diagnostics } = await client.notification<Published>(
        'textDocument/publishDiagnostics',
        (params) => params.uri === file,
        since,
      );
      return diagnostics.map(({ range: { start }, message }) => [start.line, start.character, message]);
    };
    const found = await shown(0);
    assert.deepEqual(
      found.map(([line, character]) => [line, character]),
      [
        [1, 2],
        [2, 21],
      ],
    );
    assert.match(String(found[0]![2]), /Did you mean "exclude"\?/);
    const { status, stdout, stderr } = await runCli(['check', '.'], { cwd: folder });
    assert.equal(status, 2);
    assert.match(stdout, /unknown-field/);
    assert.match(
      stderr,
      /^tpu-embedding: tpu-embedding\.json:2:3: There is no setting "exlude".*\n.*tpu-embedding\.json:3:22: Cannot read/,
    );
    const since = client.notified.length;
    writeFileSync(join(folder, 'tpu-embedding.json'), '{}');
    const changes = [{ uri: file, type: FileChangeType.Changed }];
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
    assert.deepEqual(await shown(since), []);
    await client.stop();
  });

  test('cannot name descriptor sets until the user trusts it', async () => {
    const { uriOf, start } = repository();
    const client = await start(WATCHES, { initializationOptions: { trusted: false } });
    const uri = uriOf('configs/item.textproto');
    await client.open(uri, ITEM);
    assert.deepEqual(await client.diagnostics(uri), []);
    await client.connection.sendNotification('tpuEmbedding/trustGranted');
    assert.deepEqual(
      (await client.diagnostics(uri)).map(({ code }) => code),
      ['unknown-field'],
    );
    await client.stop();
  });
});
