import {
  COMBINERS,
  NO_OUTPUT,
  type NotesByName,
  notesFor,
  type OpFamily,
  type ParameterNotes,
} from './op-family';

const OPS: Readonly<Record<string, { readonly summary: string; readonly doc: string }>> = {
  EnqueueTPUEmbeddingIntegerBatch: {
    summary: 'Feeds a TPU with one list of ids per table, exactly one id for every lookup.',
    doc: 'The simplest form: neither weights nor several ids per sample, and so no combiner.',
  },
  EnqueueTPUEmbeddingSparseBatch: {
    summary:
      'Feeds a TPU with weighted ids per table, each with the row of the activations it counts towards.',
    doc: 'Every table has its three tensors, parallel to each other: where an id goes, which id, and its weight.',
  },
  EnqueueTPUEmbeddingSparseTensorBatch: {
    summary: 'Feeds a TPU with sparse features, each looked up in the table that `table_ids` names.',
    doc: 'Made for `tf.SparseTensor`s: pass their indices and values. Several features may share a table.',
  },
  EnqueueTPUEmbeddingRaggedTensorBatch: {
    summary: 'Feeds a TPU with ragged features, each looked up in the table that `table_ids` names.',
    doc: 'Made for `tf.RaggedTensor`s of rank 2: pass their row splits and values. Several features may share a table.',
  },
  EnqueueTPUEmbeddingArbitraryTensorBatch: {
    summary:
      'Feeds a TPU with dense, sparse and ragged features at will, in the order of `feature_descriptor`.',
    doc: `The form that \`tf.tpu.experimental.embedding.TPUEmbedding\` uses. Which table a feature goes to is \
written in the configuration, not in the call.`,
  },
};

const EVERY_STEP = `Runs on the host, once per step and TPU core, with ids for all tables. The lists must be \
equally long and the tensors of a list of one dtype; ranks, values and the lengths of the plain number lists are \
left to the TPU runtime.`;

const DYNAMIC = `Unlike \`EnqueueTPUEmbedding…\`, it takes the device as a tensor. The kernel reads that tensor in \
the first step only.`;

const COMBINER_NAMES = `\`'sum'\`, \`'mean'\` (the weighted sum over the sum of the weights) or \`'sqrtn'\` (over \
the root of the sum of the squared weights)`;

const combiners = (each: string): string =>
  `How the vectors of one sample become one: ${COMBINER_NAMES}. ${each}; \`[]\` sums everywhere. The names are \
checked when the kernel is made, that is, later than this call.`;

const INDICES: ParameterNotes = {
  doc: 'For each id the sample that it belongs to: one tensor per feature, `indices` of its `tf.SparseTensor` or \
their first column.',
  value: { expectsRanks: [1, 2] },
};

