import type { OpFacts, TensorType } from '../../types';
import {
  COMBINERS,
  NO_OUTPUT,
  type NotesByName,
  notesFor,
  type OpDescription,
  type OpFamily,
} from './op-family';

const INPUT = 'sparsecore-input';

const OPS: Readonly<Record<string, OpDescription>> = {
  ConvertToCooTensor: {
    group: INPUT,
    summary: 'Turns the ids of a feature into coordinates: sample, table row and gain of every id.',
    doc: `The gains hold the weights, already scaled as the combiner demands. Ids that follow each other in a \
sample and are the same become one.

Ranks and lengths are checked when the op runs, not when it is built.`,
    returns: 'A named tuple of vectors: `row_ids` (int32), `col_ids` (int32) and `gains` (float32).',
  },
  ConvertToListOfSparseCoreCooTensors: {
    group: INPUT,
    summary: 'Turns the ids of a feature into coordinates, dealt out to the SparseCores of a chip.',
    doc: `Like \`ConvertToCooTensor\`, but samples and rows are numbered as in the stacked table that the \
feature's table is part of.

Ranks, lengths and the power of two are checked when the op runs, not when it is built.`,
    returns:
      'A named tuple of lists with a vector per SparseCore: `row_ids_list` and `col_ids_list` (int32), \
`gains_list` (float32).',
  },
  SortListOfSparseCoreCooTensors: {
    group: INPUT,
    summary: 'Sorts the ids of one SparseCore by the partition that owns their rows, and merges equal ones.',
    doc: `Takes the features of one stack together. It fails in the step in which more ids fall to a partition \
than the limits allow, and where \`num_replica · num_sc_per_chip\` is no power of two.`,
    returns:
      'A named tuple of vectors: `sorted_row_ids`, `sorted_col_ids` and `id_counts` (int32), `sorted_gains` \
(float32).',
  },
  ConvertToSparseCoreCsrWrappedCooTensor: {
    group: INPUT,
    summary: 'Packs the sorted ids of all SparseCores of a chip into the padded buffers that lookups read.',
    doc: `The buffers have a fixed size: \`max_ids_per_chip_per_sample · sample_count_per_sc\` ids for each \
SparseCore, a multiple of 8 over the chip. Ids that do not fit fail the step, or are dropped if that is allowed.`,
    returns:
      'A named tuple: the vectors `row_pointers`, `sorted_sample_ids`, `sorted_token_ids` (int32) and \
`sorted_gains` (float32), and the int32 scalars `row_pointers_unpadded_size`, `ids_unpadded_size` and \
`num_minibatches_per_sc`.',
  },
  GetStatsFromListOfSparseCoreCooTensors: {
    group: INPUT,
    summary: 'Measures the greatest number of ids and of distinct ids that fall to one partition.',
    doc: 'What `max_ids_per_table` and `max_unique_ids_per_table` of `SparseCoreEmbeddingConfig` must be at least.',
    returns:
      'A named tuple of int32 scalars: `max_ids_per_sparse_core` and `max_unique_ids_per_sparse_core`.',
  },
  GetMinibatchesInCsrWithPhysicalReplica: {
    group: INPUT,
    summary: 'Splits sorted ids into mini-batches and packs them into the padded buffers that lookups read.',
    doc: `The older way, in a single op. New code uses \`SortListOfSparseCoreCooTensors\` and \
\`ConvertToSparseCoreCsrWrappedCooTensor\`. All inputs are vectors, which is checked when the op is built; that \
\`num_sc_per_chip\` divides \`sample_count\` is checked when it runs.`,
    returns:
      'A named tuple: the vectors `row_pointers`, `sorted_sample_ids`, `sorted_token_ids` (int32) and \
`sorted_gains` (float32), and the int32 scalars `row_pointers_unpadded_size`, `ids_unpadded_size` and \
`num_minibatches_per_physical_sparse_core`.',
  },
  GetMinibatchSplitsWithPhysicalReplica: {
    group: INPUT,
    summary: 'Sorts ids and finds where to split a batch so that every mini-batch keeps within the limits.',
    doc: `The older way. Row ids must be sorted, and \`num_sc_per_chip\` must divide \`sample_count\`; both \
are checked when the op runs. It fails where even the finest split leaves a partition too many ids.`,
    returns:
      'A named tuple: the vectors `sorted_row_ids`, `sorted_col_ids`, `id_counts` (int32) and `sorted_gains` \
(float32), and the scalars `splits` (int64), `max_ids` and `max_uniques` (int32).',
  },
  StoreMinibatchStatisticsInFdo: {
    group: INPUT,
    summary: "Hands a step's counts of ids to feedback-directed optimization, which sizes buffers by them.",
    doc: 'Nothing is checked when the op is built; that `num_sc_per_chip` divides `sample_count` is when it runs.',
    returns: NO_OUTPUT,
  },
  GlobalIterId: {
    group: INPUT,
    summary: 'Gives the number of the current iteration over all hosts.',
    doc: 'TensorFlow uses it to keep the steps of its hosts together.',
    returns: 'An int64 scalar.',
  },
  TPUCopyWithDynamicShape: {
    group: 'dynamic-shape',
    summary: 'Copies tensors from the host to the TPU, each with the size that it has without its padding.',
    doc: "Made for TensorFlow's own use. Every output has the shape of its input.",
    returns: 'A list of tensors, like `tensors`.',
  },
  TPUAnnotateTensorsWithDynamicShape: {
    group: 'dynamic-shape',
    summary: 'Marks tensors on the TPU as of dynamic shape.',
    doc: "Made for TensorFlow's own use. Every output has the shape of its input.",
    returns: 'A list of tensors, like `tensors`.',
  },
  XlaSparseDenseMatmul: {
    group: 'sparsecore-lookup',
    summary: 'Looks up and sums the rows of a table, in the first form of this op; it cannot run any more.',
    doc: `The op is built, but its kernel never is: the kernel asks for an attribute \
\`max_unique_id_per_partition\`, while the op has \`max_unique_ids_per_partition\`. Use \
\`XlaSparseDenseMatmulWithCsrInput\`.`,
    returns:
      'A named tuple: `activations` of the shape `[input_size, dimension]`, and the buffers for the \
gradient: `row_pointers`, `sorted_embedding_ids`, `sorted_sample_ids` and `sorted_gains`.',
  },
};

