import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DiskSearch } from '../../../server/src/cli/files/disk-search';
import { type Folder, nearest } from '../../../server/src/project/nearby';

test('the folders around a file are the same objects for all files of a run, the nearest first', () => {
  const searches = new DiskSearch();
  const inner = searches.folderOf('a/b/c.py');
  assert.ok(inner.path.endsWith('/a/b'));
  assert.equal(inner.parent, searches.folderOf('a/d.py'));
  assert.equal(inner.parent, searches.folderOf('a/e/f.py').parent);
});

test('what is found for a folder is asked once for all folders in it', () => {
  const searches = new DiskSearch();
  const asked: string[] = [];
  // biome-ignore lint/correctness/useYield: it asks nothing.
  const search = function* ({ path }: Folder) {
    asked.push(path.slice(searches.folderOf('a').path.length));
    return path.endsWith('/a') ? 'fact' : undefined;
  };
  for (const path of ['a/b/c/x.py', 'a/b/d/y.py', 'a/z.py'])
    assert.equal(searches.run(nearest('fact', searches.folderOf(path), search)), 'fact');
  assert.deepEqual(asked, ['/a/b/c', '/a/b', '/a', '/a/b/d']);
});
