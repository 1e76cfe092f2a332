import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { parsePython } from '../../../server/src/python/parser';
import { reparse } from '../../../server/src/python/reparse';
import {
  argumentIndexAt,
  callAt,
  childrenOf,
  isInComment,
  nodeAt,
  statementOf,
  walk,
} from '../../../server/src/python/tree';
import { readCases } from '../../support/fixtures';
import { misplaced, print, printTree } from '../../support/python-print';

const file = 'test/fixtures/python/tree.cases';

if (process.env['UPDATE']) {
  const cases = readCases(file);
  const written = cases.map(
    ({ name, text }) => `=== ${name}\n${text}--- tree\n${printTree(parsePython(text))}`,
  );
  writeFileSync(file, written.join('\n'));
}

for (const { name, text, parts } of readCases(file)) {
  test(name, () => {
    const tree = parsePython(text);
    assert.equal(printTree(tree), parts[0]!.text.replace(/\n+$/, '\n'));
    assert.deepEqual(misplaced(tree, childrenOf), []);
  });
}

test('a call has the offsets of its brackets, commas and arguments', () => {
  const text = 'x = tf.f(a, b=1,  # why\n  *c)';
  const [call] = parsePython(text).calls;
  assert.ok(call);
  assert.equal(text.slice(call.start, call.end), text.slice(4));
  assert.equal(text.charAt(call.open), '(');
  assert.equal(call.close, text.length - 1);
  assert.equal(call.argumentsEnd, call.close);
  assert.deepEqual(
    call.separators.map((at) => text.charAt(at)),
    [',', ','],
  );
  assert.equal(call.complete, true);
  const [, b] = call.arguments;
  assert.equal(b?.name, 'b');
  assert.equal(text.slice(b?.start, b?.nameEnd), 'b');
  assert.equal(text.slice(b?.start, b?.end), 'b=1');
});

test('an unfinished call is marked as incomplete', () => {
  for (const text of ['f(', 'f(a', 'f(a=)', 'f(a,,b)', 'f(lambda'])
    assert.equal(parsePython(text).calls[0]?.complete, false, text);
  assert.equal(parsePython('f(a,)').calls[0]?.complete, true);
});

test('the call at an offset is the innermost one whose brackets contain it', () => {
  const cases: [string, string | undefined, number][] = [
    ['f(|)', 'f', 0],
    ['f|(a)', undefined, 0],
    ['f(a)|', undefined, 0],
    ['f(a, |', 'f', 1],
    ['f(g(a), |)', 'f', 1],
    ['f(g(a, b|), c)', 'g', 1],
    ['f(a,\n  |\ng(b)', 'f', 1],
    ['f(a,\n  b=[1, 2|\n\nx = g(c)', 'f', 1],
    ['f(a)\n|g(b)', undefined, 0],
    ['f(a, g(b, c)\nx = 1|', undefined, 0],
  ];
  for (const [marked, callee, index] of cases) {
    const offset = marked.indexOf('|');
    const call = callAt(parsePython(marked.replace('|', '')), offset);
    assert.equal(call && print(call.callee), callee, marked);
    if (call) assert.equal(argumentIndexAt(call, offset), index, marked);
  }
});

test('nodes are found by offset', () => {
  const tree = parsePython('def f():\n  return g(abc.de)\n');
  const node = nodeAt(tree, 24);
  assert.equal(node.kind, 'attribute');
  assert.equal(statementOf(node)?.kind, 'simple');
  assert.equal([...walk(tree.module)].length, 8);
});

test('an offset in a comment is recognised', () => {
  const tree = parsePython('a # b\n"# c"\n#d');
  const inside = [3, 5, 14].map((offset) => isInComment(tree, offset));
  assert.deepEqual(inside, [true, true, true]);
  assert.ok(![0, 2, 8, 11].some((offset) => isInComment(tree, offset)));
});

test('an unclosed bracket in one cell does not affect the next', () => {
  const parts = ["f(a, '''x\n", '%%bash\nls (\n', 'if x:\n', '  g(b)\n'];
  const ends = parts.map((_, i) => parts.slice(0, i + 1).join('').length);
  const tree = parsePython(parts.join(''), ends);
  assert.equal(printTree(tree), "f(a, '''2……\nif x:\ng(b)\n");
});