/** By the middle part of an op's name. */
const OPTIMIZERS: Readonly<Record<string, string>> = {
  Sgd: 'SGD',
  Adagrad: 'Adagrad',
  AdagradMomentum: 'Adagrad with momentum',
  Adam: 'Adam',
  Ftrl: 'FTRL',
};

const LOOKUP = /^XlaSparseDenseMatmul(CustomCombinerOnTc)?With(CsrInput|StaticBufferSize)$/;
const UPDATE = /^XlaSparseDenseMatmul(CustomCombinerOnTc)?GradWith(?:(\w+)And)?(CsrInput|StaticBufferSize)$/;
const ROWS = /^XlaSparseCore(\w+)$/;

const BUFFERS: Readonly<Record<string, string>> = {
  CsrInput: 'The size of its buffers comes from feedback-directed optimization, under `table_name`.',
  StaticBufferSize: 'The size of its buffers is fixed by the arguments.',
};

const fixed = (input: string) => (input === 'StaticBufferSize' ? ', with buffers of fixed size' : '');

const COMBINER = 'A function of yours combines the vectors of a sample on the TensorCore.';

function describe(op: OpFacts): OpDescription | undefined {
  return OPS[op.name] ?? lookup(op.name) ?? update(op) ?? rows(op);
}

function lookup(name: string): OpDescription | undefined {
  const match = LOOKUP.exec(name);
  if (!match) return undefined;
  const [, custom, input = ''] = match;
  const ranks = `The buffers must be vectors and the table a matrix, which is checked when the op is built.`;
  return custom
    ? {
        group: 'sparsecore-lookup',
        summary: 'Looks up rows of a table on the SparseCores and combines them by a function of yours.',
        doc: [`${COMBINER} ${BUFFERS[input]}`, ranks].join('\n\n'),
        returns:
          'A named tuple: `activations` `[input_size, dimension]`, and for the gradient \
`preserved_valencies` `[input_size]` and `preserved_vectors` `[input_size, max_valency, dimension]`.',
      }
    : {
        group: 'sparsecore-lookup',
        summary: `Looks up rows of a table on the SparseCores and sums them by their gains${fixed(input)}.`,
        doc: [BUFFERS[input], ranks].join('\n\n'),
        returns: 'The activations, a tensor `[input_size, dimension]` of the dtype of the table.',
      };
}

