// Writing a file that was read before.
import assert from 'node:assert/strict';
import { linkSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { writeFile } from '../../../server/src/cli/files/write-file';

const folder = mkdtempSync(join(tmpdir(), 'write-'));
after(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'a.textproto');
const write = (path: string) => writeFile(path, Buffer.from('after'), Buffer.from('before'));
const read = (path: string) => readFileSync(path, 'utf8');

beforeEach(() => writeFileSync(file, 'before'));

test('a file that changed since it was read is not overwritten', async () => {
  writeFileSync(file, 'edited');
  await assert.rejects(write(file), {
    message: `Cannot write ${file}: it has changed since it was read. The file is unchanged.`,
  });
  assert.equal(read(file), 'edited');
});

test('a file with two hard links is written under both', async () => {
  const other = join(folder, 'b.textproto');
  linkSync(file, other);
  await write(file);
  await write(other);
  assert.deepEqual([read(file), read(other)], ['after', 'after']);
});