test('text nested beyond the limit is skipped, and the next statement is read', () => {
  const deep = 20_000;
  const openers = [
    '(',
    '[',
    '{',
    'f(',
    '-',
    'not ',
    'lambda: ',
    'a if b else ',
    'await ',
    '*',
    'a**',
    'yield ',
  ];
  for (const opener of openers) {
    const tree = parsePython(`x = ${opener.repeat(deep)}\ny = g(1)\n`);
    const last = tree.module.body.at(-1)!;
    assert.equal(last.kind, 'assignment', opener);
    assert.ok(
      tree.calls.some((call) => print(call) === 'g(1)'),
      opener,
    );
    assert.deepEqual(misplaced(tree, childrenOf), [], opener);
  }
  const balanced = parsePython(`x = ${'('.repeat(deep)}${')'.repeat(deep)}\ny = g(1)\n`);
  assert.equal(balanced.module.body.length, 2);
  const blocks = Array.from({ length: 1000 }, (_, i) => `${' '.repeat(i)}if x:`).join('\n');
  assert.equal(parsePython(blocks).module.body.length, 1);
  const chain = parsePython(`x${'.a(1)'.repeat(20_000)}`);
  assert.equal(chain.calls.length, 20_000);
  assert.deepEqual(misplaced(chain, childrenOf), []);
});

test('a long repetition of any piece is parsed with each node at its place', () => {
  const hostile = [
    'f(',
    'f(\n',
    'f(\nfor x in y\n',
    '"""',
    '\\"""\n',
    "x=1\n'''\n",
    'f"{',
    'f"{a{',
    'f\'{"',
    'x if ',
    'import a, ',
    '[(',
    '(]',
    'if f(\n  x,\n',
    'a.',
    '%x\n',
    'x = !',
    '"""a\ndef f():\n',
    'f"{x}" ',
  ];
  for (const piece of hostile) {
    const text = piece.repeat(Math.ceil(50_000 / piece.length));
    assert.deepEqual(misplaced(parsePython(text), childrenOf), [], JSON.stringify(piece));
  }
});

/** The text after an insertion, and the names of the functions that were parsed again. */
function readAgain(text: string, at: number, insert: string): { text: string; names: string[] } {
  const before = parsePython(text);
  const known = new Set<unknown>(before.module.body);
  const changed = text.slice(0, at) + insert + text.slice(at);
  const { module } = reparse(before, changed, { start: at, end: at, newLength: insert.length });
  const names = module.body.flatMap((node) =>
    node.kind === 'function' && !known.has(node) ? node.name : [],
  );
  return { text: changed, names };
}

/** Each is long enough to be a section of its own. */
const FUNCTIONS = ['a', 'b', 'c', 'd']
  .map((name) => `def ${name}(x):\n  f(x)\n  # ${'These words make it long. '.repeat(4)}\n`)
  .join('');

test('reparsing after an edit keeps the statements elsewhere', () => {
  assert.deepEqual(readAgain(FUNCTIONS, FUNCTIONS.indexOf('def b') + 12, 'y = 1; ').names, ['b']);
  assert.deepEqual(
    readAgain(FUNCTIONS, FUNCTIONS.indexOf('def c'), ' ').names,
    ['b'],
    'c has become a part of b',
  );
  assert.deepEqual(readAgain(FUNCTIONS, FUNCTIONS.indexOf('def c'), '@g\n').names, ['b', 'c']);
  assert.deepEqual(readAgain(FUNCTIONS, FUNCTIONS.indexOf('def d'), '').names, ['c', 'd']);
});

test('reparsing after an opened bracket or string goes up to the next definition', () => {
  const opened = readAgain(FUNCTIONS, FUNCTIONS.indexOf('def b') + 12, 'g(');
  assert.deepEqual(opened.names, ['b']);
  assert.deepEqual(readAgain(opened.text, opened.text.indexOf('def d') + 12, 'y').names, ['b', 'c', 'd']);
  assert.deepEqual(readAgain(FUNCTIONS, FUNCTIONS.indexOf('def b') + 12, '"""').names.at(0), 'b');
});

test('short statements are read together', () => {
  const text = 'import a\nimport b\nx = a.b\n';
  assert.equal(parsePython(text).sections.length, 1);
  assert.equal(parsePython(text.repeat(8)).sections.length, 2);
  // Members of a class are identified by their section.
  assert.equal(parsePython(`${text}class A:\n  y = 1\n${text}`).sections.length, 3);
});