function update(op: OpFacts): OpDescription | undefined {
  const match = UPDATE.exec(op.name);
  if (!match) return undefined;
  const [, custom, optimizer, input = ''] = match;
  const by = optimizer ? (OPTIMIZERS[optimizer] ?? optimizer) : 'an optimizer of yours';
  const clamp = optimizer ? ' The new weights are clamped last; slot variables never are.' : '';
  return {
    group: 'sparsecore-update',
    summary: custom
      ? `Takes gradients through a combiner of yours to the rows of a table and updates them by ${by}.`
      : `Takes gradients to the rows of a table and updates them by ${by}${fixed(input)}.`,
    doc: [
      ...(custom ? [COMBINER] : []),
      `Only rows that were looked up change.${clamp} ${BUFFERS[input]}`,
      'The gradient must have two known sizes, and the SparseCores of the device must divide its samples; \
neither is checked when the op is built.',
    ].join('\n\n'),
    returns: outputs(op),
  };
}

function rows(op: OpFacts): OpDescription | undefined {
  const [, optimizer = ''] = ROWS.exec(op.name) ?? [];
  const title = OPTIMIZERS[optimizer];
  return title === undefined
    ? undefined
    : {
        group: 'sparsecore-update',
        summary: `Updates chosen rows of a table by ${title}, one gradient for each.`,
        doc: `Rows are read, updated and written back whole: of an index that occurs twice the last gradient \
wins, nothing is summed. Weights are not clamped. Mind the order of arguments and outputs, which differs from \
optimizer to optimizer. Shapes are not checked when the op is built.`,
        returns: outputs(op),
      };
}

function outputs({ outputs }: OpFacts): string {
  const names = outputs.map(({ name }) => `\`${name}\``);
  const [only] = outputs;
  if (names.length > 1) return `A named tuple of the new state: ${names.join(', ')}.`;
  return only?.numberAttr ? 'The new table and slot variables, a list like `tables`.' : 'The new table.';
}

const vector = { expectsRanks: [1] };
const scalar = { expectsRanks: [0] };
const matrix = { expectsRanks: [2] };
const positive = { expects: { min: 1 } };
const slot = { expectsRanks: [2] };

