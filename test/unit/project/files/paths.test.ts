import assert from 'node:assert/strict';
import { posix, win32 } from 'node:path';
import { test } from 'node:test';
import { candidateFiles, joinPath, upwards } from '../../../../server/src/project/files/paths';

test('the folders around a folder end for any text', () => {
  const found = (folder: string, parent?: (path: string) => string) => [...upwards(folder, parent)];
  assert.deepEqual(found('file:///a/b'), ['file:///a/b', 'file:///a', 'file://', 'file:/', 'file:', '']);
  assert.deepEqual(found('file:x'), ['file:x', '']);
  assert.deepEqual(found(''), ['']);
  assert.deepEqual(found('/a/b', posix.dirname), ['/a/b', '/a', '/']);
  assert.deepEqual(found('.', posix.dirname), ['.']);
  assert.deepEqual(found('C:\\a', win32.dirname), ['C:\\a', 'C:\\']);
  assert.deepEqual(found('\\\\host\\share\\a', win32.dirname), ['\\\\host\\share\\a', '\\\\host\\share\\']);
});

test('the folders that no system could have are left out', () => {
  assert.equal([...upwards('a/'.repeat(20_000))][0]!.length, 3 * 4096 - 1);
});

test('a path in a program without a folder means nothing', () => {
  const none = { has: () => false, called: () => [] };
  for (const from of ['', 'x.py', 'file:x.py', '/x.py'])
    for (const folder of [undefined, '', 'file:'])
      assert.deepEqual(candidateFiles('a.textproto', { from, folder, ...none }), []);
});

test('a path leads no further up than the root', () => {
  assert.equal(joinPath('/a', '../../b'), '/b');
  assert.equal(joinPath('/a/b', '../c/./d//e'), '/a/c/d/e');
  assert.equal(joinPath('', '..'), '');
});
