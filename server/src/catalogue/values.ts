import { DTYPES, dtypeNamed } from './dtypes';
import type { KerasClass } from './keras-class';
import { KERAS_INITIALIZERS } from './keras-initializers';
import { KERAS_OPTIMIZERS, KERAS_SCHEDULES } from './keras-optimizers';
import { libraryOf } from './libraries';
import { moduleEntry } from './modules';
import { everywhere, lastPart } from './names';
import {
  describedParameters,
  INT,
  NONE,
  type ParameterWords,
  STR,
  signature,
  TENSOR,
  union,
} from './parameters';
import type { Entry, EntryKind, Group, MadeTensor, NestedResult, Parameter } from './types';

/** The class of feature columns whose ids a TPU embedding column accepts. */
export const CATEGORICAL_COLUMN = 'CategoricalColumn';
export const SEQUENCE_COLUMN = 'SequenceCategoricalColumn';

/**
 * Sources of values: tensors, dtypes, initializers and Keras optimizers. Editors know these already, so features ignore
 * them; they are here to determine the types of arguments.
 */
export function valueEntries(): Entry[] {
  return [
    ...TENSOR_MAKERS.map((words) => tensorMaker(words, everywhere)),
    tensorMaker(PLACEHOLDER, inTf1),
    tensorMaker(GET_VARIABLE, inTf1),
    ...Object.entries(TF1_NAMES).map(([name, like]) => tensorMaker([[name], wordsOf(like)], inTf1)),
    ...Object.entries(TF1_CASTS).map(([name, dtype]) => tensorFunction(inTf1(name), { defaultDtype: dtype })),
    ...TENSOR_FUNCTIONS.flatMap(([makes, names]) =>
      names.map((name) => tensorFunction(everywhere(name), makes)),
    ),
    tensorFunction(inTf1('train.get_or_create_global_step'), {}),
    ...TF1_DECAYS.map((name) => tensorFunction(inTf1(`train.${name}`), { eagerly: 'function' })),
    ...Object.entries(OBJECT_MAKERS).flatMap(([gives, names]) =>
      names.map((name) => objectMaker(gives, name)),
    ),
    ...gradientTape(),
    ...NEST_FUNCTIONS.map(nestFunction),
    ...DTYPES.map(dtype),
    ...KERAS_INITIALIZERS.map(({ name, parameters }) =>
      bound(
        opaque(
          [
            ...[name, snakeCase(name)].flatMap((each) => [
              ...keras(`initializers.${each}`),
              ...shortInitializers(each),
            ]),
            ...compatInitializers(name),
          ],
          'class',
          'initializer',
          'Makes initial values for a variable.',
        ),
        parameters,
      ),
    ),
    ...TF1_INITIALIZERS.map((name) =>
      opaque(everywhere(name), 'class', 'initializer', 'Makes initial values for a variable.'),
    ),
    ...KERAS_OPTIMIZERS.flatMap(kerasOptimizer),
    kerasBase('Optimizer'),
    bound(kerasBase('LossScaleOptimizer'), SCALING),
    optimizerByName(),
    ...Object.entries(STRATEGIES).flatMap(([name, strategy]) =>
      [name, `experimental.${name}`].map((each) => ({
        ...opaque(inTf2(`distribute.${each}`), 'class', 'strategy', 'Spreads a model over devices.'),
        strategy,
        lacksItems: true as const,
        attributes: OF_STRATEGIES,
      })),
    ),
    schedule(keras('optimizers.schedules.LearningRateSchedule')),
    ...KERAS_SCHEDULES.map(({ name, parameters }) =>
      bound(schedule(keras(`optimizers.schedules.${name}`)), parameters),
    ),
    ...Object.entries(KERAS_MODULES).map(
      ([path, otherNames]): Entry => ({
        ...moduleEntry(keras(path), 'Classes of Keras.'),
        isNearlyComplete: path === 'optimizers' ? true : 'classes',
        otherNames: otherNames.split(' '),
        foreign: true,
      }),
    ),
  ];
}

type Words = readonly [summary: string, parameters: string, makes: MadeTensor];

const FLOAT32: MadeTensor = { shape: 'shape', dtype: 'dtype', defaultDtype: 'float32' };

