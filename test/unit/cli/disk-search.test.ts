import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DiskSearch, foldersAround } from '../../../server/src/cli/files/disk-search';

test('the folders around a file are the same objects for all files of a run, the nearest first', () => {
  const searches = new DiskSearch();
  const around = (path: string) =>
    // biome-ignore lint/correctness/useYield: it asks nothing.
    searches.around('folders', path, function* (folders) {
      return folders;
    });
  const [inner, ...outer] = around('a/b/c.py');
  assert.deepEqual([inner, ...outer], foldersAround('a/b/c.py'));
  const shared = around('a/d/e.py').slice(1);
  assert.ok(shared.every((folder, i) => folder === outer[i]));
  assert.equal(shared.length, outer.length);
});
