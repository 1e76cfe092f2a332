import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { locateSets, watchersOf } from '../../../server/src/server/files/descriptor-sets';

const FOLDER = 'file:///c%3A/work%20space';

function locate(path: string, folder: string | undefined = FOLDER) {
  const problems: string[] = [];
  const [file] = locateSets([path], folder, (problem) => problems.push(problem));
  return file?.uri ?? problems.join();
}

suite('places of descriptor sets', () => {
  const PLACES: Readonly<Record<string, string>> = {
    'sets/item.pb': `${FOLDER}/sets/item.pb`,
    './sets/../item.pb': `${FOLDER}/item.pb`,
    'sets\\a set#1.pb': `${FOLDER}/sets/a%20set%231.pb`,
    '../50%.pb': 'file:///c%3A/50%25.pb',
    '/sets/a\\b.pb': 'file:///sets/a%5Cb.pb',
    'D:\\sets\\item.pb': 'file:///D%3A/sets/item.pb',
    'd:/sets/item.pb': 'file:///d%3A/sets/item.pb',
    'file:///sets/item.pb': 'file:///sets/item.pb',
    'file://localhost/sets/item.pb': 'file:///sets/item.pb',
  };
  for (const [path, uri] of Object.entries(PLACES))
    test(`${path} is found`, () => assert.equal(locate(path), uri));

  test('a relative path is found through a folder that is a link', () => {
    assert.equal(locate('item.pb', 'file://server/share'), 'file://server/share/item.pb');
  });

  for (const path of [
    '\\\\server\\share\\item.pb',
    '//server/share/item.pb',
    '\\/server/share/item.pb',
    '/\\server\\share/item.pb',
    '\\\\?\\UNC\\server\\share\\item.pb',
    '\\\\.\\pipe\\item',
    'file://server/share/item.pb',
    'FILE:\\\\server\\share\\item.pb',
    'file:/\\server/share/item.pb',
    'file:////server/share/item.pb',
  ])
    test(`${path} is not opened, because it may be on another computer`, () =>
      assert.match(locate(path), /^tpuEmbedding\.descriptorSets: .* It is on another computer\. Copy it/));

  for (const path of ['https://example.com/item.pb', 'vscode-vfs://github/a/item.pb'])
    test(`${path} is not opened, because it is not a file`, () =>
      assert.match(locate(path), /Only files on this computer are read/));

  test('a relative path in a virtual workspace stays in its folder', () => {
    assert.equal(locate('item.pb', 'vscode-vfs://github/a/b'), 'vscode-vfs://github/a/b/item.pb');
  });

  test('a relative path requires a folder', () => {
    const problems: string[] = [];
    assert.deepEqual(
      locateSets(['item.pb'], undefined, (problem) => problems.push(problem)),
      [],
    );
    assert.match(problems.join(), /"item\.pb": It counts from the workspace folder, but none is open/);
  });
});

test('sets inside the workspace folder are watched from there, others from their own folder', () => {
  const paths = ['sets/a set.pb', '../b[1].pb', '/c/{d}*?.pb'];
  const files = locateSets(paths, FOLDER, assert.fail);
  assert.deepEqual(watchersOf(files, FOLDER, true), [
    { globPattern: { baseUri: FOLDER, pattern: 'sets/a set.pb' } },
    { globPattern: { baseUri: 'file:///c%3A', pattern: 'b?1?.pb' } },
    { globPattern: { baseUri: 'file:///c', pattern: '?d???.pb' } },
  ]);
  assert.deepEqual(watchersOf(files, FOLDER, false), [
    { globPattern: '**/a set.pb' },
    { globPattern: '**/b?1?.pb' },
    { globPattern: '**/?d???.pb' },
  ]);
});
