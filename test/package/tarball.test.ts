// The npm package: packed from an unbuilt checkout, installed without a network.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import * as nodeModule from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { startAssistant, textOf } from '../support/assistant';
import { endServers, LanguageClient } from '../support/client';
import { blocksOf } from '../support/editors-page';
import { runAction } from '../support/workflows';
import { assertFiles } from './files';

const BUDGET = 1030 * 1024;

/** Files that a checkout does not have, or that a build does not need. */
const LEFT_OUT = new Set(['node_modules', '.git', 'dist', 'out', 'test', '.cache', '.vscode-test']);

const folder = mkdtempSync(join(tmpdir(), 'tarball-'));
const checkout = join(folder, 'checkout');
const home = join(folder, 'home');
const installed = join(home, 'node_modules', 'tpu-embedding-tools');

const shell = process.platform === 'win32';
const npm = (cwd: string, ...args: string[]) =>
  // An empty cache, so that any dependency would be missing.
  execFileSync('npm', [...args, '--offline', '--cache', join(folder, 'cache')], {
    cwd,
    shell,
    stdio: 'pipe',
  });

const command = (...args: string[]) =>
  spawnSync(join(home, 'node_modules', '.bin', 'tpu-embedding'), args, {
    cwd: home,
    encoding: 'utf8',
    shell,
  });

/** Environment of npx without a network. */
const npxEnvironment = {
  ...process.env,
  npm_config_offline: 'true',
  npm_config_cache: join(folder, 'cache'),
};

let tarball: string;

before(() => {
  cpSync('.', checkout, { recursive: true, filter: (path) => !LEFT_OUT.has(basename(path)) });
  symlinkSync(resolve('node_modules'), join(checkout, 'node_modules'), 'junction');
  cpSync(join(checkout, 'examples'), home, { recursive: true });
  npm(checkout, 'pack', '--pack-destination', folder);
  tarball = join(folder, readdirSync(folder).find((file) => file.endsWith('.tgz'))!);
  npm(home, 'install', '--no-audit', '--no-fund', tarball);
});

after(() => {
  endServers();
  rmSync(folder, { recursive: true });
});

suite('the tarball', () => {
  test('holds the files of its list and no other', () => {
    const files = readdirSync(installed, { recursive: true, encoding: 'utf8' })
      .filter((file) => statSync(join(installed, file)).isFile())
      .map((file) => file.replaceAll('\\', '/'))
      // One line stands for all pages of rules.
      .map((file) => file.replace(/^docs\/rules\/.*/, 'docs/rules/*.md'));
    assertFiles(files, 'test/fixtures/tarball-files.txt');
  });

  test('keeps within its budget of size', () => {
    const { size } = statSync(tarball);
    assert.ok(size <= BUDGET, `${size} bytes are more than ${BUDGET}`);
  });

  test('has no code that Node would keep in UTF-16', () => {
    const bundles = join(installed, 'dist');
    for (const file of readdirSync(bundles).filter((each) => each.endsWith('.js')))
      assert.ok(
        readFileSync(join(bundles, file)).every((byte) => byte < 0x80),
        file,
      );
  });

  test('depends on no other package', () => {
    const { packages } = JSON.parse(readFileSync(join(home, 'package-lock.json'), 'utf8'));
    assert.deepEqual(Object.keys(packages), ['', 'node_modules/tpu-embedding-tools']);
  });
});

