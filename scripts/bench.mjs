// Runs the benchmarks and writes tables to out/bench.md; --write also updates docs/benchmarks.md, which lists the other
// options. Exits with 1 if a target is missed.
import { spawnSync } from 'node:child_process';
import { build } from 'esbuild';
import { defines } from './defines.mjs';
import { protoSchema } from './proto-schema.mjs';

spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
await build({
  entryPoints: ['test/bench/main.ts'],
  bundle: true,
  platform: 'node',
  target: 'node20',
  outfile: 'out/bench.cjs',
  define: defines,
  plugins: [protoSchema()],
  logLevel: 'warning',
  mainFields: ['module', 'main'],
  external: ['playwright-core', 'puppeteer-core'],
});
// What is measured in this process has the memory that the server has in the extension, and may collect garbage as that does.
const flags = ['--max-semi-space-size=64', '--expose-gc'];
const { status } = spawnSync(process.execPath, [...flags, 'out/bench.cjs', ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
