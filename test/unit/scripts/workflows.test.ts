// The workflows of GitHub: GitHub's own parser reads them, and they keep to what makes a release safe.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { load } from 'js-yaml';

interface Job {
  readonly 'runs-on': string;
  readonly environment?: string;
  readonly permissions: Readonly<Record<string, string>>;
  readonly steps: readonly { readonly uses?: string; readonly run?: string }[];
}

const FOLDER = '.github/workflows';
const workflows = readdirSync(FOLDER).map((name) => readFileSync(join(FOLDER, name), 'utf8'));
const release = readFileSync(join(FOLDER, 'release.yml'), 'utf8');
const jobs = Object.entries((load(release) as { readonly jobs: Readonly<Record<string, Job>> }).jobs);

async function problemsOf(content: string): Promise<readonly string[]> {
  const { context, value } = parseWorkflow({ name: 'workflow.yml', content }, new NoOperationTraceWriter());
  if (value) await convertWorkflowTemplate(context, value);
  return context.errors.getErrors().map(({ message }) => message);
}

test('the workflows are valid', async () => {
  for (const workflow of workflows) assert.deepEqual(await problemsOf(workflow), []);
});

const MISTAKES: readonly (readonly [right: string, wrong: string, problem: RegExp])[] = [
  ['needs: pypi', 'needs: pipy', /depends on unknown job 'pipy'/],
  ['needs: build', 'needs: [build, npm]', /creates a cycle/],
  ['id-token: write', 'id-token: wirte', /Unexpected value 'wirte'/],
  ['attestations: write', 'attestation: write', /Unexpected value 'attestation'/],
  ['environment: pypi', 'enviroment: pypi', /Unexpected value 'enviroment'/],
  ['- run: npm ci', '- runs: npm ci', /Unexpected value 'runs'/],
  ['tags:', 'tag:', /Unexpected value 'tag'/],
  ['github.token }}', 'github.token( }}', /Unexpected symbol/],
];
for (const [right, wrong, problem] of MISTAKES)
  test(`a mistake in a workflow is found: ${wrong}`, async () => {
    assert.ok(release.includes(right), right);
    assert.match((await problemsOf(release.replaceAll(right, wrong))).join('\n'), problem);
  });

test('an action is pinned by its commit, or a comment says that it is not yet', () => {
  for (const workflow of workflows) {
    const uses = workflow.matchAll(/^(.*)\n +(?:- )?uses: (.*)$/gm);
    for (const [, before = '', action = ''] of uses)
      if (!/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action)) assert.match(before, /# Not pinned: /, action);
  }
});

test('a job that publishes waits for a reviewer, and no job may do more than it needs', () => {
  for (const [name, { permissions, environment, steps, ...job }] of jobs) {
    assert.equal(job['runs-on'], 'ubuntu-24.04');
    const text = JSON.stringify(steps);
    const publishes = / publish |pypi-publish/.test(text);
    assert.equal(environment, publishes ? name : undefined);
    assert.equal(permissions['id-token'], publishes || name === 'build' ? 'write' : undefined, name);
    // An expression in a script would be run as what it says.
    for (const { run = '' } of steps) assert.doesNotMatch(run, /\$\{\{/);
  }
});

test('the programs that publish are locked, and come after the release is built', () => {
  const { dependencies } = JSON.parse(readFileSync('.github/publishing/package.json', 'utf8'));
  const { packages } = JSON.parse(readFileSync('.github/publishing/package-lock.json', 'utf8'));
  for (const [name, version] of Object.entries(dependencies))
    assert.equal(packages[`node_modules/${name}`].version, version);
  for (const [name, { environment, ...job }] of jobs)
    if (environment) assert.match(JSON.stringify(job), /"needs":"build"/, name);
});
