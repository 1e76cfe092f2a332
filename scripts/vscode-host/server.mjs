// Starts VS Code's own server, which serves the workbench and runs extensions in a Node extension host.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { codeServer } from './parts.mjs';

const listening = /^Extension host agent listening on (\d+)/;

/**
 * Starts the server on 127.0.0.1 and waits until it listens.
 *
 * @param {object} options
 * @param {string} options.dataDirectory where the server keeps everything it writes
 * @param {string} [options.port] a port, or a range `first-last` of which it takes the first free one
 * @param {Record<string, unknown>} [options.settings] user settings
 * @param {NodeJS.ProcessEnv} [options.env] added to the environment of the server and its extensions
 */
export async function startServer({ dataDirectory, port = '0', settings = {}, env = {} }) {
  const { node, args } = await codeServer();
  await mkdir(join(dataDirectory, 'data', 'User'), { recursive: true });
  await writeFile(join(dataDirectory, 'data', 'User', 'settings.json'), JSON.stringify(settings));

  const token = randomBytes(16).toString('hex');
  const flags = [
    ['--host', '127.0.0.1'],
    ['--port', port],
    ['--connection-token', token],
    ['--server-data-dir', dataDirectory],
    ['--telemetry-level', 'off'],
    ['--accept-server-license-terms'],
    ['--disable-workspace-trust'],
  ].flat();
  // In its own process group, so that stopping it also stops the extension hosts and language servers.
  const child = spawn(node, [...args, ...flags], {
    detached: true,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    signalGroup(child, 'SIGTERM');
    const patience = setTimeout(() => signalGroup(child, 'SIGKILL'), 3000);
    await exited;
    clearTimeout(patience);
    signalGroup(child, 'SIGKILL');
  };

  const output = [];
  const ready = new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        output.push(line);
        const match = listening.exec(line);
        if (match) resolve(match[1]);
      });
    exited.then((code) => reject(new Error(`VS Code's server ended (${code}):\n${output.join('\n')}`)));
    child.once('error', reject);
  });
  try {
    return { port: await ready, token, exited, output, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Sends a signal to the process and its children; the group may have ended already. */
function signalGroup(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {
    // Nothing is left to signal.
  }
}
