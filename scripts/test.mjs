// Proves everything: `npm test`. With arguments, only the named steps: `npm test -- unit property`.
import { spawnSync } from 'node:child_process';

const node = (...args) => [process.execPath, args];
const local = (name, ...args) => [process.execPath, [`node_modules/${name}`, ...args]];

/** In the order in which a mistake is cheapest to find. */
const steps = {
  build: node('scripts/build.mjs'),
  lint: local('@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'),
  typecheck: local('typescript/bin/tsc', '-p', '.'),
  'typecheck-page': local('typescript/bin/tsc', '-p', 'client/webview'),
  docs: node('scripts/docs.mjs', '--check'),
  grammar: node('scripts/grammar-test.mjs'),
  unit: node('scripts/node-test.mjs', 'test/unit'),
  property: node('scripts/node-test.mjs', 'test/property'),
  protocol: node('scripts/node-test.mjs', 'test/protocol'),
  page: node('scripts/node-test.mjs', 'test/page'),
  package: node('scripts/node-test.mjs', 'test/package'),
  e2e: node('scripts/e2e.mjs'),
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in steps));
if (unknown.length > 0) {
  console.error(`No such step: ${unknown.join(', ')}. Steps: ${Object.keys(steps).join(', ')}.`);
  process.exit(2);
}

for (const [name, [command, args]] of Object.entries(steps)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const start = Date.now();
  console.log(`\n▶ ${name}`);
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) {
    console.error(`✘ ${name} failed`);
    process.exit(status ?? 1);
  }
  console.log(`✔ ${name} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
}
