import { mismatchRule } from './support/mismatch-rule';

export const tensorShape = mismatchRule('shape', {
  code: 'tensor-shape',
  summary: 'A tensor has another rank or shape than the op takes.',
  details:
    'An error where the op checks the shape as it is built and raises `ValueError`, a warning where the TPU finds out. ' +
    'Learning rates are scalars, tables and their slot variables matrices of one shape.',
  bad: `import tensorflow as tf

tf.raw_ops.SendTPUEmbeddingGradients(inputs=[tf.zeros([8, 4])], learning_rates=[tf.zeros([1])], config=b'')`,
  good: `import tensorflow as tf

tf.raw_ops.SendTPUEmbeddingGradients(inputs=[tf.zeros([8, 4])], learning_rates=[tf.zeros([])], config=b'')`,
});