/** By name below `tf`; the first name is the one to display. */
const TENSOR_MAKERS: readonly (readonly [names: readonly string[], words: Words])[] = [
  [['zeros'], ['Makes a tensor of zeros.', 'shape, dtype=tf.float32, name=None, layout=None', FLOAT32]],
  [['ones'], ['Makes a tensor of ones.', 'shape, dtype=tf.float32, name=None, layout=None', FLOAT32]],
  [
    ['zeros_like'],
    [
      'Makes zeros in the shape of a tensor.',
      'input, dtype=None, name=None, layout=None',
      { value: 'input', dtype: 'dtype' },
    ],
  ],
  [
    ['ones_like'],
    [
      'Makes ones in the shape of a tensor.',
      'input, dtype=None, name=None, layout=None',
      { value: 'input', dtype: 'dtype' },
    ],
  ],
  [
    ['fill'],
    [
      'Makes a tensor of one value.',
      'dims, value, name=None, layout=None',
      { shape: 'dims', value: 'value' },
    ],
  ],
  [
    ['eye'],
    [
      'Makes an identity matrix.',
      'num_rows, num_columns=None, batch_shape=None, dtype=tf.float32, name=None',
      { batch: 'batch_shape', sizes: ['num_rows', 'num_columns'], dtype: 'dtype', defaultDtype: 'float32' },
    ],
  ],
  [
    ['constant'],
    [
      'Makes a tensor of given values.',
      "value, dtype=None, shape=None, name='Const'",
      { value: 'value', dtype: 'dtype', shape: 'shape', trainable: 'never' },
    ],
  ],
  [
    ['convert_to_tensor'],
    [
      'Makes a tensor of what is like one.',
      'value, dtype=None, dtype_hint=None, name=None',
      { value: 'value', dtype: 'dtype', hint: 'dtype_hint' },
    ],
  ],
  [
    ['Variable'],
    [
      'Makes a variable.',
      'initial_value=None, trainable=None, validate_shape=True, caching_device=None, name=None, variable_def=None, \
dtype=None, import_scope=None, constraint=None, synchronization=None, aggregation=None, shape=None',
      { value: 'initial_value', dtype: 'dtype', shape: 'shape', trainable: { by: 'trainable' } },
    ],
  ],
  [
    ['cast', 'dtypes.cast'],
    [
      'Makes a tensor of another dtype.',
      'x, dtype, name=None',
      { value: 'x', dtype: 'dtype', keepsSparse: true },
    ],
  ],
  [['identity'], ['Gives a tensor as it is.', 'input, name=None', { value: 'input', keepsSparse: true }]],
  [
    ['stop_gradient'],
    ['Gives a tensor as it is, but without a gradient.', 'input, name=None', { value: 'input' }],
  ],
  [
    ['reshape'],
    [
      'Gives a tensor in another shape.',
      'tensor, shape, name=None',
      { value: 'tensor', shape: 'shape', keepsCount: true },
    ],
  ],
  [
    ['ensure_shape'],
    ['Gives a tensor as it is, if it has a shape.', 'x, shape, name=None', { value: 'x', shape: 'shape' }],
  ],
  [
    ['random.normal'],
    [
      'Makes a tensor of random values.',
      'shape, mean=0.0, stddev=1.0, dtype=tf.float32, seed=None, name=None',
      FLOAT32,
    ],
  ],
  [
    ['random.truncated_normal'],
    [
      'Makes a tensor of random values near the mean.',
      'shape, mean=0.0, stddev=1.0, dtype=tf.float32, seed=None, name=None',
      FLOAT32,
    ],
  ],
  [
    ['random.uniform'],
    [
      'Makes a tensor of evenly distributed random values.',
      'shape, minval=0, maxval=None, dtype=tf.float32, seed=None, name=None',
      FLOAT32,
    ],
  ],
  [
    ['random.gamma'],
    [
      'Makes a tensor of random values of a gamma distribution.',
      'shape, alpha, beta=None, dtype=tf.float32, seed=None, name=None',
      { dtype: 'dtype', defaultDtype: 'float32' },
    ],
  ],
  [
    ['random.stateless_normal', 'random.stateless_truncated_normal'],
    [
      'Makes a tensor of random values that depend on the seed alone.',
      "shape, seed, mean=0.0, stddev=1.0, dtype=tf.float32, name=None, alg='auto_select'",
      FLOAT32,
    ],
  ],
  [
    ['random.stateless_uniform'],
    [
      'Makes a tensor of evenly distributed random values that depend on the seed alone.',
      "shape, seed, minval=0, maxval=None, dtype=tf.float32, name=None, alg='auto_select'",
      FLOAT32,
    ],
  ],
  [['random.shuffle'], ['Shuffles the rows of a tensor.', 'value, seed=None, name=None', { value: 'value' }]],
];

