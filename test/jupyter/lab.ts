// A JupyterLab with the wheel, on a folder of the user.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../scripts/vscode-host/until.mjs';
import { packagesForNotebooks } from '../support/python';

export interface Lab {
  readonly address: string;
  /** The user's folder. */
  readonly home: string;
  readonly setTheme: (name: string) => void;
  readonly stop: () => Promise<void>;
}

/** Starts a JupyterLab without settings, but for the question whether it may fetch news. */
export async function startLab(): Promise<Lab> {
  const folder = mkdtempSync(join(tmpdir(), 'jupyterlab-'));
  const [home, settings] = [join(folder, 'home of the user'), join(folder, 'settings')];
  mkdirSync(home);
  const packages = packagesForNotebooks(folder);
  const set = (plugin: string, values: object) => {
    const path = join(settings, '@jupyterlab/apputils-extension');
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, `${plugin}.jupyterlab-settings`), JSON.stringify(values));
  };
  set('notification', { fetchNews: 'false', checkForUpdates: false });

  const port = await freePort();
  const args = [
    '--no-browser',
    '--allow-root',
    `--ServerApp.port=${port}`,
    '--ServerApp.port_retries=0',
    '--IdentityProvider.token=',
  ];
  const server = spawn(process.env['LAB_PYTHON']!, ['-m', 'jupyterlab', ...args], {
    cwd: home,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      HOME: folder,
      PYTHONPATH: packages,
      JUPYTER_PATH: process.env['LAB_JUPYTER_PATH'],
      JUPYTERLAB_SETTINGS_DIR: settings,
    },
  });
  let log = '';
  server.stderr.on('data', (chunk) => {
    log += chunk;
  });
  const address = `http://localhost:${port}`;
  await until('JupyterLab answers', () => {
    if (server.exitCode !== null) throw new Error(log);
    return fetch(`${address}/api`).then(
      ({ ok }) => ok,
      () => false,
    );
  });
  return {
    address,
    home,
    setTheme: (theme) => set('themes', { theme }),
    stop: async () => {
      await ended(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Ends the server and its kernels. */
async function ended(server: ChildProcess): Promise<void> {
  const exit = once(server, 'exit');
  server.kill('SIGTERM');
  await exit;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
