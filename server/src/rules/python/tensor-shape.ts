import { mismatchRule } from './support/mismatch-rule';

export const tensorShape = mismatchRule('shape', {
  code: 'tensor-shape',
  summary: 'A tensor has a rank or shape that the op does not accept.',
  details:
    'An error where the op checks the shape when it is built and raises `ValueError`, a warning where only the TPU checks ' +
    'it. Learning rates are scalars; tables and their slot variables are matrices of the same shape.',
  bad: `import tensorflow as tf

tf.raw_ops.SendTPUEmbeddingGradients(inputs=[tf.zeros([8, 4])], learning_rates=[tf.zeros([1])], config=b'')`,
  good: `import tensorflow as tf

tf.raw_ops.SendTPUEmbeddingGradients(inputs=[tf.zeros([8, 4])], learning_rates=[tf.zeros([])], config=b'')`,
});
