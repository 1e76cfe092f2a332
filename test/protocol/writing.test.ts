// Files that the command line writes hold their old bytes or all of the new ones, whatever goes wrong meanwhile.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { format } from '../../server/src/textproto/formatting/format';
import { CLI, runCli } from '../support/cli';
import { folderOf } from './descriptors';

const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;
const HEADER = '# proto-message: tensorflow.tpu.TPUEmbeddingConfiguration\n';
/** Grows when it is formatted; its mistake has one fix. */
const textOf = (name: string, tables: number) =>
  `${HEADER}# ${name}\nmode: TRAIN\n${`table_descriptor{\nname:"${name}"\noptimization_parameters{\nlearning_rate{\nconstant:1\n}}}\n`.repeat(tables)}`;

const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});
function inFolder(files: Readonly<Record<string, string>>): string {
  const folder = folderOf(files);
  folders.push(folder);
  return folder;
}

suite('on a full disk', () => {
  const place = inFolder({});
  const isMounted =
    isRoot && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=128k', 'tmpfs', place]).status === 0;
  const skip = isMounted ? false : 'only root can make a small disk';
  after(() => {
    if (isMounted) spawnSync('umount', [place]);
  });

  const BEFORE = textOf('a', 195);
  const file = join(place, 'a.textproto');
  /** Fills the disk up to a number of bytes. */
  function leave(bytes: number) {
    const { bavail, bsize } = statfsSync(place);
    writeFileSync(join(place, 'filling'), Buffer.alloc(Math.max(0, bavail * bsize - bytes)));
  }
  const empty = () => {
    for (const name of readdirSync(place)) rmSync(join(place, name), { recursive: true });
  };
  const run = (...args: string[]) => runCli(args, { cwd: place });

  const KINDS: Readonly<Record<string, () => void>> = {
    'a file': () => {},
    'a file with two names': () => linkSync(file, join(place, 'b')),
    "another's file": () => chownSync(file, NOBODY, NOBODY),
  };
  const ROOM = { 'no room at all': 0, 'room for a copy, but not for more': 20 * 1024 };
  for (const [what, make] of Object.entries(KINDS))
    for (const [room, bytes] of Object.entries(ROOM))
      for (const command of [
        ['format'],
        ['check', '--fix'],
        ['convert', '--to', 'json', 'c.textproto', '-o'],
      ])
        test(`${command[0]} leaves ${what} unchanged where there is ${room}`, { skip }, async () => {
          empty();
          writeFileSync(file, BEFORE);
          make();
          if (command[0] === 'convert')
            writeFileSync(join(place, 'c.textproto'), BEFORE.replace('TRAIN', '1'));
          leave(bytes);
          const names = readdirSync(place);
          const { status, stderr } = await run(...command, 'a.textproto');
          // A fix makes the file two bytes longer.
          const fits = command[0] === 'check' && bytes > 0;
          if (!fits) {
            assert.match(
              stderr,
              /^tpu-embedding: Cannot write a\.textproto: .*space.* The file is unchanged\.\n$/,
            );
            assert.equal(status, 2);
          }
          const expected = fits ? BEFORE.replace('TRAIN', 'TRAINING') : BEFORE;
          assert.equal(readFileSync(file, 'utf8'), expected);
          assert.deepEqual(readdirSync(place), names);
        });

  test('no half of a new file is left', { skip }, async () => {
    empty();
    writeFileSync(file, BEFORE.replace('TRAIN', '1'));
    leave(0);
    const { status, stderr } = await run('convert', '--to', 'json', 'a.textproto', '-o', 'new.json');
    assert.match(stderr, /^tpu-embedding: Cannot write new\.json: .*space[^\n]*\n$/);
    assert.equal(status, 2);
    assert.deepEqual(readdirSync(place), ['a.textproto', 'filling']);
  });

  test('output that finds no room is an error', { skip: process.platform !== 'linux' }, async () => {
    const folder = inFolder({ 'a.textproto': BEFORE });
    const { status, stderr } = spawnSync(
      'sh',
      ['-c', `"$0" ${CLI} format - < a.textproto > /dev/full`, process.execPath],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    );
    assert.match(stderr, /^tpu-embedding: Cannot write standard output: .*space[^\n]*\n$/);
    assert.equal(status, 2);
  });
});

