import assert from 'node:assert/strict';
import { test } from 'node:test';
import { python } from '../../../server/src/languages/python';
import { Analyzer } from '../../../server/src/languages/snapshot';
import { DEFAULT_SETTINGS } from '../../../server/src/project/settings';
import { resolve, visibleNames } from '../../../server/src/python/names';
import { parsePython } from '../../../server/src/python/parser';
import { reparse } from '../../../server/src/python/reparse';
import { type ClassDefinition, type Statement, type Tree, walk } from '../../../server/src/python/tree';
import { builtin } from '../../../server/src/schema/builtin';

const METHOD = `  def method(self, config):
    first = config.value + self.offset
    second = config.other - self.offset
    return self.combine(first, second, name='both')
`;
const CLASS = `class Model:
  """Words."""
${METHOD.repeat(9)}`;

/** The members of the class before and after a replacement. */
function membersAround(
  place: string,
  replacement: string,
  from = 0,
): [readonly Statement[], readonly Statement[]] {
  const before = parsePython(CLASS);
  const members = [...(before.module.body[0] as ClassDefinition).body];
  const start = CLASS.indexOf(place, from);
  const end = start + place.length;
  const text = CLASS.slice(0, start) + replacement + CLASS.slice(end);
  const after = reparse(before, text, { start, end, newLength: replacement.length });
  const { body, end: last } = after.module.body[0] as ClassDefinition;
  assert.equal(last, text.trimEnd().length);
  return [members, body];
}

const middle = CLASS.length >> 1;
const count = (a: readonly Statement[], b: readonly Statement[]) =>
  a.filter((member) => b.includes(member)).length;

test('an edit in a method keeps the other members of its class', () => {
  const [before, after] = membersAround('self.offset', 'self.shift', middle);
  assert.equal(after.length, before.length);
  assert.equal(count(before, after), before.length - 1);
});

test('an edit of a class header keeps all members except the first', () => {
  const [before, after] = membersAround('Model', 'Model(Base)');
  assert.equal(after.length, before.length);
  assert.ok(count(before, after) >= before.length - 2);
});

test('an inserted method keeps the members around it', () => {
  const [before, after] = membersAround('  def', `${METHOD}  def`, middle);
  assert.equal(after.length, before.length + 1);
  assert.ok(count(before, after) >= before.length - 2);
});

/** Long enough that the following code in a class is a section of its own. */
const WORDS = `  # ${'These words make it long. '.repeat(4)}\n`;
const MODEL = `from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb2
class Model:
${WORDS}  def __init__(self):
    self.config = pb2.TPUEmbeddingConfiguration()
${WORDS}  def reset(self):
    self.other = other()
${WORDS}  def call(self):
    print(self.config.num_host)
${WORDS}`;
const options = { analyzer: new Analyzer(builtin, DEFAULT_SETTINGS), path: 'train.py' };

/** The codes of the diagnostics before and after an edit. */
function findingsAround(text: string, start: number, end: number, insert: string): [string[], string[]] {
  const before = python.analyze(text, options);
  const found = before.diagnose().map(({ code }) => code);
  const change = { start, end, newLength: insert.length };
  const after = before.change!(text.slice(0, start) + insert + text.slice(end), change);
  return [found, after.diagnose().map(({ code }) => code)];
}

test('an attribute is unknown after an edit that assigns something else in another method', () => {
  const start = MODEL.indexOf('other =');
  assert.deepEqual(findingsAround(MODEL, start, start + 5, 'config'), [['message-field'], []]);
});

test('an attribute is unknown to methods that an edit moves to another class', () => {
  const start = MODEL.indexOf('  def call');
  assert.deepEqual(findingsAround(MODEL, start, start, 'class Moved:\n'), [['message-field'], []]);
});

test('an attribute becomes known to methods that an edit moves to its class', () => {
  const start = MODEL.indexOf('  def call');
  const text = `${MODEL.slice(0, start)}class Moved:\n${MODEL.slice(start)}`;
  assert.deepEqual(findingsAround(text, start, start + 'class Moved:\n'.length, ''), [[], ['message-field']]);
});

test('a class variable is resolved again in members that an edit moves to another class', () => {
  const text = `import a
class A:
  own = a.b
${WORDS}  other = 1
${WORDS}  def method(self):
    pass
${WORDS}  def call(self, given=own):
    pass
`;
  const own = (tree: Tree) =>
    [...walk(tree.module)].flatMap((node) =>
      node.kind === 'name' && node.name === 'own' ? (resolve(tree, node) ?? '?') : [],
    );
  const before = parsePython(text);
  assert.deepEqual(own(before), ['a.b', 'a.b']);
  const start = text.indexOf('  def method');
  const insert = 'class B:\n';
  const changed = text.slice(0, start) + insert + text.slice(start);
  const after = reparse(before, changed, { start, end: start, newLength: insert.length });
  assert.deepEqual(own(after), own(parsePython(changed)));
});

