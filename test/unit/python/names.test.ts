import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolve, visibleNames } from '../../../server/src/python/names';
import { parsePython } from '../../../server/src/python/parser';
import { decodeString } from '../../../server/src/python/strings';
import { functionOf, isConditional, isExpectedToFail } from '../../../server/src/python/surroundings';
import { type Expression, type Tree, walk } from '../../../server/src/python/tree';
import { readCases } from '../../support/fixtures';

/** The expression statements before a comment `#= expected value`. */
function claims(text: string, tree: Tree): { expression: Expression; claim: string; line: string }[] {
  const found = [];
  for (const node of walk(tree.module)) {
    if (node.kind !== 'expression') continue;
    const lineEnd = text.indexOf('\n', node.end);
    const claim = /^ *#= (.*)$/.exec(text.slice(node.end, lineEnd))?.[1];
    if (claim !== undefined)
      found.push({ expression: node.value, claim, line: text.slice(node.start, lineEnd) });
  }
  assert.equal(found.length, text.split('#= ').length - 1, 'every claim is read');
  return found;
}

for (const { name, text } of readCases('test/fixtures/python/names.cases')) {
  test(`names: ${name}`, () => {
    const tree = parsePython(text);
    for (const { expression, claim, line } of claims(text, tree))
      assert.equal(resolve(tree, expression) ?? (expression.kind === 'lambda' ? 'lambda' : '?'), claim, line);
  });
}

test('visible names are those of the enclosing scopes', () => {
  const text = `import tensorflow as tf
late = 1
class C:
    field = 1
    def method(self, a):
        b = 1
        [c for c in a]
${' '.repeat(8)}
    def next(self): pass

after = 2
`;
  const tree = parsePython(text);
  const at = (marker: string, add = 0) =>
    visibleNames(tree, text.indexOf(marker) + add)
      .map(({ name }) => name)
      .sort()
      .join(' ');
  assert.equal(at('[c', 1), 'C a after b c late self tf');
  assert.equal(at('late'), 'tf');
  assert.equal(at('\n    def next', 0), 'C a after b late self tf');
  assert.equal(at('\n    def next', -4), 'field late method tf');
  assert.equal(at('after'), 'C late tf');
  assert.equal(at('field', 9), 'field late tf');
});

test('decoded strings map each character to its offset', () => {
  const text = 'x = \'a\\n\' """b\\\n\\x41\r\nc"""';
  const [statement] = parsePython(text).module.body;
  assert.ok(statement?.kind === 'assignment' && statement.value?.kind === 'string');
  const decoded = decodeString(text, statement.value);
  assert.equal(decoded?.value, 'a\nbA\nc');
  const places = [...decoded!.value].map((_, i) =>
    text.slice(decoded!.places.start(i), decoded!.places.end(i)),
  );
  assert.deepEqual(places, ['a', '\\n', 'b', '\\x41', '\r\n', 'c']);
});

test('calls that a test expects to raise are recognised', () => {
  const text = `
import pytest
class T:
    def test(self):
        ok(1)
        with self.assertRaises(ValueError): bad(1)
        with pytest.raises(ValueError), other() as x:
            if x:
                bad(2)
        with self.assertRaisesRegex(E, ok(2)) as e, bad(3):
            bad(4)
        self.assertRaises(E, lambda: bad(5))
        context = pytest.raises(E)
        with context:
            bad(6)
        with other():
            ok(3)
    @unittest.expectedFailure
    def test2(self):
        bad(7)
    @pytest.mark.xfail(reason='x')
    def test3(self):
        bad(8)
`;
  const tree = parsePython(text);
  for (const call of tree.calls) {
    if (call.callee.kind !== 'name' || !['ok', 'bad'].includes(call.callee.name)) continue;
    const inRaises = text.slice(call.start, call.end) === 'ok(2)';
    const expected = call.callee.name === 'bad' || inRaises;
    assert.equal(isExpectedToFail(tree, call), expected, text.slice(call.start, call.end));
  }
});

test('code that always runs with its function is distinguished from conditional code', () => {
  const text = `
def f():
    always(1)
    with a: always(2)
    if always(3): maybe(4)
    for x in always(5): maybe(6)
    maybe(7) if always(8) else maybe(9)
    [maybe(10) for x in y]
    lambda: always(11)
    try: always(12)
    except E: maybe(13)
`;
  const tree = parsePython(text);
  for (const call of tree.calls) {
    const name = call.callee.kind === 'name' ? call.callee.name : '';
    assert.equal(isConditional(call), name === 'maybe', text.slice(call.start, call.end));
    assert.equal(
      functionOf(call)?.kind,
      text.slice(call.start, call.end) === 'always(11)' ? 'lambda' : 'function',
    );
  }
});
