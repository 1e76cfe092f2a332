// Runs the end-to-end tests of the built extension in a real VS Code. TPU_EMBEDDING_E2E_ONLY=words selects the
// scenarios whose name contains the words; a vertical bar separates alternatives. `--newest` uses the newest VS Code,
// `--web` its web extension host.
import { access, cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runTests } from '@vscode/test-electron';
import { build } from 'esbuild';
import { checkRestart } from '../test/e2e/restart.mjs';
import { chooseHost } from './vscode-host/choose.mjs';

/** Far more than a slow machine needs, with the installation of VS Code. */
const timeoutMs = 60 * 60_000;

const root = fileURLToPath(new URL('..', import.meta.url));
const bundles = join(root, 'out', 'e2e');
const screenshots = join(root, 'test', 'e2e', 'screenshots');

/**
 * Scenarios that do not run in browsers may import Node modules; the others import only one, which is replaced here.
 */
const withoutNode = {
  name: 'without-node',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:/ }, ({ path }) =>
      path === 'node:assert/strict'
        ? { path: join(root, 'test', 'e2e', 'assert-in-browser.ts') }
        : { path, namespace: 'none' },
    );
    onLoad({ filter: /./, namespace: 'none' }, () => ({ contents: 'module.exports = {};' }));
  },
};

/** Scenarios that browsers cannot run. They are listed by name, so that no other one is skipped unnoticed. */
const NOT_IN_BROWSERS = [
  'the server starts with the first code that uses TPU embedding, not before',
  'a server that crashes repeatedly is only restarted by the user',
  'a server that crashes is restarted',
  'a task checks the workspace with the command line',
];

/**
 * Whether the extension runs as on vscode.dev: loaded from a web server, in a worker. Only VS Code from npm supports
 * that.
 */
const isWeb = process.argv.includes('--web');

if (process.argv.includes('--newest')) process.env['TPU_EMBEDDING_VSCODE'] = 'newest';
else if (isWeb) process.env['TPU_EMBEDDING_VSCODE'] = 'npm';
try {
  await access(join(root, 'dist', 'extension.js')).catch(() => {
    throw new Error('dist/extension.js is missing: run "npm run build" first.');
  });
  await bundleScenarios();
  const { name, executable } = await chooseHost();
  console.log(`End-to-end tests in ${name}`);
  await rm(screenshots, { recursive: true, force: true });
  const reports = [
    await runScenarios(executable, 'index', 'examples'),
    await runScenarios(executable, 'unrelated'),
  ];
  if (isWeb) checkLeftOut(reports.flatMap((report) => report.leftOut));
  const ran = reports.reduce((sum, report) => sum + report.ran, 0);
  const failed = reports.flatMap((report) => report.failed);
  if (failed.length > 0) throw new Error(`Failed: ${failed.join('; ')}`);
  const restarted = await restartPreview(name);
  if (ran === 0 && !restarted) throw new Error('No scenario ran.');
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

/** Returns whether it ran: only VS Code from npm can be controlled from outside. */
async function restartPreview(host) {
  const title = 'the preview is back after a restart in German, with all that was set in it';
  if (!host.endsWith('from npm') || !isWanted(title)) return false;
  const started = Date.now();
  await checkRestart(root, screenshots, isWeb).catch((error) => {
    throw new Error(`✖ ${title}\n${error.stack}`);
  });
  console.log(`✔ ${title} (${Date.now() - started} ms)`);
  return true;
}

function bundleScenarios() {
  return build({
    entryPoints: ['index', 'unrelated'].map((name) => join(root, 'test', 'e2e', `${name}.ts`)),
    outdir: bundles,
    bundle: true,
    format: 'cjs',
    ...(isWeb
      ? { platform: 'browser', target: 'es2022', plugins: [withoutNode] }
      : { platform: 'node', target: 'node20' }),
    external: ['vscode'],
    logLevel: 'warning',
  });
}

function isWanted(name) {
  const words = (process.env['TPU_EMBEDDING_E2E_ONLY'] ?? '').split('|');
  return words.some((words) => name.includes(words));
}

function checkLeftOut(names) {
  const expected = NOT_IN_BROWSERS.filter(isWanted);
  if (names.sort().join() !== expected.sort().join())
    throw new Error(
      `Left out: ${names.join('; ') || 'nothing'}. Expected: ${expected.join('; ') || 'nothing'}.`,
    );
}

/**
 * Runs the scenarios of a bundle in a copy of a folder, because they write to it, or in an empty folder. Returns their
 * report, or an empty one if none ran.
 */
async function runScenarios(vscodeExecutablePath, bundle, folder) {
  const temporary = await mkdtemp(join(tmpdir(), 'tpu-embedding-e2e-'));
  const workspace = join(temporary, folder ?? 'empty');
  const report = join(temporary, 'report.json');
  const watchdog = watch();
  try {
    await mkdir(workspace);
    if (folder) await cp(join(root, folder), workspace, { recursive: true });
    await runTests({
      vscodeExecutablePath,
      extensionDevelopmentPath: root,
      extensionTestsPath: join(bundles, `${bundle}.js`),
      launchArgs: [workspace, `--user-data-dir=${join(temporary, 'user')}`, '--disable-extensions'],
      extensionTestsEnv: {
        TPU_EMBEDDING_E2E_REPORT: report,
        TPU_EMBEDDING_SCREENSHOTS: screenshots,
        ...(isWeb && { TPU_EMBEDDING_WEB: '1' }),
      },
    });
    return JSON.parse(
      await readFile(report, 'utf8').catch(() => '{ "ran": 0, "failed": [], "leftOut": [] }'),
    );
  } catch (error) {
    throw watchdog.reason ? new Error(watchdog.reason, { cause: error }) : error;
  } finally {
    watchdog.stop();
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Ends a run that takes too long, and remembers why a run was ended. */
function watch() {
  const watchdog = { reason: undefined, stop: () => clearTimeout(timer) };
  // @vscode/test-electron handles this signal too, and ends VS Code.
  process.on('SIGINT', () => {
    watchdog.reason ??= 'Interrupted.';
  });
  const timer = setTimeout(() => {
    watchdog.reason = `Not finished after ${timeoutMs / 1000} s.`;
    process.emit('SIGINT');
  }, timeoutMs);
  return watchdog;
}
