// Installs the parts of the VS Code from npm once, into a cache outside the repository.
import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { chosen } from './chosen.mjs';
import { findOnPath } from './on-path.mjs';
import parts from './parts.json' with { type: 'json' };

const run = promisify(execFile);

/** Location of the cache, in the cache folder of the user; TPU_EMBEDDING_VSCODE_CACHE overrides it. */
export const cacheDirectory =
  process.env['TPU_EMBEDDING_VSCODE_CACHE'] ??
  join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'tpu-embedding-tools', 'vscode-host');

/** VS Code's server and web workbench: the Node that runs it, and its arguments. */
export async function codeServer() {
  const { release, version } = chosen();
  const vscode = join('node_modules', 'code-server', 'lib', 'vscode');
  const name = `code-server-${release['code-server']}`;
  const missing = release.node ? COMPILING.filter((tool) => !findOnPath(tool)) : [];
  if (missing.length > 0)
    throw new Error(`VS Code ${version} is compiled in part: install ${missing.join(', ')}.`);
  const directory = await install(name, `VS Code ${version} (about 70 MB to download)`, async (target) => {
    const builders = release.node ? [`${nodePackage}@${release.node}`, ...packages('node-gyp')] : [];
    await npmInstall(target, `code-server@${release['code-server']}`, ...builders);
    await npmInstall(join(target, vscode));
    if (release.node) await buildModules(target, join(target, vscode));
    // VS Code looks up its modules under this name, which npm cannot publish.
    await symlink('node_modules', join(target, vscode, 'node_modules.asar'));
    // This extension needs a program that npm does not install, and shows a notification without it.
    await rm(join(target, vscode, 'extensions', 'npm'), { recursive: true });
  });
  const main = join(directory, vscode, 'out', 'server-main.js');
  return release.node
    ? // Without the flag the server does not pass the tests to the workbench.
      { node: join(directory, nodeFrom, 'bin', 'node'), args: [main, '--enable-smoke-test-driver'] }
    : { node: process.execPath, args: [main] };
}

const COMPILING = ['g++', 'make', 'python3'];

/** The package with Node and its headers. */
const nodePackage = `node-${process.platform}-${process.arch}`;
const nodeFrom = join('node_modules', nodePackage);

/** Path of another release of Node. */
export async function nodeRelease(version) {
  const title = `Node ${version} (about 50 MB to download)`;
  const directory = await install(`node-${version}`, title, (target) =>
    npmInstall(target, `${nodePackage}@${version}`),
  );
  return join(directory, nodeFrom, 'bin', 'node');
}

/** Compiles native modules that a newer VS Code needs to start. */
async function buildModules(target, vscode) {
  const gyp = join(target, 'node_modules', 'node-gyp', 'bin', 'node-gyp.js');
  for (const name of ['@vscode/spdlog', '@vscode/native-watchdog', 'node-pty']) {
    const args = [gyp, 'rebuild', `--nodedir=${join(target, nodeFrom)}`];
    await run(process.execPath, args, { cwd: join(vscode, 'node_modules', name), maxBuffer: 2 ** 26 });
  }
}

/** Chromium from npm with the libraries and fonts that a bare machine lacks. */
export async function npmChromium() {
  const name = `chromium-${parts.packages['@sparticuz/chromium']}`;
  const directory = await install(name, 'Chromium (about 65 MB to download)', async (target) => {
    await npmInstall(target, ...packages('@sparticuz/chromium', 'dejavu-fonts-ttf'));
    // The package unpacks itself into the temporary directory, so that is set to the cache. The environment variable
    // makes it unpack the shared libraries too.
    const unpack = "import('@sparticuz/chromium').then((m) => m.default.executablePath())";
    const env = { ...process.env, TMPDIR: target, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' };
    await run(process.execPath, ['-e', unpack], { cwd: target, env });
    await writeFile(join(target, 'fonts', 'fonts.conf'), fontsConfiguration);
    const fonts = join('node_modules', 'dejavu-fonts-ttf', 'ttf');
    for (const font of ['DejaVuSansMono.ttf', 'DejaVuSansMono-Bold.ttf'])
      await rename(join(target, fonts, font), join(target, 'fonts', 'fonts', font));
    await rm(join(target, 'node_modules'), { recursive: true });
  });
  return {
    executablePath: join(directory, 'chromium'),
    env: { LD_LIBRARY_PATH: join(directory, 'al2023', 'lib'), FONTCONFIG_PATH: join(directory, 'fonts') },
  };
}

/** The package's own file only lists fixed folders under /tmp. */
const fontsConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
  <alias><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
  <alias><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
</fontconfig>
`;

/**
 * Creates `name` in the cache: fills a temporary directory and renames it, so an interrupted or concurrent installation
 * never leaves an incomplete part.
 */
async function install(name, title, fill) {
  const target = join(cacheDirectory, name);
  if (await exists(target)) return target;
  await mkdir(cacheDirectory, { recursive: true });
  await removeAbandoned();
  const staging = await mkdtemp(join(cacheDirectory, stagingPrefix));
  const started = Date.now();
  console.log(`Installing ${title} into ${target} …`);
  try {
    await fill(staging);
    // Another process may have finished first; its result is equivalent.
    await rename(staging, target).catch(async (error) => {
      if (!(await exists(target))) throw error;
    });
  } catch (error) {
    throw new Error(`Could not install ${title}: ${error.stderr || error.message}`, { cause: error });
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  console.log(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`);
  return target;
}

const stagingPrefix = '.installing-';
const abandonedAfterMs = 60 * 60_000;

/** Removes the remains of killed installations. */
async function removeAbandoned() {
  for (const name of await readdir(cacheDirectory)) {
    if (!name.startsWith(stagingPrefix)) continue;
    const path = join(cacheDirectory, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > abandonedAfterMs) await rm(path, { recursive: true, force: true });
  }
}

const packages = (...names) => names.map((name) => `${name}@${parts.packages[name]}`);

/** Installs `what`, or the dependencies in its package.json, without running install scripts. */
async function npmInstall(directory, ...what) {
  if (what.length > 0) await writeFile(join(directory, 'package.json'), '{ "private": true }\n');
  const flags = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  // npm on Windows is a .cmd file, which only a shell can start.
  const shell = process.platform === 'win32';
  await run('npm', ['install', ...flags, ...what], { cwd: directory, shell });
}

const exists = (path) =>
  access(path).then(
    () => true,
    () => false,
  );
