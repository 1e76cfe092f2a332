// jupyterlab-lsp, which shows in JupyterLab what a language server says. Where pip does not have it, it is built from npm.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, failureOf, has, install } from './environment.mjs';

const RELEASE = '5.3.0';
const NAME = '@jupyter-lsp/jupyterlab-lsp';

/** What npm lacks. Jumping to definitions is not tested, and its icons for completion are not shown. */
const STAND_INS = {
  '@jupyter-lsp/code-jumpers': 'export class FileEditorJumper {}\nexport class NotebookJumper {}\n',
  '@jupyter-lsp/theme-vscode': `export const plugin = { id: '@jupyter-lsp/theme-vscode', autoStart: true, activate() {} };\n`,
};

/** Where what is built is found: a folder of JUPYTER_PATH. */
export const jupyterPath = join(cacheFolder, 'share');
const built = join(jupyterPath, 'labextensions', NAME);

/** Makes sure that the JupyterLab of a Python has it. Returns why it has not. */
export function addLabExtension(python) {
  if (has(python, 'jupyterlab_lsp') || existsSync(built)) return undefined;
  return install(python, `jupyterlab-lsp==${RELEASE}`) && build(python);
}

function build(python) {
  console.log(`Building jupyterlab-lsp ${RELEASE} (once, about 40 MB to download) …`);
  const folder = join(cacheFolder, 'build');
  rmSync(folder, { recursive: true, force: true });
  const dependencies = { [NAME]: RELEASE, '@jupyterlab/builder': '4.5.11', '@codemirror/lint': '6.9.8' };
  for (const [name, text] of Object.entries(STAND_INS)) {
    const standIn = join(folder, name);
    mkdirSync(standIn, { recursive: true });
    writeJson(join(standIn, 'package.json'), { name, version: '9.9.9', type: 'module', main: 'index.js' });
    writeFileSync(join(standIn, 'index.js'), text);
    dependencies[name] = `file:${name}`;
  }
  const overrides = Object.fromEntries(Object.keys(STAND_INS).map((name) => [name, `$${name}`]));
  writeJson(join(folder, 'package.json'), { private: true, dependencies, overrides });
  const flags = ['--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund', '--loglevel=error'];
  const problem = failureOf('npm', ['install', ...flags], { cwd: folder });
  if (problem) return problem;

  const extension = join(folder, 'node_modules', NAME);
  const manifest = JSON.parse(readFileSync(join(extension, 'package.json'), 'utf8'));
  const { webpackConfig, ...jupyterlab } = manifest.jupyterlab;
  writeJson(join(extension, 'package.json'), {
    ...manifest,
    // JupyterLab does not share this library.
    dependencies: { ...manifest.dependencies, '@codemirror/lint': '*' },
    jupyterlab: { ...jupyterlab, outputDir: 'built' },
  });
  const builder = join(folder, 'node_modules/@jupyterlab/builder/lib/build-labextension.js');
  const core = execFileSync(python, ['-c', 'import jupyterlab; print(jupyterlab.__path__[0])'], {
    encoding: 'utf8',
  });
  const failed = failureOf(process.execPath, [
    builder,
    '--core-path',
    join(core.trim(), 'staging'),
    extension,
  ]);
  if (failed) return failed;
  mkdirSync(join(built, '..'), { recursive: true });
  renameSync(join(extension, 'built'), built);
  rmSync(folder, { recursive: true });
  return undefined;
}

const writeJson = (path, value) => writeFileSync(path, JSON.stringify(value));