const NOTES: NotesByName = {
  batch: {
    doc: 'The ids: one tensor per table in the order of `table_descriptor`, each of \
`batch_size_per_tensor_core · num_features` ids from 0 to `vocabulary_size - 1`. int64 is refused: cast it.',
    value: { expectsRanks: [1] },
  },
  'EnqueueTPUEmbeddingSparseBatch.sample_indices': {
    doc: "For each id the row of the table's activations that it counts towards: \
`sample · num_features + feature`, with the table's `num_features` and its features counted from 0. One tensor per \
table, parallel to its ids.",
    value: { expectsRanks: [1] },
  },
  sample_indices: INDICES,
  sample_splits: {
    doc: 'Row splits of each feature: the ids from `splits[s]` up to, not including, `splits[s + 1]` belong to \
sample *s*. One tensor per feature, an element longer than the batch.',
    value: { expectsRanks: [1] },
  },
  sample_indices_or_row_splits: {
    doc: "How each feature's ids are spread over the samples, which also gives its kind: rank 2 indices for a \
sparse feature, rank 1 row splits for a ragged one, an empty tensor for a dense one. One tensor per \
`feature_descriptor`, in that order.",
    value: { expectsRanks: [1, 2] },
  },
  'EnqueueTPUEmbeddingSparseBatch.embedding_indices': {
    doc: 'The ids, rows from 0 to `vocabulary_size - 1`: one tensor per table in the order of `table_descriptor`.',
    value: { expectsRanks: [1] },
  },
  embedding_indices: {
    doc: 'The ids, rows of the table from 0 to `vocabulary_size - 1`: one tensor per feature, with the ids of all its \
samples one after the other.',
    value: { expectsRanks: [1] },
  },
  aggregation_weights: {
    doc: "Weight of each id, by which its vector is multiplied before the combiner: parallel to the ids, or an \
empty tensor for 1 everywhere. With `'mean'` the weights of a sample must not sum to 0, with `'sqrtn'` their \
squares.",
    value: { expectsRanks: [1] },
  },
  mode_override: {
    doc: "What this batch is for, against the configuration's `mode`: `'train'` waits for gradients, \
`'inference'` looks up only, `'unspecified'` keeps to the configuration. Anything else fails when the step runs, \
`'training'` and `'backward_pass_only'` included, although TensorFlow's own documentation offers them.",
    value: { expectsRanks: [0], expectsOneOf: ['train', 'inference', 'unspecified'] },
  },
  device_ordinal: {
    doc: 'Which TPU core of the task gets the batch, from 0; -1 leaves the choice to a later rewrite of the graph.',
    value: { expects: { min: -1 } },
  },
  'DynamicEnqueueTPUEmbeddingRaggedTensorBatch.device_ordinal': dynamicDevice(),
  'DynamicEnqueueTPUEmbeddingArbitraryTensorBatch.device_ordinal': dynamicDevice(),
  'EnqueueTPUEmbeddingSparseBatch.combiners': {
    doc: combiners('One per table; a list of another length is refused'),
    value: { expects: COMBINERS },
    list: { lengthOf: 'embedding_indices', orEmpty: true },
  },
  combiners: {
    doc: combiners('One per table, not per feature'),
    value: { expects: COMBINERS },
    list: { orEmpty: true },
  },
  table_ids: {
    doc: 'The table of each feature, by its position in `table_descriptor` from 0; as long as the lists of \
tensors. Neither the length nor the numbers are checked before the step runs.',
    value: { expects: { min: 0 } },
    list: { expectsLengthOf: 'embedding_indices' },
  },
  max_sequence_lengths: {
    doc: 'Per feature: 0 combines the ids of a sample into one vector, *L* > 0 keeps them apart as a sequence of \
*L* vectors, cut or filled up with zeros. `[]` makes no sequences.',
    value: { expects: { min: 0 } },
    list: { expectsLengthOf: 'embedding_indices', orEmpty: true },
  },
  num_features: {
    doc: 'Per feature, how many rows of activations a sample has in it, 1 or more. `[]` is 1 everywhere.',
    value: { expects: { min: 1 } },
    list: { expectsLengthOf: 'embedding_indices', orEmpty: true },
  },
};

function dynamicDevice(): ParameterNotes {
  return {
    doc: 'Which TPU core of the task gets the batch, from 0, as a scalar tensor. The kernel keeps the first value \
that it sees: a later change has no effect.',
    value: { expectsRanks: [0] },
  };
}

/** Ops that feed ids. */
export const ENQUEUE: OpFamily = {
  describe({ name }) {
    const [, dynamic = '', op = ''] = /^(Dynamic)?(EnqueueTPUEmbedding\w+)$/.exec(name) ?? [];
    const words = OPS[op];
    return (
      words && {
        group: 'enqueue',
        summary: dynamic ? words.summary.replace('a TPU', 'a TPU chosen at run time') : words.summary,
        doc: [words.doc, ...(dynamic ? [DYNAMIC] : []), EVERY_STEP].join('\n\n'),
        returns: NO_OUTPUT,
      }
    );
  },
  parameter: notesFor(NOTES),
};
