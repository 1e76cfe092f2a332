import { mismatchRule } from './support/mismatch-rule';

export const listLength = mismatchRule('length', {
  code: 'list-length',
  summary: 'A list or tuple is too short or too long.',
  details:
    'Lists that go together must have the same length: ids, their samples and their weights. An error where TensorFlow ' +
    'raises `ValueError` at the call, a warning where it does not check.',
  bad: `import tensorflow as tf

tf.raw_ops.SendTPUEmbeddingGradients(inputs=[], learning_rates=[], config=b'')`,
  good: `import tensorflow as tf

tf.raw_ops.SendTPUEmbeddingGradients(inputs=[tf.zeros([8, 4])], learning_rates=[], config=b'')`,
});
