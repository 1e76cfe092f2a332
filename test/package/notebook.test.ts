// The example notebook and the guide's cells, run from the wheel by nbconvert.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { pythonWith } from '../../scripts/jupyter/environment.mjs';
import { blocksOf } from '../support/editors-page';
import { notebookOf } from '../support/notebook';
import { packagesForNotebooks, withoutPip } from '../support/python';

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
const shownBy = ({ outputs }: Cell, type: string) =>
  outputs.map(({ data }) => [data?.[type] ?? []].flat().join('')).join('\n');

/** The magics that there are, each with its first word alone. */
const magics = [
  ...readFileSync('python/tpu_embedding_tools/notebook/magics.py', 'utf8').matchAll(/"""``(%%?tpu_\w+)/g),
].map(([, name]) => name!);

/** The guide's blocks and the magics of its table. */
const blocks = blocksOf('In a notebook', 'docs/editors.md').map(({ text }) => text);
const listed = [...readFileSync('docs/editors.md', 'utf8').matchAll(/^\| `(%[^`]+)`/gm)].map(
  ([, line]) => line!,
);

suite('the guide and the example notebook', () => {
  test('the guide lists each magic', () => {
    assert.ok(magics.length > 4);
    assert.deepEqual(listed.map((line) => line.split(' ')[0]).sort(), [...magics].sort());
  });

  test('the notebook has each magic, and no outputs', () => {
    const cells = cellsOf(SOURCE);
    const firstWords = cells.map(({ source }) => source[0]!.trim().split(' ')[0]!);
    for (const name of magics) assert.ok(firstWords.includes(name), name);
    for (const { outputs, execution_count } of cells)
      assert.deepEqual({ outputs, execution_count }, { outputs: [], execution_count: null });
  });

  const { python, problem } = withoutPip ? { problem: withoutPip } : pythonWith('nbconvert', 'ipykernel');
  const skip = problem !== undefined && `not run: it takes a Python with nbconvert and ipykernel: ${problem}`;
  suite('run by nbconvert from the wheel', { skip }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'notebook-'));
    const home = join(folder, 'home of the user');
    let packages: string;
    before(() => {
      mkdirSync(home);
      packages = packagesForNotebooks(folder);
    });
    after(() => rmSync(folder, { recursive: true }));

    /** The cells after all have run; a cell that fails ends it. */
    function executed(notebook: string): Cell[] {
      writeFileSync(join(home, 'notebook.ipynb'), notebook);
      const output = join(folder, 'executed.ipynb');
      const args = ['-m', 'nbconvert', '--to', 'notebook', '--execute', '--output', output, 'notebook.ipynb'];
      const env = { ...process.env, PYTHONPATH: packages, HOME: folder, IPYTHONDIR: join(folder, 'ipython') };
      const { status, stderr } = spawnSync(python!, args, { cwd: home, encoding: 'utf8', env });
      assert.equal(status, 0, stderr);
      return cellsOf(output);
    }

    test('each cell shows what it is there for', () => {
      const cells = executed(readFileSync(SOURCE, 'utf8'));
      assert.deepEqual(
        cells.map(({ source }) => source[0]!.trim()),
        SHOWN.map(([firstLine]) => firstLine),
      );
      for (const [i, cell] of cells.entries()) assert.match(shownBy(cell, 'text/plain'), SHOWN[i]![1]);
      const pages = cells.map((cell) => shownBy(cell, 'text/html')).filter((html) => html !== '');
      for (const html of pages) assert.match(html, /^<(table|pre|iframe)\b/);
      assert.match(pages.at(-1)!, /^<iframe sandbox="allow-scripts/);
    });

    test('the guide’s cells and magics run as they stand there', () => {
      const run = [...blocks, ...listed.filter((line) => !line.startsWith('%%'))];
      const [load, program, ...answers] = executed(notebookOf(...run));
      assert.deepEqual([load!.outputs, program!.outputs], [[], []]);
      for (const [i, cell] of answers.entries()) {
        const line = run[i + 2]!;
        const shown = shownBy(cell, 'text/plain');
        assert.match(shown, line.startsWith('%tpu_check') ? /^No problems\.$/ : /\w/, line);
        assert.doesNotMatch(shown, /unknown option|Usage:/i, line);
      }
    });

    test('nothing is written beside the notebook', () =>
      assert.deepEqual(readdirSync(home), ['notebook.ipynb']));
  });
});
