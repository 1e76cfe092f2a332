// Formatting through the protocol and on the command line.
import assert from 'node:assert/strict';
import { chmodSync, chownSync, linkSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { TextDocumentRegistrationOptions, TextEdit } from 'vscode-languageserver-protocol';
import { runCli } from '../support/cli';
import { endServers, LanguageClient } from '../support/client';
import { folderOf } from './descriptors';
import { applyEdits } from './texts';

const BAD = 'a:1\nb {\n c : 2\n  }\n';
const GOOD = 'a: 1\nb {\n  c: 2\n}\n';
const OPTIONS = { tabSize: 8, insertSpaces: false };
const URI = 'file:///w/a.textproto';
const PYTHON = 'file:///w/a.py';

suite('formatting through the protocol', () => {
  let client: LanguageClient;
  before(async () => {
    client = await LanguageClient.start();
    await client.open(URI, BAD);
    await client.open(PYTHON, 'x  = 1\n', 'python');
    await client.open('tpu-embedding-configuration:/w/a.textproto', BAD);
  });
  after(endServers);

  const ask = (method: string, uri: string, params: object) =>
    client.request<TextEdit[] | null>(method, uri, { options: OPTIONS, ...params });
  const line = (number: number) => ({
    start: { line: number, character: 0 },
    end: { line: number, character: 1 },
  });

  test("a document is formatted by edits of changed lines only, whatever the editor's tab settings", async () => {
    const edits = await ask('formatting', URI, {});
    assert.equal(applyEdits(BAD, edits!), GOOD);
    assert.deepEqual(
      edits!.map(({ range }) => range.start.line),
      [0, 2, 3],
    );
  });

  test('formatting one or several ranges leaves the other lines unchanged', async () => {
    const first = await ask('rangeFormatting', URI, { range: line(0) });
    assert.equal(applyEdits(BAD, first!), 'a: 1\nb {\n c : 2\n  }\n');
    const both = await ask('rangesFormatting', URI, { ranges: [line(0), line(2), line(3)] });
    assert.equal(applyEdits(BAD, both!), GOOD);
  });

  test('a typed closing bracket is indented', async () => {
    const edits = await ask('onTypeFormatting', URI, { position: { line: 3, character: 3 }, ch: '}' });
    assert.equal(applyEdits(BAD, edits!), 'a:1\nb {\n c : 2\n}\n');
  });

  test('Python and derived configurations are not formatted', async () => {
    assert.equal(await ask('formatting', PYTHON, {}), null);
    assert.equal(await ask('rangeFormatting', PYTHON, { range: line(0) }), null);
    assert.equal(await ask('formatting', 'tpu-embedding-configuration:/w/a.textproto', {}), null);
  });

  test('for a client with dynamic registration, formatters are registered for text format only', async () => {
    const dynamic = { dynamicRegistration: true };
    const registering = await LanguageClient.start({
      textDocument: { formatting: dynamic, rangeFormatting: dynamic, onTypeFormatting: dynamic },
    });
    assert.equal(registering.initialized.capabilities.documentFormattingProvider, undefined);
    for (const kind of ['formatting', 'rangeFormatting', 'onTypeFormatting']) {
      await registering.registered<TextDocumentRegistrationOptions>(
        `textDocument/${kind}`,
        ([options]) =>
          options?.documentSelector !== undefined &&
          JSON.stringify(options.documentSelector).includes('"textproto"') &&
          !JSON.stringify(options.documentSelector).includes('python'),
      );
    }
  });
});

suite('format on the command line', () => {
  const folder = folderOf({
    'tree/bad.textproto': BAD,
    'tree/sub/crooked.pbtxt': 'a :  2',
    'tree/good.textproto': GOOD,
    'tree/program.py': 'x  = 1\n',
    'linked.textproto': BAD,
    'locked.textproto': BAD,
    'twin.textproto': BAD,
    'owned.textproto': BAD,
    'latin.textproto': Buffer.from('a:1 # \xe9\n', 'latin1'),
  });
  const run = (args: string[], input = '') => runCli(['format', ...args], { cwd: folder, input });
  const textOf = (name: string) => readFileSync(join(folder, name), 'utf8');

  test('--check lists files to change and changes none; then files are formatted and keep their mode', async () => {
    chmodSync(join(folder, 'tree/bad.textproto'), 0o640);
    const before = statSync(join(folder, 'tree/good.textproto'));
    assert.deepEqual(await run(['--check', 'tree']), {
      status: 1,
      stdout: 'tree/bad.textproto\ntree/sub/crooked.pbtxt\n',
      stderr: '',
    });
    assert.equal(textOf('tree/bad.textproto'), BAD);
    assert.deepEqual(await run(['tree']), { status: 0, stdout: '', stderr: '' });
    assert.equal(textOf('tree/bad.textproto'), GOOD);
    assert.equal(textOf('tree/sub/crooked.pbtxt'), 'a: 2\n');
    assert.equal(textOf('tree/program.py'), 'x  = 1\n');
    assert.equal(statSync(join(folder, 'tree/bad.textproto')).mode & 0o777, 0o640);
    assert.equal(statSync(join(folder, 'tree/good.textproto')).ino, before.ino);
    assert.equal((await run(['--check', 'tree'])).status, 0);
  });

  test('standard input is written to standard output; Python is written unchanged', async () => {
    assert.deepEqual(await run(['-'], BAD), { status: 0, stdout: GOOD, stderr: '' });
    assert.deepEqual(await run(['--stdin-filename', 'a.py', '-'], 'x  = 1\n'), {
      status: 0,
      stdout: 'x  = 1\n',
      stderr: '',
    });
    assert.deepEqual(await run(['--check', '--stdin-filename', 'a.textproto', '-'], BAD), {
      status: 1,
      stdout: 'a.textproto\n',
      stderr: '',
    });
  });

  test('a link to a formatted file remains a link', async () => {
    symlinkSync('linked.textproto', join(folder, 'link.textproto'));
    assert.equal((await run(['link.textproto'])).status, 0);
    assert.equal(textOf('linked.textproto'), GOOD);
  });

  test('a file that cannot be written is unchanged, and the reason is reported', async () => {
    const NOBODY = 65534;
    const isRoot = process.getuid?.() === 0;
    for (const path of ['.', 'locked.textproto']) if (isRoot) chownSync(join(folder, path), NOBODY, NOBODY);
    chmodSync(join(folder, 'locked.textproto'), 0o444);
    const options = { cwd: folder, ...(isRoot && { uid: NOBODY }) };
    const { status, stderr } = await runCli(['format', 'locked.textproto'], options);
    assert.equal(status, 2);
    assert.match(stderr, /^tpu-embedding: Cannot write locked\.textproto: /);
    assert.equal(textOf('locked.textproto'), BAD);
  });

  test('a file keeps its owner, and all its hard links show the formatted text', async () => {
    linkSync(join(folder, 'twin.textproto'), join(folder, 'other.textproto'));
    if (process.getuid?.() === 0) chownSync(join(folder, 'owned.textproto'), 1234, 5678);
    const { uid, gid } = statSync(join(folder, 'owned.textproto'));
    assert.equal((await run(['twin.textproto', 'owned.textproto'])).status, 0);
    assert.equal(textOf('other.textproto'), GOOD);
    const after = statSync(join(folder, 'owned.textproto'));
    assert.deepEqual([after.uid, after.gid, textOf('owned.textproto')], [uid, gid, GOOD]);
  });

  test('a file that is not UTF-8 is unchanged, and an unreadable one is reported', async () => {
    const before = readFileSync(join(folder, 'latin.textproto'));
    const { status, stderr } = await run(['latin.textproto', 'missing.textproto', 'tree']);
    assert.equal(status, 2);
    assert.match(stderr, /Cannot format latin\.textproto: it is not UTF-8/);
    assert.match(stderr, /Cannot read missing\.textproto/);
    assert.deepEqual(readFileSync(join(folder, 'latin.textproto')), before);
  });

  test('wrong usage is explained', async () => {
    assert.match((await run([])).stderr, /Name a file or a folder[\s\S]*Usage: tpu-embedding format/);
    assert.equal((await run(['--stdin-filename', 'a', 'tree'])).status, 2);
  });
});
