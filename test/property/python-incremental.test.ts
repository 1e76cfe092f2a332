// Incremental parsing of an edit equals parsing the whole text.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Analysis } from '../../server/src/languages/language';
import { python } from '../../server/src/languages/python';
import { Analyzer } from '../../server/src/languages/snapshot';
import { DEFAULT_SETTINGS } from '../../server/src/project/settings';
import { resolve } from '../../server/src/python/names';
import { changeOfCell, joinCells } from '../../server/src/python/notebooks';
import { parsePython } from '../../server/src/python/parser';
import { reparse } from '../../server/src/python/reparse';
import { type Tree, walk } from '../../server/src/python/tree';
import { builtin } from '../../server/src/schema/builtin';
import { runningOn } from '../support/running-on';
import { applyEdit, type Edit } from './generators';
import { runs } from './runs';

/** An edit at a place, or at the start of a line. */
type PlacedEdit = Edit & { readonly line?: number };

function sameAsFull(start: string, edits: readonly PlacedEdit[]): void {
  let tree = parsePython(start);
  // Facts known before the edit may be wrong after it.
  names(tree);
  for (const next of edits) {
    const { text, ...change } = applyEdit(tree.text, { ...next, at: placeOf(tree.text, next) });
    tree = reparse(tree, text, change);
    const full = parsePython(text);
    assert.deepStrictEqual(contents(tree), contents(full));
    assert.deepStrictEqual(names(tree), names(full));
  }
}

function placeOf(text: string, { at, line }: PlacedEdit): number {
  if (line === undefined) return at;
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  return starts[line % starts.length]!;
}

/** Section boundaries are internal to the parser, and what was asked about a tree is no part of it. */
const contents = ({ sections: _, answers: __, ...rest }: Tree) => rest;

/** What every name and attribute refers to. */
const names = (tree: Tree) =>
  [...walk(tree.module)].flatMap((node) =>
    node.kind === 'name' || node.kind === 'attribute' ? (resolve(tree, node) ?? '?') : [],
  );

/** Long enough that the following code is a section of its own. */
const COMMENT = `# ${'These words make it long. '.repeat(4)}`;

/** Some end a section, some share one. */
const inSections = (statements: fc.Arbitrary<string>) =>
  fc.oneof(
    statements,
    statements.map((statement) => `${statement}\n${COMMENT}`),
  );

/** Possible lines of a program. */
const singleLines = fc.constantFrom(
  'import tensorflow as tf',
  'from a.b import (c,\n  d as e)',
  'x = f(1, *a, k=2)[0]  # note',
  'import a',
  'import b as a\nx = a.c',
  'def f(d=x):\n  global a\n  a.b = d.e\n  from g import h as a',
  'def g():\n  x.y(tf.z, a.b, print)',
  'class E:\n  a = x.y\n  def m(self): return a.b, f.g, [(x := a.c) for a in b]',
  'try: import a\nexcept E: a = None',
  'if b:\n  x = a\nelse:\n  x = a.d',
  'def a(): return x.z',
  'del a',
  'x = [\n1,\n  2,\n]',
  '"""Words.\n\nMore.\n"""',
  'def f(a, *, b: int = 1) -> int:\n  """Words."""\n  return a.b(f"{a(1)!r} {{}}")',
  '@wraps(g)\n@h\nclass C(D, metaclass=M):\n\n  x = y = 1\n\n  def m(self): pass',
  'if a:\n  b(c\nelif d: e\nelse:\n  f',
  'for i in [j for j in k if j]:\n  g(i for i in {**l, "m": -i})',
  'match a:\n  case [b, C(d=e)] if f(g):\n    h',
  'try:\n  a\nexcept (B, C) as d:\n  raise E from d\nfinally: f(',
  'with a(b) as c, d: e; global h; h += 1',
  '%matplotlib inline',
  '  % b',
  'y = lambda a, b=1: (a, b)',
  'z: int = a if b else not c\\\n  [1]',
  'from a import *',
  'global a\na = x.y',
  'def f():\n  def g():\n    nonlocal x, y\n    x = a\n  x = a.b\n  return x.z, y',
  'a.b = None',
  'setattr(a, "c", 1)',
  '',
  '    ',
  '# only a comment',
);
const lines = inSections(singleLines);
const pieces = fc.constantFrom(
  ...'( ) [ ] { } , : ; . = @ % %%bash \\ # \' " """ \'\'\' f" \n \r \r\n \t \f \ufeff'.split(' '),
  ...'x 1 def class if else async for import from return case lambda'.split(' '),
  ...[' ', '  ', '\n\n', '\n  ', '\n@', '\ndef ', '\nimport a\n', '("', '")\n', '\n)', '\n"""\n', '= (\n'],
);
const program = fc
  .array(fc.oneof({ weight: 9, arbitrary: lines }, { weight: 1, arbitrary: pieces }), { maxLength: 12 })
  .map((parts) => parts.join('\n'));