const NOTES: NotesByName = {
  indices_or_row_splits: {
    doc: "How the ids are spread over the samples, which also gives the feature's kind: sorted indices `[ids, 2]` \
for a sparse one, `sample_count + 1` row splits for a ragged one, an empty tensor for a dense one with an id per \
sample.",
    value: { expectsRanks: [1, 2] },
  },
  values: { doc: 'The ids, rows of the table: int32, though tables may be declared larger.', value: vector },
  'ConvertToCooTensor.weights': {
    doc: 'Weight of each id, as many as `values`, or one scalar for all.',
    value: { expectsRanks: [0, 1] },
  },
  'ConvertToListOfSparseCoreCooTensors.weights': {
    doc: 'Weight of each id, as many as `values`, or one scalar for all.',
    value: { expectsRanks: [0, 1] },
  },
  sample_count: {
    doc: 'How many samples the batch of this chip has, 1 or more. Ids of samples beyond it fail the step.',
  },
  combiner: {
    doc: "How the vectors of one sample become one: `'sum'`, `'mean'` (over the sum of the weights), `'sqrtn'` \
(over the root of their squares' sum), or a name that begins with `custom` where a later op combines. Other names \
fail when the kernel is made, later than this call.",
    value: { expects: COMBINERS, orPrefix: 'custom' },
  },
  num_sc_per_chip: { doc: 'How many SparseCores a chip has: 4 on v5p, 2 on v6e.' },
  row_offset: { doc: "Number of the feature's first sample among the samples of the stack, from 0." },
  col_offset: { doc: "Number of the table's first row in a shard of the stacked table, from 0." },
  col_shift: {
    doc: 'By how many shards the rows are rotated, so that the tables of a stack begin on different ones.',
  },
  num_sc_shards: {
    doc: 'Shards of the table, one per SparseCore of the whole TPU. Must be a power of two, which is checked \
when the op runs.',
    value: { expects: { powerOfTwo: true } },
  },
  stacked_table_sample_count: { doc: 'How many samples all features of the stack have together.' },
  row_ids_list: { doc: 'Which sample each id belongs to: a vector per feature of the stack.', value: vector },
  col_ids_list: { doc: 'Which row of the stacked table each id means: a vector per feature.', value: vector },
  gains_list: {
    doc: 'By how much each row counts, that is, the weight of the id scaled as the combiner demands: a vector per feature.',
    value: vector,
  },
  'SortListOfSparseCoreCooTensors.sample_count_list': {
    doc: 'How many samples each feature has. As long as `row_ids_list`, or building the op fails.',
    list: { lengthOf: 'row_ids_list' },
    value: positive,
  },
  'SortListOfSparseCoreCooTensors.col_offset_list': {
    doc: "Where each feature's table begins in the stacked table. As long as `row_ids_list`, or building the op \
fails.",
    list: { lengthOf: 'row_ids_list' },
    value: { expects: { min: 0 } },
  },
  sample_count_list: {
    doc: 'How many samples each feature has: a number for each vector of `row_ids_list`.',
    list: { expectsLengthOf: 'row_ids_list' },
    value: positive,
  },
  col_offset_list: {
    doc: "Where each feature's table begins in the stacked table, as many as `row_ids_list` has vectors.",
    list: { expectsLengthOf: 'row_ids_list' },
    value: { expects: { min: 0 } },
  },
  num_replica: {
    doc: 'Replicas of the model, one per chip. Times `num_sc_per_chip` it must be a power of two.',
  },
  table_vocab_size: { doc: 'How many rows the stacked table has, padding included.' },
  feature_width: {
    doc: "Width of a row in floats: the table's dimension, rounded up to a multiple of 8.",
    value: positive,
  },
  max_ids_per_sparse_core: {
    doc: 'Room for ids per partition, those that occur twice counted twice. A step with more of them fails.',
  },
  max_unique_ids_per_sparse_core: {
    doc: 'Room for distinct ids per partition. A step with more of them fails.',
  },
  table_name: {
    doc: 'Name of the (stacked) table, under which limits and statistics are kept and errors reported.',
  },
  sorted_row_ids_list: {
    doc: 'Which sample each id belongs to, sorted by partition: a vector per SparseCore.',
    value: vector,
  },
  sorted_col_ids_list: {
    doc: 'Which row of the stacked table each id means, sorted by partition: a vector per SparseCore.',
    value: vector,
  },
  sorted_gains_list: {
    doc: 'By how much each row counts, in the order of the sorted ids: a vector per SparseCore.',
    value: vector,
  },
  id_counts_list: {
    doc: 'Running counts of ids per partition, as `SortListOfSparseCoreCooTensors` gives them: a vector per \
SparseCore.',
    value: vector,
  },
  splits: { doc: 'Where the batch is split into mini-batches: a bit per possible split.' },
  sample_count_per_sc: {
    doc: 'How many samples a SparseCore has: those of the chip divided by `num_sc_per_chip`.',
  },
  max_minibatches_per_sc: {
    doc: 'The most mini-batches that a SparseCore may split its samples into; `TPUEmbeddingV2` uses 64. A step that \
needs more fails.',
  },
  max_ids_per_chip_per_sample: {
    doc: 'Room for ids, as an average per sample: the buffer of the chip holds this many times its samples. The \
product must be a multiple of 8.',
  },
  allow_id_dropping: {
    doc: 'Whether ids that do not fit the buffer are dropped with a line in the log. Otherwise they fail the step.',
  },
  program_key: { doc: 'Key of the compiled TPU program, under which statistics are kept.' },
  row_ids: { doc: 'Which sample each id belongs to, in ascending order.', value: vector },
  col_ids: { doc: 'Which row of the (stacked) table each id means.', value: vector },
  gains: {
    doc: 'By how much each row counts: the weight of the id, scaled as the combiner demands.',
    value: vector,
  },
  id_counts: {
    doc: 'Running counts of ids per partition and mini-batch, as `GetMinibatchSplitsWithPhysicalReplica` gives them.',
    value: vector,
  },
  mini_batch_in_csr: {
    doc: 'State of the mini-batches, as a string that the splitting op leaves to this one.',
  },
  mini_batch_splits: { doc: 'Description of the splits, as a string that the ops of a step have in common.' },
  max_ids: { doc: 'The most ids that fell to a partition in this step.', value: scalar },
  max_uniques: { doc: 'The most distinct ids that fell to a partition in this step.', value: scalar },
  tensors: { doc: 'The tensors to pass on, one or more, of any dtypes.' },
  unpadded_sizes: {
    doc: 'Sizes before padding, one scalar for each size that is dynamic.',
    value: scalar,
  },
  indices: { doc: 'Rows to update. One that occurs twice keeps the last of its updates.', value: vector },
  gradient: { doc: 'Gradient of each row in `indices`: `[indices, feature_width]`.', value: matrix },
  learning_rate: {
    doc: 'Learning rate of this step, a float32 scalar.',
    value: scalar,
    sets: 'learning_rate',
  },
  accumulator: {
    doc: 'Accumulators of the shard, squared gradients summed: shaped like the table.',
    value: slot,
  },
  embedding_table: { doc: "This device's shard of the (stacked) table: `[rows, dimension]`.", value: matrix },
  momentum: {
    doc: 'Scaled gradients of the shard summed, the older the less: shaped like the table.',
    value: slot,
  },
  momenta: {
    doc: 'Momenta of the shard, by which its rows keep moving: shaped like the table.',
    value: slot,
  },
  velocity: {
    doc: 'Second moments of the shard, squared gradients averaged: shaped like the table.',
    value: slot,
  },
  linear: {
    doc: "FTRL's linear terms of the shard, from which the weights follow: shaped like the table.",
    value: slot,
  },
  beta_1: { doc: 'How much of the momenta a step keeps, in [0, 1).', value: scalar },
  beta1: {
    doc: 'How much of the momenta a step keeps, in [0, 1): `momentum` or `beta1` of the configuration.',
    value: { expects: { min: 0, below: 1 } },
  },
  'XlaSparseCoreAdam.beta_2': {
    doc: 'How much of the second moments a step keeps, in [0, 1).',
    value: scalar,
  },
  beta_2: {
    doc: 'How much of the accumulators a step keeps. At 1 they are summed, below they are averaged.',
    value: { expects: { above: 0, max: 1 } },
  },
  beta2: {
    doc: 'How much of the squared gradients a step keeps: below 1 they are averaged. For Adagrad with momentum, 1 \
sums them.',
    value: { expects: { min: 0, max: 1 } },
  },
  'XlaSparseCoreAdagradMomentum.epsilon': {
    doc: 'Added to the accumulators before the root, so that nothing divides by 0.',
    value: scalar,
  },
  'XlaSparseCoreAdam.epsilon': {
    doc: 'Keeps the denominator above 0: added to the root of the second moment or, with `use_sum_inside_sqrt`, squared \
and below the root.',
    value: scalar,
  },
  epsilon: {
    doc: 'Added to what the gradient is divided by, so that nothing divides by 0. Above 0.',
    value: { expects: { above: 0 } },
  },
  use_nesterov: { doc: "Whether the momentum looks one step ahead: Nesterov's form of momentum." },
  exponent: {
    doc: 'Which root of the accumulators the gradient is divided by: 2 is the square root of Adagrad.',
    value: { expects: { above: 0 } },
  },
  use_sum_inside_sqrt: {
    doc: 'Whether the denominator is `sqrt(v + epsilon²)` rather than `sqrt(v) + epsilon`.',
  },
  'XlaSparseCoreFtrl.beta': {
    doc: 'Added to the powered accumulator; makes the first steps smaller.',
    value: scalar,
  },
  beta: {
    doc: 'Added to the powered accumulator; makes the first steps smaller.',
    value: { expects: { min: 0 } },
  },
  'XlaSparseCoreFtrl.learning_rate_power': {
    doc: 'Power of the accumulator that the learning rate is multiplied by: -0.5 divides by the square root.',
    value: scalar,
  },
  learning_rate_power: {
    doc: 'Power of the accumulator that the learning rate is multiplied by: -0.5 divides by the square root.',
    value: { expects: { max: 0 } },
  },
  'XlaSparseCoreFtrl.l2_regularization_strength': {
    doc: 'Strength of the L2 penalty, which shrinks weights.',
    value: scalar,
  },
  l2_regularization_strength: {
    doc: 'Strength of the L2 penalty, which shrinks weights.',
    value: { expects: { min: 0 } },
  },
  l1_regularization_strength: {
    doc: 'Strength of the L1 penalty, which makes small weights exactly 0.',
    value: { expects: { min: 0 } },
  },
  multiply_linear_by_learning_rate: {
    doc: 'Whether the linear terms are kept multiplied by the learning rate, which also allows a rate of 0.',
  },
  offsets: { doc: 'Number that is added to the ids, a scalar.' },
  'XlaSparseDenseMatmul.values': { doc: 'By how much each row counts: the weight of each id.' },
  max_ids_per_partition: { doc: 'For how many ids there is room in each partition of the table.' },
  max_unique_ids_per_partition: {
    doc: 'For how many distinct ids there is room in each partition of the table.',
  },
  input_size: { doc: 'How many samples this device has: the rows of the activations.' },
  row_pointers: {
    doc: 'Where the ids of each partition begin and end in the sorted buffers, padded to multiples of 8.',
    value: vector,
  },
  sorted_sample_ids: { doc: 'Which sample each id belongs to, in the order of partitions.', value: vector },
  sorted_token_ids: {
    doc: 'Which row of its partition each id means, in the order of partitions.',
    value: vector,
  },
  sorted_pos_ids: {
    doc: 'Which place among the ids of its sample each id has, counted from 0.',
    value: vector,
  },
  sorted_gains: {
    doc: 'By how much each row counts (weight and combiner), in the order of partitions.',
    value: vector,
  },
  weights: {
    doc: 'Trainable weights of the combiner, a vector of `num_weights`. Not looked at where that is 0.',
    value: vector,
  },
  preserved_valencies: { doc: 'From the forward pass: how many ids each sample has.', value: vector },
  preserved_vectors: {
    doc: 'From the forward pass: the vectors of each sample, `[samples, max_valency, dimension]`.',
    value: { expectsRanks: [3] },
  },
  preserved_weights: {
    doc: "From the forward pass: the combiner's weights as they were then.",
    value: vector,
  },
  activation_gradients: {
    doc: 'Gradient of the loss with respect to the activations: `[samples, dimension]`.',
    value: matrix,
  },
  combiner_weights_learning_rate: {
    doc: "Learning rate of the combiner's own weights, which plain SGD updates.",
    value: scalar,
  },
  max_valency: { doc: 'The greatest number of ids that a sample may have.' },
  num_weights: { doc: 'How many trainable weights the combiner has; 0 if it has none.' },
  combiner_computation: { doc: 'The combiner, a concrete function of valency, vectors and weights.' },
  combiner_table_vjp_computation: {
    doc: "The combiner's gradient with respect to the vectors, a concrete function.",
  },
  combiner_weights_vjp_computation: {
    doc: "The combiner's gradient with respect to its weights, a concrete function.",
  },
  optimizer_custom_computation: {
    doc: 'The optimizer, a concrete function from gradient, table, slots and hyperparameters to the new state.',
  },
  custom_computation: {
    doc: 'The optimizer, a concrete function from gradient, table, slots and hyperparameters to the new state.',
  },
  clip_weight_min: {
    doc: 'The smallest value that a weight may have after the update. Above `clip_weight_max` the kernel refuses to be made.',
    sets: 'clipping_limits.lower',
  },
  clip_weight_max: {
    doc: 'The largest value that a weight may have after the update; infinity leaves it open.',
    sets: 'clipping_limits.upper',
  },
  num_sparsecores_per_device: {
    doc: "SparseCores of a logical device, a power of two. -1 takes the topology's; a number must agree with it.",
    value: { expects: { min: -1 } },
  },
  tables: {
    doc: "This device's shards: the table itself, then its slot variables, all of one shape and dtype.",
    value: matrix,
  },
  hyperparameters: {
    doc: 'Scalars for the optimizer function, the learning rate first.',
    value: scalar,
  },
  quantization_config_low: {
    doc: 'Lower end of the range in which activations are rounded to few levels.',
    sets: 'clipping_limits.lower',
  },
  quantization_config_high: {
    doc: 'Upper end of the range in which activations are rounded to few levels.',
    sets: 'clipping_limits.upper',
  },
  quantization_config_num_buckets: {
    doc: 'How many levels activations are rounded to, both ends of the range included; 0 turns rounding off.',
  },
  num_minibatches_per_physical_sparse_core: {
    doc: 'How many mini-batches the batch of a SparseCore was split into, an int32 scalar.',
    value: scalar,
  },
};