/** What the last name of a text refers to. */
function lastName(text: string): string | undefined {
  const tree = parsePython(text);
  const name = [...walk(tree.module)].findLast((node) => node.kind === 'name');
  return name && resolve(tree, name);
}

test('a name declared global in a class and bound in another is bound in the module', () => {
  assert.equal(lastName(`class A:\n  global a\n${WORDS}  import b as a\n${WORDS}  x = 1\na\n`), 'b');
  assert.equal(lastName(`class A:\n  import b as a\n${WORDS}  global a\n${WORDS}  x = 1\na\n`), 'b');
  assert.equal(lastName(`class A:\n${WORDS}  import b as a\n${WORDS}  x = 1\na\n`), undefined);
});

test('a class that grows binds names from its new end on', () => {
  const text = `class A:\n${WORDS}  x = 1\n${WORDS}  y = 2\nA = 1\n`;
  const before = parsePython(text);
  const starts = (tree: Tree) => visibleNames(tree, tree.text.indexOf('\nA =') + 1).map(({ from }) => from);
  assert.deepEqual(starts(before), [text.indexOf('\nA =')]);
  const start = text.indexOf('= 1');
  const longer = `${text.slice(0, start)}${'= 1 '.repeat(100)}${text.slice(start)}`;
  const after = reparse(before, longer, { start, end: start, newLength: 400 });
  assert.deepEqual(starts(after), [longer.indexOf('\nA =')]);
});

/** More than the evaluator follows: it gives up, and calls behind this are judged by the blocks around them alone. */
const ENDLESS = `import tensorflow as tf
embedding = tf.tpu.experimental.embedding
for a in range(99):
  for b in range(99):
    for c in range(99):
      other(a, b, c)
`;

/** Blocks, each a section of its own. The call has a problem with the second text between the marks, but not with the first. */
const CHAINS: readonly (readonly string[])[] = [
  ['if «True|False»:\n  pass', 'else:\n  embedding.SGD(rate=1)'],
  ['if «True|False»:\n  pass', 'elif a:\n  pass', 'else:\n  embedding.SGD(rate=1)'],
  ['if «True|False»:\n  pass', 'elif a:\n  embedding.SGD(rate=1)'],
  ['try:\n  embedding.SGD(rate=1)', 'except:\n  «pass|raise»'],
  ['try:\n  embedding.SGD(rate=1)', 'finally:\n  «return|pass»'],
  ['try:\n  embedding.SGD(rate=1)', 'except:\n  raise', 'finally:\n  «return|pass»'],
  ['try:\n  embedding.SGD(rate=1)', 'except:\n  raise', '«except:|if a:»\n  pass'],
];

for (const blocks of CHAINS) {
  const [before, first, second, after] = `${ENDLESS}${blocks.join(`\n${WORDS}`)}\n${WORDS}`.split(/[«|»]/);
  test(`an edit in a chain of blocks reaches a call in another one: ${blocks.join(' … ').replaceAll('\n', '')}`, () => {
    for (const [from, to, expected] of [
      [first!, second!, [[], ['unknown-argument']]],
      [second!, first!, [['unknown-argument'], []]],
    ] as const)
      assert.deepEqual(
        findingsAround(before! + from + after!, before!.length, before!.length + from.length, to),
        expected,
      );
  });
}

/** Statements that decide about a name in another section, and a mistake in that name. */
const DECISIVE = [
  ['tf.tpu.experimental.embedding = None', 'tf.tpu.experimental.embedding.Nothing'],
  ['setattr(tf.tpu.experimental, "embedding", None)', 'tf.tpu.experimental.embedding.Nothing'],
  ['from __future__ import annotations', 'def f(x: tf.tpu.experimental.embedding.Nothing): pass'],
] as const;

for (const [statement, mistake] of DECISIVE)
  test(`an edit that adds or removes "${statement}" decides about a name in another section`, () => {
    const text = `import tensorflow as tf\n${WORDS}${mistake}\n${WORDS}x = tf.tpu.experimental.embedding\n${WORDS}`;
    assert.deepEqual(findingsAround(text, text.length, text.length, statement), [['unknown-member'], []]);
    const longer = text + statement;
    assert.deepEqual(findingsAround(longer, text.length, longer.length, ''), [[], ['unknown-member']]);
  });

test('an edit of a name reaches the mistakes in names for it in other sections', () => {
  const text = [
    'import tensorflow as tf\nembedding = tf.tpu.experimental.embedding',
    'alias = embedding',
    'alias.Nothing',
    'other = tf.tpu.experimental.embedding',
  ].join(`\n${WORDS}`);
  const start = text.indexOf('tf.tpu');
  const end = text.indexOf('\n', start);
  assert.deepEqual(findingsAround(text, start, end, 'None'), [['unknown-member'], ['python-error']]);
});
