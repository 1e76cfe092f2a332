// Internal errors of ours: the failing part is named, and everything else is reported.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { build, type Plugin } from 'esbuild';
import { protoSchema } from '../../scripts/proto-schema.mjs';
import { endServers, LanguageClient } from '../support/client';
import { folderOf } from './descriptors';
import { VALID } from './texts';

const CRASH = 'CRASH';
const END = 'END_OF_THREAD';
const UNKNOWN_FIELD = 'num_host: 1\n';
const WRONG_MODE = 'mode: TRAIN\n';
const MISSPELT = 'import tensorflow as tf\ntf.tpu.experimental.embedding.SGD(lr=0.1)\n';

/** The injected failures: at every unknown field, and in texts with a marker. */
const MISTAKES: readonly (readonly [file: RegExp, from: RegExp, to: string])[] = [
  [
    /\/unknown-field\.ts$/,
    /$/,
    "\nunknownField.explain = () => { throw new Error('first line\\nsecond line'); };",
  ],
  [
    /textproto\/parser\.ts$/,
    /export function (?:re)?parse\(.*text: string.*\{\n/g,
    `$&if (text.includes('${CRASH}')) throw new Error('unreadable');\n`,
  ],
  [
    /\/python-file\.ts$/,
    /export function readPython\([\s\S]*?\n\): .*\{\n/,
    `$&if (text.includes('${CRASH}')) throw new Error('unreadable');\n` +
      `if (text.includes('${END}')) {
        if (!require('node:worker_threads').isMainThread) require('node:fs').writeFileSync('ended', '');
        // This error cannot be sent to another thread, and ends the sending one.
        throw () => {};
      }\n`,
  ],
  [
    /\/worker-pool\.ts$/,
    /this\.workers\.set\(worker, tasks\);\n/,
    // What a thread sends until it has ended, and then a little, is heard at once, and of its end first.
    `$&if (process.env['LATE']) worker.once('online', () => {
      const end = Date.now() + 60_000;
      while (!require('node:fs').existsSync('ended') && Date.now() < end);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
    });\n`,
  ],
];

const mistakes: Plugin = {
  name: 'mistakes',
  setup({ onLoad }) {
    for (const [filter, from, to] of MISTAKES) {
      onLoad({ filter }, ({ path }) => {
        const source = readFileSync(path, 'utf8');
        const contents = source.replace(from, to);
        assert.notEqual(contents, source);
        return { contents, loader: 'ts' };
      });
    }
  },
};

const folder = folderOf({
  'crash.py': `import tensorflow as tf\n# tf.tpu ${CRASH}\n`,
  'crash.textproto': `num_host: 1 # ${CRASH}\n`,
  'field.textproto': UNKNOWN_FIELD + UNKNOWN_FIELD + WRONG_MODE,
  'good.textproto': VALID,
  'last.py': MISSPELT,
  // Enough files for several threads, with failing ones at the beginning, middle and end.
  ...Object.fromEntries(
    Array.from({ length: 30 }, (_, i) => {
      const word = i % 3 > 0 ? '' : i % 2 > 0 ? CRASH : END;
      return [`many/${String(i).padStart(2, '0')}.py`, `${MISSPELT}# ${word}\n${'# filler\n'.repeat(3000)}`];
    }),
  ),
});
const CLI = join(folder, 'cli.js');

before(() =>
  build({
    entryPoints: ['server/src/cli/start.ts'],
    outfile: CLI,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    mainFields: ['module', 'main'],
    define: { VERSION: '"broken"', REPOSITORY: '"https://example.com"' },
    logLevel: 'warning',
    plugins: [mistakes, protoSchema()],
  }),
);
after(() => {
  endServers();
  rmSync(folder, { recursive: true });
});

interface Report {
  readonly files: readonly {
    readonly path: string;
    readonly diagnostics: readonly { readonly code: string }[];
  }[];
}

function check(...paths: readonly string[]) {
  return checkIn(process.env, ...paths);
}

function checkIn(env: NodeJS.ProcessEnv, ...paths: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [CLI, 'check', '--format', 'json', ...paths],
    { cwd: folder, encoding: 'utf8', env },
  );
  const { files } = JSON.parse(stdout) as Report;
  const codes = files.map(({ path, diagnostics }) => [path, ...diagnostics.map(({ code }) => code)]);
  return { status, stderr, codes };
}

suite('on the command line', () => {
  test('an internal error costs only its own result, is named on standard error, and sets status 3', () => {
    const { status, stderr, codes } = check(
      'crash.py',
      'crash.textproto',
      'field.textproto',
      'good.textproto',
      'missing.textproto',
      'last.py',
    );
    assert.deepEqual(codes, [
      ['crash.py'],
      ['crash.textproto'],
      ['field.textproto', 'unknown-enum-value'],
      ['good.textproto'],
      ['missing.textproto'],
      ['last.py', 'unknown-argument'],
    ]);
    assert.deepEqual(stderr.split('\n'), [
      'tpu-embedding: internal error on crash.py: unreadable',
      'tpu-embedding: internal error on crash.textproto: unreadable',
      'tpu-embedding: internal error in rule "unknown-field" on field.textproto: first line second line',
      'tpu-embedding: Cannot read missing.textproto: there is no such file or folder.',
      '',
    ]);
    assert.equal(status, 3);
  });

  const allOfMany = (env: NodeJS.ProcessEnv) => {
    const { status, stderr, codes } = checkIn(env, 'many', 'missing.textproto', 'last.py');
    const ofMany = Array.from({ length: 30 }, (_, i) => [
      join('many', `${String(i).padStart(2, '0')}.py`),
      ...(i % 3 > 0 ? ['unknown-argument'] : []),
    ]);
    assert.deepEqual(codes, [...ofMany, ['missing.textproto'], ['last.py', 'unknown-argument']]);
    assert.deepEqual(
      stderr.split('\n').map((line) => /(?:internal error on|Cannot read) ([^:]*)/.exec(line)?.[1] ?? line),
      [...ofMany.filter((_, i) => i % 3 === 0).map(([path]) => path), 'missing.textproto', ''],
    );
    assert.equal(status, 3);
  };

  test('a file that fails on another thread, or ends that thread, costs only its own result', () =>
    allOfMany(process.env));

  test('the results count that a thread has sent before it ended, if its end is heard of first', () => {
    rmSync(join(folder, 'ended'), { force: true });
    allOfMany({ ...process.env, LATE: 'yes' });
  });

  test('a text that cannot be analyzed is listed in the text report', () => {
    const { stdout } = spawnSync(process.execPath, [CLI, 'check', 'crash.textproto'], {
      cwd: folder,
      encoding: 'utf8',
    });
    assert.match(stdout, /^crash\.textproto: An internal error kept it from being checked\.\n/);
  });

  test('without an internal error, mistakes decide the status', () => {
    assert.equal(check('good.textproto').status, 0);
    assert.equal(check('last.py').status, 1);
    assert.equal(check('last.py', 'missing.textproto').status, 2);
  });
});

const URI = 'file:///w/tpu_embedding.textproto';
const PYTHON = 'file:///w/a.py';

suite('in an editor', () => {
  const start = () => LanguageClient.start(undefined, { server: [resolve(CLI), 'lsp', '--stdio'] });
  const codesOf = async (client: LanguageClient, uri: string) =>
    (await client.diagnostics(uri)).map(({ code }) => code);
  const logged = async (client: LanguageClient, pattern: RegExp) =>
    client.notification<{ message: string }>('window/logMessage', ({ message }) => pattern.test(message));

  test('a failing rule is logged with the file, and the other rules report', async () => {
    const client = await start();
    await client.open(URI, UNKNOWN_FIELD + WRONG_MODE);
    assert.deepEqual(await codesOf(client, URI), ['unknown-enum-value']);
    await logged(
      client,
      /internal error in rule "unknown-field" on \/w\/tpu_embedding\.textproto: Error: first line/,
    );
    await client.stop();
  });

  test('a text that cannot be read has no answers until it can', async () => {
    const client = await start();
    await client.open(URI, UNKNOWN_FIELD + WRONG_MODE);
    await client.open(PYTHON, MISSPELT, 'python');
    assert.deepEqual(await codesOf(client, URI), ['unknown-enum-value']);
    const at = { line: 0, character: 0 };
    await client.change(URI, 2, [{ range: { start: at, end: at }, text: `# ${CRASH}\n` }]);
    assert.deepEqual(await codesOf(client, URI), []);
    const status = await client.connection.sendRequest<{ reason: string; detail: string }>(
      'tpuEmbedding/documentStatus',
      { uri: URI },
    );
    assert.equal(status.reason, 'none');
    assert.match(status.detail, /failed at this file/);
    await logged(client, /internal error on \/w\/tpu_embedding\.textproto: Error: unreadable/);
    assert.deepEqual(await codesOf(client, PYTHON), ['unknown-argument']);
    const end = { line: 1, character: 0 };
    await client.change(URI, 3, [{ range: { start: at, end }, text: '' }]);
    assert.deepEqual(await codesOf(client, URI), ['unknown-enum-value']);
    await client.stop();
  });
});
