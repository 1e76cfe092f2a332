import type { CallRule } from './call-rule';
import { checkReaders } from './support/message-class';
import { mismatchRule } from './support/mismatch-rule';

export const argumentType: CallRule = {
  ...mismatchRule('type', {
    code: 'argument-type',
    summary: 'An argument is of another type than the call takes.',
    details:
      'An error where TensorFlow raises `TypeError` or `ValueError` at the call; a warning where it takes the value and goes ' +
      'wrong later. The ops want lists where the documentation says so, even for a single tensor, and a configuration in ' +
      'binary form: `config.SerializeToString()`. `TableConfig` takes no integers of NumPy: convert them by `int(n)`.',
    bad: `import tensorflow as tf

tf.raw_ops.SendTPUEmbeddingGradients(inputs=tf.zeros([8, 4]), learning_rates=[], config=b'')`,
    good: `import tensorflow as tf

tf.raw_ops.SendTPUEmbeddingGradients(inputs=[tf.zeros([8, 4])], learning_rates=[], config=b'')`,
  }),
  checkFile: checkReaders,
};
