// Bundles the extension, the language server and the command line into dist/.
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { context } from 'esbuild';
import { thirdPartyNotices } from './notices.mjs';
import { protoSchema } from './proto-schema.mjs';

const watch = process.argv.includes('--watch');

const { version } = JSON.parse(await readFile('package.json', 'utf8'));

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
  define: { VERSION: JSON.stringify(version) },
  plugins: [protoSchema()],
};

/** The preview runs in VS Code's own browser. */
const page = {
  format: 'iife',
  platform: 'browser',
  target: 'chrome128',
  outdir: 'dist/webview',
};

const bundles = [
  // What takes long to load is a bundle of its own, which `import()`, as `require`, loads when it is needed.
  {
    entryPoints: { extension: 'client/src/extension.ts' },
    external: ['vscode', './client'],
    supported: { 'dynamic-import': false },
  },
  { entryPoints: { client: 'client/src/client.ts' } },
  { entryPoints: { server: 'server/src/server/main.ts' } },
  { entryPoints: { cli: 'server/src/cli/main.ts' }, banner: { js: '#!/usr/bin/env node' } },
  {
    entryPoints: ['client/webview/preview.ts', 'client/webview/preview.css'],
    ...page,
  },
];

await rm('dist', { recursive: true, force: true });
// Go to definition opens these, so they are part of the product.
await cp('server/protos', 'dist/protos', { recursive: true });

const contexts = await Promise.all(bundles.map((bundle) => context({ ...shared, ...bundle })));
if (watch) {
  await Promise.all(contexts.map((c) => c.watch()));
  console.log('Watching for changes…');
} else {
  const results = await Promise.all(contexts.map((c) => c.rebuild()));
  await writeFile('dist/ThirdPartyNotices.txt', thirdPartyNotices(results.map(({ metafile }) => metafile)));
  await Promise.all(contexts.map((c) => c.dispose()));
}
