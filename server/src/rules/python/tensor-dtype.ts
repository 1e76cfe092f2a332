import { mismatchRule } from './support/mismatch-rule';

export const tensorDtype = mismatchRule('dtype', {
  code: 'tensor-dtype',
  summary: 'A tensor has a dtype that the op does not accept.',
  details:
    'The op raises `TypeError`: Python numbers are converted, tensors are not. Gradients in bfloat16 must be cast to ' +
    'float32, ids in float to int32 or int64.',
  messages: {
    'activations_grad must have type {wanted}, got {type}':
      'Gradients are {type}, and must be {wanted}. Cast them.',
    "Value for attr '{name}' of {value} is not in the list of allowed values: {wanted}":
      'Tensors of an op are {value}, which it does not take. Cast them.',
    "Tensors in list passed to '{name}' of '{op:ours}' Op have types [{type}] that do not match expected type {wanted}":
      '`{name}` of `{op}` are {type}, and must be {wanted}. Cast them; gradients of a bfloat16 model go to float32.',
    "Tensors in list passed to '{name}' of '{op:ours}' Op have types [{type}] that are invalid":
      '`{name}` of `{op}` are {type}, which the op does not take. Cast them.',
    "Value passed to parameter '{name}' has DataType {type} not in list of allowed values: {wanted}":
      '`{name}` is {type}, which the op does not take. Ids are int32 or int64, weights and gradients float32.',
    'embedding_table must have type {wanted}, got {type}':
      'A table is {type}, and SparseCores train float32 only.',
    'lhs_{name} must have type {wanted}, got':
      'Preprocessed ids or weights have another type than the lookup takes: ids are int32, weights float32.',
    "Input '{name}' of '{op:ours}' Op has type {type} that does not match expected type":
      '`{name}` of `{op}` is {type}, which the op does not take. Cast it.',
  },
  bad: `import tensorflow as tf

tf.raw_ops.SendTPUEmbeddingGradients(
    inputs=[tf.zeros([8, 4], tf.bfloat16)], learning_rates=[], config=b'')`,
  good: `import tensorflow as tf

tf.raw_ops.SendTPUEmbeddingGradients(
    inputs=[tf.cast(tf.zeros([8, 4], tf.bfloat16), tf.float32)], learning_rates=[], config=b'')`,
});
