// Runs the end-to-end tests of the built extension in a real VS Code.
import { access, cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runTests } from '@vscode/test-electron';
import { build } from 'esbuild';
import { chooseHost } from './vscode-host/choose.mjs';

/** Far more than a slow machine needs; the installation of the host comes before. */
const timeoutMs = 5 * 60_000;

const root = fileURLToPath(new URL('..', import.meta.url));
const bundle = join(root, 'out', 'e2e', 'index.js');
const screenshots = join(root, 'test', 'e2e', 'screenshots');

await access(join(root, 'dist', 'extension.js')).catch(() => {
  throw new Error('dist/extension.js is missing: run "npm run build" first.');
});
await build({
  entryPoints: [join(root, 'test/e2e/index.ts')],
  outfile: bundle,
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  external: ['vscode'],
  sourcemap: 'inline',
  logLevel: 'warning',
});
const host = await chooseHost();
console.log(`End-to-end tests in ${host.name}`);

const temporary = await mkdtemp(join(tmpdir(), 'tpu-embedding-e2e-'));
const workspace = join(temporary, 'examples');
const report = join(temporary, 'report.json');
// @vscode/test-electron listens to this signal too, and ends VS Code.
let interruption;
process.on('SIGINT', () => {
  interruption ??= 'Interrupted.';
});
const watchdog = setTimeout(() => {
  interruption = `Not finished after ${timeoutMs / 60_000} minutes.`;
  process.emit('SIGINT', 'SIGINT');
}, timeoutMs);

try {
  await rm(screenshots, { recursive: true, force: true });
  // Tests write: they get a copy.
  await cp(join(root, 'examples'), workspace, { recursive: true });
  await runTests({
    vscodeExecutablePath: host.executable,
    extensionDevelopmentPath: root,
    extensionTestsPath: bundle,
    launchArgs: [workspace, `--user-data-dir=${join(temporary, 'user')}`, '--disable-extensions'],
    extensionTestsEnv: {
      TPU_EMBEDDING_E2E_REPORT: report,
      TPU_EMBEDDING_SCREENSHOTS: screenshots,
    },
  });
  const { ran, failed } = JSON.parse(await readFile(report, 'utf8').catch(() => '{"ran":0,"failed":[]}'));
  if (ran === 0) throw new Error('No scenario ran.');
  if (failed.length > 0) throw new Error(`Failed: ${failed.join('; ')}`);
} catch (error) {
  console.error(interruption ?? error.message);
  process.exitCode = 1;
} finally {
  clearTimeout(watchdog);
  await rm(temporary, { recursive: true, force: true });
}
