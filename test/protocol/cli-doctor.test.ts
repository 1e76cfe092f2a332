// `tpu-embedding doctor`: what it finds where, its two formats and its exit status. Which versions do not go together stands in
// test/fixtures/environments.cases.
import assert from 'node:assert/strict';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { checkJson, runCli } from '../support/cli';
import { folderOf } from './descriptors';

const installed = (environment: string, version: string, ...packages: readonly string[]) =>
  Object.fromEntries([
    [`${environment}/pyvenv.cfg`, `version = ${version}\n`],
    ...packages.map((each) => [`${environment}/lib/python3.11/site-packages/${each}.dist-info/METADATA`, '']),
  ]);

const folder = folderOf({
  'project/.git/HEAD': '',
  'project/requirements.txt': 'tensorflow==2.21.0\nprotobuf==6.33.6\nnumpy\n',
  'project/tpu-embedding.json': '{ "tensorflowVersion": "2.21", "rules": { "unknown-field": "hint" } }',
  'project/deep/uv.lock':
    '[[package]]\nname = "tensorflow"\nversion = "2.21.0"\n\n[[package]]\nname = "protobuf"\nversion = "7.36.2"\n',
  ...installed('newer', '3.12.4', 'tensorflow-2.23.0', 'protobuf-7.36.2'),
  ...installed('active', '3.11.7', 'tensorflow_cpu-2.21.0', 'protobuf-7.36.2', 'numpy-2.0.0'),
  'home/.local/lib/python3.10/site-packages/tensorflow_tpu-2.18.0.dist-info/METADATA': '',
  'home/.local/lib/python3.10/site-packages/libtpu-0.0.17.dist-info/METADATA': '',
  'debian/bin/python3': '',
  'debian/lib/python3/dist-packages/protobuf-3.21.12.dist-info/METADATA': '',
  'debian/local/lib/python3.11/dist-packages/jax-0.10.2.dist-info/METADATA': '',
  'broken/tpu-embedding.json': '{ "tensorflowVersion": 2 }',
  'broken/requirements.txt': 'jax\n',
  'none/readme.txt': '',
  'wide/empty.txt': '',
  'hidden/requirements.txt':
    'tensorflow==2.21.0\nprotobuf==7.36.2  # tpu-embedding: ignore[package-versions]\n',
});
writeFileSync(
  join(folder, 'wide/requirements.txt'),
  Buffer.from('\ufefftensorflow==2.21.0\r\nprotobuf==7.36.2\r\n', 'utf16le'),
);
after(() => rmSync(folder, { recursive: true }));

const NONE = { VIRTUAL_ENV: '', CONDA_PREFIX: '', HOME: join(folder, 'none') };
const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}, cwd = 'project') =>
  runCli(['doctor', ...args], { cwd: join(folder, cwd), env: { ...NONE, ...env } });

interface Told {
  readonly found: readonly { readonly package: string; readonly version: string; readonly source: string }[];
  readonly problems: readonly Readonly<Record<string, unknown>>[];
}

async function told(...given: Parameters<typeof run>) {
  const { stdout, ...rest } = await run(['--format', 'json', ...given[0]], given[1], given[2]);
  const { found, problems }: Told = JSON.parse(stdout);
  return { ...rest, found: found.map((each) => [each.package, each.version, each.source]), problems };
}

const isOwn = ([name]: readonly string[]) => name === 'tpu-embedding-tools' || name === 'node';
const REQUIRED = [
  ['tensorflow', '2.21.0', 'requirements.txt'],
  ['protobuf', '6.33.6', 'requirements.txt'],
];