const GET_VARIABLE: (typeof TENSOR_MAKERS)[number] = [
  ['get_variable'],
  [
    'Gets a variable by its name, or makes it.',
    'name, shape=None, dtype=None, initializer=None, regularizer=None, trainable=None, collections=None, \
caching_device=None, partitioner=None, validate_shape=True, use_resource=None, custom_getter=None, constraint=None, \
synchronization=None, aggregation=None',
    { shape: 'shape', dtype: 'dtype', trainable: { by: 'trainable' } },
  ],
];

/** What TensorFlow 1 also has by another name. */
const TF1_NAMES: Readonly<Record<string, string>> = {
  random_normal: 'random.normal',
  random_uniform: 'random.uniform',
  random_gamma: 'random.gamma',
  random_shuffle: 'random.shuffle',
  truncated_normal: 'random.truncated_normal',
};
const wordsOf = (name: string): Words => TENSOR_MAKERS.find(([names]) => names.includes(name))![1];

/** Functions of TensorFlow 1 that make a tensor of one dtype. */
const TF1_CASTS: Readonly<Record<string, string>> = {
  to_double: 'float64',
  to_float: 'float32',
  to_int32: 'int32',
  to_int64: 'int64',
};

const PLACEHOLDER: (typeof TENSOR_MAKERS)[number] = [
  ['placeholder'],
  ['Makes a tensor that is fed in.', 'dtype, shape=None, name=None', { shape: 'shape', dtype: 'dtype' }],
];

const TENSOR_ARGUMENTS: Readonly<Record<string, ParameterWords>> = Object.fromEntries(
  Object.entries({
    shape: 'Shape of the tensor: its sizes, in a list or a tuple.',
    dims: 'Shape of the tensor: its sizes, in a list or a tuple.',
    dtype: 'What the tensor is made of, such as `tf.float32`.',
    dtype_hint: 'What the tensor is made of, unless the value does not fit.',
    name: 'Name of the node in the graph; `None` names it after the op.',
    layout: 'How the tensor is spread over devices, for a DTensor.',
    input: 'The tensor whose shape the new one takes.',
    x: 'The tensor to convert to another dtype.',
    tensor: 'The tensor whose values get another shape.',
    value: 'The value of the tensor, or what converts to it.',
    initial_value: 'The first value of the variable, or a function that gives it.',
    trainable: 'Whether optimizers find the variable by themselves.',
    initializer: 'Fills the variable: an initializer, or a tensor of its shape.',
    regularizer: 'A function of the variable that gives a penalty on its values.',
    collections: 'Collections of the graph that the variable is added to.',
    partitioner: 'How the variable is split into parts, if it is.',
    use_resource: 'Whether it is a resource variable.',
    custom_getter: 'A function that gets or makes the variable instead.',
    validate_shape: 'Whether the shape of the first value must be known.',
    caching_device: 'The device where copies of the variable for reading are kept.',
    variable_def: 'The variable as a message, in place of a value.',
    import_scope: 'Scope to add to the name when made from a message.',
    constraint: 'A function that corrects the value after every update.',
    synchronization: 'When copies of the variable are brought together.',
    aggregation: 'How copies of the variable are brought together.',
    mean: 'Mean of the normal distribution that values are drawn from.',
    stddev: 'Standard deviation of the normal distribution.',
    minval: 'Lower end of the range of values, included.',
    maxval: 'Upper end of the range of values, left out.',
    alpha: 'Shape parameter of the gamma distribution.',
    beta: 'Rate of the gamma distribution, its inverse scale.',
    seed: 'What makes the random values repeatable: a number, or two of them for a stateless function.',
    alg: 'How the random values are made.',
    num_rows: 'How many rows the matrix has.',
    num_columns: 'How many columns the matrix has; `None` makes a square.',
    batch_shape: 'Shape of the batch of such matrices; `None` makes one.',
  }).map(([name, doc]) => [name, { doc, type: tensorArgumentType(name) }]),
);

