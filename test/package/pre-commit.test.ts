// Hooks from this repository, as pre-commit installs and runs them where there is no Node.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { findOnPath } from '../../scripts/vscode-host/on-path.mjs';
import { table } from '../support/configurations';
import { blocksOf } from '../support/editors-page';
import { makeWheels, onlyFrom, programsWithoutNode, withoutPip } from '../support/python';

const { version, repository } = JSON.parse(readFileSync('package.json', 'utf8'));
const without =
  withoutPip ||
  (findOnPath('pre-commit') ? false : 'not run: it takes pre-commit, as `pip install pre-commit` gives it');

/** What pre-commit takes from this repository. */
const SERVED = ['.pre-commit-hooks.yaml', 'package.json', 'pyproject.toml', 'python'];

const CONFIGURATION = `# proto-message: tensorflow.tpu.TPUEmbeddingConfiguration
${table('user', 1000, 16, 2)}mode: TRAINING
batch_size_per_tensor_core: 8
num_hosts: 1
num_tensor_cores: 8
`;
const PROGRAM = 'import tensorflow as tf\ntf.tpu.experimental.embedding.Adagrad(learning_rate=0.1)\n';

suite('hooks of pre-commit', { skip: without }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'pre-commit-'));
  after(() => rmSync(folder, { recursive: true }));
  const [ours, wheels, project] = ['ours', 'wheels', 'project'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const env = {
    ...onlyFrom(wheels),
    HOME: folder,
    PATH: programsWithoutNode(join(folder, 'programs')),
    // pre-commit brings the pip that it installs with.
    VIRTUALENV_NO_PERIODIC_UPDATE: '1',
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_0: 'user.name',
    GIT_CONFIG_VALUE_0: 'a',
    GIT_CONFIG_KEY_1: 'user.email',
    GIT_CONFIG_VALUE_1: 'a@b',
  };
  const git = (cwd: string, ...args: string[]) => spawnSync('git', args, { cwd, env, encoding: 'utf8' });
  const commit = (files: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text);
    git(project, 'add', '.');
    const { status, stdout, stderr } = git(project, 'commit', '--message=tables');
    return { status, output: stdout + stderr };
  };

  before(() => {
    makeWheels(wheels);
    for (const path of SERVED) cpSync(path, join(ours, path), { recursive: true });
    mkdirSync(project);
    for (const at of [ours, project]) git(at, 'init', '--quiet');
    git(ours, 'add', '.');
    git(ours, 'commit', '--quiet', '--message=first');
    git(ours, 'tag', `v${version}`);
    const [hooks] = blocksOf('pre-commit', 'docs/configuration.md');
    const address = repository.url.replace(/\.git$/, '');
    writeFileSync(join(project, '.pre-commit-config.yaml'), hooks!.text.replace(address, ours));
    git(project, 'add', '.');
  });

  test('there is no Node on the PATH', () => {
    assert.notEqual(spawnSync('sh', ['-c', 'command -v node'], { env }).status, 0);
  });

  test('the guide’s commands install them and pass a project without mistakes', () => {
    const [commands] = blocksOf('Before each commit', 'docs/editors.md');
    const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', commands!.text], {
      cwd: project,
      env,
      encoding: 'utf8',
    });
    assert.equal(status, 0, stdout + stderr);
  });

  test('a commit with mistakes is refused, and says each', () => {
    const { status, output } = commit({
      'a.textproto': CONFIGURATION.replace('num_hosts', 'num_host'),
      'model.py': PROGRAM.replace('learning_rate', 'learning_rte'),
    });
    assert.equal(status, 1);
    assert.match(output, /^a\.textproto:\d+:1: error: .*num_host.* \[unknown-field\]$/m);
    assert.match(output, /^model\.py:2:\d+: error: .*learning_rte.* \[unknown-argument\]$/m);
  });

  test('a commit of what is not laid out is refused, and the file laid out', () => {
    const { status, output } = commit({
      'a.textproto': `${CONFIGURATION}num_hosts  :1\n`,
      'model.py': PROGRAM,
    });
    assert.equal(status, 1);
    assert.match(output, /format text format\.+Failed/);
  });

  test('a commit without mistakes passes', () => {
    const { status, output } = commit({ 'a.textproto': CONFIGURATION, 'model.py': PROGRAM });
    assert.equal(status, 0, output);
  });
});
