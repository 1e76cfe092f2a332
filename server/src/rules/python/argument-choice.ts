import { mismatchRule } from './support/mismatch-rule';

export const argumentChoice = mismatchRule('choice', {
  code: 'argument-choice',
  summary: 'A value is not one of those that the call accepts.',
  details:
    'Case matters. An error where TensorFlow raises `ValueError` at the call; a warning where it notices only when the step ' +
    "runs: `mode_override` takes only `'train'`, `'inference'` and `'unspecified'`, although the official documentation " +
    'lists others.',
  messages: {
    'String argument `combiner` must be in {choices}. Received: {value}':
      "TensorFlow knows no combiner {value}: it is 'mean', 'sum' or 'sqrtn', in small letters.",
    "combiner must be one of 'mean', 'sqrtn' or 'sum', got":
      "The combiner of a table is not 'mean', 'sum' or 'sqrtn'.",
    "Invalid `combiner`: '{value}', use one of":
      "keras-rs knows no combiner '{value}': it is 'mean', 'sum' or 'sqrtn', in small letters.",
    'Argument `dtype` must be either float32 or int32. Received: {type}':
      'Embedding tables are stored as float32 or int32, and not as {type}.',
    'Invalid combiner; got {value}': "A combiner given to an op is not 'sum', 'mean' or 'sqrtn'.",
    'Invalid combiner: ': "A combiner given to an op is not 'sum', 'mean' or 'sqrtn'.",
    'Unsupported value {value} specified for mode_override':
      "`mode_override` is not 'train', 'inference' or 'unspecified'.",
    'If set, embedding_lookup_device must be in':
      "`embedding_lookup_device` is not one of 'cpu', 'tpu_tensor_core' and 'tpu_embedding_core'.",
    'Unsupported sharding strategy: {value}. Only MOD is supported':
      "Tables are spread over SparseCores by the remainder of the row, 'MOD'; there is no '{value}'.",
    'Currently only MOD sharding strategy is supported':
      "Tables are spread over SparseCores by the remainder of the row: only 'MOD' is supported.",
    'Only mod sharding is supported for now':
      "Tables are spread over SparseCores by the remainder of the row: only 'MOD' is supported.",
    "Unsupported slot dim '{dim}' for slot":
      'A slot variable of a custom optimizer has {dim} dimensions, and may have 1 or 2.',
    'Dense TPU Embedding does not support combiner other than sum and mean':
      "Columns that are looked up on the TensorCore combine ids by 'sum' or 'mean' only.",
    'Could not interpret {what} identifier: {name}': 'Keras knows no {what} {name}.',
    'sharding_strategy must be MOD (1), got':
      "Tables are spread over SparseCores by the remainder of the row: only 'MOD' is supported.",
  },
  bad: `import tensorflow as tf

tf.tpu.experimental.embedding.TableConfig(vocabulary_size=1000, dim=16, combiner='avg', name='items')`,
  good: `import tensorflow as tf

tf.tpu.experimental.embedding.TableConfig(vocabulary_size=1000, dim=16, combiner='mean', name='items')`,
});
