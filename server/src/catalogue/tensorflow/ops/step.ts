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

A computation holds at most one such op, and its \`SendTPUEmbeddingGradients\` carries the very same \`config\`. \
No CPU kernel exists: run eagerly without a TPU, the op raises \`NotFoundError\`.`,
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
    doc: 'How many tensors to return: as many as the configuration has features or, where it has none, tables. \
Any other number, and a `config` that cannot be parsed, is refused as soon as the op is built.',
    value: { bits: 32 },
  },
  'RecvTPUEmbeddingActivations.config': {
    doc: 'The configuration in binary form, `config.SerializeToString()`. It is parsed when the op is built: text \
format and the message itself are refused. Serialize once and give the same bytes to every embedding op; two that \
differ by a byte are two configurations to TensorFlow.',
    type: SERIALIZED_CONFIGURATION,
  },
  'SendTPUEmbeddingGradients.config': {
    doc: 'The configuration in binary form, byte for byte that of `RecvTPUEmbeddingActivations`. It is not parsed \
when the op is built, so text format passes here and breaks the rewrite of the graph for the TPU.',
    type: SERIALIZED_CONFIGURATION,
  },
  inputs: {
    doc: 'Gradient of the loss with respect to each activation tensor: one for every output of \
`RecvTPUEmbeddingActivations`, in its order and of its shape. For a feature that the loss ignores send zeros; \
optimizers with momentum move its rows all the same. Tensors of other dtypes, bfloat16 among them, are refused, \
not converted.',
  },
  learning_rates: {
    doc: 'Learning rates of this step: the scalar at position *k* goes to every table whose \
`learning_rate.dynamic.tag` is *k*. The list has as many elements as the configuration has distinct tags. Where \
all rates are constant it is `[]`. A wrong length fails when the graph is rewritten.',
    value: { rank: 0 },
  },
  embedding_variable: {
    doc: 'A trainable variable of shape `[1]` that stands in for the table, so that there is something to \
differentiate by. Neither its value nor its shape matters to the op.',
    value: { expectsTrainable: true },
  },
  sliced_activations: {
    doc: 'Activations of one lookup, cut out of an output of `RecvTPUEmbeddingActivations`.',
  },
  table_id: {
    doc: "The table's position in `table_descriptor`, from 0. It chooses the collection that keeps the gradient; \
a number without a table is not noticed here.",
  },
  lookup_id: {
    doc: 'Which of the lookups in this table it is, from 0: the position of its gradient in the collection.',
  },
};

/** Ops that a TPU computation itself calls in a step. */
export const STEP: OpFamily = {
  describe: ({ name }) => OPS[name] && { group: 'step', ...OPS[name] },
  parameter: notesFor(NOTES),
};
