// Runs the packed command under each supported Node: `npm run test:nodes`, or `npm run test:nodes -- 26.10.0` for one.
import { spawnSync } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import parts from './vscode-host/parts.json' with { type: 'json' };
import { nodeRelease } from './vscode-host/parts.mjs';

const wanted = process.argv.slice(2);
const failed = [];
for (const version of wanted.length > 0 ? wanted : parts.nodes) {
  const node = await nodeRelease(version);
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env['PATH']}` };
  console.log(`\n▶ Node ${version}`);
  const args = ['scripts/node-test.mjs', 'test/package', 'tarball'];
  if (spawnSync(node, args, { env, stdio: 'inherit' }).status !== 0) failed.push(version);
}
if (failed.length > 0) {
  console.error(`\n✘ Failed under Node ${failed.join(', ')}`);
  process.exitCode = 1;
}
