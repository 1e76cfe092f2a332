import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importsCatalogue, relevantSections } from '../../../server/src/dataflow/calls/relevant-sections';
import { parsePython } from '../../../server/src/python/parser';

/** A program with enough text between statements that each is a section. */
const divided = (text: string) => text.replace(/\n(?=\S)/g, `\n# ${'Words. '.repeat(20)}\n`);

/** The relevant statements, by their first lines. */
function concerned(program: string): string[] {
  const text = divided(program);
  const tree = parsePython(text);
  const all = relevantSections(tree);
  return tree.sections
    .filter((section) => all.has(section))
    .map(({ start }) => text.slice(start).split('\n')[0]!);
}

test('code that names TPU embedding is relevant, and so is code that uses a name bound there', () => {
  const text = `import tensorflow as tf
e = tf.tpu.experimental.embedding
def make(dim):
  return e.TableConfig(10, dim)
def main():
  return make(8)
def other(main_path):
  return tf.io.gfile.exists(main_path)
`;
  assert.deepEqual(concerned(text), ['e = tf.tpu.experimental.embedding', 'def make(dim):', 'def main():']);
});

test('a variable that relevant code may change makes its users relevant', () => {
  const text = `import tensorflow as tf
tables = []
other = []
def add():
  tables.append(tf.tpu.experimental.embedding.TableConfig(10, 8))
def use():
  return tables[0]
def count():
  return len(other)
`;
  assert.deepEqual(concerned(text), ['tables = []', 'def add():', 'def use():']);
});

test('a variable whose attributes relevant code only reads makes nothing relevant', () => {
  const text = `import tensorflow as tf
flags = parse()
sizes = [8]
def make():
  return tf.tpu.experimental.embedding.TableConfig(flags.rows, sizes[0])
def other():
  return flags.rows + sizes[0]
`;
  assert.deepEqual(concerned(text), ['def make():']);
});

test('a change by a method, or later in the file, makes users of the variable relevant', () => {
  const text = `import tensorflow as tf
a = b = c = object()
def make():
  table = tf.tpu.experimental.embedding.TableConfig(1, 8)
  a.list.append(table)
  b.table = table
  c['x'].table = table
def other():
  return a
def another():
  return b
def third():
  return c
`;
  assert.deepEqual(concerned(text), [
    'a = b = c = object()',
    'def make():',
    'def other():',
    'def another():',
    'def third():',
  ]);
});

test('other imports in the same statement make nothing relevant', () => {
  const text = `import tensorflow as tf
from tensorflow.python.tpu.ops import tpu_ops
from tensorflow.tpu.experimental.embedding import TableConfig as Table
def make():
  return Table(1, 8)
def other():
  return tf.constant(1)
`;
  assert.deepEqual(concerned(text), [
    'from tensorflow.tpu.experimental.embedding import TableConfig as Table',
    'def make():',
  ]);
});

test('a class that relevant code may change makes its users relevant', () => {
  const text = `import tensorflow as tf
class Registry:
  pass
def add():
  Registry.optimizer = tf.tpu.experimental.embedding.SGD
def use():
  return Registry.optimizer(lr=1)
def other():
  return 1
`;
  assert.deepEqual(concerned(text), ['class Registry:', 'def add():', 'def use():']);
});

test('getattr may reach any name that is a string in the program', () => {
  const text = (name: string) => `import tensorflow as tf
OPTIMIZER = '${name}'
def get(name):
  return getattr(tf.tpu.experimental.embedding, name)
def use():
  return get(OPTIMIZER)(lr=1)
def other():
  return 1
`;
  assert.deepEqual(concerned(text('SGD')), ["OPTIMIZER = 'SGD'", 'def get(name):', 'def use():']);
  assert.deepEqual(concerned(text('sgd')), []);
});

test('one relevant method makes its whole class relevant', () => {
  const methods = Array.from(
    { length: 20 },
    (_, i) => `  def method_${i}(self):\n    return self.x + ${i}\n`,
  );
  const text = `import tensorflow as tf
class Model:
${methods.join('')}  def table(self):
    return tf.tpu.experimental.embedding.TableConfig(10, 8)
class Other:
  pass
`;
  const lines = concerned(text);
  assert.equal(lines[0], 'class Model:');
  assert.ok(lines.every((line) => line !== 'class Other:' && !line.startsWith('import')));
  const { sections } = parsePython(divided(text));
  assert.equal(lines.length, sections.length - 2);
});

test('comments and docstrings make nothing relevant', () => {
  const text = `"""Compares with tf.tpu.experimental.embedding."""
def f():
  """Unlike TPUEmbedding."""
  return 1  # not TPUEmbedding
`;
  assert.deepEqual(concerned(text), []);
});

test('after a star import any name may come from the catalogue', () => {
  const text = `from tensorflow.tpu.experimental.embedding import *
def f():
  return SGD(0.1)
`;
  assert.equal(concerned(text).length, 2);
});

test('only an import that leads to the catalogue and is used makes code relevant', () => {
  const leads = (text: string) => importsCatalogue(parsePython(text));
  for (const text of [
    'import tensorflow as tf\ntf.tpu',
    'import tensorflow.keras.losses\ntensorflow.raw_ops',
    'import tensorflow.compat.v1.compat.v2.raw_ops as ops\nops.X',
    'def f():\n  from tensorflow.tpu import experimental\n  return experimental',
    'from tensorflow.tpu.experimental.embedding import SGD as Plain\nPlain(0.1)',
    'try:\n  from tensorflow.tpu.experimental.embedding import *\nexcept ImportError:\n  pass',
    'from google.protobuf import text_format\nf"{text_format}"',
  ])
    assert.ok(leads(text), text);
  for (const text of [
    'from tensorflow.tpu.experimental.embedding import SGD as Plain\nSGD(0.1)',
    'from tensorflow.tpu.experimental.embedding import SGD\n"SGD"',
    'import tensorflow.keras.losses as tf\ntf.raw_ops',
    'from tensorflow._api.v2 import raw_ops\nraw_ops.X',
    'from .ops import tpu_ops\ntpu_ops.X',
    'from utils import *\nSGD(0.1)',
    'def enqueue_tpu_embedding_integer_batch():\n  pass\nenqueue_tpu_embedding_integer_batch()',
  ])
    assert.ok(!leads(text), text);
});

test('other names of TensorFlow that look the same are not in the catalogue', () => {
  const text = `import tensorflow as tf
from tensorflow.keras.optimizers import Adam
from somewhere import Adagrad
e = tf.tpu.experimental.embedding
def make():
  return e.SGD(0.1)
def keras():
  return tf.keras.optimizers.Adagrad(0.1), Adam(0.1)
def unknown():
  return Adagrad(0.1)
`;
  assert.deepEqual(concerned(text), [
    'from somewhere import Adagrad',
    'e = tf.tpu.experimental.embedding',
    'def make():',
    'def unknown():',
  ]);
});
