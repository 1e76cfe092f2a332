// Accepted problems: `check --write-baseline`, and reports without them on the command line and in the editor.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { DocumentDiagnosticReport } from 'vscode-languageserver';
import { runCli } from '../support/cli';
import { endServers, LanguageClient } from '../support/client';
import { notebookOf } from '../support/notebook';
import { folderOf } from './descriptors';

const BASELINE = 'tpu-embedding-baseline.json';
const IMPORT = 'import tensorflow as tf\nemb = tf.tpu.experimental.embedding\n';
const mistaken = (name: string) => `${name} = emb.TableConfig(0, 8)\n`;
const OLD = `${IMPORT}${mistaken('a')}${mistaken('b')}`;

const folders: string[] = [];
function project(files: Record<string, string>): string {
  const folder = folderOf(files);
  folders.push(folder);
  return folder;
}
after(() => {
  endServers();
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const check = (cwd: string, ...args: string[]) => runCli(['check', ...args], { cwd });

async function errors(cwd: string, ...args: string[]): Promise<number> {
  return JSON.parse((await check(cwd, '--format', 'json', ...args)).stdout).summary.errors;
}

const accepted = (folder: string) => JSON.parse(readFileSync(join(folder, BASELINE), 'utf8')).files;

suite('a baseline', { concurrency: true }, () => {
  test('leaves out what there is, also on other lines, and reports what is new', async () => {
    const folder = project({ 'tpu-embedding.json': '{}', 'sub/model.py': OLD });
    assert.ok((await errors(folder, '.')) > 0);
    const written = await check(folder, '--write-baseline', '.');
    assert.equal(written.status, 0);
    assert.match(written.stderr, /^tpu-embedding-baseline\.json accepts \d+ problems\.\n$/);
    for (const [cwd, path] of [
      [folder, '.'],
      [join(folder, 'sub'), 'model.py'],
    ] as const) {
      const { status, stderr } = await check(cwd, path);
      assert.equal(status, 0);
      assert.match(stderr, /^\d+ problems of the baseline left out\.\n$/);
    }
    writeFileSync(join(folder, 'sub/model.py'), `# A comment.\n\n${OLD}${mistaken('c')}`);
    assert.equal(await errors(folder, '.'), 1);
    // The same line again is one more than is accepted.
    writeFileSync(join(folder, 'sub/model.py'), `${OLD}${mistaken('b')}`);
    assert.equal(await errors(folder, '.'), 1);
  });

  test('forgets at the next writing what has vanished, and keeps what was not checked', async () => {
    const folder = project({ 'tpu-embedding.json': '{}', 'a.py': OLD, 'b.py': OLD, 'c.py': OLD });
    await check(folder, '--write-baseline', '.');
    assert.deepEqual(Object.keys(accepted(folder)), ['a.py', 'b.py', 'c.py']);
    writeFileSync(join(folder, 'a.py'), `${IMPORT}${mistaken('a')}`);
    rmSync(join(folder, 'c.py'));
    await check(folder, '--write-baseline', 'a.py');
    assert.deepEqual(Object.keys(accepted(folder)), ['a.py', 'b.py']);
    assert.deepEqual(
      [...new Set(accepted(folder)['a.py'].map(({ line }: { line: string }) => line))],
      [mistaken('a').trim()],
    );
  });

  test('stands beside each configuration file, of which one is made where there is none', async () => {
    const folder = project({ 'in/tpu-embedding.json': '{}', 'in/a.py': OLD, 'b.py': OLD });
    const { stderr } = await check(folder, '--write-baseline', '.');
    assert.match(stderr, /tpu-embedding\.json is new: /);
    assert.deepEqual(
      [Object.keys(accepted(folder)), Object.keys(accepted(join(folder, 'in')))],
      [['b.py'], ['a.py']],
    );
    assert.equal(readFileSync(join(folder, 'tpu-embedding.json'), 'utf8'), '{}\n');
    assert.equal(await errors(folder, '.'), 0);
  });

  test('may be another file, which then has to exist', async () => {
    const folder = project({ 'a.py': OLD });
    const missing = await check(folder, '--baseline', 'known.json', '.');
    assert.deepEqual([missing.status, missing.stdout], [2, '']);
    assert.match(missing.stderr, /there is no file known\.json/);
    assert.equal((await check(folder, '--write-baseline', '--baseline', 'known.json', '.')).status, 0);
    assert.ok(!existsSync(join(folder, BASELINE)) && !existsSync(join(folder, 'tpu-embedding.json')));
    assert.ok((await errors(folder, '.')) > 0);
    assert.equal(await errors(folder, '--baseline', 'known.json', '.'), 0);
  });

  test('that is none is reported, and everything else with it', async () => {
    for (const text of ['{', '{}', '{"files": 3}', '{"files": {"a.py": [{"rule": "x"}]}}']) {
      const folder = project({ 'tpu-embedding.json': '{}', 'a.py': OLD, [BASELINE]: text });
      const { status, stderr, stdout } = await check(folder, '.');
      assert.equal(status, 2);
      assert.match(stderr, /tpu-embedding\.json:1:1: tpu-embedding-baseline\.json .* is not a baseline/);
      assert.match(stdout, /a\.py:3/);
    }
  });

  test('counts the problems of all cells of a notebook together', async () => {
    const folder = project({ 'tpu-embedding.json': '{}', 'a.ipynb': notebookOf(OLD, mistaken('a')) });
    await check(folder, '--write-baseline', '.');
    assert.equal(await errors(folder, '.'), 0);
    writeFileSync(join(folder, 'a.ipynb'), notebookOf(OLD, mistaken('a'), mistaken('a')));
    assert.equal(await errors(folder, '.'), 1);
  });

  test('counts in the editor as well', async () => {
    const folder = project({ 'tpu-embedding.json': '{}', 'a.py': OLD });
    await check(folder, '--write-baseline', '.');
    const uri = pathToFileURL(folder).href;
    const client = await LanguageClient.start(undefined, {
      rootUri: uri,
      workspaceFolders: [{ uri, name: 'w' }],
    });
    const codes = async (text: string, name: string) => {
      await client.open(`${uri}/${name}`, text, 'python');
      const report = await client.request<DocumentDiagnosticReport>('diagnostic', `${uri}/${name}`);
      return report.kind === 'full' ? report.items.map(({ range }) => range.start.line) : undefined;
    };
    assert.deepEqual(await codes(`${OLD}${mistaken('c')}`, 'a.py'), [4]);
    assert.ok((await codes(OLD, 'other.py'))!.length > 0);
    await client.stop();
  });
});
