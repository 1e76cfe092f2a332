// The folders that are searched for facts around a file, and the questions that are asked about them.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { fileText, nearest, type Question } from '../../../server/src/project/nearby';
import { FileSearch, placesAround } from '../../../server/src/server/files/file-search';

type FactQuestion = Extract<Question, { ask: 'fact' }>;

suite('the folders around a URI', () => {
  const CASES: Readonly<Record<string, readonly string[]>> = {
    'file:///a/b/c.py': ['file:///a/b', 'file:///a', 'file://'],
    'file:///c.py': ['file://'],
    'vscode-vfs://github/owner/c.py': ['vscode-vfs://github/owner', 'vscode-vfs://github'],
    'vscode-notebook-cell:/n.ipynb#1': ['vscode-notebook-cell:'],
    '/a/c.py': ['/a', ''],
    '/': [''],
    'file:x.textproto': [],
    'file:a/x.textproto': ['file:a'],
    'file:': [],
    'file://': [],
    'untitled:x.py': [],
    '//': [],
    'a/b': ['a'],
    '': [],
  };
  for (const [uri, expected] of Object.entries(CASES))
    test(`${JSON.stringify(uri)} has ${expected.length}`, () =>
      assert.deepEqual([...placesAround(uri)], expected));

  test('have their paths without escapes', () => {
    const folder = new FileSearch({} as never).folderOf('file:///a%20b/c%C3%A9/d.py');
    assert.deepEqual(
      [folder?.path, folder?.parent?.path, folder?.parent?.parent?.path],
      ['/a b/cé', '/a b', ''],
    );
  });
});

test('what is found for a folder is read once for all files in it, until it is forgotten', async () => {
  const read: string[] = [];
  const searches = new FileSearch({
    readFile: async (uri: string) => {
      read.push(uri);
      if (uri !== 'file:///top/fact%3F') throw new Error('There is no such file.');
      return new TextEncoder().encode('true');
    },
  } as never);
  const fact = (uri: string) =>
    searches.run(nearest('fact', searches.folderOf(uri)!, (folder) => fileText(folder, ['fact?'], 9)));
  const [IN, TOP] = ['file:///top/in/fact%3F', 'file:///top/fact%3F'];
  assert.deepEqual(await Promise.all([fact('file:///top/in/a'), fact('file:///top/in/b')]), ['true', 'true']);
  assert.deepEqual(read, [IN, TOP]);
  searches.forget('file:///other/a');
  await fact('file:///top/c');
  assert.deepEqual(read, [IN, TOP]);
  searches.forget('file:///top/c');
  await fact('file:///top/in/a');
  assert.deepEqual(read, [IN, TOP, TOP]);
});

test('a fact that a folder lacks is asked of the folder around it, which answers for all others', () => {
  const folder = new FileSearch({} as never).folderOf('file:///a/b/c/x.py')!;
  const question = nearest('fact', folder, (at) => fileText(at, ['fact'], 9)).next().value as FactQuestion;
  const search = question.search(folder);
  const asked = search.next().value as Question;
  assert.equal(asked.folder, folder);
  const next = search.next(undefined).value as Question;
  assert.equal(next.folder, folder.parent);
  assert.deepEqual(search.next('its fact'), { done: true, value: 'its fact' });
});
