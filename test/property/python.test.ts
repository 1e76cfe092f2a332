import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { lineIndex } from '../../server/src/basics/line-index';
import { Kind, Lexer } from '../../server/src/python/lexer';
import { resolve, visibleNames } from '../../server/src/python/names';
import { joinCells, positionsInCells, readNotebook } from '../../server/src/python/notebooks';
import { parsePython } from '../../server/src/python/parser';
import { isExpectedToFail } from '../../server/src/python/surroundings';
import {
  allOfKind,
  type Call,
  callAt,
  childrenOf,
  isStatement,
  type ListedKind,
  ListedNodes,
  type Node,
  type Tree,
  walk,
} from '../../server/src/python/tree';
import { misplaced } from '../support/python-print';
import { runs } from './runs';

const program = readFileSync('test/fixtures/python/training.py', 'utf8');

const pieces = (
  '( ) [ ] { } , : ; . = == := -> * ** + - @ % ! ? $ \\ # \' " \'\'\' """ f" f\'{ }" {{ r\'\\ b"" 1 1. .5e 0x 1_0 ... ' +
  'a tf Ω 変 def class if else elif for in while with as import from try except return yield await async lambda ' +
  'not is and or None True match case global del raise assert pass %%bash %matplotlib !ls'
).split(' ');
const source = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...pieces) },
      { weight: 2, arbitrary: fc.constantFrom(' ', '\n', '\n  ', '\r\n', '\t', '\\\n', '\r', '\n    ') },
      fc.string({ maxLength: 3 }),
    ),
    {
      maxLength: 60,
    },
  )
  .map((parts) => parts.join(''));

const places = (nodes: readonly Node[]) => nodes.map(({ start, end }) => `${start}-${end}`).sort();

const isListedKind = (key: string): key is ListedKind => key !== 'words';

/** Queries that any tree must answer. */
function check(text: string): Tree {
  const tree = parsePython(text);
  assert.deepEqual(misplaced(tree, childrenOf), []);
  let calls = 0;
  for (const node of walk(tree.module)) {
    if (node.kind === 'call') {
      calls++;
      assert.ok(node.open >= node.callee.start && node.open < node.end);
      assert.equal(node.complete && node.close < 0, false);
      isExpectedToFail(tree, node);
    }
    if (node.kind === 'name') resolve(tree, node);
  }
  for (const kind of Object.keys(new ListedNodes()).filter(isListedKind))
    assert.deepEqual(
      places(allOfKind(tree, kind)),
      places([...walk(tree.module)].filter((node) => node.kind === kind)),
      `the list of each ${kind} is that of the tree`,
    );
  for (const { nodes } of tree.sections)
    for (const kind of ['name', 'attribute'] as const)
      assert.deepEqual(
        nodes.words[kind],
        nodes[kind].map(({ name }) => name),
      );
  assert.equal(tree.calls.length, calls, 'the list of calls is that of the tree');
  assert.ok(tree.calls.every(({ open }, i) => i === 0 || tree.calls[i - 1]!.open < open));
  return tree;
}

test('the tokens of Python concatenate to the text', () => {
  fc.assert(
    fc.property(source, fc.nat(), (text, cut) => {
      const limit = cut % (text.length + 1);
      const lexer = new Lexer(text, 0, limit);
      let end = 0;
      while (lexer.next() !== Kind.End) {
        assert.equal(lexer.start, end);
        assert.ok(lexer.end > end);
        end = lexer.end;
      }
      assert.equal(end, limit);
    }),
    runs(2000),
  );
});

test('any text is parsed into a well-formed tree', () => {
  fc.assert(
    fc.property(source, (text) => {
      check(text);
    }),
    runs(2000),
  );
});

test('every prefix of a program can be parsed, and every offset queried', () => {
  for (let end = 0; end <= program.length; end += 7) {
    const tree = check(program.slice(0, end));
    visibleNames(tree, end);
    callAt(tree, end);
  }
});

test('any edited program is parsed into a well-formed tree', () => {
  const edit = fc.record({ at: fc.nat(program.length), remove: fc.nat(200), insert: source });
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 3 }), fc.nat(program.length), (edits, offset) => {
      let text = program;
      for (const { at, remove, insert } of edits)
        text = text.slice(0, at) + insert + text.slice(Math.min(at + remove, text.length));
      visibleNames(check(text), offset);
    }),
    runs(200),
  );
});

test('statements parse the same in a program and alone', () => {
  fc.assert(
    fc.property(fc.array(source, { minLength: 1, maxLength: 4 }), (sources) => {
      const { text, partEnds } = joinCells(sources.map((part, index) => ({ index, source: part })));
      const alone = partEnds.map((end, i) => parsePython(text.slice(partEnds[i - 1] ?? 0, end)).calls.length);
      assert.equal(
        parsePython(text, partEnds).calls.length,
        alone.reduce((sum, count) => sum + count, 0),
      );
    }),
    runs(1000),
  );
});

test('a position in a notebook equals the one in its cell alone', () => {
  fc.assert(
    fc.property(fc.array(source, { minLength: 1, maxLength: 4 }), fc.nat(), (sources, at) => {
      const cells = joinCells(sources.map((part, index) => ({ index: 2 * index, source: part })));
      const offset = at % cells.text.length;
      const part = cells.partEnds.findIndex((end) => offset < end);
      const start = cells.partEnds[part - 1] ?? 0;
      const { position } = lineIndex(cells.text.slice(start, cells.partEnds[part]));
      const expected = { cell: 2 * part, position: position(offset - start) };
      assert.deepEqual(positionsInCells(cells)(offset), expected);
    }),
    runs(1000),
  );
});

test('any text can be read as a notebook', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      readNotebook(text);
    }),
    runs(100),
  );
});

// ---------------------------------------------------------------- While it is typed

/** An unfinished call while it is typed, cut off anywhere. */
function* cuts(tree: Tree): Generator<{ call: Call; from: number }> {
  for (const call of tree.calls) {
    if (call.close < 0) continue;
    for (let from = call.open + 1; from <= call.close; from++) {
      const inWord = /\w/.test(program.charAt(from - 1)) && /\w/.test(program.charAt(from));
      if (!inWord) yield { call, from };
    }
  }
}

test('an unfinished call is recognised and swallows no other statement', () => {
  const whole = check(program);
  const starts = [...walk(whole.module)].filter(isStatement).map(({ start }) => start);
  const count = { cuts: 0, target: 0, others: 0, othersFound: 0, swallowed: 0 };
  for (const { call, from } of cuts(whole)) {
    const shift = call.end - from;
    const tree = parsePython(program.slice(0, from) + program.slice(call.end));
    const found = new Map(tree.calls.map((c) => [c.open, c]));
    const next = starts.find((start) => start >= call.end) ?? Number.POSITIVE_INFINITY;
    count.cuts++;
    if (found.get(call.open)?.callee.end === call.callee.end) count.target++;
    for (const other of whole.calls) {
      if (other === call || (other.open >= from && other.open < call.end)) continue;
      count.others++;
      if (found.has(other.open < from ? other.open : other.open - shift)) count.othersFound++;
    }
    if (tree.calls.some((c) => c.open < from && c.end > next - shift)) count.swallowed++;
  }
  assert.ok(count.cuts > 1000);
  assert.ok(count.target / count.cuts >= 0.999, `${count.target} of ${count.cuts} calls recognised`);
  assert.ok(count.othersFound / count.others >= 0.999, `${count.othersFound} of ${count.others} others`);
  assert.ok(count.swallowed / count.cuts <= 0.002, `${count.swallowed} of ${count.cuts} swallow statements`);
});
