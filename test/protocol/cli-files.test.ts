// The files that the command line reads, and its messages about unreadable ones.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { CLI, checkJson, runCli } from '../support/cli';
import { folderOf } from './descriptors';
import { NO_COLON, VALID } from './texts';

const NOBODY = 65534;

const bytesOf = (text: string) => Buffer.from(text, 'latin1');
const CALL = 'tf.raw_ops.RecvTPUEmbeddingActivations(num_outputs=2, config=config)';

/** Enough for several processors; each has a mistake in its last line. */
const MANY = Array.from({ length: 24 }, (_, i) => ({
  name: `many/${String.fromCharCode(97 + i)}.py`,
  line: 700 + 10 * i,
}));
const programOf = (lines: number) =>
  `import tensorflow as tf\n${'x = tf.tpu.experimental.embedding\n'.repeat(lines - 1)}x.SGD(lr=0.1)\n`;

const folder = folderOf({
  ...Object.fromEntries(MANY.map(({ name, line }) => [name, programOf(line)])),
  'clean/good.textproto': VALID,
  'twice/a.textproto': NO_COLON,
  'twice/sub/b.textproto': NO_COLON,
  'twice/plain.textproto': 'num_hosts 1\n',
  'endings/A.TEXTPROTO': NO_COLON,
  'endings/B.PbTxt': NO_COLON,
  'endings/C.PY':
    'import tensorflow as tf\ntf.raw_ops.RecvTPUEmbeddingActivations(num_output=2, config=config)\n',
  'endings/D.IPYNB': JSON.stringify({
    cells: [{ cell_type: 'code', source: 'import tensorflow as tf\ntf.raw_ops.Fast(tpu_embedding=1)' }],
  }),
  'bytes/empty.textproto': '',
  'latin/a.textproto': bytesOf(`${VALID}# caf\xe9\n`),
  'latin/b.py': bytesOf(`import tensorflow as tf\n${CALL} # \xe9\n`),
  'latin/c.ipynb': bytesOf(JSON.stringify({ cells: [{ cell_type: 'code', source: `${CALL} # \xe9` }] })),
  'latin/declared.py': bytesOf(`# coding: latin-1\nimport tensorflow as tf\n${CALL} # \xe9\n`),
  'latin/other.py': bytesOf('x = "\xe9"\n'),
  'latin/graph.pbtxt': bytesOf('# proto-message: tensorflow.GraphDef\n# \xe9\n'),
  'utf16/a.textproto': Buffer.from(`\ufeff${VALID}`, 'utf16le'),
  'utf16/b.py': Buffer.from(`\ufeffimport tensorflow as tf\n${CALL}`, 'utf16le').swap16(),
  'spec.json': bytesOf('{"\xe9": 1}'),
  'bytes/nul.textproto': `${VALID}\0`,
  'bytes/nul.py': 'import tensorflow as tpu_embedding; # tf\0\n',
  'bytes/other.py': 'x = 1\0\n',
  'secret/shut/a.textproto': NO_COLON,
  'secret/shut.textproto': NO_COLON,
  'secret/open.textproto': NO_COLON,
});
// Node cannot remove folders that are too deep for a path.
after(() => spawnSync('rm', ['-rf', folder]));

const run = (...args: string[]) => runCli(['check', ...args], { cwd: folder });
const check = (...args: string[]) => checkJson(args, { cwd: folder });

test('files of a large folder are reported in order, each with its own mistakes', async () => {
  const { files, summary } = await check('many');
  assert.deepEqual(
    files.map(({ path, diagnostics }) => ({ name: path, line: diagnostics[0]?.range.start.line })),
    MANY,
  );
  assert.equal(summary.errors, MANY.length);
});
const pathsOf = ({ files }: { files: readonly { path: string }[] }) => files.map(({ path }) => path);
/** One line per file, in the given order. */
const refusals = (...lines: [path: string, reason: string][]) =>
  lines.map(([path, reason]) => `tpu-embedding: Cannot read ${path}: ${reason}.\n`).join('');

