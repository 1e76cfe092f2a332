import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evaluationOf } from '../../../server/src/dataflow/calls/evaluation';
import { textsOf } from '../../../server/src/dataflow/messages/read-texts';
import { parsePython } from '../../../server/src/python/parser';
import { reparse } from '../../../server/src/python/reparse';
import { embeddingProgram, plainProgram } from '../../support/programs';

test('after an edit in a method, its class is the only uncalled code that is evaluated again', () => {
  const text = embeddingProgram(400);
  const before = parsePython(text);
  const known = new Set(evaluationOf(before).observations);
  assert.ok(known.size > 10, 'the program has many parts');
  const place = 'optimizer=utils.Adagrad(';
  const at = text.indexOf(place, text.length / 2) + place.length;
  const after = reparse(before, `${text.slice(0, at)}c${text.slice(at)}`, {
    start: at,
    end: at,
    newLength: 1,
  });
  textsOf(after, before);
  const [main, ...others] = evaluationOf(after).observations.filter(
    (observations) => !known.has(observations),
  );
  assert.equal(main, evaluationOf(after).main);
  assert.deepEqual(
    others.map(({ functions }) => [...functions].map((each) => 'name' in each && each.name)),
    [['__init__', 'call']],
  );
});

test('a function is evaluated again after an edit that gives another module to a variable that it reads', () => {
  const words = `# ${'These words make it long. '.repeat(4)}\n`;
  const text = `import tensorflow as tf
from tensorflow.tpu.experimental import embedding as module
${words}def build():
  tf.tpu.experimental.embedding.SGD(module.Adagrad)
`;
  const before = parsePython(text);
  const known = new Set(evaluationOf(before).observations);
  const start = text.indexOf('from tensorflow.tpu.experimental import embedding');
  const end = text.indexOf(' as module');
  const insert = 'from tensorflow.keras import optimizers';
  const after = reparse(before, text.slice(0, start) + insert + text.slice(end), {
    start,
    end,
    newLength: insert.length,
  });
  assert.deepEqual(
    evaluationOf(after).observations.filter((observations) => known.has(observations)),
    [],
  );
});

test('a class is evaluated again after an edit of a subclass that overrides other members', () => {
  const words = `# ${'These words make it long. '.repeat(4)}\n`;
  const head = `import tensorflow as tf

${words}class Base:
  call = -4

  def x(self):
    return 1

  def make(self):
    return tf.tpu.experimental.embedding.TableConfig(vocabulary_size=10, dim=self.call)

${words}class Sub(Base):
`;
  const [one, other] = [
    '  def x(self):\n    return 2\n',
    '  def __init__(self):\n    self.x = 1\n    self.call = 2\n',
  ];
  const before = parsePython(head + one);
  const known = new Set(evaluationOf(before).observations);
  const edit = { start: head.length, end: head.length + one.length, newLength: other.length };
  const after = reparse(before, head + other, edit);
  const made = evaluationOf(after).observations.filter(({ calls }) => calls.size > 0);
  assert.equal(made.length, 1);
  assert.ok(!known.has(made[0]!));
});

test('classes that have nothing to do with TPU embedding are not evaluated', () => {
  const tree = parsePython(embeddingProgram(100) + plainProgram(300));
  const entered = evaluationOf(tree).observations.flatMap(({ functions }) => [...functions]);
  const text = entered.map(({ start, end }) => tree.text.slice(start, end)).join('\n');
  assert.match(text, /embedding\.TPUEmbedding\(/);
  assert.doesNotMatch(text, /layers\.Embedding\(/);
});