const edit: fc.Arbitrary<Edit> = fc.record({
  at: fc.nat({ max: 2000 }),
  remove: fc.oneof(
    { weight: 5, arbitrary: fc.nat({ max: 3 }) },
    { weight: 1, arbitrary: fc.nat({ max: 100 }) },
  ),
  insert: fc.oneof(
    { weight: 2, arbitrary: fc.constant('') },
    { weight: 6, arbitrary: pieces },
    { weight: 1, arbitrary: lines },
  ),
});

test('reparsing an edited program equals parsing from scratch', () => {
  fc.assert(fc.property(program, fc.array(edit, { minLength: 1, maxLength: 8 }), sameAsFull), runs(150));
});

test('reparsing an edited cell of a notebook equals parsing from scratch', () => {
  const line = fc.oneof(lines, fc.constantFrom('%%bash', '!ls (', 'f(1,', "x = '''", '  y = 2', ')'));
  const source = fc.array(line, { maxLength: 4 }).map((all) => all.join('\n'));
  const cells = fc.array(source, { minLength: 2, maxLength: 6 });
  const edits = fc.array(fc.record({ cell: fc.nat(), source }), { minLength: 1, maxLength: 6 });
  const property = fc.property(cells, edits, (start, changes) => {
    const sources = [...start];
    const join = () => joinCells(sources.map((each, index) => ({ index, source: each })));
    let before = join();
    let tree = parsePython(before.text, before.partEnds);
    for (const { cell, source: next } of changes) {
      sources[cell % sources.length] = next;
      const after = join();
      const change = changeOfCell(before, after);
      if (!change) assert.deepStrictEqual(after, before);
      else tree = reparse(tree, after.text, change, after.partEnds);
      const full = parsePython(after.text, after.partEnds);
      assert.deepStrictEqual(contents(tree), contents(full));
      assert.deepStrictEqual(names(tree), names(full));
      before = after;
    }
  });
  fc.assert(property, runs(300));
});

test('reparsing edited tokens in random order equals parsing from scratch', () => {
  const soup = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(''));
  fc.assert(fc.property(soup, fc.array(edit, { minLength: 1, maxLength: 8 }), sameAsFull), runs(500));
});

