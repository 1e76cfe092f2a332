// check --changed asks git for the files to check, without running configured commands.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { type Json, runCli } from '../support/cli';
import { folderOf } from './descriptors';

const BROKEN = '# proto-message: tensorflow.tpu.OptimizationParameters\nadagra {}\n';
const ODD = 'a b\n"ü%\u{1f600}.textproto';

const table = (name: string) =>
  `table_descriptor { name: "${name}" vocabulary_size: 8 dimension: 8 num_features: 1 }\nmode: TRAINING\nbatch_size_per_tensor_core: 8\nnum_hosts: 1\nnum_tensor_cores: 8\n`;
const program = (name: string) =>
  `import tensorflow as tf\ntf.raw_ops.LoadTPUEmbeddingAdagradParameters(parameters=p, accumulators=a, num_shards=1, shard_id=0, table_name='${name}')\n`;

/** A repository with a commit on main. */
function repository(files: Readonly<Record<string, string>>) {
  const folder = folderOf(files);
  after(() => rmSync(folder, { recursive: true }));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd: folder,
      stdio: 'pipe',
    });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '.');
  git('commit', '--quiet', '--message=first');
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const run = (args: readonly string[], cwd = '.') =>
    runCli(['check', '--format=json', ...args], { cwd: join(folder, cwd) });
  const paths = async (args: readonly string[], cwd?: string) => {
    const { stdout, stderr } = await run(args, cwd);
    return { stderr, paths: (JSON.parse(stdout) as Json).files.map(({ path }) => path).sort() };
  };
  return { folder, git, write, run, paths };
}

