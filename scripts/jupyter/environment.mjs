// A Python with Jupyter: the machine's own, or one that pip makes once in the user's cache.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** What is made is kept here. */
export const cacheFolder = join(
  process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'),
  'tpu-embedding-tools',
  'jupyter',
);

const PACKAGES = ['jupyterlab==4.6.4', 'jupyter-lsp==2.3.1', 'nbconvert==7.17.1', 'ipykernel==7.4.0'];
const environment = join(cacheFolder, 'environment');
const made = join(environment, 'bin', 'python');

/** A Python that has these modules, by its path; or why there is none. */
export function pythonWith(...modules) {
  const python = ['python3', made].find((each) => has(each, ...modules));
  if (python) return { python };
  console.log(`Installing ${PACKAGES.join(', ')} in ${environment} (once, about 60 MB to download) …`);
  mkdirSync(cacheFolder, { recursive: true });
  const problem =
    failureOf('python3', ['-m', 'venv', '--without-pip', '--clear', environment]) ??
    install(made, ...PACKAGES);
  return problem === undefined ? { python: made } : { problem };
}

/** Whether a Python has modules. */
export const has = (python, ...modules) =>
  spawnSync(python, ['-c', `import ${modules.join(', ')}`]).status === 0;

/** Installs packages for a Python. Returns why that failed, if it did: without a network at once. */
export const install = (python, ...packages) =>
  failureOf('python3', [
    '-m',
    'pip',
    '--python',
    python,
    'install',
    '--quiet',
    '--retries',
    '0',
    ...packages,
  ]);

/** Runs a command to its end. Returns why it failed, if it did. */
export function failureOf(command, args, options = {}) {
  const { error, status, stdout, stderr } = spawnSync(command, args, { ...options, encoding: 'utf8' });
  if (error) return `there is no ${command}`;
  const lastLine = (stderr.trim() || stdout.trim()).split('\n').at(-1);
  return status === 0 ? undefined : `${command} ${args.slice(0, 2).join(' ')} failed: ${lastLine}`;
}
