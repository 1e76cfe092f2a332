// The example notebook, run from the wheel by nbconvert.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { pythonWith } from '../../scripts/jupyter/environment.mjs';
import { installWheel, withoutPip } from '../support/python';

interface Cell {
  readonly cell_type: 'code' | 'markdown';
  readonly execution_count: number | null;
  readonly source: readonly string[];
  readonly outputs: readonly { readonly data?: Readonly<Record<string, string | readonly string[]>> }[];
}

const SOURCE = 'examples/notebook.ipynb';

/** What each cell shows. */
const SHOWN: readonly (readonly [firstLine: string, shown: RegExp])[] = [
  ['%load_ext tpu_embedding_tools', /^$/],
  ['import tensorflow as tf', /^$/],
  ['optimizer = embedding.Adagrad(', /^warning: In \[3\], line 2: `learning_rate` is -0\.05.*$/],
  ['%%tpu_check', /^error: In \[4\], line 2: `dim` is -32.*$/],
  ['optimizer = embedding.Adagrad(', /^$/],
  ['%tpu_check', /^warning: In \[3\], line 2:.*$/],
  [
    '%tpu_derive --num-hosts 4 --num-replicas 32 --per-replica-batch-size 256',
    /^# notebook\.ipynb:cell 5:12:9\ntable_descriptor \{/,
  ],
  ['%tpu_plan v5p-16', /^notebook\.ipynb:cell 5:12:9 on v5p-16: [\s\S]*\nIt fits\.\n/],
  ['%tpu_preview', /^The preview of Adagrad is shown where outputs are HTML\.$/],
  ['%tpu_check off', /^$/],
];

const cellsOf = (path: string): Cell[] =>
  JSON.parse(readFileSync(path, 'utf8')).cells.filter((cell: Cell) => cell.cell_type === 'code');
const textOf = (lines: string | readonly string[] | undefined) => [lines ?? []].flat().join('');

suite('the example notebook', () => {
  test('has each magic, and no outputs', () => {
    const magics = readFileSync('python/tpu_embedding_tools/notebook/magics.py', 'utf8');
    const names = [...magics.matchAll(/"""``(%%?tpu_\w+)/g)].map(([, name]) => name!);
    assert.ok(names.length > 4);
    const cells = cellsOf(SOURCE);
    const firstWords = cells.map(({ source }) => source[0]!.trim().split(' ')[0]!);
    for (const name of names) assert.ok(firstWords.includes(name), name);
    for (const { outputs, execution_count } of cells)
      assert.deepEqual({ outputs, execution_count }, { outputs: [], execution_count: null });
  });

  const { python, problem } = withoutPip ? { problem: withoutPip } : pythonWith('nbconvert', 'ipykernel');
  const skip = problem !== undefined && `not run: it takes a Python with nbconvert and ipykernel: ${problem}`;
  suite('run by nbconvert from the wheel', { skip }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'notebook-'));
    const home = join(folder, 'home of the user');
    let cells: Cell[];
    before(() => {
      mkdirSync(home);
      cpSync(SOURCE, join(home, 'notebook.ipynb'));
      const packages = installWheel(folder);
      // The tools read the cells: a stand-in is enough for their run.
      const standIn = 'import sys, unittest.mock; sys.modules["tensorflow"] = unittest.mock.MagicMock()\n';
      writeFileSync(join(packages, 'tensorflow.py'), standIn);
      const output = join(folder, 'executed.ipynb');
      const args = ['-m', 'nbconvert', '--to', 'notebook', '--execute', '--output', output, 'notebook.ipynb'];
      const { status, stderr } = spawnSync(python!, args, {
        cwd: home,
        encoding: 'utf8',
        env: { ...process.env, PYTHONPATH: packages, HOME: folder, IPYTHONDIR: join(folder, 'ipython') },
      });
      assert.equal(status, 0, stderr);
      cells = cellsOf(output);
    });
    after(() => rmSync(folder, { recursive: true }));

    test('each cell shows what it is there for', () => {
      assert.deepEqual(
        cells.map(({ source }) => source[0]!.trim()),
        SHOWN.map(([firstLine]) => firstLine),
      );
      for (const [i, { outputs }] of cells.entries())
        assert.match(outputs.map(({ data }) => textOf(data?.['text/plain'])).join('\n'), SHOWN[i]![1]);
    });

    test('the preview is a page, and what else is shown is HTML', () => {
      const html = cells.flatMap(({ outputs }) => outputs.map(({ data }) => textOf(data?.['text/html'])));
      assert.match(html.at(-1)!, /^<iframe sandbox="allow-scripts/);
      for (const each of html) assert.match(each, /^<(table|pre|iframe)\b/);
    });

    test('nothing is written beside the notebook', () =>
      assert.deepEqual(readdirSync(home), ['notebook.ipynb']));
  });
});
