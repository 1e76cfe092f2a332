import { embeddingId } from '../names';
import { BOOL, describedParameters, FLOAT, type ParameterWords, STR, signature } from '../parameters';
import type { ArgumentMigration, Entry, Group, Migration } from '../types';

const MODULE = 'tensorflow.python.tpu.tpu_embedding';
const EXPORTED = 'tensorflow.compat.v1.tpu.experimental';

/** The last release that contains and documents them. */
const LAST = '2.15';

interface RemovedClass {
  readonly name: string;
  readonly group: Group;
  /** Was part of `tf.compat.v1.tpu.experimental`. */
  readonly exported?: true;
  readonly summary: string;
  readonly signature: string;
  /** For parameters whose meaning differs from other classes. */
  readonly words?: Readonly<Record<string, ParameterWords>>;
  readonly migration: Migration;
}

/** The parameters of optimizers after their own ones. */
const TAIL =
  'use_gradient_accumulation=True, clip_weight_min=None, clip_weight_max=None, weight_decay_factor=None, \
multiply_weight_decay_factor_by_learning_rate=None, clip_gradient_min=None, clip_gradient_max=None';

const positive = { of: 'float', accepts: { above: 0 } } as const;
const notNegative = { of: 'float', accepts: { min: 0 } } as const;
const share = { of: 'float', accepts: { min: 0, below: 1 } } as const;