function tensorArgumentType(name: string): ParameterWords['type'] {
  if (name === 'shape' || name === 'dims' || name === 'batch_shape') return { of: 'shape' };
  if (name === 'dtype' || name === 'dtype_hint') return { of: 'dtype' };
  if (name.startsWith('num_')) return INT;
  return ['input', 'x', 'tensor', 'value', 'initial_value'].includes(name)
    ? TENSOR
    : { of: 'other', name: 'Any' };
}

/** TensorFlow 1 also has them at the top level. */
const inTf1 = (path: string): string[] => [`tensorflow.compat.v1.${path}`, `tensorflow.${path}`];

function tensorMaker(
  [names, [summary, parameters, makes]]: (typeof TENSOR_MAKERS)[number],
  paths: (name: string) => string[],
): Entry {
  const qualifiedNames = names.flatMap(paths);
  return {
    ...opaque(qualifiedNames, 'function', 'tensor', summary),
    returns: 'A tensor.',
    parameters: describedParameters(names[0]!, signature(parameters), TENSOR_ARGUMENTS),
    makes,
  };
}

const CATEGORIES = ['hash_bucket', 'identity', 'vocabulary_file', 'vocabulary_list'];

/** Functions and classes below `tf`, by the class of their results. */
const OBJECT_MAKERS: Readonly<Record<string, readonly string[]>> = {
  SparseTensor: ['SparseTensor', 'sparse.SparseTensor', 'sparse.from_dense', 'sparse.reorder'],
  RaggedTensor: [
    'ragged.constant',
    'ragged.range',
    'ragged.stack',
    ...['row_splits', 'row_lengths', 'value_rowids', 'sparse', 'tensor'].map(
      (source) => `RaggedTensor.from_${source}`,
    ),
  ],
  TensorSpec: ['TensorSpec'],
  TensorShape: ['TensorShape'],
  [CATEGORICAL_COLUMN]: [
    ...CATEGORIES.map((of) => `feature_column.categorical_column_with_${of}`),
    ...['bucketized', 'crossed', 'weighted_categorical'].map((kind) => `feature_column.${kind}_column`),
  ],
  [SEQUENCE_COLUMN]: CATEGORIES.map((of) => `feature_column.sequence_categorical_column_with_${of}`),
  'numeric column': ['feature_column.numeric_column', 'feature_column.sequence_numeric_column'],
  'indicator column': ['feature_column.indicator_column'],
  'embedding column': ['feature_column.embedding_column'],
};

const objectMaker = (gives: string, name: string): Entry => ({
  ...opaque(everywhere(name), 'function', 'tensor', `Makes a ${gives}.`),
  anyArguments: true,
  returns: `A ${gives}.`,
  gives,
});

/** Gradients are nested like what they are for. */
function gradientTape(): Entry[] {
  const tape = opaque(everywhere('GradientTape'), 'class', 'tensor', 'Records computations for gradients.');
  const method = (name: string, summary: string, returns: string): Entry => ({
    ...opaque(
      tape.qualifiedNames.map((owner) => `${owner}.${name}`),
      'method',
      'tensor',
      summary,
    ),
    returns,
  });
  return [
    { ...tape, entersItself: true },
    {
      ...method('watch', 'Records what is computed from tensors that are no variables.', 'Nothing.'),
      parameters: describedParameters('watch', signature('tensor'), {
        tensor: { doc: 'A tensor, or a nesting of tensors.', type: { of: 'structure', item: TENSOR } },
      }),
      watches: 'tensor',
    },
    {
      ...method('gradient', 'Computes gradients.', 'Gradients in the structure of `sources`.'),
      parameters: describedParameters(
        'gradient',
        signature(
          'target, sources, output_gradients=None, unconnected_gradients=tf.UnconnectedGradients.NONE',
        ),
        {
          target: {
            doc: 'What the gradients are of, such as the loss: a tensor or a nesting of them.',
            type: TENSOR,
          },
          sources: {
            doc: 'What the gradients are with respect to: variables or tensors, in any nesting.',
            type: { of: 'structure', item: TENSOR },
          },
          output_gradients: {
            doc: 'Gradients of the targets, by which those of the sources are multiplied.',
            type: { of: 'other', name: 'tensors' },
          },
          unconnected_gradients: {
            doc: 'What stands for gradients of sources that the target does not depend on: `None`, or zeros by `tf.UnconnectedGradients.ZERO`.',
            type: { of: 'other', name: 'tf.UnconnectedGradients' },
          },
        },
      ),
      givesNested: { like: 'sources', leaves: 'perhaps-none' },
    },
  ];
}

