// Bundles the *.test.ts files of a folder and runs them with Node's test runner.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';
import { defines } from './defines.mjs';
import { protoSchema } from './proto-schema.mjs';

const [folder = 'test/unit', ...rest] = process.argv.slice(2);
const only = rest.filter((arg) => !arg.startsWith('--'));
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter(
    (file) => file.endsWith('.test.ts') && (only.length === 0 || only.some((name) => file.includes(name))),
  )
  .map((file) => join(folder, file));
if (files.length === 0) {
  console.error(`No test file in ${folder}.`);
  process.exit(1);
}

const BUILT = 'dist/server.js';
/** These tests need the output of `node scripts/build.mjs`. */
const ASKS_BUILD = /^test\/(?:protocol|page|playground|package)\b/;
const writtenBy = (time) => (file) => statSync(file).mtimeMs <= time;
const isBuilt = () =>
  existsSync(BUILT) &&
  ['server', 'client', 'playground']
    .flatMap((room) =>
      readdirSync(room, { recursive: true, encoding: 'utf8' }).map((file) => join(room, file)),
    )
    .every(writtenBy(statSync(BUILT).mtimeMs));
if (ASKS_BUILD.test(folder) && !isBuilt()) {
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}

/** Files of one folder share a process, because starting one takes longer than most files run. */
const rooms = new Map();
for (const file of files) {
  const room = dirname(file) === folder ? file : `room:${dirname(file)}`;
  rooms.set(room, [...(rooms.get(room) ?? []), file]);
}
const roomEntries = {
  name: 'rooms',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^room:/ }, ({ path }) => ({ path, namespace: 'room' }));
    onLoad({ filter: /./, namespace: 'room' }, ({ path }) => {
      const imports = rooms.get(path).map((file) => `import './${file}';`);
      return { contents: imports.join('\n'), resolveDir: '.' };
    });
  },
};

const outdir = join('out', folder);
rmSync(outdir, { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: [...rooms.keys()].map((room) => ({
    in: room,
    out: `${relative(folder, room.replace(/^room:|\.test\.ts$/g, ''))}.test`,
  })),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  outdir,
  outExtension: { '.js': '.cjs' },
  // Node would read maps at every start, which takes longer than many tests: the reporter reads those of failed ones.
  sourcemap: 'linked',
  sourcesContent: false,
  logLevel: 'warning',
  metafile: true,
  define: { ...defines, VERSION: '"test"' },
  plugins: [roomEntries, protoSchema()],
  mainFields: ['module', 'main'],
  alias: {
    vscode: './test/support/vscode.ts',
    'vscode-languageclient': './test/support/vscode-languageclient.ts',
  },
  external: ['esbuild', 'protobufjs', 'playwright-core', 'puppeteer-core', '@biomejs/*'],
});
const reporter = new URL('test-reporter.mjs', import.meta.url);
/** A timeout that no machine reaches unless a file hangs. It is longer if properties run more often than usual. */
const hangs = (process.env.FC_RUNS ? 24 : 1) * 60 * 60_000;
const tests = Object.keys(metafile.outputs).filter((file) => file.endsWith('.test.cjs'));
const { status } = spawnSync(
  process.execPath,
  [
    '--test',
    `--test-reporter=${reporter}`,
    `--test-timeout=${hangs}`,
    // The default would leave one core idle.
    `--test-concurrency=${availableParallelism()}`,
    ...rest.filter((arg) => arg.startsWith('--')),
    ...tests,
  ],
  { stdio: 'inherit' },
);
process.exit(status ?? 1);
