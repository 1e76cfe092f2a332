// Runs what is released under each Node that it is for: `npm run test:nodes`, or `npm run test:nodes -- 26.10.0` for one.
import { spawnSync } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import parts from './vscode-host/parts.json' with { type: 'json' };
import { nodeRelease } from './vscode-host/parts.mjs';

/** The packed command, and all that it and the server do as processes. */
const suites = [['test/package', 'tarball'], ['test/protocol']];

const wanted = process.argv.slice(2);
const failed = [];
for (const version of wanted.length > 0 ? wanted : parts.nodes) {
  const node = await nodeRelease(version);
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env['PATH']}` };
  for (const suite of suites) {
    console.log(`\n▶ Node ${version}: ${suite.join(' ')}`);
    const { status } = spawnSync(node, ['scripts/node-test.mjs', ...suite], { env, stdio: 'inherit' });
    if (status !== 0) failed.push(`Node ${version}: ${suite.join(' ')}`);
  }
}
if (failed.length > 0) {
  console.error(`\n✘ ${failed.join('\n✘ ')}`);
  process.exitCode = 1;
}