/** Functions of nested structures, by name below `tf.nest`. */
const NEST_FUNCTIONS: readonly (readonly [
  name: string,
  parameters: string,
  leaves: NonNullable<NestedResult['leaves']>,
])[] = [
  ['flatten', 'structure', 'listed'],
  ['map_structure', 'func, structure', 'mapped'],
  ['pack_sequence_as', 'structure, flat_sequence', 'unknown'],
];

const nestFunction = ([name, parameters, leaves]: (typeof NEST_FUNCTIONS)[number]): Entry => ({
  ...opaque(everywhere(`nest.${name}`), 'function', 'tensor', 'Works on nested structures.'),
  parameters: describedParameters(name, signature(parameters), {
    structure: {
      doc: 'A nesting of dicts, lists and tuples, or a single value.',
      type: { of: 'other', name: 'Any' },
    },
    func: { doc: 'What to call with each leaf.', type: { of: 'callable' } },
    flat_sequence: {
      doc: 'The items to put into the structure, one after the other.',
      type: { of: 'other', name: 'Any' },
    },
  }),
  returns: 'A nested structure, or a list of leaves.',
  givesNested: { like: 'structure', leaves },
});

/** Functions that return a tensor, by the known facts about it. */
const TENSOR_FUNCTIONS: readonly (readonly [makes: MadeTensor, names: readonly string[]])[] = [
  [{ range: true }, ['range']],
  [
    { dtypeOfFirst: true },
    [
      ...['boolean_mask', 'gather', 'gather_nd', 'pad', 'repeat'],
      ...['slice', 'squeeze', 'math.segment_sum', 'math.unsorted_segment_sum'],
    ],
  ],
  [{ densifies: true }, ['sparse.to_dense']],
  [
    { dtypeOfFirst: true, shapeOfFirst: 'multiplied', dtypeBy: ['output_type', 8] },
    ['matmul', 'linalg.matmul'],
  ],
  [{ dtypeOfFirst: true, shapeOfFirst: 'joined' }, ['concat']],
  [{ dtypeOfFirst: true, shapeOfFirst: 'stacked' }, ['stack']],
  [
    { dtypeOfFirst: true, shapeOfFirst: 'spread', dtypeBy: ['dtype', 5], defaultDtype: 'float32' },
    ['one_hot'],
  ],
  [{ dtypeOfFirst: true, shapeOfFirst: 'tiled' }, ['tile']],
  [{ dtypeOfFirst: true, shapeOfFirst: 'transposed' }, ['transpose']],
  [{ dtypeOfFirst: true, shapeOfFirst: 'expanded' }, ['expand_dims']],
  [
    { dtypeOfFirst: true, shapeOfFirst: 'reduced' },
    ['max', 'mean', 'min', 'prod', 'sum'].flatMap((of) => [`reduce_${of}`, `math.reduce_${of}`]),
  ],
  [
    { dtypeOfFirst: true, shapeOfFirst: 'same' },
    [
      ...['reverse', 'roll', 'sort', 'cumsum', 'clip_by_value', 'clip_by_norm'],
      ...['cumsum', 'cumprod'].map((of) => `math.${of}`),
      ...[
        'abs',
        'ceil',
        'cos',
        'exp',
        'floor',
        'log',
        'log1p',
        'negative',
        'round',
        'rsqrt',
        'sigmoid',
        'sign',
        'sin',
        'sqrt',
        'square',
        'tanh',
      ].flatMap((of) => [of, `math.${of}`]),
      ...[
        ...['relu', 'relu6', 'leaky_relu', 'elu', 'selu', 'gelu', 'silu', 'swish', 'softplus', 'softsign'],
        ...['softmax', 'log_softmax', 'dropout', 'l2_normalize', 'tanh', 'sigmoid'],
      ].map((of) => `nn.${of}`),
      ...['erf', 'expm1', 'log_sigmoid', 'softplus', 'softsign'].map((of) => `math.${of}`),
    ],
  ],
  [
    { dtypeOfFirst: 'tensor' },
    [...['add', 'floordiv', 'floormod', 'maximum', 'minimum', 'mod', 'multiply', 'pow', 'subtract']].flatMap(
      (of) => [of, `math.${of}`],
    ),
  ],
  [
    { shapeOfFirst: 'same', defaultDtype: 'int64' },
    [
      ...['to_hash_bucket', 'to_hash_bucket_fast', 'to_hash_bucket_strong'].map((of) => `strings.${of}`),
      ...['string_to_hash_bucket', 'string_to_hash_bucket_fast', 'string_to_hash_bucket_strong'],
    ],
  ],
  [{ dtypeBy: ['out_type', 3], defaultDtype: 'int32' }, ['searchsorted']],
  [{ dtypeBy: ['out_type', 1], defaultDtype: 'float32' }, ['strings.to_number', 'string_to_number']],
  [
    { dtypeBy: ['output_type', 2], defaultDtype: 'int64' },
    ['argmax', 'argmin'].flatMap((of) => [of, `math.${of}`]),
  ],
  [
    {},
    [
      ...['divide', 'math.divide'],
      ...['add_n', 'divide_no_nan', 'scalar_mul'].map((of) => `math.${of}`),
      ...['add_n', 'einsum', 'tensordot', 'where', 'nn.embedding_lookup'],
    ],
  ],
  [
    { defaultDtype: 'string' },
    [
      ...[
        'as_string',
        'format',
        'join',
        'lower',
        'reduce_join',
        'regex_replace',
        'strip',
        'substr',
        'upper',
      ].map((of) => `strings.${of}`),
      'io.read_file',
    ],
  ],
  [{ list: 'each' }, ['gradients']],
  [{ list: 'count', dtypeOfFirst: true }, ['split']],
  [{ list: 'rows', dtypeOfFirst: true }, ['unstack']],
];