/** Documented for readers of old code; the migration says what to write instead. */
const WORDS: Readonly<Record<string, ParameterWords>> = {
  learning_rate: {
    doc: 'Learning rate, a number that stays the same in all steps.',
    type: FLOAT,
    unchecked: true,
    sets: 'learning_rate',
  },
  use_gradient_accumulation: {
    doc: 'Whether the gradients of a row are summed over the batch and applied once.',
    type: BOOL,
    unchecked: true,
  },
  clip_weight_min: {
    doc: 'The smallest value that a weight may have after a step; `None` leaves it open.',
    type: FLOAT,
    unchecked: true,
  },
  clip_weight_max: {
    doc: 'The largest value that a weight may have after a step; `None` leaves it open.',
    type: FLOAT,
    unchecked: true,
  },
  weight_decay_factor: {
    doc: 'Share of its value that a weight loses in a step; `None` for no weight decay.',
    type: FLOAT,
    unchecked: true,
  },
  multiply_weight_decay_factor_by_learning_rate: {
    doc: 'Whether the weight decay is multiplied by the learning rate of the step.',
    type: BOOL,
    unchecked: true,
  },
  clip_gradient_min: {
    doc: 'The smallest value that an element of a summed gradient may have; `None` leaves it open.',
    type: FLOAT,
    unchecked: true,
  },
  clip_gradient_max: {
    doc: 'The largest value that an element of a summed gradient may have; `None` leaves it open.',
    type: FLOAT,
    unchecked: true,
  },
  initial_accumulator: {
    doc: 'Where the sums of squared gradients begin; 0 and less are refused.',
    type: positive,
  },
  initial_accumulator_value: {
    doc: 'Where the sums of squared gradients begin; 0 was allowed.',
    type: notNegative,
  },
  beta1: {
    doc: 'How much of the first moment, the average of the gradients, a step keeps: in [0, 1).',
    type: share,
  },
  beta2: {
    doc: 'How much of the second moment, the average of the squared gradients, a step keeps: in [0, 1).',
    type: share,
  },
  epsilon: {
    doc: 'Added to what the gradient is divided by, so that nothing divides by 0. Above 0.',
    type: positive,
  },
  exponent: {
    doc: 'Which root of the accumulators the gradient is divided by: 2 is the square root of Adagrad.',
    type: positive,
  },
  lazy_adam: {
    doc: 'Whether only rows of the batch are updated, rather than all rows in every step.',
    type: BOOL,
    unchecked: true,
  },
  sum_inside_sqrt: {
    doc: 'Whether to divide by `√(v + epsilon²)` rather than by `√v + epsilon`.',
    type: BOOL,
    unchecked: true,
  },
  learning_rate_power: {
    doc: 'Power of the accumulators that the learning rate is multiplied by: -0.5 divides by their square root.',
    type: { of: 'float', accepts: { max: 0 } },
  },
  l1_regularization_strength: {
    doc: 'Strength of the L1 penalty, which makes small weights exactly 0.',
    type: notNegative,
  },
  l2_regularization_strength: {
    doc: 'Strength of the L2 penalty, which keeps weights small.',
    type: notNegative,
  },
  multiply_linear_by_learning_rate: {
    doc: 'Whether the linear slot is kept multiplied by the learning rate.',
    type: BOOL,
    unchecked: true,
  },
  beta: {
    doc: 'Added to the root of the accumulators, which makes the first steps smaller.',
    type: FLOAT,
    unchecked: true,
  },
  allow_zero_accumulator: {
    doc: 'Whether accumulators may be 0. It never had an effect on TPUs.',
    type: BOOL,
    unchecked: true,
  },
  momentum: {
    doc: 'How much of the last step each step keeps: from 0 to less than 1.',
    type: FLOAT,
    unchecked: true,
  },
  use_nesterov: {
    doc: "Whether the momentum looks one step ahead: Nesterov's form of it.",
    type: BOOL,
    unchecked: true,
  },
  rho: {
    doc: 'How much of the average of the squared gradients a step keeps: from 0 to less than 1.',
    type: FLOAT,
    unchecked: true,
  },
  tau: {
    doc: 'Weight of the newest distance between two occurrences of a row.',
    type: FLOAT,
    unchecked: true,
  },
  max_delta: {
    doc: 'The greatest distance between two occurrences of a row that counts, in steps.',
    type: FLOAT,
    unchecked: true,
  },
  outlier_threshold: {
    doc: 'From how many times the estimate on a distance counts as an outlier, which replaces the estimate.',
    type: FLOAT,
    unchecked: true,
  },
  weight_exponent: {
    doc: 'Power that turns the estimated distance of a row into its weight.',
    type: FLOAT,
    unchecked: true,
  },
  vocabulary_size: {
    doc: 'How many rows the table has: ids run from 0 to one less.',
    type: { of: 'int', strict: true, accepts: { min: 1 } },
  },
  dimension: {
    doc: 'Length of an embedding vector, in floats: 1 or more.',
    type: { of: 'int', strict: true, accepts: { min: 1 } },
  },
  initializer: {
    doc: 'Fills the table: an initializer; `None` takes a truncated normal distribution with deviation `1/√dimension`.',
    type: { of: 'callable' },
  },
  combiner: {
    doc: "How the vectors of one sample become one: `'mean'`, `'sum'` or `'sqrtn'`; `None` for sequences.",
    type: { of: 'str', accepts: ['mean', 'sum', 'sqrtn'] },
    nullable: true,
  },
  hot_id_replication: {
    doc: 'Whether popular rows were copied to all hosts, to spread their load.',
    type: BOOL,
    unchecked: true,
  },
  learning_rate_fn: {
    doc: 'Learning rate of this table, as a function of the global step that gives a number.',
    type: { of: 'callable', arguments: ['global_step'] },
    unchecked: true,
  },
  table_id: {
    doc: 'Name of the table that the feature is looked up in.',
    type: STR,
    unchecked: true,
    sets: 'table_id',
  },
  max_sequence_length: {
    doc: 'Length of the sequence that each sample becomes; 0 for features whose vectors are combined.',
    type: { of: 'int', strict: true, accepts: { min: 0 } },
  },
  weight_key: {
    doc: 'Name of the input that holds the weights of the ids; `None` for 1 everywhere.',
    type: STR,
    unchecked: true,
  },
  table_to_config_dict: {
    doc: 'The tables of the model, a dict from name to `TableConfig`.',
    type: { of: 'dict', key: STR, value: { of: 'instance', classes: [`${MODULE}.TableConfig`] } },
    sets: 'tables_by_name',
  },
  feature_to_config_dict: {
    doc: 'The features of the model, a dict from name to `FeatureConfig`.',
    type: { of: 'dict', key: STR, value: { of: 'instance', classes: [`${MODULE}.FeatureConfig`] } },
    sets: 'features_by_name',
  },
  batch_size: {
    doc: 'How many samples a step has over all cores together.',
    type: { of: 'int', expects: { min: 1 } },
  },
  mode: {
    doc: 'What the object is for: the constant `TRAINING` or `INFERENCE` of the module.',
    type: { of: 'other', name: 'TRAINING | INFERENCE' },
  },
  master: { doc: 'Address of the TPU, such as `grpc://10.0.0.2:8470`.', type: STR, unchecked: true },
  optimization_parameters: {
    doc: 'Optimizer of all tables that have none of their own; not for `INFERENCE`.',
    type: { of: 'other', name: 'AdagradParameters | AdamParameters | …' },
  },
  cluster_def: {
    doc: 'The cluster that the TPU is part of, a `ClusterDef` message.',
    type: { of: 'other', name: 'ClusterDef' },
    unchecked: true,
  },
  pipeline_execution_with_tensor_core: {
    doc: 'Whether lookups of the next step ran at the same time as the computation of this one.',
    type: BOOL,
    unchecked: true,
  },
  partition_strategy: {
    doc: "How rows were dealt out to the hosts: `'div'` in blocks, `'mod'` in turn.",
    type: { of: 'str', accepts: ['div', 'mod'] },
  },
  profile_data_directory: {
    doc: 'Directory where profiles of the ids were kept; `None` kept none.',
    type: STR,
    unchecked: true,
  },
  device_config: {
    doc: 'How many hosts and cores there are, given in place of `master`.',
    type: { of: 'other', name: 'DeviceConfig' },
    unchecked: true,
  },
  master_job_name: {
    doc: 'Job of the cluster that the TPU belongs to, such as `worker`.',
    type: STR,
    unchecked: true,
  },
};