suite('doctor', { concurrency: true }, () => {
  test('says what a folder and its configuration state, and what it runs on', async () => {
    const { status, found, problems } = await told([]);
    assert.deepEqual([status, problems], [0, []]);
    assert.deepEqual(
      found.filter((each) => !isOwn(each)),
      [
        ...REQUIRED,
        ['configuration', '', 'tpu-embedding.json'],
        ['tensorflow', '2.21', 'tpu-embedding.json'],
      ],
    );
    assert.deepEqual(
      found.filter(isOwn).map(([name, version]) => [name, /^\d+\.\d+\.\d+/.test(version!)]),
      [
        ['tpu-embedding-tools', true],
        ['node', true],
      ],
    );
  });

  test('says which versions do not go together, with source and day', async () => {
    const { status, found, problems } = await told(['deep']);
    assert.equal(status, 1);
    assert.deepEqual(found.slice(0, 4), [
      ['tensorflow', '2.21.0', 'deep/uv.lock'],
      ['protobuf', '7.36.2', 'deep/uv.lock'],
      ...REQUIRED,
    ]);
    const [problem, ...others] = problems;
    assert.deepEqual(others, []);
    assert.deepEqual(Object.keys(problem!), ['packages', 'message', 'source', 'since']);
    assert.deepEqual(problem!['packages'], ['tensorflow', 'protobuf']);
    assert.match(
      String(problem!['message']),
      /^tensorflow 2\.21\.0 and protobuf 7\.36\.2 do not go together \(deep\/uv\.lock\)\. With protobuf 7/,
    );
    assert.match(String(problem!['source']), /^ran: TensorFlow 2\.21\.0 with protobuf 7\.36\.2$/);
    assert.match(String(problem!['since']), /^\d{4}-\d\d-\d\d$/);
  });

  test('tells people the same', async () => {
    const { status, stdout } = await run(['deep']);
    assert.equal(status, 1);
    assert.match(stdout, /^tensorflow +2\.21\.0 +deep\/uv\.lock$/m);
    assert.match(stdout, /^tpu-embedding\.json sets rules, tensorflowVersion\.$/m);
    assert.match(stdout, /^1 problem:\n\ntensorflow 2\.21\.0 and .*\nSource: ran: .* \(\d{4}-\d\d-\d\d\)$/m);
    assert.match((await run([])).stdout, /^No problem is known of these versions\.$/m);
  });

  test('reads the active environment, unless another one or a file is named', async () => {
    const active = join(folder, 'active');
    for (const name of ['VIRTUAL_ENV', 'CONDA_PREFIX']) {
      const { status, found } = await told([], { [name]: active });
      assert.equal(status, 1);
      assert.deepEqual(
        found.filter(([, , source]) => source === '../active' || source === active),
        [
          ['protobuf', '7.36.2', active],
          ['tensorflow-cpu', '2.21.0', active],
          ['python', '3.11.7', active],
        ],
      );
    }
    assert.equal((await told(['requirements.txt'], { VIRTUAL_ENV: active })).status, 0);
    assert.equal((await told(['--python', join(folder, 'newer')], { VIRTUAL_ENV: active })).status, 0);
    assert.equal((await told([active])).status, 1);
    assert.equal((await told([], { VIRTUAL_ENV: join(folder, 'missing') })).status, 0);
  });

  test('reads what pip has installed for the user where no environment is active', async () => {
    const HOME = join(folder, 'home');
    const { status, found } = await told([], { HOME });
    assert.equal(status, 1);
    assert.ok(found.some(([name, , source]) => name === 'tensorflow-tpu' && source === join(HOME, '.local')));
    assert.equal((await told([], { HOME, VIRTUAL_ENV: join(folder, 'newer') })).status, 0);
  });

  test('finds the environment of a Python that is named', async () => {
    const debian = join(folder, 'debian');
    const { found } = await told(['--python', join(debian, 'bin/python3'), 'requirements.txt']);
    assert.deepEqual(
      found.filter(([, , source]) => source === debian),
      [
        ['protobuf', '3.21.12', debian],
        ['jax', '0.10.2', debian],
        ['python', '3.11', debian],
      ],
    );
    for (const path of ['missing', 'requirements.txt']) {
      const { status, stderr } = await run(['--python', path]);
      assert.equal(status, 2);
      assert.match(stderr, /^tpu-embedding: --python: /);
    }
  });

  test('says of a library that is newer than known how it is read, and nothing else', async () => {
    const sentence = 'TensorFlow 2.23 is newer than this release knows; it is read as 2.21.';
    const { status, stderr, problems } = await told(['../newer']);
    assert.deepEqual([status, problems, stderr], [0, [], `tpu-embedding: ${sentence}\n`]);
    assert.ok((await run(['../newer'])).stdout.includes(`\n${sentence}\n`));
  });

  test('a folder that names none of the packages has no problem', async () => {
    const { status, found } = await told([], {}, 'none');
    assert.deepEqual([status, found.filter((each) => !isOwn(each))], [0, []]);
  });

  test('wrong usage, an unreadable path and a wrong configuration file have status 2', async () => {
    for (const args of [['a', 'b'], ['missing'], ['tpu-embedding.json'], ['--format', 'xml'], ['--wrong']]) {
      const { status, stdout, stderr } = await run(args);
      assert.deepEqual([status, stdout], [2, ''], args.join(' '));
      assert.match(stderr, /^tpu-embedding: .+\n/);
    }
    const broken = await run([], {}, 'broken');
    assert.equal(broken.status, 2);
    assert.match(broken.stdout, /^jax/);
    assert.match(broken.stderr, /tpu-embedding\.json:1:24: 2 is not/);
  });

  test('changes nothing', async () => {
    const before = readdirSync(folder, { recursive: true }).sort();
    await run(['.'], { VIRTUAL_ENV: join(folder, 'active') });
    assert.deepEqual(readdirSync(folder, { recursive: true }).sort(), before);
  });
});

suite('check reports such versions in files that are named', { concurrency: true }, () => {
  const found = async (...args: string[]) => {
    const { files, status } = await checkJson(args, { cwd: folder });
    return [
      status,
      ...files.flatMap(({ diagnostics }) => diagnostics.map(({ code, range }) => [code, range.start.line])),
    ];
  };

  test('at the line of the package', async () => {
    assert.deepEqual(await found('project/deep/uv.lock'), [0, ['package-versions', 6]]);
    assert.deepEqual(await found('project/requirements.txt'), [0]);
  });

  test('also in UTF-16, which PowerShell writes and pip reads', async () => {
    assert.deepEqual(await found('wide/requirements.txt'), [0, ['package-versions', 1]]);
    assert.equal((await told(['../wide/requirements.txt'])).status, 1);
  });

  test('unless a comment or an option silences it', async () => {
    assert.deepEqual(await found('hidden/requirements.txt'), [0]);
    assert.deepEqual(await found('--rule', 'package-versions=off', 'project/deep/uv.lock'), [0]);
    assert.deepEqual(await found('--rule', 'package-versions=error', 'project/deep/uv.lock'), [
      1,
      ['package-versions', 6],
    ]);
  });
});