/** Creates a file in folders whose path exceeds the limit. */
function makeTooDeep(folder: string) {
  const before = process.cwd();
  process.chdir(folder);
  for (let i = 0; i < 25; i++) {
    mkdirSync('x'.repeat(200));
    process.chdir('x'.repeat(200));
  }
  writeFileSync('a.py', '');
  process.chdir(before);
}

interface Odd {
  readonly reason: string;
  /** Creates it, or reports that this is impossible here. */
  make(path: string): boolean | undefined | void | Promise<void>;
}

const links = (to: string) => (path: string) => symlinkSync(to, path);

/** Named like a supported file, but not a regular file. */
const ODD: Readonly<Record<string, Odd>> = {
  'a named pipe': {
    reason: 'it is a named pipe, not a regular file; use - for standard input',
    make: (path) => spawnSync('mkfifo', [path]).status === 0,
  },
  'a socket': {
    reason: 'it is a socket or a device, not a regular file',
    // The socket remains if its server is not closed.
    make: (path) => new Promise((done) => createServer().unref().listen(path, done)),
  },
  'a link to a device': {
    reason: 'it is a device, not a regular file; use - for standard input',
    make: links('/dev/zero'),
  },
  'a dangling link': { reason: 'it is a link to nowhere, which does not exist', make: links('nowhere') },
  'a link to itself': { reason: 'its links lead in a circle', make: links('odd.textproto') },
  'a huge file': {
    reason: 'it is larger than 400 MiB',
    make(path) {
      writeFileSync(path, '');
      truncateSync(path, 1e12);
    },
  },
};

