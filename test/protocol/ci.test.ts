// Every snippet of docs/configuration.md runs: it passes in a clean repository, and one per language fails with a mistake.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { after, suite, test } from 'node:test';
import { load } from 'js-yaml';
import { CLI } from '../support/cli';
import { table } from '../support/configurations';
import { type Hook, type Ran, readYaml, runAction, runSteps, type Step } from '../support/workflows';
import { folderOf } from './descriptors';

const { name, version, repository } = JSON.parse(readFileSync('package.json', 'utf8'));
const address = repository.url.replace(/\.git$/, '');
const OURS = `${new URL(address).pathname.slice(1)}@v${version}`;

const CONFIGURATION = `# proto-message: tensorflow.tpu.TPUEmbeddingConfiguration
${table('user', 1000, 16, 2)}mode: TRAINING
batch_size_per_tensor_core: 8
num_hosts: 1
num_tensor_cores: 8
`;
const CALL = 'import tensorflow as tf\ntf.tpu.experimental.embedding.Adagrad(learning_rate=0.1)\n';

/** Our command, and npm's with a local package instead of the registry. */
const commands = folderOf({
  'tpu-embedding': `#!/bin/sh\nexec '${process.execPath}' '${CLI}' "$@"\n`,
  npx: `#!/bin/sh
if [ "$1 $2 $3" = '--yes --package ${name}@${version}' ] && [ "$4 $5" = '-- tpu-embedding' ]; then shift 5
elif [ "$1 $2" = '--yes ${name}@${version}' ]; then shift 2
elif [ "$1 $2" = '--yes file:tools/${name}-${version}.tgz' ]; then shift 2
else echo "npx is called with $*" >&2; exit 9; fi
exec tpu-embedding "$@"
`,
  npm: `#!/bin/sh
[ "$*" = 'install --global ${name}@${version}' ] || { echo "npm is called with $*" >&2; exit 9; }
`,
  pip: `#!/bin/sh
[ "$*" = 'install ${name}==${version}' ] || { echo "pip is called with $*" >&2; exit 9; }
`,
});
for (const command of ['tpu-embedding', 'npx', 'npm', 'pip']) chmodSync(join(commands, command), 0o755);

const { GITHUB_WORKSPACE, CI_PROJECT_DIR, FORCE_COLOR, ...rest } = process.env;
const env = { ...rest, PATH: `${commands}${delimiter}${process.env['PATH']}` };
after(() => rmSync(commands, { recursive: true }));

/** A repository of configurations, programs, notebooks, files of other messages and a virtual environment. */
function repositoryWith(mistake: boolean): string {
  const folder = folderOf({
    '.gitignore': '.venv/\n',
    'models/tables/tpu_embedding.textproto': CONFIGURATION,
    'models/model.py': CALL,
    'models/model.ipynb': JSON.stringify({
      cells: [{ cell_type: 'code', source: CALL }],
      metadata: {},
      nbformat: 4,
    }),
    'serving/config.pbtxt': 'name: "model"\nmax_batch_size: 8\n',
    '.venv/pyvenv.cfg': '',
    '.venv/lib/broken.py': CALL.replace('learning_rate', 'learning_rte'),
  });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd: folder,
      stdio: 'pipe',
    });
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '--message=first');
  git('update-ref', 'refs/remotes/origin/main', 'HEAD');
  if (mistake) writeFileSync(join(folder, 'models/model.py'), CALL.replace('learning_rate', 'learning_rte'));
  git('add', '.');
  return folder;
}

type Block = { readonly language: string; readonly text: string; readonly line: number };

