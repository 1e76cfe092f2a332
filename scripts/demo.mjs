// `npm run demo`: builds, then opens VS Code on examples/ with the extension running. It uses the desktop VS Code if
// `code` is on the PATH, otherwise one from npm that any browser can open. With --check it only verifies the one from
// npm: it waits until a mistake is underlined, and ends.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { launchBrowser, openPage } from './vscode-host/browser.mjs';
import { findOnPath } from './vscode-host/on-path.mjs';
import { startServer } from './vscode-host/server.mjs';
import { quietSettings, workbenchAddress } from './vscode-host/workbench.mjs';

const extension = fileURLToPath(new URL('..', import.meta.url));
const folder = join(extension, 'examples');
const open = join(folder, 'mistakes.textproto');

const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
process.exitCode = await main();

async function main() {
  const built = await run(process.execPath, join(extension, 'scripts', 'build.mjs'));
  if (built !== 0) return built;
  const code = process.env['TPU_EMBEDDING_VSCODE'] === 'npm' ? undefined : findOnPath('code');
  if (code && !values.check) return run(code, `--extensionDevelopmentPath=${extension}`, folder, open);
  return demonstrateInBrowser();
}

async function run(command, ...args) {
  const child = spawn(command, args, { cwd: extension, stdio: 'inherit' });
  const [exitCode] = await once(child, 'exit');
  return exitCode ?? 1;
}

async function demonstrateInBrowser() {
  const interrupted = new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, resolve);
  });
  const dataDirectory = await mkdtemp(join(tmpdir(), 'tpu-embedding-demo-'));
  let server;
  try {
    server = await startServer({
      dataDirectory,
      // The examples change only if the user saves them.
      settings: { ...quietSettings, 'files.autoSave': 'off' },
    });
    const address = workbenchAddress(server, { folder, extension, open });
    const front = await redirect(address);
    console.log(`\nVS Code shows examples/ with the extension at\n\n  ${front}\n`);
    if (values.check) return await check(front);
    console.log('Press Ctrl+C to end.');
    await Promise.race([interrupted, server.exited]);
    return 0;
  } finally {
    await server?.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  }
}

/** A short local address that redirects to a long one, at the first free port from 8421 on. */
async function redirect(address, port = 8421) {
  const server = createServer((_, response) => response.writeHead(302, { location: address }).end());
  // The server must not keep the process alive.
  server.unref();
  server.listen(port, '127.0.0.1');
  const taken = await once(server, 'listening').then(
    () => false,
    () => true,
  );
  return taken ? redirect(address, port + 1) : `http://localhost:${port}/`;
}

/** Opens the address and waits for what a user would see. */
async function check(address) {
  const browser = await launchBrowser();
  try {
    const page = await openPage(browser);
    await page.goto(address);
    await page.locator('.squiggly-error').first().waitFor();
    console.log('The workbench is up and the extension reports mistakes.');
    return 0;
  } catch (error) {
    console.error(error.message);
    return 1;
  } finally {
    await browser.close();
  }
}