/** Possible content of a class, a few lines each; some end the class or start another one. */
const members = fc.constantFrom(
  'class A:',
  'class B(A, x=f(1)):\n  """Words.\n\n  More.\n  """',
  '@d\nclass C: pass',
  'class C: a = x.y; import b as x',
  '  def f(self, d=x, *a):\n    global b\n    b = self.a.c\n    self.x = a.d\n    return [self.x.y for d in b if d.e]',
  '  @a.b(c)\n  @x\n  async def g(self): return a.b, x.z, [(y := b) for b in a.c], "words that are long", b"bytes"',
  '  @property\n  # a comment between them\n  def h(self):\n    def x(): nonlocal a; a = b.c\n    a = 1\n    return x',
  '  a = x.y\n  x = a  # and then a comment that goes on for long enough to make a section of these lines alone',
  '  x = [(a := b.c) for b in a]\n  y: int = 1',
  // No other member binds this name, so nothing else invalidates its value.
  '  own = x.y  # and then a comment that goes on for long enough to make a section of this line alone',
  '  def uses(self, d=own):\n    return d, "words that go on for long enough to make a section of this member alone"',
  '  global a\n  a = x.y',
  '  import b as a\n  from c import (x,\n    y as b)',
  '  if a:\n    x = a.b\n  elif b: pass\n  else:\n    x = a.d\n    def f(self): return x.y(a.b, b.c, "some more words here")',
  '  try: import a\n  except E: a = None',
  '  class D(A):\n    a = b.c\n    def f(self, e=a):\n      self.x = e.f\n      return a.b\n    class E: x = a',
  '\tdef tabs(self):\n\t\ta = x.y\n\t    \tb = a.c\n\treturn a.d',
  '   def odd(self):\n      return a.b\n   x = a.c',
  '    # a comment at another column than what is around it, and a long one at that: it is one line alone',
  '# a comment at the margin',
  '',
  '    x = a.b',
  'x = a.b',
  'def f(self):\n    return a.b, x',
  '  def open(self):\n    x = f(a.b, [c\n    return x.y',
  '  x = """open\n  a = b',
  "  def strings(self):\n    return '''a\n\ndef f():\n'''",
  '  )',
  '  @d',
  '  f(a,\nb.c, x.y)',
  '  \\\n  x = a.b',
  '\f  a = b.x',
);
const lineEdit: fc.Arbitrary<PlacedEdit> = fc.record({
  at: fc.constant(0),
  line: fc.nat({ max: 60 }),
  remove: fc.nat({ max: 4 }),
  insert: fc.oneof(
    fc.constantFrom(
      '',
      ' ',
      '  ',
      '    ',
      '\t',
      '\f',
      '\n',
      '@d\n',
      '  @d\n',
      '# c\n',
      '   # c\n',
      '"""',
      '  (',
      ')',
    ),
    members.map((member) => `${member}\n`),
  ),
});

test('reparsing after edits in classes equals parsing from scratch', () => {
  const program = fc
    .array(fc.oneof({ weight: 9, arbitrary: members }, { weight: 1, arbitrary: fc.oneof(lines, pieces) }), {
      maxLength: 14,
    })
    .map((parts) => ['class A:', ...parts].join('\n'));
  const edits = fc.array(fc.oneof(edit, lineEdit), { minLength: 1, maxLength: 8 });
  fc.assert(fc.property(program, edits, sameAsFull), runs(150));
});

const options = { analyzer: new Analyzer(builtin, DEFAULT_SETTINGS), path: 'train.py' };

const findings = (analysis: Analysis) => ({
  diagnostics: analysis.diagnose().map(({ fixes, commentAbove, ...rest }) => ({
    ...rest,
    fixes: fixes(),
    comment: commentAbove?.('words'),
  })),
  derived: analysis.derive({ numHosts: 2, numReplicas: 8 }),
  names: analysis.names(),
});

/** Its mistake is certain only while the class does not escape. */
const KEEPER =
  'class Keeper:\n  def __init__(self):\n    self.table = embedding.TableConfig(10, 8)\n  def show(self):\n    self.table.dims';
const GIVER = 'def give():\n  other(Keeper)';

