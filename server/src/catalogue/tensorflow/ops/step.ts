import {
  NO_OUTPUT,
  type NotesByName,
  notesFor,
  type OpDescription,
  type OpFamily,
  SERIALIZED_CONFIGURATION,
} from './op-family';

const OPS: Readonly<Record<string, Omit<OpDescription, 'group'>>> = {
  RecvTPUEmbeddingActivations: {
    summary: 'Receives the activations that the TPU looked up for a batch, one tensor per feature or table.',
    doc: `It runs inside the TPU computation, once the ids of the step are enqueued elsewhere.

- Feature style: output *i* belongs to \`feature_descriptor\` *i*; its shape is \`input_shape\` followed by the \
table's \`dimension\`.
- Table style, without \`feature_descriptor\`: output *i* belongs to \`table_descriptor\` *i*; its shape is \
\`[batch_size_per_tensor_core · num_features, dimension]\`.

Under automatic SPMD partitioning the first size is multiplied by \`num_cores_per_replica\`.

A computation holds at most one such op, and its \`SendTPUEmbeddingGradients\` carries the very same \`config\`.`,
    returns: 'A list of `num_outputs` float32 tensors.',
  },
  SendTPUEmbeddingGradients: {
    summary: 'Sends the gradients of the activations back to the TPU, which updates the embedding tables.',
    doc: `Each table is updated by the optimizer in its \`optimization_parameters\`; no other op needs to apply \
anything. A computation holds at most one such op, on the device and with the \`config\` of its \
\`RecvTPUEmbeddingActivations\`.

Building the op checks neither \`config\` nor the shapes of the gradients. Mistakes in them are found only when the \
graph is rewritten for the TPU.`,
    returns: NO_OUTPUT,
  },
  TPUEmbeddingActivations: {
    summary: 'Passes activations on, marked so that differentiation in a graph finds their embedding table.',
    doc: `The value is that of \`sliced_activations\`. The op's gradient function stores the incoming gradient in \
the graph collection \`tpu_embedding_gradients_table_<table_id>\` at position \`lookup_id\`, from where it goes into \
\`SendTPUEmbeddingGradients\`, and gives zeros for both inputs.

It raises \`RuntimeError\` where that collection is empty (gradients outside of training), where \`lookup_id\` lies \
beyond it, and where the position is taken, as by a second \`tf.gradients\` over the same activations.

It is useful only in graphs of TensorFlow 1.`,
    returns: 'A float32 tensor with the value and shape of `sliced_activations`.',
  },
};

const NOTES: NotesByName = {
  num_outputs: {
    doc: 'How many activation tensors to return, 1 or more: as many as the configuration has features or, where it has \
none, tables. Any other number, and a `config` that cannot be parsed, is refused as soon as the op is built.',
    value: { bits: 32 },
  },
  'RecvTPUEmbeddingActivations.config': {
    doc: 'The `TPUEmbeddingConfiguration` in binary form, `config.SerializeToString()`: the one that the TPU was set up \
with, by `tpu.initialize_system` or `ConfigureTPUEmbedding`. It is parsed when the op is built: text format and the \
message itself are refused. Serialize once and give the same bytes to every embedding op; two that differ by a byte \
are two configurations to TensorFlow.',
    type: SERIALIZED_CONFIGURATION,
  },
  'SendTPUEmbeddingGradients.config': {
    doc: 'The `TPUEmbeddingConfiguration` in binary form, `config.SerializeToString()`: the one that the TPU was set up \
with, by `tpu.initialize_system` or `ConfigureTPUEmbedding`, byte for byte as `RecvTPUEmbeddingActivations` has it. It \
is not parsed when the op is built, so text format passes here and breaks the rewrite of the graph for the TPU.',
    type: SERIALIZED_CONFIGURATION,
  },
  inputs: {
    doc: 'Gradients of the loss with respect to the activations: a list of the same length and shapes as the one that \
`RecvTPUEmbeddingActivations` returns, in its order. From them each table is updated, by the optimizer that the \
configuration gives it. For a feature that the loss ignores send zeros; optimizers with momentum move its rows all the \
same. All are float32: other dtypes, bfloat16 among them, are refused, not converted.',
  },
  learning_rates: {
    doc: 'Learning rates of this step: a list of float32 scalars, one for each dynamic tag of the configuration, in the \
order of the tags. Empty, `[]`, if all learning rates are constant. The one at position *k* goes to every table whose \
`learning_rate.dynamic.tag` is *k*; several tables may share a tag. A wrong length fails when the graph is rewritten.',
    value: { rank: 0 },
  },
  embedding_variable: {
    doc: 'A trainable float32 variable, usually of shape `[1]`, that stands in for the table, so that optimizers find \
the op: there is something to differentiate by. Neither its value nor its shape matters to the op.',
    value: { expectsTrainable: true },
  },
  sliced_activations: {
    doc: 'The activations to pass on, float32 and of any shape: those of one lookup, cut out of an output of \
`RecvTPUEmbeddingActivations`. The op returns them unchanged.',
  },
  table_id: {
    doc: 'The table that the activations were looked up in, by its position in `table_descriptor` from 0. It chooses the \
collection that keeps the gradient; a number without a table is not noticed here.',
  },
  lookup_id: {
    doc: 'Which set of ids the activations were looked up for, of all sets for this table, from 0: the position of their \
gradient in the collection. Each position is taken once.',
  },
};

/** Ops that a TPU computation itself calls in a step. */
export const STEP: OpFamily = {
  describe: ({ name }) => OPS[name] && { group: 'step', ...OPS[name] },
  parameter: notesFor(NOTES),
};