suite('check --changed', { concurrency: true }, () => {
  test('before the first commit every file counts as changed, also for a pre-commit hook', async () => {
    const folder = folderOf({ 'a.textproto': BROKEN });
    after(() => rmSync(folder, { recursive: true }));
    execFileSync('git', ['init', '--quiet', folder]);
    for (const option of ['--changed', '--changed=HEAD']) {
      const { status, stdout, stderr } = await runCli(['check', '--format=json', option], { cwd: folder });
      assert.deepEqual(
        [status, (JSON.parse(stdout) as Json).files.map(({ path }) => path)],
        [1, ['a.textproto']],
      );
      assert.equal(stderr, 'Compared with an empty folder, as there is no commit yet.\n');
    }
  });

  test('in a shallow clone without the branch, the error says how to fetch it', async () => {
    const { folder, run } = repository({ 'a.textproto': BROKEN });
    const clone = join(folder, 'clone');
    execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${folder}`, clone], { stdio: 'pipe' });
    const { status, stderr } = await run(['--changed=origin/none'], 'clone');
    assert.equal(status, 2);
    assert.match(stderr, /no branch or commit "origin\/none" here\. .*shallow.*fetch-depth: 0\.\n$/);
    assert.doesNotMatch((await run(['--changed=origin/none'])).stderr, /shallow/);
  });

  test('a path outside of the repository is not treated as unchanged', async () => {
    const { run } = repository({ 'a.textproto': BROKEN });
    const { status, stderr } = await run(['--changed', tmpdir()]);
    assert.equal(status, 2);
    assert.match(stderr, /^tpu-embedding: --changed: ".*" is outside of the repository /);
  });

  test('exactly the files committed, staged, edited or created since the branch left main are checked', async () => {
    const { folder, git, write, paths } = repository({
      '.gitignore': 'ignored.textproto\n',
      'kept.textproto': BROKEN,
      'touched.textproto': BROKEN,
      'edited.textproto': BROKEN,
      'sub/staged.textproto': BROKEN,
      'gone.textproto': BROKEN,
      'old.textproto': BROKEN,
      'main.textproto': BROKEN,
    });
    git('checkout', '--quiet', '-b', 'feature');
    write('committed.textproto', BROKEN);
    renameSync(join(folder, 'old.textproto'), join(folder, 'renamed.textproto'));
    git('add', '.');
    git('commit', '--quiet', '--message=second');
    git('checkout', '--quiet', 'main');
    write('main.textproto', `${BROKEN}# Later.\n`);
    git('commit', '--quiet', '--all', '--message=third');
    git('checkout', '--quiet', 'feature');
    write('edited.textproto', `${BROKEN}\n`);
    write('sub/staged.textproto', `${BROKEN}\n`);
    git('add', 'sub/staged.textproto');
    rmSync(join(folder, 'gone.textproto'));
    write(ODD, BROKEN);
    write('ignored.textproto', BROKEN);
    utimesSync(join(folder, 'touched.textproto'), new Date(1e12), new Date(1e12));
    const inSub = ['sub/staged.textproto'];
    const all = [ODD, 'committed.textproto', 'edited.textproto', 'renamed.textproto', ...inSub].sort();
    const { stderr, paths: found } = await paths(['--changed', '.']);
    assert.deepEqual(found, all);
    assert.match(stderr, /^Compared with main \([0-9a-f]{12}\)\.\n$/);
    assert.deepEqual((await paths(['--changed'])).paths, all);
    assert.deepEqual((await paths(['--changed', 'main'])).paths, all, 'a branch may be the next argument');
    assert.deepEqual((await paths(['--changed', 'sub'])).paths, inSub, 'and what is a folder is a path');
    assert.deepEqual((await paths(['--changed'], 'sub')).paths, ['staged.textproto']);
    const only = all.filter((path) => path !== 'committed.textproto' && path !== 'renamed.textproto');
    assert.deepEqual((await paths(['--changed=HEAD'])).paths, only);
    const named = ['kept.textproto', 'edited.textproto'];
    assert.deepEqual((await paths(['--changed', ...named])).paths, ['edited.textproto']);
  });

  test('a changed program is checked against tables of unchanged files', async () => {
    const { write, paths, run } = repository({
      'tpu_embedding.textproto': table('user_table'),
      'model.py': program('user_table'),
    });
    write('model.py', program('user_tabel'));
    assert.deepEqual((await paths(['--changed'])).paths, ['model.py']);
    const { files } = JSON.parse((await run(['--changed'])).stdout) as Json;
    assert.deepEqual(
      files[0]!.diagnostics.map(({ code }) => code),
      ['unknown-table'],
    );
    write('model.py', `# A comment.\n${program('user_table')}`);
    assert.deepEqual(JSON.parse((await run(['--changed'])).stdout).files[0].diagnostics, []);
  });

  test('commands that the repository configures are not run', async () => {
    const { folder, git, write, paths } = repository({
      'a.textproto': BROKEN,
      '.gitattributes': '* filter=x diff=x\n',
    });
    const trap = join(folder, '.git', 'trap');
    const sprung = join(folder, '.git', 'sprung');
    writeFileSync(trap, `#!/bin/sh\ntouch '${sprung}'\ncat\n`);
    chmodSync(trap, 0o755);
    mkdirSync(join(folder, '.git', 'hooks'), { recursive: true });
    for (const hook of ['post-index-change', 'fsmonitor-watchman'])
      writeFileSync(join(folder, '.git', 'hooks', hook), `#!/bin/sh\nexec '${trap}'\n`, { mode: 0o755 });
    write('a.textproto', `${BROKEN}\n`);
    for (const name of [
      'core.fsmonitor',
      'filter.x.clean',
      'diff.external',
      'diff.x.command',
      'diff.x.textconv',
      'core.pager',
    ])
      git('config', name, trap);
    assert.deepEqual((await paths(['--changed'])).paths, ['a.textproto']);
    assert.equal(existsSync(sprung), false);
  });

  test('an impossible request is reported with status 2', async () => {
    const { git, run } = repository({ 'a.textproto': BROKEN });
    git('branch', '--move', 'trunk');
    const outside = folderOf({ 'a.textproto': BROKEN });
    after(() => rmSync(outside, { recursive: true }));
    const failures = [
      [run(['--changed']), /neither an upstream branch nor origin\/HEAD, main or master/],
      [run(['--changed=nowhere', '.']), /no branch or commit "nowhere"/],
      [run(['--changed=--output=x', '.']), /no branch or commit "--output=x"/],
      [runCli(['check', '--changed'], { cwd: outside }), /needs a git repository/],
      [
        runCli(['check', '--changed'], { cwd: outside, env: { PATH: outside } }),
        /git, which cannot be started/,
      ],
    ] as const;
    for (const [result, message] of failures) {
      const { status, stdout, stderr } = await result;
      assert.deepEqual([status, stdout], [2, '']);
      assert.match(stderr, message);
    }
    git('checkout', '--quiet', '--orphan', 'other');
    git('commit', '--quiet', '--message=other');
    assert.match((await run(['--changed=trunk'])).stderr, /no commit in common here\.\n$/);
  });
});