const [, page = ''] = readFileSync('docs/configuration.md', 'utf8').split('## In CI and hooks');
const blocks: Block[] = [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map((match) => ({
  language: match[1]!,
  text: match[2]!,
  line: page.slice(0, match.index).split('\n').length,
}));

const shell = (script: string, cwd: string): Ran =>
  spawnSync('sh', ['-e', '-c', script], { cwd, env, encoding: 'utf8' });

function workflow(steps: readonly Step[], cwd: string): Ran {
  const other = ({ uses = '', with: inputs = {} }: Step) => {
    assert.match(uses, /^(?:actions\/(?:checkout|setup-node)|github\/codeql-action\/upload-sarif)@v\d+$/);
    const sarif = inputs['sarif_file'] as string | undefined;
    if (sarif) assert.equal(JSON.parse(readFileSync(join(cwd, sarif), 'utf8')).version, '2.1.0');
  };
  const result = runSteps(steps, { 'github.base_ref': 'main' }, cwd, env, other, (uses) => uses === OURS);
  // Paths of annotations are relative to the root, whatever the action's working directory is.
  if (result.status !== 0) assert.match(result.stdout, /^::error file=models\/model\.py,line=2,/m);
  return result;
}

type HookUse = Pick<Hook, 'id'> & Partial<Hook> & { readonly args?: readonly string[] };

/** Runs hooks as pre-commit does: with the committed files whose paths match. */
function preCommit(
  repos: readonly { repo: string; rev?: string; hooks: readonly HookUse[] }[],
  cwd: string,
): Ran {
  const files = execFileSync('git', ['ls-files'], { cwd, encoding: 'utf8' }).trim().split('\n');
  const known = readYaml<readonly Hook[]>('.pre-commit-hooks.yaml');
  const results = repos.flatMap(({ repo, rev, hooks }) => {
    const isLocal = repo === 'local';
    if (!isLocal) assert.deepEqual([repo, rev], [address, `v${version}`]);
    return hooks.map(({ id, args = [], ...own }) => {
      const hook = isLocal ? ({ id, ...own } as Hook) : known.find((each) => each.id === id);
      assert.ok(hook, id);
      const given = files.filter((file) => pattern(hook).test(file));
      assert.ok(given.length > 1, id);
      const [command, ...fixed] = hook.entry.split(' ');
      return spawnSync(command!, [...fixed, ...args, ...given], { cwd, env, encoding: 'utf8' });
    });
  });
  return results.find(({ status }) => status !== 0) ?? results[0]!;
}

/** JavaScript puts Python's `(?i)` after the expression. */
const pattern = ({ files }: Hook) => new RegExp(files.replace('(?i)', ''), 'i');

type Yaml = {
  readonly jobs?: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
  readonly repos?: Parameters<typeof preCommit>[0];
} & Readonly<Record<string, GitlabJob>>;

interface GitlabJob {
  readonly script: readonly string[];
  readonly artifacts: { readonly reports: { readonly codequality: string } };
}

function yaml(text: string, cwd: string): Ran {
  const { jobs, repos, ...gitlab } = load(text) as Yaml;
  if (jobs) return workflow(Object.values(jobs)[0]!.steps, cwd);
  if (repos) return preCommit(repos, cwd);
  const [job] = Object.values(gitlab);
  const result = shell(job!.script.join('\n'), cwd);
  const issues = JSON.parse(readFileSync(join(cwd, job!.artifacts.reports.codequality), 'utf8'));
  assert.equal(issues.length > 0, result.status !== 0);
  return result;
}

const RUNNERS: Readonly<Record<string, (text: string, cwd: string) => Ran>> = {
  sh: shell,
  yaml,
  groovy(text, cwd) {
    const script = [...text.matchAll(/\bsh '([^']*)'/g)].map(([, line]) => line).join('\n');
    const result = shell(script, cwd);
    const report = readFileSync(join(cwd, /\bjunit '([^']*)'/.exec(text)![1]!), 'utf8');
    assert.match(report, /^<\?xml [\s\S]*<testsuites name="tpu-embedding" tests="\d+"/);
    return result;
  },
  make(text, cwd) {
    writeFileSync(join(cwd, 'Makefile'), text);
    const make = (goal: string) => spawnSync('make', [goal], { cwd, env, encoding: 'utf8' });
    const checked = make('check');
    assert.equal(checked.status === 0 ? make('fix').status : 0, 0);
    // The message of any failed command.
    return { ...checked, status: checked.status === 2 ? 1 : checked.status };
  },
};

const nameOf = ({ language, line }: Block) => `the block of ${language} in line ${line}`;

/** Kinds of YAML snippets: a workflow with or without our action, hooks, or a pipeline. */
const kindOf = ({ language, text }: Block) =>
  [language, /^(?:jobs|repos| +image)\b/m.exec(text)?.[0], text.includes(OURS)].join();

const isMissing = ({ language }: Block) => language === 'make' && spawnSync('make', ['--version']).error;

suite('docs/configuration.md, In CI and hooks', () => {
  test('has blocks of every kind', () => {
    assert.deepEqual(new Set(blocks.map(({ language }) => language)), new Set(Object.keys(RUNNERS)));
    assert.ok(blocks.length >= 10);
  });

  const [clean, mistaken] = [repositoryWith(false), repositoryWith(true)];
  after(() => [clean, mistaken].forEach((folder) => void rmSync(folder, { recursive: true })));
  const kinds = new Map(blocks.map((block) => [kindOf(block), block]));

  for (const block of blocks)
    test(`${nameOf(block)} passes without mistakes`, (t) => {
      if (isMissing(block)) return t.skip('make is not installed');
      const { status, stdout, stderr } = RUNNERS[block.language]!(block.text, clean);
      assert.equal(status, 0, stdout + stderr);
    });

  for (const block of kinds.values())
    test(`${nameOf(block)} fails with a mistake`, (t) => {
      if (isMissing(block)) return t.skip('make is not installed');
      const { status, stdout, stderr } = RUNNERS[block.language]!(block.text, mistaken);
      assert.equal(status, 1, stdout + stderr);
    });
});

test('make fix lays files out, also where a mistake is left', (t) => {
  const make = blocks.find(({ language }) => language === 'make')!;
  if (isMissing(make)) return t.skip('make is not installed');
  const folder = repositoryWith(false);
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'Makefile'), make.text);
  writeFileSync(join(folder, 'a.textproto'), CONFIGURATION.replace('num_hosts: 1', 'num_hosts :"one"'));
  const { status } = spawnSync('make', ['fix'], { cwd: folder, env, encoding: 'utf8' });
  assert.notEqual(status, 0);
  assert.match(readFileSync(join(folder, 'a.textproto'), 'utf8'), /^num_hosts: "one"$/m);
});

