// Runs all checks: `npm test`. With arguments, only the named steps: `npm test -- unit property`.
import { spawn } from 'node:child_process';

const node = (...args) => [process.execPath, args];
const local = (name, ...args) => [process.execPath, [`node_modules/${name}`, ...args]];

/** Quick checks first: they find mistakes at the lowest cost. */
const quick = {
  build: node('scripts/build.mjs'),
  lint: local('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'),
  typecheck: local('typescript/bin/tsc', '-p', '.'),
  'typecheck-page': local('typescript/bin/tsc', '-p', 'client/webview'),
  'typecheck-playground': local('typescript/bin/tsc', '-p', 'playground'),
  docs: node('scripts/docs.mjs', '--check'),
};
/** Steps with a single process come first: at the end they would leave a core idle. */
const computing = {
  grammar: node('scripts/grammar-test.mjs'),
  cpython: node('scripts/node-test.mjs', 'test/cpython'),
  unit: node('scripts/node-test.mjs', 'test/unit'),
  property: node('scripts/node-test.mjs', 'test/property'),
  protocol: node('scripts/node-test.mjs', 'test/protocol'),
  package: node('scripts/node-test.mjs', 'test/package'),
};
/** These steps mostly wait for a browser, so they run in parallel with the computing ones. */
const waiting = {
  page: node('scripts/node-test.mjs', 'test/page'),
  playground: node('scripts/node-test.mjs', 'test/playground'),
  e2e: node('scripts/e2e.mjs'),
};

const names = Object.keys({ ...quick, ...computing, ...waiting });
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`No such step: ${unknown.join(', ')}. Steps: ${names.join(', ')}.`);
  process.exit(2);
}

const failed = [];
/** The output of parallel steps is printed when each ends; that of a single step is printed at once. */
const stdio = wanted.length === 1 ? 'inherit' : ['ignore', 'pipe', 'pipe'];

/** Runs steps in sequence until one fails, here or in the parallel sequence. */
async function run(steps) {
  for (const [name, [command, args]] of Object.entries(steps)) {
    if (failed.length > 0) return;
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const start = Date.now();
    console.log(`\n▶ ${name}`);
    const { status, output } = await ended(spawn(command, args, { stdio }));
    if (status !== 0) failed.push(name);
    process.stdout.write(output);
    console.log(`${status === 0 ? '✔' : '✘'} ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
  }
}

function ended(child) {
  const chunks = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => chunks.push(chunk));
  return new Promise((resolve) => {
    child.once('close', (status) => resolve({ status, output: Buffer.concat(chunks) }));
  });
}

await run(quick);
await Promise.all([run(computing), run(waiting)]);
if (failed.length > 0) {
  console.error(`\n✘ ${failed.join(' and ')} failed`);
  process.exitCode = 1;
}