suite('the installed command', () => {
  for (const [expected, ...args] of [
    [1, 'check', 'mistakes.textproto'],
    [1, 'check', '.'],
    [1, 'check', '--format', 'json', 'ranking_mistakes.py'],
    [0, 'format', '--check', 'ads_ranking.textproto'],
    [0, 'describe', 'ads_ranking.textproto'],
    [0, 'plan', '--tpu', 'v5p-16', 'ads_ranking.textproto'],
    [3, 'derive', 'two_towers.py'],
    [0, 'simulate', '--format', 'text', 'adagrad_steps.json'],
    [
      0,
      'simulate',
      '--scenario',
      'zipf',
      '--table',
      'user',
      '--learning-rate',
      '0.1',
      '--last',
      'ads_ranking.textproto',
    ],
    [0, 'rules'],
    [0, 'explain', 'missing-colon'],
  ] as const)
    test(`${args.join(' ')} ends with ${expected} and prints no errors`, () => {
      const { status, stdout, stderr } = command(...args);
      assert.deepEqual({ status, stderr }, { status: expected, stderr: '' });
      assert.equal(stdout === '', args[0] === 'format');
    });

  test('runs by npx as in the action, without an installation', { skip: shell }, () => {
    const { status, stdout, stderr } = runAction(
      { version: `file:${tarball}`, paths: 'mistakes.textproto', 'sarif-file': 'report.sarif' },
      home,
      { ...npxEnvironment, GITHUB_WORKSPACE: folder },
    );
    assert.equal(status, 1, stderr);
    assert.match(stdout, /^::error file=home\/mistakes\.textproto,line=/);
    assert.equal(JSON.parse(readFileSync(join(home, 'report.sarif'), 'utf8')).version, '2.1.0');
  });

  test('runs by npx with `file:` and its path, as docs/configuration.md says', { skip: shell }, () => {
    const page = readFileSync('docs/configuration.md', 'utf8');
    assert.match(page, /`file:` and its path take the place of\n`tpu-embedding-tools@/);
    const [line] = /^npx .*/m.exec(page)!;
    const { status, stdout, stderr } = spawnSync(
      'sh',
      ['-c', line.replace(/tpu-embedding-tools@\S+/, `file:${tarball}`)],
      { cwd: home, env: npxEnvironment, encoding: 'utf8' },
    );
    assert.equal(status, 1, stderr);
    assert.match(stdout, /^mistakes\.textproto:7:7: error: /m);
  });

  test('runs by npx as a server for assistants, without an installation', { skip: shell }, async () => {
    const [block] = blocksOf('Anywhere, from one file', 'docs/editors.md');
    const { command: npx, args } = JSON.parse(block!.text).mcpServers['tpu-embedding'];
    const named = args.map((arg: string) =>
      arg.replace(/^\/path\/to\/downloads\/(.*\.tgz)$/, join(folder, '$1')),
    );
    const assistant = await startAssistant({
      cwd: home,
      command: [npx, ...named],
      env: { npm_config_cache: join(folder, 'cache') },
    });
    assert.match(textOf(await assistant.call('check', { path: 'mistakes.textproto' })), /6 errors/);
    await assistant.close();
  });

  test('keeps its compiled code in the cache folder of the user, unless that is off', { skip: shell }, () => {
    const cache = join(folder, 'cache of the user');
    const compiled = () =>
      existsSync(cache) ? readdirSync(cache, { recursive: true, encoding: 'utf8' }).sort() : [];
    const check = (env: NodeJS.ProcessEnv) =>
      spawnSync(process.execPath, [join(installed, 'dist', 'cli.js'), 'check', '.'], {
        cwd: home,
        env: { ...process.env, XDG_CACHE_HOME: cache, ...env },
        encoding: 'utf8',
      }).stdout;
    const expected = check({ NODE_DISABLE_COMPILE_CACHE: '1' });
    assert.deepEqual(compiled(), []);
    assert.equal(check({}), expected);
    const kept = compiled();
    assert.equal(kept.length > 0, 'enableCompileCache' in nodeModule);
    assert.ok(kept.every((path) => path.startsWith('tpu-embedding-tools')));
    assert.equal(check({}), expected);
    assert.deepEqual(compiled(), kept);
    assert.equal(check({ XDG_CACHE_HOME: '/dev/null/no-folder' }), expected);
  });

  test('is a language server that finds definitions in its own .proto files', async () => {
    const client = await LanguageClient.start(undefined, {
      server: [join(installed, 'dist', 'cli.js'), 'lsp', '--stdio'],
    });
    const uri = 'file:///a.textproto';
    await client.open(uri, '# proto-message: tensorflow.tpu.TPUEmbeddingConfiguration\nnum_hosts: 1\n');
    const [link] = await client.at<{ targetUri: string }[]>('definition', uri, { line: 1, character: 2 });
    assert.match(readFileSync(new URL(link!.targetUri), 'utf8'), /message TPUEmbeddingConfiguration/);
    assert.equal(await client.stop(), 0);
  });
});
