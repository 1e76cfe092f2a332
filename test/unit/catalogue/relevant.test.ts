import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allEntries, displayName, relevant } from '../../../server/src/catalogue';

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