/** Learning rates that only TensorFlow 1 has. */
const TF1_DECAYS = [
  ...['cosine_decay', 'exponential_decay', 'inverse_time_decay', 'linear_cosine_decay', 'natural_exp_decay'],
  ...['noisy_linear_cosine_decay', 'piecewise_constant', 'polynomial_decay'],
];

const tensorFunction = (names: readonly string[], makes: MadeTensor): Entry => ({
  ...opaque(names, 'function', 'tensor', 'Makes a tensor of others.'),
  anyArguments: true,
  returns: makes.list ? 'A list of tensors.' : 'A tensor.',
  makes,
});

function dtype(name: string): Entry {
  const entry = opaque(
    [...everywhere(name), ...everywhere(`dtypes.${name}`)],
    'constant',
    'dtype',
    `The dtype ${dtypeNamed(name)}.`,
  );
  return { ...entry, value: { dtype: dtypeNamed(name)! } };
}

/** Modules of Keras, and the classes in them that are no values here. */
const KERAS_MODULES: Readonly<Record<string, string>> = {
  initializers: 'IdentityInitializer Initializer OrthogonalInitializer STFT STFTInitializer',
  optimizers: 'MultiOptimizer OptimizerMap',
  'optimizers.schedules': 'LearningRateSchedule',
};

