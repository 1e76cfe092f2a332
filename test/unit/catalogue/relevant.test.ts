import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allEntries, displayName, relevant } from '../../../server/src/catalogue';
import { relevantCode } from '../../../server/src/catalogue/relevant';
import { parsePython } from '../../../server/src/python/parser';
import { isInComment, nodeAt } from '../../../server/src/python/tree';

test('a text that imports or spells out a catalogued name is relevant', () => {
  for (const { qualifiedNames, foreign, kind, group } of allEntries()) {
    if (foreign || kind === 'module' || kind === 'method' || kind === 'property' || group === 'text-format')
      continue;
    for (const name of qualifiedNames) {
      if (name.startsWith('google.')) continue;
      const parent = name.slice(0, name.lastIndexOf('.'));
      const last = name.slice(parent.length + 1);
      assert.ok(relevant(`x = ${displayName(name)}(`), name);
      assert.ok(relevant(`from ${parent} import ${last} as a\nb = a`), name);
      assert.ok(relevant(`import ${parent} as a\nb = a.${last}`), name);
    }
  }
});

test('a text in which a catalogued name is being typed is relevant', () => {
  for (const text of [
    'tf.raw_ops.',
    'tf.tpu.',
    'tf.tpu.ex',
    'tf.tpu.experimental',
    'tf.tpu.experimental.',
    'tf.tpu.experimental.emb',
    'tf.tpu.experimental.embedding.',
    'from tensorflow import raw_ops as r',
    'from tensorflow.tpu import experimental',
    'from tensorflow.tpu.experimental import embedding as e',
    'e = tf.tpu.experimental\ne.embedding.SGD()',
    'import tensorflow.tpu as t\nt.experimental.embedding.SGD()',
    'tfrs.layers.embedding.',
    'tf1.tpu.experimental.Ada',
    'f"{raw_ops.X}"',
  ])
    assert.ok(relevant(text), text);
});

test('Python without TPU embedding is not relevant', () => {
  for (const text of [
    '',
    'import torch\nself.embedding = torch.nn.Embedding(10, 3)',
    'import tensorflow as tf\ntf.keras.layers.Embedding(10, 3)',
    'from keras.layers.embeddings import Embedding',
    'tf.tpu.experimental.initialize_tpu_system(resolver)',
    'tf.tpu.experimental.shutdown_tpu_system(resolver)',
    'tf.tpu.experimental.HardwareFeature',
    'strategy = tf.distribute.TPUStrategy(resolver)',
    'tf.feature_column.embedding_column(c, 8)',
    'output.experimental = 1',
    'Add = tf_export("raw_ops.Add")(add)',
    "tf_export('raw_ops.Add')(add)",
  ])
    assert.ok(!relevant(text), text);
});

/** Strings and comments in all possible places. */
const WORDS = `# comment
"""docstring
of two lines""" # remark
import alias as other
def make(one, two="default"):  # remark
  r'''docstring with \\''' quote'''
  'statement'
  return one + """value
in two lines""" + two
x = "text # text" + 'it\\'s' \\
  """continued"""
call(
    """argument
of two lines""",
    'other',  # remark's
)
f"""{field}"""
"""unlike""".strip()
'''last'''
`;

test('a name is in code unless it is in a comment or a string statement, as in the syntax tree', () => {
  let inCode = 0;
  for (const { index, 0: word } of WORDS.matchAll(/[a-z]{4,}/g)) {
    const text = `${WORDS.slice(0, index)}tpu_ops${WORDS.slice(index + word.length)}`;
    const tree = parsePython(text);
    const node = nodeAt(tree, index);
    const isRemark =
      isInComment(tree, index) || (node.kind === 'string' && node.parent?.kind === 'expression');
    assert.equal(relevantCode(text), !isRemark, `${word} in ${text.slice(index - 20, index + 20)}`);
    if (!isRemark) inCode++;
  }
  assert.ok(inCode > 15, `${inCode}`);
});

test('in doubt, a name counts as code', () => {
  for (const text of [
    '"""\nimport tpu_ops',
    "x = '''\nimport tpu_ops",
    "x = 'open\nimport tpu_ops",
    'call(\n"""tpu_ops"""',
    '"tpu_ops"; call()',
    '"other" "tpu_ops"',
  ])
    assert.ok(relevantCode(text), text);
});

test('a line ends with a carriage return, too', () => {
  assert.ok(relevantCode('# comment\rimport tpu_ops'));
  assert.ok(!relevantCode('x = 1\r"""tpu_ops"""\r\n# tpu_ops'));
});
