// The files that the command line reads while folders change.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readStream, UnreadableFile } from '../../../server/src/basics/regular-file';
import { readSources } from '../../../server/src/cli/files/files';

const folder = mkdtempSync(join(tmpdir(), 'tpu-embedding-'));
after(() => rmSync(folder, { recursive: true }));

/** The files read if `change` happens after the first file. */
async function readWhile(change: () => void) {
  rmSync(folder, { recursive: true });
  mkdirSync(join(folder, 'c'), { recursive: true });
  for (const name of ['a.py', 'b.py', 'c/d.py', 'e.py']) writeFileSync(join(folder, name), name);
  const read: string[] = [];
  const refused: string[] = [];
  const refuse = (error: unknown, _path: string, named: boolean) =>
    refused.push(`${named} ${(error as Error).message}`);
  for await (const { path, bytes } of readSources([folder], refuse)) {
    assert.equal(path, join(folder, bytes.toString()));
    if (read.push(bytes.toString()) === 1) change();
  }
  return { read, refused };
}

test('a file that disappears after its folder was listed is reported, and the rest is read', async () => {
  assert.deepEqual(await readWhile(() => unlinkSync(join(folder, 'b.py'))), {
    read: ['a.py', 'c/d.py', 'e.py'],
    refused: [`false Cannot read ${join(folder, 'b.py')}: there is no such file or folder.`],
  });
});

test('a folder that disappears is reported, and the rest is read', async () => {
  assert.deepEqual(await readWhile(() => rmSync(join(folder, 'c'), { recursive: true })), {
    read: ['a.py', 'b.py', 'e.py'],
    refused: [`false Cannot read ${join(folder, 'c')}: there is no such file or folder.`],
  });
});

test('a file that has become a folder is skipped, and the rest is read', async () => {
  const become = () => {
    unlinkSync(join(folder, 'b.py'));
    mkdirSync(join(folder, 'b.py'));
  };
  assert.deepEqual(await readWhile(become), { read: ['a.py', 'c/d.py', 'e.py'], refused: [] });
});

test('a stream is read only up to its limit', async () => {
  let given = 0;
  async function* endless() {
    for (;;) {
      given++;
      yield Buffer.alloc(1024 * 1024, 'x');
    }
  }
  await assert.rejects(readStream(endless(), 'standard input', 2 * 1024 * 1024), (error) => {
    assert.ok(error instanceof UnreadableFile);
    assert.equal(error.message, 'Cannot read standard input: it is larger than 2 MiB.');
    return true;
  });
  assert.equal(given, 3);
  async function* short() {
    yield* [Buffer.from('ab'), Buffer.from('c')];
  }
  assert.equal((await readStream(short(), 'standard input', 3)).toString(), 'abc');
});
