import { mismatchRule } from './support/mismatch-rule';

export const listLength = mismatchRule('length', {
  code: 'list-length',
  summary: 'A list or tuple is too short or too long.',
  details:
    'Lists that go together must have the same length: ids, their samples and their weights. An error where TensorFlow ' +
    'raises `ValueError` at the call, a warning where it does not check.',
  messages: {
    'too many values to unpack (expected 2)':
      'A pair, as the lower and upper limit of `clipvalue`, has more than two entries.',
    'NodeDef expected inputs …do not match': 'Lists of an op that go together do not have the same length.',
    'The number of slot_dims ({n}) must match the number of slot_names':
      '`slot_dims` of a custom optimizer does not have one entry for each of its slot variables.',
    "List argument '{name}' to '{op:ours}' Op with length {n:int} shorter than minimum length {least:int}":
      '`{name}` is empty, and the op needs at least {least}.',
    "List argument '{name}' to '{op:ours}' Op with length {n:int} must match length {m:int} of argument '{other}'":
      '`{name}` has {n} entries and `{other}` has {m}: lists that go together have the same length.',
    'Invalid length of combiners. Have {n} but expected 0 or {m}':
      '`combiners` has {n} entries. It has one for each feature, here {m}, or none.',
    'not enough values to unpack (expected 2, got 1)':
      'A tuple has one value where two are unpacked. `clipvalue` of an optimizer is one number, or the pair `(low, high)`.',
    'max_sequence_lengths and categorical_columns must be of the same length':
      '`max_sequence_lengths` does not have one length for each of the columns.',
  },
  bad: `import tensorflow as tf

tf.raw_ops.SendTPUEmbeddingGradients(inputs=[], learning_rates=[], config=b'')`,
  good: `import tensorflow as tf

tf.raw_ops.SendTPUEmbeddingGradients(inputs=[tf.zeros([8, 4])], learning_rates=[], config=b'')`,
});