const TABLE_WORDS: Readonly<Record<string, ParameterWords>> = {
  learning_rate: {
    doc: 'Learning rate of this table alone. 0.0 counted as not given.',
    type: FLOAT,
    unchecked: true,
  },
  optimization_parameters: {
    doc: 'Optimizer of this table alone; `None` takes that of the embedding object.',
    type: { of: 'other', name: 'AdagradParameters | AdamParameters | …' },
  },
};

const same = (...names: readonly string[]): ArgumentMigration[] =>
  names.map((name) => ({ from: [name], to: name }));
const renamed = (from: string, to: string, note?: string): ArgumentMigration => ({
  from: [from],
  to,
  ...(note && { note }),
});
const dropped = (from: string, note: string): ArgumentMigration => ({ from: [from], note });

const SAME_TAIL: readonly ArgumentMigration[] = [
  ...same(
    'clip_weight_min',
    'clip_weight_max',
    'weight_decay_factor',
    'multiply_weight_decay_factor_by_learning_rate',
  ),
  { from: ['clip_gradient_min', 'clip_gradient_max'], to: 'clipvalue' },
];

const NO_CLASS: Migration = {
  arguments: [],
  additions: [],
  note: 'No class of `tf.tpu.experimental.embedding` does the same. The algorithm itself remains: choose it in a \
`TPUEmbeddingConfiguration`, or take `AdagradMomentum` or `Adam` and tune again.',
};

const SLOTS_NOTE = 'Slot variables have other names, so that old checkpoints need a mapping.';

