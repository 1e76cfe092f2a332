import { mismatchRule } from './support/mismatch-rule';

export const tensorShape = mismatchRule('shape', {
  code: 'tensor-shape',
  summary: 'A tensor has a rank or shape that the op does not accept.',
  details:
    'An error where the op checks the shape when it is built and raises `ValueError`, a warning where only the TPU checks ' +
    'it. Learning rates are scalars; tables and their slot variables are matrices of the same shape.',
  messages: {
    'num_minibatches_per_physical_sparse_core must be scalar':
      '`num_minibatches_per_physical_sparse_core` is no scalar.',
    "Can't convert non-rectangular Python sequence to Tensor":
      'A list of lists of different lengths is given where a tensor is needed. Use `tf.ragged.constant`, or pad them.',
    "Dimension {n:int} in both shapes must be equal, but are … for '{{node Load":
      'The table and its slot variables must have the same shape.',
    "Shape must be rank 0 but is rank {n} for '{{node SendTPUEmbeddingGradients":
      'A learning rate given to `SendTPUEmbeddingGradients` is no scalar: each rate is one number.',
    "Shape must be rank 2 but is rank {n} for '{{node …= {op:ours}[":
      'A table or slot variable given to `{op}` is no matrix: each has a row for each id.',
    "Shape must be rank {m} but is rank {n} for '{{node …= {op:ours}[":
      'A tensor given to `{op}` has {n} axes, where it takes {m}.',
    "Dimension {n} in both shapes must be equal, but are … for '{{node …= {op:ours}[":
      'The table and its slot variables given to `{op}` must have the same shape.',
    'Embeddings for table {id} (named {name}) has shape':
      'The loaded table {name} does not have the shape that the configuration says for this shard: the checkpoint is of other sizes or another number of hosts.',
    'Auxiliary {n} for table {id} has shape':
      'A loaded slot variable does not have the shape that the configuration says for this shard: the checkpoint is of other sizes or another number of hosts.',
    'Values input should have dimension 1':
      'The ids given to a SparseCore op are no list of numbers: they have one axis.',
    'Weights input should have dimension 0 or 1':
      'The weights given to a SparseCore op have more than one axis.',
    'embedding_table must have rank 2, got':
      'A table given to the lookup has not the two axes rows and width.',
  },
  bad: `import tensorflow as tf

tf.raw_ops.SendTPUEmbeddingGradients(inputs=[tf.zeros([8, 4])], learning_rates=[tf.zeros([1])], config=b'')`,
  good: `import tensorflow as tf

tf.raw_ops.SendTPUEmbeddingGradients(inputs=[tf.zeros([8, 4])], learning_rates=[tf.zeros([])], config=b'')`,
});
