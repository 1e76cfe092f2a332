#!/usr/bin/env node
// Stands in for a desktop VS Code's executable, so that @vscode/test-electron can run tests where none can
// be downloaded: the same arguments in, the tests' console out, their result as exit code.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startBridge } from './bridge.mjs';
import { launchBrowser, openPage } from './browser.mjs';
import { startServer } from './server.mjs';
import { fromWebServer } from './web-origin.mjs';
import { quietSettings, workbenchAddress } from './workbench.mjs';

const { values, positionals } = parseArgs({
  // Whatever else a desktop VS Code understands is of no use here.
  strict: false,
  allowPositionals: true,
  options: {
    extensionDevelopmentPath: { type: 'string' },
    extensionTestsPath: { type: 'string' },
  },
});
const [folder] = positionals;
if (!folder || !values.extensionDevelopmentPath || !values.extensionTestsPath) {
  console.error('Usage: launcher.mjs --extensionDevelopmentPath=PATH --extensionTestsPath=PATH FOLDER');
  process.exit(2);
}

/** What the workbench itself logs, and what the parts that npm cannot build are missed for. */
const noise = [
  /^(\[remote-connection\]|\[Service Worker\]|Creating a socket|Resolv(ing|ed) connection token)/,
  /^(ChatSessionStore|Updating additional builtin extensions cache)/,
  /build\/Release\/watchdog|Could not locate the bindings file|ENOTFOUND open-vsx\.org/,
  /^\[(AgentHost|ChatModelSelection|AccountPolicyGate|RemoteAgentHostProtocol|reconnection-grace-time)\]/,
  /^Timed out waiting for authentication provider|vscode-sqlite3\.node/,
  /^No search provider registered|@vscode\/ripgrep\/bin\/rg ENOENT/,
];

/** Whether the extension runs in VS Code's web extension host. */
const isWeb = process.env['TPU_EMBEDDING_WEB'] !== undefined;
/** Undone in reverse order, whatever happens. */
const cleanups = [];
const interruptedCode = 130;
const interrupted = new Promise((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve(interruptedCode));
});
const screenshots = process.env['TPU_EMBEDDING_SCREENSHOTS'] ?? join(tmpdir(), 'tpu-embedding-screenshots');

try {
  process.exitCode = await Promise.race([runTests(), interrupted]);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
for (const cleanup of cleanups.reverse()) await cleanup().catch(console.error);
process.exit();

/** Answers the exit code of the tests in the extension host. */
async function runTests() {
  const browser = await launchBrowser();
  cleanups.push(() => browser.close());
  const page = await openPage(browser, { viewport: { width: 1200, height: 700 } });
  const bridge = await startBridge(page, screenshots, process.env['TPU_EMBEDDING_E2E_REPORT']);
  cleanups.push(bridge.stop);

  const environment = {
    TPU_EMBEDDING_PAGE: bridge.address,
    TPU_EMBEDDING_E2E_ONLY: process.env['TPU_EMBEDDING_E2E_ONLY'] ?? '',
  };

  const dataDirectory = await mkdtemp(join(tmpdir(), 'tpu-embedding-vscode-'));
  cleanups.push(() => rm(dataDirectory, { recursive: true, force: true }));
  const server = await startServer({
    dataDirectory,
    settings: {
      ...quietSettings,
      ...(isWeb && { tpuEmbeddingTests: environment }),
    },
    env: environment,
  });
  cleanups.push(server.stop);

  const finished = new Promise((resolve, reject) => {
    page.exposeFunction('codeAutomationExit', (code) => resolve(code));
    page.on('crash', () => reject(new Error('The page crashed.')));
    browser.on('disconnected', () => reject(new Error('The browser ended.')));
    server.exited.then((code) => reject(new Error(`VS Code's server ended (${code}).`)));
  });
  await page.exposeFunction('codeAutomationLog', (type, args) => {
    if (!noise.some((pattern) => pattern.test(args[0]))) (console[type] ?? console.log)(...args);
  });
  // First of all, so that the workbench does not complain of a server that goes before it.
  cleanups.push(() => page.close());
  cleanups.push(async () => {
    // What a run that hung was looking at.
    if (process.exitCode === interruptedCode)
      await page.screenshot({ path: join(screenshots, 'interrupted.png'), timeout: 3000 });
  });
  const ours = {
    extension: resolve(values.extensionDevelopmentPath),
    tests: resolve(values.extensionTestsPath),
  };
  if (isWeb) await fromWebServer(page, ours);
  await page.goto(workbenchAddress(server, { folder: resolve(folder), ...(!isWeb && ours) }));
  return finished;
}
