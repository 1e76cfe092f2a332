// Bundles the language server for the playground's worker in two files: what reads configurations, and what reads programs,
// which the worker loads with the first of them.
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import { build, transform } from 'esbuild';
import { defines } from './defines.mjs';
import { protoSchema } from './proto-schema.mjs';

const WORKER = 'server/src/server/worker.ts';
const PROGRAMS = 'server/src/languages/python/index.ts';
const RULES = 'server/src/rules/python/index.ts';

/** Importers that are in the second file themselves, and get the real modules. */
const IN_PROGRAMS = /^server\/src\/(?:languages|rules)\/python\//;

/** What stands in the first file for modules of the second: the same to whoever imports them. */
const STANDINS = {
  [PROGRAMS]: () =>
    `export const python = { analyze: (...given) => require('./programs.js').python.analyze(...given) };`,
  [RULES]: async () => `export const callRules = ${JSON.stringify(await callRules())};`,
  // Its `require` would keep all modules of the bundle apart, to be run later.
  'server/src/server/load-analysis-bundle.ts': () => `
    import * as analysis from './analysis-bundle';
    export const bundle = () => analysis;`,
};

/** The rules about programs without their checks: settings, comments and explanations need no more, and all of it is JSON. */
async function callRules() {
  const { outputFiles } = await build({
    entryPoints: [RULES],
    bundle: true,
    write: false,
    format: 'esm',
    define: defines,
    plugins: [protoSchema()],
  });
  const code = Buffer.from(outputFiles[0].contents).toString('base64');
  return (await import(`data:text/javascript;base64,${code}`)).callRules;
}

const placeOf = (file) => relative('.', file).replaceAll(sep, '/');

const standins = {
  name: 'standins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\.{1,2}\// }, ({ path, importer, resolveDir }) => {
      const place = placeOf(resolve(resolveDir, path));
      const module = [`${place}.ts`, `${place}/index.ts`].find((each) => Object.hasOwn(STANDINS, each));
      return module && !IN_PROGRAMS.test(placeOf(importer))
        ? { path: module, namespace: 'standin' }
        : undefined;
    });
    onResolve({ filter: /^\.\/programs\.js$/, namespace: 'standin' }, ({ path }) => ({
      path,
      external: true,
    }));
    onLoad({ filter: /./, namespace: 'standin' }, async ({ path }) => ({
      contents: await STANDINS[path](),
      resolveDir: resolve(path, '..'),
    }));
  },
};

/** A failure is thrown again outside of the request that meets it, because only then does the page hear of it. */
const LOADER = `const modules = self.modules = {}, made = {};
function require(name) {
  if (made[name]) return made[name].exports;
  if (!modules[name]) {
    try {
      importScripts(name);
    } catch (cause) {
      const failure = new Error('its part for programs cannot be loaded', { cause });
      setTimeout(() => { throw failure; });
      throw failure;
    }
  }
  const module = { exports: {} };
  modules[name](module);
  made[name] = module;
  return module.exports;
}`;

/** As a function of a classic script, because a worker waits for no other kind. */
async function asScript({ path, text }) {
  const { code } = await transform(text, { format: 'cjs', minify: true, target: 'es2022' });
  return `self.modules["./${basename(path)}"]=(module)=>{${code}};`;
}

const scripts = (folder) => ({
  name: 'scripts',
  setup({ onEnd }) {
    onEnd(async ({ errors, outputFiles }) => {
      if (errors.length > 0) return;
      await mkdir(folder, { recursive: true });
      const isPrograms = ({ path }) => basename(path) === 'programs.js';
      const first = await Promise.all(outputFiles.filter((file) => !isPrograms(file)).map(asScript));
      const programs = await asScript(outputFiles.find(isPrograms));
      await writeFile(join(folder, 'server.js'), `${LOADER}${first.join('\n')}\nrequire("./server.js");`);
      await writeFile(join(folder, 'programs.js'), programs);
    });
  },
});

/** The bundle's options for esbuild; `plugins` are those of all bundles for browsers. */
export const playgroundWorker = (folder, plugins) => ({
  entryPoints: { server: WORKER, programs: PROGRAMS },
  outdir: folder,
  format: 'esm',
  splitting: true,
  write: false,
  sourcemap: false,
  plugins: [...plugins, standins, scripts(folder)],
});
