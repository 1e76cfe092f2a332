// The files that the command line checks: those found in folders, and those named.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import type { Values } from '../../../server/src/cli/command';
import { readSources } from '../../../server/src/cli/files/files';
import { choose } from '../../../server/src/cli/files/selection';
import { folderOf } from '../../protocol/descriptors';

const FILES = [
  'a.py',
  'b.textproto',
  'build/c.py',
  'build/kept.py',
  'deep/build/d.py',
  'deep/e.gen.py',
  'deep/f.gen.py',
  'deep/g.py',
  'deep/h.ipynb',
  'third_party/i.py',
  'third_party/j.pbtxt',
  'own/k.py',
  'own/third_party/l.py',
  '.venv/lib/site-packages/m.py',
  'env/n.py',
  'env/bin/o.py',
  'lib/site-packages/p.py',
  'node_modules/q.py',
  '__pycache__/r.py',
  'deep/t.local.py',
  '.ipynb_checkpoints/s.ipynb',
];
const FOUND = [
  'a.py',
  'b.textproto',
  'build/kept.py',
  'deep/f.gen.py',
  'deep/g.py',
  'deep/h.ipynb',
  'own/k.py',
];
/** Only the second configuration file applies below it. */
const FOUND_OF_OWN = 'own/third_party/l.py';

const folder = folderOf({
  ...Object.fromEntries(FILES.map((file) => [file, ''])),
  '.gitignore': '/build/*\n!/build/kept.py\n*.gen.py\n',
  '.git/info/exclude': '*.local.py\nkept.py\n',
  'deep/.gitignore': '!f.gen.py\nbuild/\n',
  'tpu-embedding.json': '{ "exclude": ["third_party/"] }',
  'own/tpu-embedding.json': '{}',
  'env/pyvenv.cfg': '',
});
const outside = folderOf({
  '.gitignore': 'a.py\n',
  'in/.ignore': 'b.py\n',
  'in/.gitignore': '!b.py\n',
  'in/a.py': '',
  'in/b.py': '',
});
const here = process.cwd();
after(() => {
  process.chdir(here);
  for (const each of [folder, outside]) rmSync(each, { recursive: true });
});

async function read(paths: readonly string[], values: Values = {}): Promise<string[]> {
  process.chdir(folder);
  const { selection, nearby } = choose(values);
  const found: string[] = [];
  const refuse = (error: unknown) => assert.fail(error as Error);
  for await (const { path } of readSources(paths, refuse, selection)) found.push(path);
  assert.deepEqual(nearby.problems, []);
  return found;
}

const sorted = (paths: readonly string[]) => [...paths].sort();

suite('the search in a folder', () => {
  test('skips what ignore files, the nearest configuration file and tools exclude', async () => {
    assert.deepEqual(await read(['.']), sorted([...FOUND, FOUND_OF_OWN]));
  });

  test('finds the same from a subfolder, up to the root of the repository', async () => {
    assert.deepEqual(
      await read(['deep']),
      FOUND.filter((path) => path.startsWith('deep/')),
    );
    assert.deepEqual(await read(['build']), ['build/kept.py']);
    assert.deepEqual(await read(['third_party']), ['third_party/i.py', 'third_party/j.pbtxt']);
  });

  test('can be narrowed by the command line', async () => {
    const exclude = ['deep/g.py', '*.ipynb', 'own/'];
    const left = FOUND.filter((path) => !/^own\/|\/g\.py$|\.ipynb$/.test(path));
    assert.deepEqual(await read(['.'], { exclude }), left);
  });

  test('can be widened: ignored and excluded files, and a named virtual environment', async () => {
    const ignored = ['build/c.py', 'deep/build/d.py', 'deep/e.gen.py', 'deep/t.local.py'];
    assert.deepEqual(await read(['.'], { 'no-ignore': true }), sorted([...FOUND, FOUND_OF_OWN, ...ignored]));
    const excluded = ['third_party/i.py', 'third_party/j.pbtxt'];
    assert.deepEqual(await read(['.'], { 'no-config': true }), sorted([...FOUND, FOUND_OF_OWN, ...excluded]));
    assert.deepEqual(await read(['env', 'node_modules']), ['env/bin/o.py', 'env/n.py', 'node_modules/q.py']);
  });

  test('outside of a repository uses ignore files from the named folder on, .ignore before .gitignore', async () => {
    assert.deepEqual(await read([join(outside, 'in')]), [join(outside, 'in/a.py')]);
    assert.deepEqual(await read([outside]), []);
  });
});

suite('a named file', () => {
  test('is checked anywhere', async () => {
    assert.deepEqual(await read(FILES), FILES);
  });

  test('is skipped with --force-exclude if a folder search would skip it', async () => {
    assert.deepEqual(sorted(await read(FILES, { 'force-exclude': true })), sorted([...FOUND, FOUND_OF_OWN]));
    assert.deepEqual(await read(['third_party', 'env'], { 'force-exclude': true }), []);
    assert.deepEqual(await read(['a.py'], { 'force-exclude': true, exclude: ['*.py'] }), []);
    assert.deepEqual(await read(['a.py'], { exclude: ['*.py'] }), ['a.py']);
  });

  test('must be valid for its option', () => {
    assert.throws(() => choose({ exclude: ['# a'] }), /--exclude: "# a" is not a pattern/);
  });
});
