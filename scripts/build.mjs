// Bundles the extension, the language server and the command line into dist/.
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import { context } from 'esbuild';
import { defines, examples } from './defines.mjs';
import { billOfMaterials, bundledPackages, thirdPartyNotices } from './notices.mjs';
import { writeOutputCell } from './output-cell.mjs';
import { playgroundWorker } from './playground-worker.mjs';
import { protoSchema } from './proto-schema.mjs';

const watch = process.argv.includes('--watch');

/** Bundles of their own for code that takes long to load: they are loaded on demand. Keys are source files. */
const ownBundles = {
  'client/src/client': './client.js',
  'server/src/server/analysis-bundle': './core.js',
  'server/src/cli/slow-commands': './core.js',
  'server/src/cli/main': './main.js',
  'server/src/cli/mcp/server': './mcp.js',
  'server/src/server/main': './server.js',
};

const loadedWhenNeeded = {
  name: 'loaded-when-needed',
  setup({ onResolve }) {
    onResolve({ filter: /^\.{1,2}\// }, ({ path, importer, resolveDir }) => {
      const source = relative('.', resolve(resolveDir, path)).replaceAll(sep, '/');
      const bundle = importer.endsWith('.ts') && ownBundles[source];
      return bundle ? { path: bundle, external: true } : undefined;
    });
  },
};

/**
 * esbuild copies the hundreds of exports of these modules into each importing module of ours. The copy is replaced by
 * inheritance.
 */
const uncopied = {
  name: 'uncopied',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^vscode(?:-languageserver(?:\/node)?)?$/ }, ({ path, importer, resolveDir }) =>
      importer.endsWith('.ts') ? { path, namespace: 'uncopied', pluginData: resolveDir } : undefined,
    );
    onLoad({ filter: /./, namespace: 'uncopied' }, ({ path, pluginData: resolveDir }) => ({
      contents: `module.exports = Object.create(require('${path}'));`,
      resolveDir,
    }));
  },
};

/** The protocol's library imports Node modules that few clients need, or none. They are loaded on first use. */
const nodeWhenNeeded = {
  name: 'node-when-needed',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(?:child_process|crypto|fs|net|os|path|url)$/ }, ({ path, importer }) =>
      /[\\/]node_modules[\\/]vscode-/.test(importer) ? { path, namespace: 'when-needed' } : undefined,
    );
    onLoad({ filter: /./, namespace: 'when-needed' }, ({ path }) => ({
      // esbuild's helpers copy a module that is not marked as an ES module.
      contents: `module.exports = new Proxy({}, { get: (_, name) => name === '__esModule' || require('node:${path}')[name] });`,
    }));
  },
};

/** Omits the schema compiler of the protocol's library: we pass it no schema. */
const withoutSchemaCompiler = {
  name: 'without-schema-compiler',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/validation\/ajv-provider\.js$/ }, ({ path }) => ({ path, namespace: 'left-out' }));
    onLoad({ filter: /./, namespace: 'left-out' }, () => ({
      contents: 'export class AjvJsonSchemaValidator {}',
    }));
  },
};

/**
 * Omits the protocol's library: the server has it already when it loads the core, and the command line does not use it.
 */
const withoutProtocol = {
  name: 'without-protocol',
  setup({ onResolve }) {
    onResolve({ filter: /^vscode-languageserver(?:\/|$)/ }, ({ importer }) => ({
      errors: [{ text: `${importer} would make the core load the protocol's library.` }],
    }));
  },
};

/**
 * Escapes letters outside of ASCII, which esbuild leaves in regular expressions: a single one makes Node keep the whole file in
 * UTF-16, which takes longer to load.
 */
const ascii = {
  name: 'ascii',
  setup({ onEnd }) {
    onEnd(async ({ metafile }) => {
      for (const file of Object.keys(metafile?.outputs ?? {}).filter((file) => file.endsWith('.js'))) {
        const text = await readFile(file, 'utf8');
        await writeFile(file, text.replaceAll(/[^\0-\x7f]/g, escaped));
      }
    });
  },
};

const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** CommonJS, because VS Code's web extension host cannot load ES modules. */
const shared = {
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20',
  outdir: 'dist',
  minify: !watch,
  sourcemap: watch,
  logLevel: 'warning',
  metafile: true,
  // Prefer the ES module builds of dependencies: they tree-shake.
  mainFields: ['module', 'main'],
  external: ['vscode'],
  // As `require`, which loads the file synchronously.
  supported: { 'dynamic-import': false },
  define: defines,
  plugins: [protoSchema(), loadedWhenNeeded, uncopied, nodeWhenNeeded, ascii],
};