suite('paths that are not regular files', { skip: process.platform === 'win32' }, () => {
  for (const [what, { reason, make }] of Object.entries(ODD)) {
    const name = what.replaceAll(' ', '-');
    const odd = join(name, 'odd.textproto');
    let made = false;
    before(async () => {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'other.textproto'), VALID);
      made = (await make(join(folder, odd))) !== false;
    });

    test(`${what} in a folder is one line, without an effect on the status`, async (t) => {
      if (!made) return t.skip('it cannot be made here');
      const { status, files, stderr } = await check(name);
      assert.deepEqual([status, files.length], [0, 1]);
      assert.equal(stderr, refusals([odd, reason.replace(/; use - .*/, '')]));
    });

    test(`${what} that is named is listed with one line, and status 2`, async (t) => {
      if (!made) return t.skip('it cannot be made here');
      const { status, files, stderr } = await check(odd, name, odd);
      assert.deepEqual([status, pathsOf({ files })], [2, [odd, join(name, 'other.textproto')]]);
      assert.equal(stderr, refusals([odd, reason]));
    });
  }

  test('a device that is named is not read', async () => {
    const { status, stderr, files } = await check('/dev/zero');
    assert.deepEqual([status, files], [2, [{ path: '/dev/zero', diagnostics: [] }]]);
    assert.match(stderr, /^tpu-embedding: Cannot read \/dev\/zero: it is a device[^\n]*\n$/);
  });

  for (const [args, advice] of [
    [['describe'], '; use - for standard input'],
    [['simulate'], '; use - for standard input'],
    [['check', 'clean', '--descriptor-set'], ''],
  ] as const) {
    test(`${args.join(' ')} does not read a device either, and suggests what it can read`, async () => {
      const { status, stderr } = await runCli([...args, '/dev/zero'], { cwd: folder });
      assert.equal(status, 2);
      assert.equal(stderr, refusals(['/dev/zero', `it is a device, not a regular file${advice}`]));
    });
  }

  for (const ending of ['textproto', 'py', 'ipynb']) {
    test(`a file .${ending} of more than 400 MiB is rejected before it is read`, async () => {
      const path = `huge.${ending}`;
      writeFileSync(join(folder, path), '');
      truncateSync(join(folder, path), 400 * 1024 * 1024 + 1);
      const { status, files, stderr } = await check(path);
      assert.deepEqual([status, files], [2, [{ path, diagnostics: [] }]]);
      assert.equal(stderr, refusals([path, 'it is larger than 400 MiB']));
    });
  }

  test('an empty path is an error, not the current folder', async () => {
    const { status, files, stderr } = await check('', 'clean', '.git', 'clean/missing.textproto');
    assert.equal(status, 2);
    assert.deepEqual(pathsOf({ files }), [
      '',
      join('clean', 'good.textproto'),
      '.git',
      'clean/missing.textproto',
    ]);
    const missing = 'there is no such file or folder';
    const lines: [string, string][] = [
      ['""', 'an empty path leads nowhere'],
      ['.git', missing],
      ['clean/missing.textproto', missing],
    ];
    assert.equal(stderr, refusals(...lines));
  });

  test("a folder with a file's extension is a folder, and links to folders are not followed", async () => {
    const path = join(folder, 'loops', 'x.py');
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, 'a.textproto'), VALID);
    symlinkSync('..', join(path, 'up'));
    symlinkSync('.', join(path, 'here.py'));
    symlinkSync('x.py', join(folder, 'loops', 'y.py'));
    const report = await check('loops');
    assert.deepEqual([report.status, report.stderr], [0, '']);
    assert.deepEqual(pathsOf(report), [join('loops', 'x.py', 'a.textproto')]);
    assert.deepEqual(pathsOf(await check('loops/y.py')), [join('loops', 'y.py', 'a.textproto')]);
  });

  test('a file whose name is not UTF-8 is one line', async (t) => {
    mkdirSync(join(folder, 'names'));
    try {
      writeFileSync(Buffer.from(`${folder}/names/b\xff.py`, 'latin1'), '');
    } catch {
      return t.skip('the file system takes no such name');
    }
    const { status, stderr } = await run('names');
    assert.equal(status, 0);
    assert.match(stderr, /^tpu-embedding: Cannot read names\/b\ufffd\.py: its name is not UTF-8\.\n/);
  });

  test('a deep folder is searched, and one that is too deep is reported in one line', async () => {
    const deep = join('deep', ...Array.from({ length: 1500 }, () => 'd'));
    mkdirSync(join(folder, deep), { recursive: true });
    writeFileSync(join(folder, deep, 'a.textproto'), VALID);
    makeTooDeep(join(folder, 'deep'));
    const report = await check('deep');
    assert.deepEqual([report.status, pathsOf(report)], [0, [join(deep, 'a.textproto')]]);
    assert.match(report.stderr, /^tpu-embedding: Cannot read deep\/x+…: its path is too long\.\n$/);
  });

  test('a message that nobody can read does not end the run', { skip: process.platform !== 'linux' }, () => {
    const shell = (command: string) => spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
    const node = `"${process.execPath}" "${CLI}"`;
    const { status, stdout } = shell(`${node} check missing.py twice/a.textproto 2>/dev/full`);
    assert.equal(status, 2);
    assert.match(stdout, /^twice\/a\.textproto:/);
  });

  test('a folder as standard input is refused', () => {
    const command = `"${process.execPath}" "${CLI}" check - < .`;
    const { status, stderr } = spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
    assert.equal(status, 2);
    assert.equal(stderr, 'tpu-embedding: Cannot read standard input: it is a folder.\n');
  });

  test('a working directory that is deleted is one line', { skip: process.platform === 'win32' }, () => {
    const command = `mkdir gone && cd gone && rmdir ../gone && "${process.execPath}" "${CLI}" check .`;
    const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' });
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, /^tpu-embedding: The working directory does not exist any more\..*\n$/);
  });

  test('an unreadable path does not hide the others', async (t) => {
    chmodSync(folder, 0o755);
    chmodSync(join(folder, 'secret/shut'), 0);
    chmodSync(join(folder, 'secret/shut.textproto'), 0);
    const options = { cwd: folder, ...(process.getuid?.() === 0 && { uid: NOBODY }) };
    const able = await runCli(['--version'], options);
    if (able.status !== 0) return t.skip('nobody cannot run it here');
    const found = await checkJson(['secret'], options);
    const lines = refusals(
      [join('secret', 'shut'), 'permission is denied'],
      [join('secret', 'shut.textproto'), 'permission is denied'],
    );
    assert.deepEqual([found.status, found.stderr], [1, lines]);
    assert.deepEqual(pathsOf(found), [join('secret', 'open.textproto')]);
    const named = await checkJson(['secret/shut', 'secret'], options);
    assert.equal(named.status, 2, 'a folder that is named must be readable');
    assert.deepEqual(pathsOf(named), [join('secret', 'open.textproto')]);
  });
});

