import { mismatchRule } from './support/mismatch-rule';

export const tensorDtype = mismatchRule('dtype', {
  code: 'tensor-dtype',
  summary: 'A tensor has a dtype that the op does not accept.',
  details:
    'The op raises `TypeError`: Python numbers are converted, tensors are not. Gradients in bfloat16 must be cast to ' +
    'float32, ids in float to int32 or int64.',
  messages: ['Op have types … that do not match expected type'],
  bad: `import tensorflow as tf

tf.raw_ops.SendTPUEmbeddingGradients(
    inputs=[tf.zeros([8, 4], tf.bfloat16)], learning_rates=[], config=b'')`,
  good: `import tensorflow as tf

tf.raw_ops.SendTPUEmbeddingGradients(
    inputs=[tf.cast(tf.zeros([8, 4], tf.bfloat16), tf.float32)], learning_rates=[], config=b'')`,
});
