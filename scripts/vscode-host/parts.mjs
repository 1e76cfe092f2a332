// The parts of the npm-only VS Code, installed once into a cache outside the repository.
import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import versions from './parts.json' with { type: 'json' };

const run = promisify(execFile);

/** Where the parts live; TPU_EMBEDDING_VSCODE_CACHE overrides. */
export const cacheDirectory =
  process.env['TPU_EMBEDDING_VSCODE_CACHE'] ??
  join(homedir(), '.cache', 'tpu-embedding-tools', 'vscode-host');

/** VS Code's server and web workbench; answers the path of its main module. */
export async function codeServer() {
  const vscode = join('node_modules', 'code-server', 'lib', 'vscode');
  const name = `code-server-${versions['code-server']}`;
  const directory = await install(name, 'VS Code (about 70 MB to download)', async (target) => {
    await npmInstall(target, ...packages('code-server'));
    await npmInstall(join(target, vscode));
    // VS Code looks its modules up under this name, which npm cannot publish.
    await symlink('node_modules', join(target, vscode, 'node_modules.asar'));
    // This one wants a program that npm does not bring, and complains in a notification.
    await rm(join(target, vscode, 'extensions', 'npm'), { recursive: true });
  });
  return join(directory, vscode, 'out', 'server-main.js');
}

/** Chromium from npm with the libraries and fonts a bare machine lacks. */
export async function npmChromium() {
  const name = `chromium-${versions['@sparticuz/chromium']}`;
  const directory = await install(name, 'Chromium (about 65 MB to download)', async (target) => {
    await npmInstall(target, ...packages('@sparticuz/chromium', 'dejavu-fonts-ttf'));
    // The package unpacks itself into the temporary directory, so that is set to the cache; the variable
    // asks it for the shared libraries too.
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

/** The package's own names only fixed folders under /tmp. */
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
 * Makes `name` in the cache by filling a temporary directory and renaming it: an interrupted or concurrent
 * installation never leaves half a part behind.
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
    // Another process may have finished first; its result is as good as ours.
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

/** Removes what installations that were killed left behind. */
async function removeAbandoned() {
  for (const name of await readdir(cacheDirectory)) {
    if (!name.startsWith(stagingPrefix)) continue;
    const path = join(cacheDirectory, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > abandonedAfterMs) await rm(path, { recursive: true, force: true });
  }
}

const packages = (...names) => names.map((name) => `${name}@${versions[name]}`);

/** Installs `what`, or the packages its package.json names, without running any package's scripts. */
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