const LOOKUP_BUFFERS = [
  'row_pointers',
  'sorted_sample_ids',
  'sorted_token_ids',
  'sorted_pos_ids',
  'sorted_gains',
];

/** Ranks that building the op checks, by a pattern of its name. */
const CHECKED_RANKS: readonly (readonly [RegExp, Readonly<Record<number, readonly string[]>>])[] = [
  [LOOKUP, { 0: ['num_minibatches_per_physical_sparse_core'], 1: LOOKUP_BUFFERS, 2: ['embedding_table'] }],
  [/^XlaSparseDenseMatmul$/, { 0: ['offsets'], 1: ['row_ids', 'col_ids', 'values'], 2: ['embedding_table'] }],
  [
    /^GetMinibatchesInCsrWithPhysicalReplica$/,
    { 1: ['program_key', 'row_ids', 'col_ids', 'gains', 'splits', 'id_counts'] },
  ],
  [/^XlaSparseDenseMatmulCustomCombinerOnTcGrad/, { 1: ['preserved_valencies'], 3: ['preserved_vectors'] }],
];

/** Shapes that follow from attributes where a custom function combines. */
const COMBINER_SIZES: Readonly<Record<string, readonly (string | null)[]>> = {
  weights: ['num_weights'],
  preserved_weights: ['num_weights'],
  preserved_vectors: [null, 'max_valency', null],
};

