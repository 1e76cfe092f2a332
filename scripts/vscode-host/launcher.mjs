#!/usr/bin/env node
// Replaces the executable of a desktop VS Code, so that @vscode/test-electron can run tests without a download. It
// takes the same arguments, prints the tests' console, and returns their result as exit code.
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
  // Ignore the other arguments of a desktop VS Code.
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

/** Log messages of the workbench itself, also about parts that npm cannot build. */
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
/** Run in reverse order, whatever happens. */
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

/** Returns the exit code of the tests in the extension host. */
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
  // This cleanup runs before the server stops, so that the workbench does not report a lost connection.
  cleanups.push(() => page.close());
  cleanups.push(async () => {
    // Show what a run that hung was displaying.
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