test('runs with one process id in one folder do not mix their files up', async (t) => {
  const args = ['-pf', '--mount-proc'];
  if (!isRoot || spawnSync('unshare', [...args, 'true']).status !== 0)
    return t.skip('only root can start processes with the same id');
  const names = Array.from({ length: 80 }, (_, i) => `f${i}.textproto`);
  const folder = inFolder(Object.fromEntries(names.map((name) => [name, textOf(name, 60)])));
  // What a run that was ended by force leaves behind.
  writeFileSync(join(folder, '.tpu-embedding-1.tmp'), 'old');
  const runs = [0, 1, 2, 3].map((part) => {
    const own = names.filter((_, i) => i % 4 === part);
    const child = spawn('unshare', [...args, process.execPath, CLI, 'format', ...own], { cwd: folder });
    return new Promise((done) => child.once('close', done));
  });
  assert.deepEqual(await Promise.all(runs), [0, 0, 0, 0]);
  for (const name of names)
    assert.equal(readFileSync(join(folder, name), 'utf8'), format(textOf(name, 60)), name);
  assert.deepEqual(readdirSync(folder).sort(), ['.tpu-embedding-1.tmp', ...names].sort());
});

suite('a signal ends a run between two files', { skip: process.platform === 'win32' }, () => {
  const names = Array.from({ length: 100 }, (_, i) => `f${i}.textproto`);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    for (const isLinked of [false, true])
      for (const command of [['format'], ['check', '--fix']])
        test(`${signal}, ${command[0]}, ${isLinked ? 'linked files' : 'files'}`, async () => {
          const folder = inFolder(Object.fromEntries(names.map((name) => [`w/${name}`, textOf(name, 40)])));
          mkdirSync(join(folder, 'links'));
          if (isLinked)
            for (const name of names) linkSync(join(folder, 'w', name), join(folder, 'links', name));
          const child = spawn(process.execPath, [CLI, ...command, 'w'], { cwd: folder, stdio: 'ignore' });
          const ended = new Promise<unknown>((done) => child.once('exit', (...end) => done(end)));
          const isOld = () =>
            statSync(join(folder, 'w', 'f0.textproto')).size === textOf('f0.textproto', 40).length;
          while (isOld() && child.exitCode === null) await setTimeout(1);
          child.kill(signal);
          const end = await ended;
          // It may have been done already.
          if (child.exitCode === null) assert.deepEqual(end, [null, signal]);
          for (const name of names) {
            const old = textOf(name, 40);
            const whole = [old, command[0] === 'format' ? format(old) : old.replace('TRAIN', 'TRAINING')];
            assert.ok(whole.includes(readFileSync(join(folder, 'w', name), 'utf8')), name);
          }
          assert.deepEqual(readdirSync(join(folder, 'w')).sort(), [...names].sort());
        });
});

test('a file that was found and cannot be written is told by the status', async (t) => {
  if (!isRoot) return t.skip('only root can run as another user');
  const folder = inFolder({ 'a.textproto': textOf('a', 1), 'b.textproto': textOf('b', 1) });
  chmodSync(folder, 0o777);
  chmodSync(join(folder, 'a.textproto'), 0o444);
  for (const path of ['.', 'a.textproto']) {
    const { status, stderr } = await runCli(['format', path], { cwd: folder, uid: NOBODY });
    assert.equal(status, 2);
    assert.match(
      stderr,
      /^tpu-embedding: Cannot write a\.textproto: permission is denied\. The file is unchanged\.\n/,
    );
  }
});

test('where no copy of the old bytes can be kept, the message names the folder for copies', async (t) => {
  if (!isRoot) return t.skip('only root can run as another user');
  const before = textOf('a', 1);
  const folder = inFolder({ 'a.textproto': before });
  const closed = inFolder({});
  chmodSync(folder, 0o755);
  chmodSync(closed, 0o755);
  chmodSync(join(folder, 'a.textproto'), 0o666);
  const places = {
    [join(closed, 'missing')]: `there is no folder ${join(closed, 'missing')}`,
    [closed]: 'permission is denied',
  };
  for (const [place, reason] of Object.entries(places)) {
    const options = { cwd: folder, uid: NOBODY, env: { TMPDIR: place } };
    const { status, stderr } = await runCli(['format', 'a.textproto'], options);
    assert.equal(status, 2);
    assert.equal(
      stderr,
      `tpu-embedding: Cannot write a.textproto: no copy of it can be kept in ${place}: ${reason}. The file is unchanged.\n`,
    );
    assert.equal(readFileSync(join(folder, 'a.textproto'), 'utf8'), before);
  }
  const { status } = await runCli(['format', 'a.textproto'], { cwd: folder, uid: NOBODY });
  assert.equal(status, 0);
  assert.equal(readFileSync(join(folder, 'a.textproto'), 'utf8'), format(before));
});
