// Runs all checks: `npm test`. With arguments, only the named steps and the build that they need:
// `npm test -- unit property`.
import { spawn } from 'node:child_process';
import { runSteps, summaryOf } from './steps.mjs';

const node = (name, ...args) => ({ name, args });
const local = (name, path, ...args) => ({ name, args: [`node_modules/${path}`, ...args] });
const ofBuild = (step) => ({ ...step, needs: 'build' });

/** Quick checks first: they find mistakes at the lowest cost. */
const quick = [
  node('build', 'scripts/build.mjs'),
  local('lint', '@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'),
  local('typecheck', 'typescript/bin/tsc', '-p', '.'),
  local('typecheck-page', 'typescript/bin/tsc', '-p', 'client/webview'),
  local('typecheck-playground', 'typescript/bin/tsc', '-p', 'playground'),
  node('docs', 'scripts/docs.mjs', '--check'),
];
/** Steps with a single process come first: at the end they would leave a core idle. */
const computing = [
  node('grammar', 'scripts/grammar-test.mjs'),
  node('cpython', 'scripts/node-test.mjs', 'test/cpython'),
  node('unit', 'scripts/node-test.mjs', 'test/unit'),
  node('property', 'scripts/node-test.mjs', 'test/property'),
  ofBuild(node('protocol', 'scripts/node-test.mjs', 'test/protocol')),
  ofBuild(node('package', 'scripts/node-test.mjs', 'test/package')),
];
/** These steps mostly wait for a browser, so they run in parallel with the computing ones; the longest comes first. */
const waiting = [
  ofBuild(node('e2e', 'scripts/e2e.mjs')),
  ofBuild(node('page', 'scripts/node-test.mjs', 'test/page')),
  ofBuild(node('playground', 'scripts/node-test.mjs', 'test/playground')),
];

const all = [...quick, ...computing, ...waiting];
const named = process.argv.slice(2);
const unknown = named.filter((name) => !all.some((step) => step.name === name));
if (unknown.length > 0) {
  const names = all.map(({ name }) => name);
  console.error(`No such step: ${unknown.join(', ')}. Steps: ${names.join(', ')}.`);
  process.exit(2);
}
const wanted = new Set(
  all
    .filter(({ name }) => named.length === 0 || named.includes(name))
    .flatMap(({ name, needs }) => [needs, name]),
);

/** The output of parallel steps is printed when each ends; that of a single step is printed at once. */
const stdio = named.length === 1 ? 'inherit' : ['ignore', 'pipe', 'pipe'];
const results = { passed: [], failed: [], leftOut: [] };
const chosen = (steps) => steps.filter(({ name }) => wanted.has(name));

async function isGreen({ name, args }) {
  const start = Date.now();
  console.log(`\n▶ ${name}`);
  const { status, output } = await ended(spawn(process.execPath, args, { stdio }));
  process.stdout.write(output);
  console.log(`${status === 0 ? '✔' : '✘'} ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
  return status === 0;
}

function ended(child) {
  const chunks = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => chunks.push(chunk));
  return new Promise((resolve) => {
    child.once('close', (status) => resolve({ status, output: Buffer.concat(chunks) }));
  });
}

await runSteps(chosen(quick), isGreen, results);
const [one, other] = [chosen(computing), chosen(waiting)];
await Promise.all([runSteps(one, isGreen, results, other), runSteps(other, isGreen, results, one)]);
const isRed = results.failed.length > 0;
(isRed ? console.error : console.log)(`\n${summaryOf(results).join('\n')}`);
process.exitCode = isRed ? 1 : 0;