suite('each file once', { concurrency: true }, () => {
  const inTwice = (...names: string[]) => names.map((name) => join('twice', name));

  test('even if named or found several times', async () => {
    const all = inTwice('a.textproto', 'sub/b.textproto');
    assert.deepEqual(pathsOf(await check('twice', 'twice/', 'twice/sub', 'clean/../twice')), [
      all[0],
      join('twice/sub/b.textproto'),
    ]);
    assert.deepEqual(pathsOf(await check('twice/a.textproto', './twice/a.textproto')), ['twice/a.textproto']);
  });

  test('by its own name or that of a link', async () => {
    mkdirSync(join(folder, 'linked'));
    symlinkSync('../twice/a.textproto', join(folder, 'linked/1.textproto'));
    symlinkSync('../twice/a.textproto', join(folder, 'linked/2.textproto'));
    assert.deepEqual(pathsOf(await check('linked')), [join('linked', '1.textproto')]);
    assert.deepEqual(pathsOf(await check('linked/2.textproto', 'linked', 'twice/a.textproto')), [
      'linked/2.textproto',
    ]);
  });

  test('as a named file if it is named at all', async () => {
    const report = await check('twice', 'twice/plain.textproto');
    assert.ok(pathsOf(report).includes('twice/plain.textproto'));
    assert.equal(report.files.length, 3);
  });

  test('standard input, too', async () => {
    const report = await checkJson(['-', '-'], { cwd: folder, input: NO_COLON });
    assert.deepEqual([report.status, pathsOf(report)], [1, ['<stdin>']]);
  });
});