/** Browsers load single files: VS Code in a browser, and pages. An import of a Node module fails the build. */
const web = {
  platform: 'browser',
  target: 'es2022',
  outdir: 'dist/web',
  mainFields: ['browser', 'module', 'main'],
  plugins: [protoSchema(), uncopied],
};

/** The preview only runs in VS Code's own browser. */
const page = {
  format: 'iife',
  platform: 'browser',
  target: 'chrome128',
  outdir: 'dist/webview',
};

/** The playground's own bundles, and the bundles that it copies. */
const isInPlayground = ({ outputs }) =>
  Object.keys(outputs).some((file) => /^dist\/(?:playground|webview)/.test(file));

const bundles = [
  { entryPoints: { extension: 'client/src/extension.ts' } },
  { entryPoints: { client: 'client/src/client.ts' } },
  { entryPoints: { server: 'server/src/server/main.ts' } },
  {
    // The server and the command line share the code that reads and checks.
    stdin: {
      contents: "export * from './server/analysis-bundle'; export * from './cli/slow-commands';",
      resolveDir: 'server/src',
    },
    outdir: undefined,
    outfile: 'dist/core.js',
    plugins: [...shared.plugins, withoutProtocol],
  },
  { entryPoints: { main: 'server/src/cli/main.ts' } },
  {
    entryPoints: { mcp: 'server/src/cli/mcp/server.ts' },
    plugins: [...shared.plugins, withoutSchemaCompiler],
  },
  { entryPoints: { cli: 'server/src/cli/start.ts' }, banner: { js: '#!/usr/bin/env node' } },
  { entryPoints: { extension: 'client/src/browser.ts' }, ...web },
  { entryPoints: { server: 'server/src/server/worker.ts' }, ...web, format: 'iife' },
  {
    entryPoints: ['preview.ts', 'preview.css', 'comparison.css'].map((name) => `client/webview/${name}`),
    ...page,
    // Code that is imported on demand becomes a file of its own.
    format: 'esm',
    splitting: true,
    supported: {},
    chunkNames: '[name]-[hash]',
  },
  { entryPoints: ['client/webview/worker.ts'], ...page },
];

/** The playground, for any recent browser. */
const playground = [
  {
    entryPoints: ['start.ts', 'page.css', 'themes.css'].map((name) => `playground/${name}`),
    ...page,
    outdir: 'dist/playground',
    target: 'es2022',
    format: 'esm',
    splitting: true,
    supported: {},
    chunkNames: '[name]-[hash]',
    loader: { '.textproto': 'text' },
  },
  { entryPoints: ['playground/preview-frame.ts'], ...page, outdir: 'dist/playground', target: 'es2022' },
  { ...web, ...playgroundWorker('dist/playground', web.plugins) },
];

/** The parts of the preview's page for notebooks. */
const outputCell = {
  entryPoints: ['page.ts', 'page.css'].map((name) => `client/webview/output-cell/${name}`),
  ...page,
  outdir: 'dist/output-cell',
  target: 'es2022',
};

/** Files copied into the playground, by their path there. */
const playgroundFiles = {
  'playground/index.html': 'index.html',
  'playground/preview.html': 'preview/index.html',
  'dist/webview': 'preview',
  'docs/images/icon.png': 'icon.png',
  ...Object.fromEntries(examples.map((name) => [`examples/${name}`, `examples/${name}`])),
};

await rm('dist', { recursive: true, force: true });
// Part of the product: Go to Definition opens these files.
await cp('server/protos', 'dist/protos', { recursive: true });

const contexts = await Promise.all(
  [...bundles, ...playground, outputCell].map((bundle) => context({ ...shared, ...bundle })),
);
if (watch) {
  await Promise.all(contexts.map((c) => c.watch()));
  console.log('Watching for changes…');
} else {
  const results = await Promise.all(contexts.map((c) => c.rebuild()));
  const metafiles = results.map(({ metafile }) => metafile);
  const packages = bundledPackages(metafiles.slice(0, bundles.length));
  await writeFile('dist/ThirdPartyNotices.txt', thirdPartyNotices(packages));
  await mkdir('out', { recursive: true });
  await writeFile('out/sbom.cdx.json', billOfMaterials(JSON.parse(await readFile('package.json')), packages));
  for (const [from, to] of Object.entries(playgroundFiles))
    await cp(from, `dist/playground/${to}`, { recursive: true });
  await writeOutputCell(outputCell.outdir, 'dist/output-cell.html');
  await writeFile(
    'dist/playground/ThirdPartyNotices.txt',
    thirdPartyNotices(bundledPackages(metafiles.filter(isInPlayground))),
  );
  await Promise.all(contexts.map((c) => c.dispose()));
}