/** A fact about tables in any number of lines; the meaning of each depends on the others. */
const singleFacts = fc.constantFrom(
  'import tensorflow as tf',
  'import numpy as tf',
  'from tensorflow.tpu.experimental import embedding',
  'from tensorflow.tpu.experimental import *',
  'embedding = tf.tpu.experimental.embedding',
  'alias = embedding',
  'embedding = alias',
  'del embedding',
  'try:\n  import tensorflow as tf\nexcept ImportError:\n  tf = None',
  'from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb2',
  'from google.protobuf import text_format',
  'import tensorflow_recommenders as tfrs',
  'WIDTH = 8',
  "WIDTH = 'eight'",
  'ROWS = [WIDTH]',
  'ROWS.append(8)',
  'def grow():\n  ROWS.append(8)',
  'NAMES[0] = 8',
  'other = NAMES',
  'global NAMES',
  'def widen():\n  global WIDTH\n  WIDTH = 16',
  "globals()['WIDTH'] = 16",
  "exec('WIDTH = 16')",
  'tf.tpu.experimental = None',
  "setattr(tf.tpu.experimental.embedding, 'TableConfig', None)",
  'optimizer = embedding.Adagrad(lr=0.1)',
  "optimizer = embedding.SGD(0.1, clipvalue=(WIDTH, 'a'))",
  "table = embedding.TableConfig(10, WIDTH, optimizer=optimizer, combiner='avg')",
  'table = embedding.TableConfig(vocabulary_size=ROWS, dim=ROWS[0], optimizer="adagrad")',
  'class Model:\n  def __init__(self, width=WIDTH):\n    self.table = embedding.TableConfig(10, ROWS, optimizer=optimizer)\n    self.config = pb2.TPUEmbeddingConfiguration()\n  def call(self):\n    self.config.num_host = WIDTH',
  'config = pb2.TPUEmbeddingConfiguration(num_hosts=WIDTH)',
  'config.num_host = 1',
  'config.table_descriptor.add(name=WIDTH)',
  "text_format.Parse('num_hosts: x', config)",
  'layer = embedding.TPUEmbedding({"a": embedding.FeatureConfig(table)}, optimizer)',
  'layer.build(per_replica_batch_size=WIDTH)',
  'table.optimizer = embedding.SGD(WIDTH)',
  'layer.embedding_lookup(tabel=ROWS)',
  'def step(config, table=table):\n  return tf.raw_ops.RecvTPUEmbeddingActivations(num_outputs=len(ROWS), config=config)',
  'with pytest.raises(ValueError):\n  embedding.SGD(rate=1)',
  '# tpu-embedding: ignore-file',
  'embedding.SGD(rate=1)  # tpu-embedding: ignore',
  'old = tf.compat.v1.tpu.experimental.AdagradParameters(0.1)',
  'try:\n  embedding.SGD(rate=1)',
  'except TypeError:\n  embedding = None',
  'except:\n  raise',
  'if WIDTH:\n  embedding.SGD(clipvalue=NAMES)',
  'else:\n  WIDTH = 8',
  'finally:\n  embedding.TableConfig(10, WIDTH, dims=1)',
  'embedding.RowIdInitializer(8, clipvalue=WIDTH)',
  'config.spmd_sharding.enabled = table.layout',
  'layer.build(per_replica_input_shapes=ROWS)',
  'from tensorflow.python.tpu import tpu_embedding',
  KEEPER,
  'other(Keeper)',
  GIVER,
);
const facts = inSections(singleFacts);

/** The context of these facts, which shows whether they count. */
const beginning = [
  'import tensorflow as tf',
  'embedding = tf.tpu.experimental.embedding',
  "NAMES = ['wide']",
];
const ending = ['embedding.TableConfig(8, NAMES[0], optimizer=embedding.SGD(rate=1))'];

/** Replaces a number of facts with one fact or none. */
interface FactEdit {
  readonly at: number;
  readonly remove: number;
  readonly insert: readonly string[];
}

const change: fc.Arbitrary<FactEdit> = fc.record({
  at: fc.nat({ max: 30 }),
  remove: fc.nat({ max: 2 }),
  insert: fc.array(facts, { maxLength: 2 }),
});

/** With known and with unknown TensorFlow version. */
const releases = fc.constantFrom(undefined, '2.3', '2.16');

