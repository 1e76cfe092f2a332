// The instructions of docs/forms.md: git and a job of GitHub Actions show differences in meaning.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { after, test } from 'node:test';
import { load } from 'js-yaml';
import { CLI } from '../support/cli';
import { table } from '../support/configurations';
import { runSteps, type Step } from '../support/workflows';
import { folderOf } from './descriptors';

const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
const [, page = ''] = readFileSync('docs/forms.md', 'utf8').split('## What differs in meaning');
const blocksOf = (language: string) =>
  [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].flatMap((match) =>
    match[1] === language ? [match[2]!] : [],
  );

const commands = folderOf({
  'tpu-embedding': `#!/bin/sh\nexec '${process.execPath}' '${CLI}' "$@"\n`,
  npx: `#!/bin/sh
[ "$1 $2" = '--yes ${name}@${version}' ] || { echo "npx is called with $*" >&2; exit 9; }
shift 2
exec tpu-embedding "$@"
`,
});
for (const command of ['tpu-embedding', 'npx']) chmodSync(join(commands, command), 0o755);
const env = {
  ...process.env,
  PATH: `${commands}${delimiter}${process.env['PATH']}`,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@b',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@b',
};

const text = `${table('user', 1000, 16, 2)}mode: TRAINING\n`;
const wider = text.replace('dimension: 16', 'dimension: 32');
const LINES = 'Table user: dimension 16 → 32\nMemory on the devices: 188 KiB → 375 KiB (+100 %)\n';

const folders: string[] = [];
after(() => [commands, ...folders].forEach((folder) => void rmSync(folder, { recursive: true })));

function repositoryWith(files: Readonly<Record<string, string | Uint8Array>>) {
  const folder = folderOf(files);
  folders.push(folder);
  const run = (command: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, env, encoding: 'utf8' });
    assert.equal(status, 0, stderr);
    return stdout;
  };
  const git = (...args: string[]) => run('git', ...args);
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message=first');
  return { folder, run, git, write: (path: string, to: string) => writeFileSync(join(folder, path), to) };
}

test('git diff shows differences in meaning, or lines if a configuration cannot be read', () => {
  const [attributes] = blocksOf('gitattributes');
  const [configure] = blocksOf('sh');
  const { run, git, write } = repositoryWith({
    '.gitattributes': attributes!,
    'a b.textproto': text,
    'broken.textproto': text,
    'same.textproto': text,
  });
  run('sh', '-c', configure!);
  write('a b.textproto', wider);
  assert.equal(git('diff'), `a b.textproto\n${LINES}`);
  write('a b.textproto', text);
  write('same.textproto', `# A comment.\n${text}`);
  assert.equal(git('diff'), 'same.textproto\n');
  write('same.textproto', text);
  write('broken.textproto', text.replace('mode:', 'mood:'));
  assert.match(git('diff'), /^broken\.textproto\n--- [\s\S]*^-mode: TRAINING\n\+mood: TRAINING$/m);
  git('checkout', '--quiet', '.');
  write('new.textproto', text);
  git('add', '--intent-to-add', 'new.textproto');
  assert.match(git('diff'), /^new\.textproto\nmode UNSPECIFIED → TRAINING\nTable user: added: 1,000 × 16/);
  git('add', '.');
  git('commit', '--quiet', '--message=second');
  assert.match(git('show', '--ext-diff', '--format='), /^new\.textproto\nmode UNSPECIFIED/);
  assert.match(git('diff', '--no-ext-diff', 'HEAD~'), /^\+mode: TRAINING$/m);
});

test('git diff shows binary configurations as lines', () => {
  const { folder, run, git } = repositoryWith({
    '.gitattributes': blocksOf('gitattributes')[1]!,
    'text.textproto': text,
    'wider.textproto': wider,
    'tables.binpb': '',
  });
  run('sh', '-c', blocksOf('sh')[1]!);
  const convert = (from: string) =>
    run(process.execPath, CLI, 'convert', '--to', 'binary', from, '-o', join(folder, 'tables.binpb'));
  convert('text.textproto');
  git('commit', '--quiet', '--all', '--message=second');
  convert('wider.textproto');
  assert.match(git('diff'), /^- +dimension: 16\n\+ +dimension: 32$/m);
});

test('a job writes the changes of a pull request into the summary', () => {
  const { folder, git, write } = repositoryWith({
    'models/a b.textproto': text,
    'same.textproto': text,
    'broken.textproto': text,
    'kept.textproto': text,
  });
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  write('models/a b.textproto', wider);
  write('same.textproto', `# A comment.\n${text}`);
  write('broken.textproto', text.replace('mode:', 'mood:'));
  git('commit', '--quiet', '--all', '--message=second');
  const [job] = blocksOf('yaml');
  const { jobs } = load(job!) as { jobs: Record<string, { steps: Step[] }> };
  const summary = join(folder, 'summary.md');
  const used: string[] = [];
  const { status, stderr } = runSteps(
    jobs['compare']!.steps,
    { 'github.base_ref': 'main' },
    folder,
    { ...env, GITHUB_STEP_SUMMARY: summary },
    ({ uses = '' }) => void used.push(uses),
    () => false,
  );
  assert.equal(status, 0, stderr);
  assert.deepEqual(used, ['actions/checkout@v4', 'actions/setup-node@v4']);
  const lines = LINES.replaceAll(/^(?=.)/gm, '- ');
  assert.equal(readFileSync(summary, 'utf8'), `### models/a b.textproto\n\n${lines}\n`);
});