suite('contents', { concurrency: true }, () => {
  test('file extensions match in any case', async () => {
    const names = ['A.TEXTPROTO', 'B.PbTxt', 'C.PY', 'D.IPYNB'].map((name) => join('endings', name));
    for (const args of [['endings'], names]) {
      const report = await check(...args);
      assert.deepEqual(pathsOf(report), names, args.join(' '));
      assert.deepEqual(
        report.files.map(({ diagnostics }) => diagnostics[0]?.code),
        ['missing-colon', 'missing-colon', 'unknown-argument', undefined],
      );
    }
    const { status, stderr } = await runCli(['describe', 'endings/C.PY'], { cwd: folder });
    assert.equal(status, 2);
    assert.match(stderr, /is Python/);
  });

  test('an empty file can be read, and a null character is a mistake at its place', async () => {
    const report = await check(
      'bytes/empty.textproto',
      'bytes/nul.textproto',
      'bytes/nul.py',
      'bytes/other.py',
    );
    assert.equal(report.files.length, 4);
    const [, text, python, other] = report.files.map(({ diagnostics }) =>
      diagnostics.map(({ code }) => code),
    );
    assert.ok(text!.includes('invalid-character'));
    assert.deepEqual([python, other], [['null-character'], []]);
    assert.deepEqual(report.files[2]!.diagnostics[0]!.range, {
      start: { line: 0, character: 40 },
      end: { line: 0, character: 41 },
    });
    assert.equal(report.stderr, '');
  });

  test('a file that is too large to be checked is not reported as clean', async () => {
    const filler = `${'#'.repeat(1023)}\n`.repeat(10 * 1024);
    mkdirSync(join(folder, 'large'));
    writeFileSync(join(folder, 'large/a.textproto'), `${VALID}${filler}`);
    writeFileSync(join(folder, 'large/b.py'), `import tensorflow as tf\n${CALL}\n${filler}`);
    writeFileSync(join(folder, 'large/c.py'), filler);
    const report = await check('large');
    assert.deepEqual(
      report.files.map(({ path, diagnostics }) => [path, diagnostics.map(({ code }) => code)]),
      [
        [join('large', 'a.textproto'), ['file-too-large']],
        [join('large', 'b.py'), ['file-too-large']],
      ],
    );
  });

  test('bytes that are not UTF-8 are errors at their places', async () => {
    const report = await check('latin');
    assert.equal(report.status, 1);
    assert.deepEqual(
      report.files.map(({ path, diagnostics }) => [path, diagnostics.map(({ code }) => code)]),
      [
        [join('latin', 'a.textproto'), ['not-utf8']],
        [join('latin', 'b.py'), ['not-utf8']],
        [join('latin', 'c.ipynb'), ['not-utf8']],
        [join('latin', 'declared.py'), []],
      ],
    );
    const [text, python] = report.files.map(({ diagnostics }) => diagnostics[0]!);
    const line = VALID.split('\n').length - 1;
    assert.deepEqual(text!.range, { start: { line, character: 5 }, end: { line, character: 6 } });
    assert.match(
      text!.message,
      new RegExp(`^Byte 0xE9 at offset ${VALID.length + 5} is not UTF-8, so .*protobuf`),
    );
    const character = `${CALL} # `.length;
    assert.deepEqual(python!.range, {
      start: { line: 1, character },
      end: { line: 1, character: character + 1 },
    });
  });

  test('files that are not ours may hold any bytes', async () => {
    const report = await check('latin/other.py', 'latin/graph.pbtxt');
    assert.deepEqual([report.status, report.files.flatMap(({ diagnostics }) => diagnostics)], [0, []]);
  });

  test('UTF-16 is one error', async () => {
    const report = await check('utf16');
    assert.deepEqual(
      report.files.map(({ path, diagnostics }) => [path, diagnostics.map(({ message }) => message)]),
      [
        [
          join('utf16', 'a.textproto'),
          ["This is UTF-16, so protobuf's Python parser refuses the file. Save it as UTF-8."],
        ],
        [join('utf16', 'b.py'), ['This is UTF-16, so Python refuses the file. Save it as UTF-8.']],
      ],
    );
  });

  test('for a byte outside of strings only the encoding is reported', async () => {
    const report = await checkJson(['-'], { cwd: folder, input: bytesOf(`${VALID}\xe9`) });
    assert.deepEqual(
      report.files[0]!.diagnostics.map(({ code }) => code),
      ['not-utf8'],
    );
  });

  test('--rule sets the severity of encoding mistakes', async () => {
    const path = 'latin/a.textproto';
    assert.equal((await check('--rule=not-utf8=warning', path)).summary.warnings, 1);
    assert.deepEqual((await check('--rule=not-utf8=off', path)).files[0]!.diagnostics, []);
  });

  test('describe and simulate require UTF-8, too', async () => {
    const described = await runCli(['describe', 'latin/a.textproto'], { cwd: folder });
    assert.equal(described.status, 1);
    assert.match(described.stderr, /^latin\/a\.textproto:\d+:6: error: Byte 0xE9 .* \[not-utf8\]\n$/);
    const simulated = await runCli(['simulate', 'spec.json'], { cwd: folder });
    assert.equal(simulated.status, 1);
    assert.match(simulated.stderr, /^spec\.json: error: Byte 0xE9 at offset 2 is not UTF-8\. Save .*\n$/);
  });
});