/** Attributes that are read as 32 bits when an op is built, by the prefix of the ops' names. */
const READ_AS_32_BITS: readonly (readonly [op: RegExp, attributes: readonly string[]])[] = [
  [/^XlaSparseDenseMatmul/, ['input_size', 'max_valency', 'num_weights']],
  [
    /^(?:ConvertToSparseCoreCsr|GetMinibatchesInCsr)/,
    [
      ...['sample_count', 'sample_count_per_sc', 'num_replica', 'num_sc_per_chip'],
      ...['max_minibatches_per_sc', 'max_ids_per_chip_per_sample'],
    ],
  ],
  [/^ConvertToListOf/, ['num_sc_per_chip']],
];

/** Buffers whose shapes are compared when a lookup op is built. */
const PARALLEL_TO_SAMPLES = ['sorted_token_ids', 'sorted_pos_ids', 'sorted_gains'];

function checkedShape(name: string, op: string): Partial<TensorType> {
  const [, ranks = {}] = CHECKED_RANKS.find(([pattern]) => pattern.test(op)) ?? [];
  const rank = Object.keys(ranks).find((key) => ranks[Number(key)]?.includes(name));
  const sizes = op.includes('CustomCombiner') ? COMBINER_SIZES[name] : undefined;
  return {
    ...(rank !== undefined && { rank: Number(rank) }),
    ...(sizes && { sizes }),
    ...(/CustomCombiner.*Grad/.test(op) &&
      name === 'activation_gradients' && { rowsOf: 'preserved_valencies' }),
    ...(op === 'XlaSparseDenseMatmul' && ['col_ids', 'values'].includes(name) && { shapeOf: 'row_ids' }),
    ...(LOOKUP.test(op) && PARALLEL_TO_SAMPLES.includes(name) && { shapeOf: 'sorted_sample_ids' }),
  };
}

/** Ops that prepare ids for SparseCores, look them up there, and update tables. */
export const SPARSE_CORE: OpFamily = {
  describe,
  parameter(name, op) {
    const notes = notesFor(NOTES)(name, op);
    const isNarrow = READ_AS_32_BITS.some(([ops, names]) => ops.test(op.name) && names.includes(name));
    const checked = isNarrow ? ({ bits: 32 } as const) : checkedShape(name, op.name);
    return notes && { ...notes, value: { ...notes.value, ...checked } };
  },
};
