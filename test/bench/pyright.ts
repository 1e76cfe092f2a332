// Runs pyright for comparison: the packaged version, without TensorFlow installed.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import manifest from 'pyright/package.json';

export const PYRIGHT_VERSION = manifest.version;
export const PYRIGHT_SERVER = [resolve('node_modules/pyright/langserver.index.js'), '--stdio'];
export const PYRIGHT_CLI = resolve('node_modules/pyright/index.js');

/** An empty folder below out/ in which pyright finds Python but no packages, whatever is installed on this machine. */
export function laptop(name: string): string {
  const folder = resolve('out', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'venv/lib/python3.12/site-packages'), { recursive: true });
  writeFileSync(join(folder, 'venv/pyvenv.cfg'), 'version = 3.12\n');
  const settings = { pythonVersion: '3.12', venvPath: '.', venv: 'venv', exclude: ['venv'] };
  writeFileSync(join(folder, 'pyrightconfig.json'), JSON.stringify(settings));
  return folder;
}
