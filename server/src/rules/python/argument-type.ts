import type { CallRule } from './call-rule';
import { checkReaders } from './support/message-class';
import { mismatchRule } from './support/mismatch-rule';

export const argumentType: CallRule = {
  ...mismatchRule('type', {
    code: 'argument-type',
    summary: 'An argument has a type that the call does not accept.',
    details:
      'An error where TensorFlow raises `TypeError` or `ValueError` at the call; a warning where it accepts the value and ' +
      'fails later. The ops want lists where the documentation says so, even for a single tensor, and a configuration in ' +
      'binary form: `config.SerializeToString()`. `TableConfig` takes no integers of NumPy: convert them with `int(n)`.',
    bad: `import tensorflow as tf

tf.raw_ops.SendTPUEmbeddingGradients(inputs=tf.zeros([8, 4]), learning_rates=[], config=b'')`,
    good: `import tensorflow as tf

tf.raw_ops.SendTPUEmbeddingGradients(inputs=[tf.zeros([8, 4])], learning_rates=[], config=b'')`,
  }),
  checkFile: checkReaders,
};