function sameFindings(
  program: readonly string[],
  edits: readonly FactEdit[],
  release?: string | undefined,
): void {
  const terms = { ...options, environment: () => runningOn(release) };
  const known = [...beginning, ...program, ...ending];
  let reading = python.analyze(known.join('\n'), terms);
  reading.diagnose();
  for (const { at, remove, insert } of edits) {
    const from = at % (known.length + 1);
    const start = known.slice(0, from).reduce((sum, part) => sum + part.length + 1, 0);
    known.splice(from, remove, ...insert);
    const text = known.join('\n');
    // The change as an editor may send it: from the position to the common end of both texts.
    let same = 0;
    const longest =
      Math.min(text.length, reading.text.length) - Math.min(start, text.length, reading.text.length);
    while (same < longest && text.at(-1 - same) === reading.text.at(-1 - same)) same++;
    const begin = Math.min(start, text.length, reading.text.length);
    const end = reading.text.length - same;
    reading = reading.change!(text, { start: begin, end, newLength: text.length - same - begin });
    assert.deepStrictEqual(findings(reading), findings(python.analyze(text, terms)));
  }
}

test('diagnostics after edits that change the meaning of other statements equal those of a new analysis', () => {
  const program = fc.array(facts, { minLength: 8, maxLength: 24 });
  const edits = fc.array(change, { minLength: 1, maxLength: 6 });
  fc.assert(fc.property(program, edits, releases, sameFindings), runs(50));
});

test('a class is checked again when an edit makes it escape to unknown code, or no longer', () => {
  sameFindings(
    [KEEPER],
    [
      { at: 4, remove: 0, insert: [GIVER] },
      { at: 4, remove: 1, insert: [] },
    ],
  );
  sameFindings(
    [KEEPER, GIVER, 'give()'],
    [
      { at: 5, remove: 1, insert: [] },
      { at: 4, remove: 1, insert: [] },
    ],
  );
});

test('a function is checked again when an edit elsewhere writes what it looks for in the text', () => {
  const sized = 'import numpy as np\ndef sized():\n  embedding.TableConfig(np.zeros([3, 8]).shape[1:], 8)';
  const added = 'def added():\n  tf.zeros([2, 3]) @ tf.zeros([6])';
  for (const other of ['size.resize(3)', 'tf.experimental.numpy.experimental_enable_numpy_behavior()'])
    sameFindings(
      [sized, added, 'def other():\n  pass'],
      [
        { at: 3, remove: 0, insert: [`def more():\n  ${other}`] },
        { at: 3, remove: 1, insert: [] },
      ],
    );
});

/** The same of members of a class. */
const memberFacts = fc
  .oneof(
    { weight: 1, arbitrary: fc.constantFrom('class Model:', 'class Other(Model):', 'def function():') },
    {
      weight: 6,
      arbitrary: fc.constantFrom(
        '  embedding = tf.tpu.experimental.embedding',
        '  from tensorflow.tpu.experimental import embedding as alias',
        '  del embedding',
        '  WIDTH = 8',
        "  WIDTH = 'eight'",
        '  global WIDTH',
        '  [(WIDTH := w) for w in (8, 16)]',
        '  ROWS = [WIDTH]',
        '  ROWS.append(8)',
        '  other = ROWS',
        '  optimizer = embedding.SGD(0.1, clipvalue=(WIDTH, "a"))',
        '  table = embedding.TableConfig(10, ROWS[0], optimizer=optimizer)',
        '  def __init__(self, width=WIDTH):\n    self.config = pb2.TPUEmbeddingConfiguration()',
        '  def reset(self):\n    self.config = None\n    self.config = other()',
        '  def replace(self):\n    self.config = embedding.SGD(0.1)',
        '  def call(self):\n    print(self.config.num_host, self.config.table_descriptor.appended, WIDTH)',
        '  def grow(self, rows=ROWS):\n    embedding.TableConfig(10, rows, optimizer=alias.SGD(rate=1))',
        '  @pytest.mark.xfail\n  def fails(self, optimizer=embedding.SGD(rate=1)):\n    embedding.SGD(rate=1)',
        '  def widen():\n    global WIDTH, embedding\n    WIDTH = 16',
        '  if WIDTH:\n    return\n  else:\n    embedding = None',
        '  class Inner:\n    def __init__(self):\n      self.config = pb2.TPUEmbeddingConfiguration()\n      print(self.config.num_host)',
        '  embedding.TableConfig(8, ROWS, optimizer=embedding.SGD(rate=1))',
      ),
    },
  )
  .map((fact) => `${fact}\n  ${COMMENT}`);

