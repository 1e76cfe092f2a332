import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolve } from '../../../server/src/python/names';
import {
  joinCells,
  positionsInCells,
  positionsInJson,
  readNotebook,
} from '../../../server/src/python/notebooks';
import { parsePython } from '../../../server/src/python/parser';

const code = (source: unknown) => ({ cell_type: 'code', source, outputs: [], metadata: {} });

test('the code cells of a notebook form one text', () => {
  const notebook = {
    nbformat: 4,
    metadata: { kernelspec: { language: 'python' } },
    cells: [
      { cell_type: 'markdown', source: ['# Title'] },
      code(['%%capture\n', '!pip install tensorflow\n', 'import tensorflow as tf']),
      code('%%bash\nls ('),
      code(['def f(\n']),
      code(['x = 1\r\n', 'tf.raw_ops.Op(x,']),
      code(7),
    ],
  };
  const cells = readNotebook(JSON.stringify(notebook));
  assert.ok(cells);
  assert.deepEqual(cells.indices, [1, 2, 3, 4]);
  const tree = parsePython(cells.text, cells.partEnds);
  const [call] = tree.calls;
  assert.ok(call && tree.calls.length === 1);
  assert.equal(resolve(tree, call.callee), 'tensorflow.raw_ops.Op');
  assert.deepEqual(positionsInCells(cells)(call.start), { cell: 4, position: { line: 1, character: 0 } });
});

test('each cell begins a line', () => {
  const sources = ['x = 1', 'y = 2\n', '', 'z = 3'];
  const { text, partEnds } = joinCells(sources.map((source, index) => ({ index, source })));
  assert.equal(text, 'x = 1\ny = 2\n\nz = 3\n');
  assert.deepEqual(partEnds, [6, 12, 13, 19]);
});

test('a file that is not a Python notebook is rejected', () => {
  for (const text of ['', '{', '[]', 'null', '{"cells": 1}', '{"cells": [{"cell_type": "code"']) {
    assert.equal(readNotebook(text), undefined, text);
  }
  const julia = { metadata: { language_info: { name: 'julia' } }, cells: [code('x')] };
  assert.equal(readNotebook(JSON.stringify(julia)), undefined);
  assert.equal(readNotebook('\ufeff{"cells": []}')?.text, '');
});

test('each character of the cells is located in the file, in any layout', () => {
  const sources = [
    ['# "Title"\n'],
    ['x = "é\\n"\n', '', "y = '\t\u0007'\n", 'z'],
    'a\\\nb = "]}"\n',
    ['last'],
  ];
  const notebook = {
    metadata: { cells: [{ source: ['no'] }], kernelspec: { language: 'python' } },
    cells: sources.map((source, i) => ({
      outputs: [{ cells: [{ source: 'no' }], data: '"\\' }],
      cell_type: i === 0 ? 'markdown' : 'code',
      source,
    })),
  };
  for (const indent of [0, 1, 4]) {
    const json = JSON.stringify(notebook, null, indent).replace('é', '\\u00e9');
    const cells = readNotebook(json)!;
    const find = positionsInJson(json, cells);
    const lines = json.split('\n');
    const ends = new Set(cells.partEnds);
    for (const [offset, char] of [...cells.text].entries()) {
      const { line, character } = find(offset);
      const [spelled] = /^(?:\\u....|\\.|.)/.exec(lines[line]!.slice(character))!;
      // A line ending that the file lacks is located after the last character.
      const isAdded = ends.has(offset + 1) && spelled === '"';
      assert.equal(isAdded ? '\n' : JSON.parse(`"${spelled}"`), char, `${indent} ${offset}`);
    }
  }
});