suite('the action', () => {
  test('treats inputs as data, never as commands', (t) => {
    const folder = repositoryWith(false);
    t.after(() => rmSync(folder, { recursive: true }));
    mkdirSync(join(folder, 'a b'));
    writeFileSync(join(folder, 'a b', '$(touch x).textproto'), CONFIGURATION);
    const paths = '$(touch y)\na b/$(touch x).textproto\n"; touch z\n';
    const { status, stderr } = runAction({ paths, args: '--rule\n`touch v`=off' }, folder, env);
    assert.equal(status, 2);
    assert.match(stderr, /There is no rule "`touch"/);
    const named = runAction({ paths }, folder, env);
    assert.equal(named.status, 2);
    assert.match(named.stderr, /Cannot read \$\(touch y\)/);
    assert.match(named.stderr, /Cannot read "; touch z/);
    assert.doesNotMatch(named.stderr, /a b/);
    for (const file of ['v', 'x', 'y', 'z']) assert.equal(existsSync(join(folder, file)), false);
  });
});

test('the hooks match the files that check searches, and no others', () => {
  const [check, fix, format] = readYaml<readonly Hook[]>('.pre-commit-hooks.yaml');
  for (const [hook, yes, no] of [
    [
      check!,
      ['a.textproto', 'b/C.PY', 'd.ipynb', 'e.pbtxt', 'f.txtpb', 'g.textpb'],
      ['a.pyc', 'textproto', 'b.txt'],
    ],
    [fix!, ['a.textproto', 'b/C.PY'], ['a.md']],
    [format!, ['a.textproto', 'E.PBTXT'], ['a.py', 'd.ipynb']],
  ] as const) {
    for (const file of yes) assert.match(file, pattern(hook));
    for (const file of no) assert.doesNotMatch(file, pattern(hook));
  }
});