const CLASSES: readonly RemovedClass[] = [
  {
    name: 'AdagradParameters',
    group: 'optimizer',
    exported: true,
    summary: 'Adagrad in the API of TensorFlow 1.',
    signature: `learning_rate, initial_accumulator=0.1, ${TAIL}`,
    migration: {
      to: embeddingId('Adagrad'),
      arguments: [
        ...same('learning_rate'),
        renamed('initial_accumulator', 'initial_accumulator_value'),
        ...same('use_gradient_accumulation'),
        ...SAME_TAIL,
      ],
      additions: [],
      note: SLOTS_NOTE,
    },
  },
  {
    name: 'AdamParameters',
    group: 'optimizer',
    exported: true,
    summary: 'Adam in the API of TensorFlow 1.',
    signature: `learning_rate, beta1=0.9, beta2=0.999, epsilon=1e-08, lazy_adam=True, sum_inside_sqrt=True, ${TAIL}`,
    migration: {
      to: embeddingId('Adam'),
      arguments: [
        ...same('learning_rate'),
        renamed('beta1', 'beta_1'),
        renamed('beta2', 'beta_2'),
        ...same('epsilon', 'lazy_adam', 'sum_inside_sqrt', 'use_gradient_accumulation'),
        ...SAME_TAIL,
      ],
      additions: [{ name: 'epsilon', value: '1e-08', unless: ['epsilon'] }],
      note: `The default of \`epsilon\` has become 1e-07. ${SLOTS_NOTE}`,
    },
  },
  {
    name: 'AdagradMomentumParameters',
    group: 'optimizer',
    summary: 'Adagrad with momentum in the API of TensorFlow 1.',
    signature: `learning_rate, momentum, use_nesterov=False, exponent=2, beta2=1, epsilon=1e-10, ${TAIL}`,
    migration: {
      to: embeddingId('AdagradMomentum'),
      arguments: [
        ...same('learning_rate', 'momentum', 'use_nesterov', 'exponent', 'beta2', 'epsilon'),
        ...same('use_gradient_accumulation'),
        ...SAME_TAIL,
      ],
      additions: [],
      note: SLOTS_NOTE,
    },
  },
  {
    name: 'FtrlParameters',
    group: 'optimizer',
    exported: true,
    summary: 'FTRL in the API of TensorFlow 1.',
    signature:
      'learning_rate, learning_rate_power=-0.5, initial_accumulator_value=0.1, l1_regularization_strength=0.0, \
l2_regularization_strength=0.0, use_gradient_accumulation=True, clip_weight_min=None, clip_weight_max=None, \
weight_decay_factor=None, multiply_weight_decay_factor_by_learning_rate=None, \
multiply_linear_by_learning_rate=False, beta=0, allow_zero_accumulator=False, clip_gradient_min=None, \
clip_gradient_max=None',
    migration: {
      to: embeddingId('FTRL'),
      arguments: [
        ...same('learning_rate', 'learning_rate_power'),
        renamed('initial_accumulator_value', 'initial_accumulator_value', '0 is refused now.'),
        ...same('l1_regularization_strength', 'l2_regularization_strength', 'use_gradient_accumulation'),
        ...SAME_TAIL,
        ...same('multiply_linear_by_learning_rate', 'beta'),
        dropped('allow_zero_accumulator', 'It has no effect.'),
      ],
      additions: [],
      note: SLOTS_NOTE,
    },
  },
  {
    name: 'StochasticGradientDescentParameters',
    group: 'optimizer',
    exported: true,
    summary: 'SGD in the API of TensorFlow 1.',
    signature:
      'learning_rate, clip_weight_min=None, clip_weight_max=None, weight_decay_factor=None, \
multiply_weight_decay_factor_by_learning_rate=None, clip_gradient_min=None, clip_gradient_max=None',
    migration: {
      to: embeddingId('SGD'),
      arguments: [...same('learning_rate'), ...SAME_TAIL],
      additions: [
        {
          name: 'use_gradient_accumulation',
          value: 'False',
          unless: ['clip_gradient_min', 'clip_gradient_max'],
        },
      ],
      note: 'Gradients were accumulated only where they were clipped; now that is the default.',
    },
  },
  {
    name: 'ProximalAdagradParameters',
    group: 'optimizer',
    summary: 'Proximal Adagrad in the API of TensorFlow 1.',
    signature: `learning_rate, initial_accumulator=0.1, l1_regularization_strength=0.0, l2_regularization_strength=0.0, ${TAIL}`,
    migration: NO_CLASS,
  },
  {
    name: 'ProximalYogiParameters',
    group: 'optimizer',
    summary: 'Proximal Yogi in the API of TensorFlow 1.',
    signature: `learning_rate=0.01, beta1=0.9, beta2=0.999, epsilon=0.001, l1_regularization_strength=0.0, \
l2_regularization_strength=0.0, initial_accumulator_value=1e-6, ${TAIL}`,
    migration: NO_CLASS,
  },
  {
    name: 'MomentumParameters',
    group: 'optimizer',
    summary: 'Momentum in the API of TensorFlow 1.',
    signature: `learning_rate, momentum, use_nesterov=False, ${TAIL}`,
    migration: NO_CLASS,
  },
  {
    name: 'RMSPropParameters',
    group: 'optimizer',
    summary: 'RMSProp in the API of TensorFlow 1.',
    signature: `learning_rate, rho, momentum, epsilon, ${TAIL}`,
    migration: NO_CLASS,
  },
  {
    name: 'FrequencyEstimatorParameters',
    group: 'optimizer',
    summary: 'The frequency estimator in the API of TensorFlow 1.',
    signature: 'tau, max_delta, outlier_threshold, weight_exponent',
    migration: NO_CLASS,
  },
  {
    name: 'TableConfig',
    group: 'configuration',
    summary: 'A table in the API of TensorFlow 1.',
    words: TABLE_WORDS,
    signature:
      "vocabulary_size, dimension, initializer=None, combiner='mean', hot_id_replication=False, learning_rate=None, \
learning_rate_fn=None, optimization_parameters=None",
    migration: {
      to: embeddingId('TableConfig'),
      arguments: [
        ...same('vocabulary_size'),
        renamed('dimension', 'dim'),
        ...same('initializer'),
        renamed('combiner', 'combiner', "None is refused now: write `'sum'`."),
        dropped('hot_id_replication', 'There is no such choice any more.'),
        dropped('learning_rate', 'Give it to the optimizer of the table.'),
        dropped('learning_rate_fn', 'Give the optimizer a function without parameters as its learning rate.'),
        renamed('optimization_parameters', 'optimizer', 'Migrate the object as well.'),
      ],
      additions: [],
      note: "The table's name has moved into it, from the key of `table_to_config_dict`: `name='…'`.",
    },
  },
  {
    name: 'FeatureConfig',
    group: 'configuration',
    summary: 'A feature in the API of TensorFlow 1.',
    signature: 'table_id, max_sequence_length=0, weight_key=None',
    migration: {
      to: embeddingId('FeatureConfig'),
      arguments: [
        renamed('table_id', 'table', 'Pass the `TableConfig` object in place of its name.'),
        ...same('max_sequence_length'),
        dropped('weight_key', 'Weights are passed to `enqueue` with the ids.'),
      ],
      additions: [],
      note: '',
    },
  },
  {
    name: 'TPUEmbedding',
    group: 'embedding',
    summary: 'The embedding object in the API of TensorFlow 1.',
    signature:
      "table_to_config_dict, feature_to_config_dict, batch_size, mode, master=None, optimization_parameters=None, \
cluster_def=None, pipeline_execution_with_tensor_core=False, partition_strategy='div', profile_data_directory=None, \
device_config=None, master_job_name=None",
    migration: {
      to: embeddingId('TPUEmbedding'),
      arguments: [
        dropped('table_to_config_dict', 'Features hold their tables.'),
        renamed('feature_to_config_dict', 'feature_config', 'Migrate the features as well.'),
        dropped('batch_size', 'It follows from the data.'),
        dropped('mode', 'Whether a step trains is said to `enqueue`.'),
        dropped('master', 'The `TPUStrategy` in whose scope the object is made knows the TPU.'),
        renamed('optimization_parameters', 'optimizer', 'Migrate the object as well. It must be given.'),
        dropped('cluster_def', 'The `TPUStrategy` in whose scope the object is made knows the cluster.'),
        ...same('pipeline_execution_with_tensor_core'),
        dropped('partition_strategy', "It is always `'div'`."),
        dropped('profile_data_directory', 'There are no such profiles any more.'),
        dropped('device_config', 'The `TPUStrategy` in whose scope the object is made knows the devices.'),
        dropped('master_job_name', 'The `TPUStrategy` in whose scope the object is made knows the job.'),
      ],
      additions: [{ name: 'optimizer', value: 'None', unless: ['optimization_parameters'] }],
      note: 'The methods differ too: ids are fed by `enqueue`, activations come from `dequeue`, gradients go to \
`apply_gradients`.',
    },
  },
];

/** Classes of the TensorFlow 1 API that TensorFlow no longer has. */
export function removedEntries(): Entry[] {
  return CLASSES.map(({ name, group, exported, summary, signature: text, words, migration }) => {
    const internal = `${MODULE}.${name}`;
    const qualifiedNames = exported ? [`${EXPORTED}.${name}`, internal] : [internal];
    return {
      id: qualifiedNames[0]!,
      kind: 'class',
      name,
      qualifiedNames,
      group,
      library: 'tensorflow',
      summary,
      doc: '',
      returns: `A new \`${name}\`.`,
      parameters: describedParameters(internal, signature(text), { ...WORDS, ...words }),
      removed: migration,
      ...(exported && {
        url: `https://www.tensorflow.org/versions/r${LAST}/api_docs/python/tf/compat/v1/tpu/experimental/${name}`,
      }),
    };
  });
}