test('diagnostics after edits that change the meaning of class members equal those of a new analysis', () => {
  const fact = fc.oneof({ weight: 3, arbitrary: memberFacts }, { weight: 1, arbitrary: facts });
  const program = fc
    .array(fact, { minLength: 8, maxLength: 24 })
    .map((parts) => [
      ...['from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb2', 'class Model:'],
      ...parts,
    ]);
  const memberChange = fc.record({
    at: fc.nat({ max: 40 }),
    remove: fc.nat({ max: 2 }),
    insert: fc.array(fact, { maxLength: 2 }),
  });
  const edits = fc.array(memberChange, { minLength: 1, maxLength: 6 });
  fc.assert(fc.property(program, edits, releases, sameFindings), runs(50));
});

const calls = /\b(?:embedding|raw_ops)\.\w+\(/g;

/** Lines that change the meaning of other lines. */
const meaning = fc.constantFrom(
  'import tensorflow as tf\n',
  'tf = None\n',
  'config = None\n',
  'config.mode = 9\n',
  'embedding = tf.tpu.experimental.embedding\n',
  "table = embedding.TableConfig(10, 0, name='users')\n",
  'optimizer = embedding.Adagrad(lr=1)\n',
  'def step(config):\n',
  '  return config\n',
  'self.x = optimizer\n',
  '# tpu-embedding: ignore-file\n',
);

test('diagnostics after edits equal those of a new analysis', () => {
  const programs = [
    'test/fixtures/python/training.py',
    'examples/ranking_model.py',
    'examples/ranking_mistakes.py',
    'examples/sparsecore_mistakes.py',
  ].map((path) => fc.constant(readFileSync(path, 'utf8')));
  const insert = fc.oneof(
    { weight: 3, arbitrary: edit.map((next) => next.insert) },
    { weight: 1, arbitrary: meaning },
  );
  const change = fc.record({ at: fc.nat({ max: 10_000 }), remove: fc.nat({ max: 60 }), insert });
  const edits = fc.array(fc.tuple(fc.oneof(edit, change), fc.nat()), { minLength: 1, maxLength: 5 });
  const property = fc.property(fc.oneof(...programs), edits, (program, session) => {
    let analysis = python.analyze(program, options);
    let found = findings(analysis);
    for (const [next, place] of session) {
      const { text: before } = analysis;
      // Most edits are in calls, where there are diagnostics.
      const ends = [...before.matchAll(calls)].map((match) => match.index + match[0].length);
      const at = place % 4 > 0 && ends.length > 0 ? ends[place % ends.length]! : next.at;
      const { text, ...change } = applyEdit(before, { ...next, at });
      const changed = analysis.change!(text, change);
      const again = python.analyze(text, options);
      const foundAgain = findings(again);
      assert.deepStrictEqual(findings(changed), foundAgain);
      assert.deepStrictEqual(changed.hover(change.start), again.hover(change.start));
      assert.deepStrictEqual(changed.complete(change.start), again.complete(change.start));
      assert.deepStrictEqual(changed.optimizers(), again.optimizers());
      assert.deepStrictEqual(changed.signature(change.start), again.signature(change.start));
      assert.deepStrictEqual(findings(analysis), found);
      [analysis, found] = [changed, foundAgain];
    }
  });
  fc.assert(property, runs(20));
});