/** Keras also has each class under its snake_case name. */
const snakeCase = (name: string) => name.replace(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase();

/** Initializers outside of Keras, and those of TensorFlow 1. */
const TF1_INITIALIZERS = [
  'constant_initializer',
  'ones_initializer',
  'random_normal_initializer',
  'random_uniform_initializer',
  'zeros_initializer',
];

/** TensorFlow 2 also has them without `keras`. */
const shortInitializers = (name: string): string[] => inTf2(`initializers.${name}`);

/** TensorFlow 1 has the others in snake_case: `tf.truncated_normal_initializer`. */
function compatInitializers(name: string): string[] {
  return name === 'TruncatedNormal'
    ? [
        'tensorflow.compat.v1.truncated_normal_initializer',
        'tensorflow.compat.v1.initializers.truncated_normal',
      ]
    : [];
}

const STRATEGIES: Readonly<Record<string, NonNullable<Entry['strategy']>>> = {
  TPUStrategy: 'tpu',
  CentralStorageStrategy: 'other',
  MirroredStrategy: 'other',
  MultiWorkerMirroredStrategy: 'other',
  OneDeviceStrategy: 'other',
  ParameterServerStrategy: 'other',
};

/** What strategies have in any release of TensorFlow 2. */
const OF_STRATEGIES: readonly string[] = (
  'cluster_resolver colocate_vars_with configure distribute_datasets_from_function experimental_assign_to_logical_device ' +
  'experimental_distribute_dataset experimental_distribute_datasets_from_function ' +
  'experimental_distribute_values_from_function experimental_local_results experimental_make_numpy_dataset ' +
  'experimental_replicate_to_logical_devices experimental_run experimental_run_v2 experimental_split_to_logical_devices ' +
  'extended gather group make_dataset_iterator make_input_fn_iterator num_replicas_in_sync reduce run scope unwrap ' +
  'update_config_proto'
).split(' ');

/** The classes of TensorFlow 1 have the same names, but are others. */
const inTf2 = (path: string): string[] =>
  ['tensorflow', 'tensorflow.compat.v2'].map((root) => `${root}.${path}`);

const schedule = (names: readonly string[]): Entry =>
  opaque(names, 'class', 'keras-schedule', 'Makes a learning rate that follows the step it is called with.');

/** An optimizer that trains no tables on SparseCores, whose arguments differ between releases. */
const kerasBase = (name: string): Entry =>
  opaque(keras(`optimizers.${name}`), 'class', 'keras-optimizer', 'Trains the dense part of a model.');

const SCALING: readonly Parameter[] = [
  {
    name: 'inner_optimizer',
    kind: 'positional-or-keyword',
    required: true,
    doc: 'The optimizer whose loss is scaled.',
    type: { of: 'other', name: 'Optimizer' },
  },
  ...(['args', 'kwargs'] as const).map(
    (name): Parameter => ({
      name,
      kind: name === 'args' ? 'var-positional' : 'var-keyword',
      required: false,
      doc: 'Further arguments, which differ between releases.',
      type: { of: 'other', name: 'Any' },
    }),
  ),
];

const kerasOptimizer = ({ name, parameters, slots }: KerasClass): Entry[] =>
  [false, true].map((isLegacy) => {
    const entry = opaque(
      keras(`optimizers.${isLegacy ? 'legacy.' : ''}${name}`),
      'class',
      'keras-optimizer',
      'Trains the dense part of a model.',
    );
    return { ...bound(entry, parameters), ...(slots && { slots }), ...(isLegacy && { isLegacy }) };
  });

function optimizerByName(): Entry {
  const entry = opaque(
    keras('optimizers.get'),
    'function',
    'keras-optimizer',
    'Finds an optimizer by its name.',
  );
  return {
    ...entry,
    parameters: describedParameters(entry.id, signature('identifier'), {
      identifier: {
        doc: 'The name of a class in any case, or an optimizer.',
        type: union(
          {
            of: 'str',
            accepts: [...KERAS_OPTIMIZERS.map(({ name }) => name), 'LossScaleOptimizer'],
            anyCase: true,
            orRegistered: true,
          },
          { of: 'dict', key: STR, value: { of: 'other', name: 'Any' } },
          { of: 'other', name: 'Optimizer' },
          NONE,
        ),
      },
    }),
    returns: 'An optimizer.',
    finds: entry.id.slice(0, -'.get'.length),
  };
}

const bound = ({ anyArguments: _any, ...entry }: Entry, parameters: readonly Parameter[]): Entry => ({
  ...entry,
  parameters,
});

const keras = (path: string): string[] => [...everywhere(`keras.${path}`), `keras.${path}`];

function opaque(qualifiedNames: readonly string[], kind: EntryKind, group: Group, summary: string): Entry {
  const id = qualifiedNames[0]!;
  return {
    id,
    kind,
    name: lastPart(id),
    qualifiedNames,
    group,
    library: libraryOf(id)!,
    summary,
    doc: '',
    parameters: [],
    ...(kind === 'class' && { anyArguments: true }),
    returns: kind === 'class' ? `A new \`${lastPart(id)}\`.` : '',
    foreign: true,
  };
}
