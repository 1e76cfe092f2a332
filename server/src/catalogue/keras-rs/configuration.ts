import { embeddingId } from '../names';
import { INT, NONE, type ParameterWords, part, STR, union } from '../parameters';
import type { Target } from '../targets';
import type { DictType, LaterUse, ListType, Range, Type } from '../types';
import { CALLED_INITIALIZER, FILLING, FILLING_AS_IT_IS, INITIALIZER } from './keras-arguments';
import { TRANSLATION } from './optimizers';
import type { Words } from './words';

export const LAYER = 'keras_rs.layers.DistributedEmbedding';

/** Where tables are ordinary variables of Keras. */
export const ON_DEVICE: readonly Target[] = ['cpu', 'tf-cpu'];

export const WITHOUT_TENSORFLOW: readonly Target[] = ['cpu', 'sparsecore-jax'];
const ON_SPARSECORES: readonly Target[] = ['sparsecore-jax', 'sparsecore-tf'];
export const EVERYWHERE: readonly Target[] = [...WITHOUT_TENSORFLOW, 'sparsecore-tf', 'tf-cpu'];

/** What the layer takes of it when it is made or built; by target if it matters where. */
const by = (takes: LaterUse['takes'], ...on: readonly Target[]): LaterUse => ({
  by: [LAYER],
  ...(on.length > 0 && { on }),
  takes,
});

/** What it takes once the layer is built. */
const built = (takes: Type, ...on: readonly Target[]): LaterUse => ({ ...by(takes, ...on), when: 'built' });

const INT32: Range = { max: 2 ** 31 - 1 };
const COMBINERS = ['mean', 'sum', 'sqrtn'];
const COMBINER: Type = { of: 'str', accepts: COMBINERS };

/** A number of rows or columns: Keras and TensorFlow check its class, and JAX takes any that is no fraction for a shape. */
const SIZE: Pick<ParameterWords, 'type' | 'unchecked' | 'later'> = {
  type: { of: 'int', expects: { min: 1 } },
  unchecked: true,
  later: [
    by({ of: 'int', strict: 'exact', accepts: { min: 1 }, expects: INT32 }, 'cpu'),
    by({ of: 'int', strict: 'exact', accepts: { min: 1 } }, 'tf-cpu'),
    by({ of: 'int', strict: true, accepts: { min: 1 } }, 'sparsecore-tf'),
    by({ of: 'int', strict: 'index', expects: { min: 1 } }, 'sparsecore-jax'),
  ],
};

/** A limit of the buffers of SparseCores, which only JAX sets. */
const LIMIT: Pick<ParameterWords, 'type' | 'unchecked' | 'later'> = {
  type: { of: 'int', expects: { min: 1, ...INT32 } },
  unchecked: true,
  later: [
    by('ignored', ...ON_DEVICE, 'sparsecore-tf'),
    by({ of: 'int', accepts: INT32, expects: { min: 1 } }, 'sparsecore-jax'),
  ],
};

const keras = (names: readonly string[]): Type => ({
  of: 'instance',
  classes: names.map((name) => `tensorflow.keras.optimizers.${name}`),
});
const KERAS_OPTIMIZERS = keras(['Adagrad', 'SGD', 'Adam', 'AdamW', 'Ftrl']);

const TABLE_OPTIMIZERS: Type = {
  of: 'instance',
  classes: ['Adagrad', 'SGD', 'Adam', 'FTRL'].map(embeddingId),
};
const BY_NAME: Type = { of: 'str', accepts: ['adagrad', 'sgd', 'adam', 'adamw', 'ftrl'], anyCase: true };

/** An optimizer for tables as TensorFlow takes it from keras-rs. */
export const TENSORFLOW_OPTIMIZER: Type = union(
  { of: 'str', accepts: ['adagrad', 'sgd', 'adam', 'ftrl'] },
  KERAS_OPTIMIZERS,
  TABLE_OPTIMIZERS,
  NONE,
);

const JAX_OPTIMIZER: Type = union(BY_NAME, KERAS_OPTIMIZERS);

/** Sizes of axes, `None` where one is not known. */
export const SHAPE: ListType = { of: 'list', item: union(INT, NONE) };

/** What the layer reads of a table wherever it runs. */
const READ = ['name', 'vocabulary_size', 'embedding_dim', 'initializer', 'combiner', 'placement'];

const PART_OF_NAME: Type = { of: 'str', without: '/' };

/** The methods that make the variables, whose names have no `/`. */
const BUILDING = ['build', '__call__'].map((name) => `${LAYER}.${name}`);

/** The methods that get ids. */
const LOOKUPS = ['__call__', 'preprocess'].map((name) => `${LAYER}.${name}`);

/** The methods that compare the shapes of ids with those of the features. */
const FIRST_USES = ['build', '__call__', 'preprocess', 'compute_output_shape'].map(
  (name) => `${LAYER}.${name}`,
);

/** What has a length, which is all that building a layer asks of the shape of ids. */
export const ANYTHING: Type = { of: 'other', name: 'Any' };
const SIZED = union({ of: 'list', item: ANYTHING }, STR, { of: 'dict', key: ANYTHING, value: ANYTHING });

/** The argument of `from_config`. */
export const saved = (
  keys: NonNullable<DictType['keys']>,
  values?: NonNullable<DictType['values']>,
): ParameterWords => ({
  doc: 'The dict that `get_config` gave.',
  type: { of: 'dict', key: STR, value: { of: 'other', name: 'Any' }, keys, ...(values && { values }) },
});

const NO_SEQUENCES = 'features have no sequences here. Put each id into a sample of its own.';
const OF_JAX = 'it belongs to the `TableSpec` of jax-tpu-embedding. Remove it.';

export const TABLE_CONFIG: Words = {
  role: 'table',
  isRecord: true,
  summary: 'One embedding table: its size, where it is kept, how it is initialised, combined and trained.',
  doc: `Nothing but the names of the arguments is checked here: a value that the layer cannot use fails when \
\`DistributedEmbedding\` is made, or on SparseCores with JAX at the first call. Give the same object to every feature that \
shares the table. It can be changed later, so since 0.3 it is no key of a dict and no element of a set.`,
  signature:
    "name, vocabulary_size, embedding_dim, initializer=VarianceScaling(mode='fan_out'), optimizer='adam', combiner='mean', \
placement='auto', max_ids_per_partition=256, max_unique_ids_per_partition=256",
  lacks: new Map([
    ['dim', 'it is `embedding_dim` in keras-rs.'],
    ['max_sequence_length', NO_SEQUENCES],
    ['quantization_config', 'keras-rs does not quantize. Remove it.'],
    ['layout', 'keras-rs lays the table out by itself. Remove it.'],
    ['suggested_coo_buffer_size_per_device', OF_JAX],
    ['trainable', 'it is an argument of `DistributedEmbedding`.'],
    ['dtype', 'it is an argument of `DistributedEmbedding`, and tables on SparseCores are float32.'],
  ]),
  parameters: {
    name: {
      doc: `Name of the table, which comes first: part of the names of its variables, its key in \
\`get_embedding_tables()\`, and its name in \`table_stacking\`. Each table needs another: with JAX, the first of two \
tables of one name stands for both. With JAX, and off SparseCores, it may not contain \`/\`.`,
      type: STR,
      unchecked: true,
      later: [
        by(union(PART_OF_NAME, NONE), ...ON_DEVICE),
        built(PART_OF_NAME, 'sparsecore-jax'),
        built(union(STR, NONE), 'sparsecore-tf'),
        { by: BUILDING, on: WITHOUT_TENSORFLOW, takes: union(PART_OF_NAME, NONE) },
      ],
      sets: 'name',
      unique: { on: [], otherwise: 'With JAX, the first one stands for both.' },
    },
    vocabulary_size: {
      doc: 'Number of rows: ids run from 0 to one less. SparseCores round it up to a multiple of 8 times their number.',
      ...SIZE,
      sets: 'vocabulary_size',
    },
    embedding_dim: {
      doc: 'Length of an embedding vector, in floats; TensorFlow calls it `dim`. SparseCores round it up to a multiple of 8.',
      ...SIZE,
      sets: 'dimension',
    },
    initializer: {
      doc: `Fills the table: a Keras initializer, the name of one, or a function of a shape and a dtype. The default is one \
object for all tables, so tables of one shape begin with the same values: give each its own. \`None\` takes a truncated \
normal distribution with deviation \`1/√embedding_dim\` on SparseCores with JAX, and TensorFlow's or Keras' own default \
elsewhere.`,
      type: INITIALIZER,
      unchecked: true,
      later: [
        by(INITIALIZER, ...ON_DEVICE),
        by(CALLED_INITIALIZER, 'sparsecore-tf'),
        built(FILLING, ...ON_DEVICE),
        built(FILLING_AS_IT_IS, ...ON_SPARSECORES),
      ],
      sets: 'initializer',
      isSharedDefault: true,
    },
    optimizer: {
      doc: `Trains the table on SparseCores: \`SGD\`, \`Adagrad\`, \`Adam\` or \`Ftrl\` of Keras, or its name; with TensorFlow \
also one of \`tf.tpu.experimental.embedding\`, or \`None\`. Off SparseCores it is not looked at: the optimizer of the model \
trains the table. \`AdamW\` counts as \`Adam\` with JAX, without its decay.`,
      type: union(BY_NAME, KERAS_OPTIMIZERS, TABLE_OPTIMIZERS, NONE),
      unchecked: true,
      later: [
        by('ignored', ...ON_DEVICE),
        by(JAX_OPTIMIZER, 'sparsecore-jax'),
        by(TENSORFLOW_OPTIMIZER, 'sparsecore-tf'),
      ],
      remainsDefault: true,
      sets: 'optimization_parameters',
      translates: TRANSLATION,
    },
    combiner: {
      doc: "How the vectors of one sample become one: `'mean'` (over the sum of the weights), `'sum'` or `'sqrtn'` (over the \
root of the sum of the squared weights), in this spelling. SparseCores with JAX do not check it: any other text is a sum.",
      type: COMBINER,
      unchecked: true,
      later: [
        by(COMBINER, ...ON_DEVICE, 'sparsecore-tf'),
        { by: LOOKUPS, on: [...ON_DEVICE, 'sparsecore-tf'], takes: COMBINER },
        built({ of: 'hashable' }, 'sparsecore-jax'),
        { ...by({ of: 'str', expects: COMBINERS, otherwise: 'sum' }, 'sparsecore-jax'), when: 'called' },
        { by: LOOKUPS, on: ['sparsecore-jax'], takes: STR },
      ],
      sets: 'combiner',
      remainsDefault: true,
    },
    placement: {
      doc: "Where the table is kept: `'sparsecore'`, which fails where there is none; `'default_device'`, with the rest of \
the model; or `'auto'`, on SparseCores where there are any. With JAX, `'auto'` needs the package jax-tpu-embedding to find \
them.",
      type: { of: 'str', accepts: ['auto', 'sparsecore', 'default_device'] },
      unchecked: true,
      later: [
        by({ of: 'str', accepts: ['auto', 'default_device'] }, ...ON_DEVICE),
        by(
          { of: 'str', accepts: ['auto', 'sparsecore', 'default_device'] },
          'sparsecore-jax',
          'sparsecore-tf',
        ),
      ],
      moves: { default_device: { 'sparsecore-jax': 'cpu', 'sparsecore-tf': 'tf-cpu' } },
      sets: 'placement',
      remainsDefault: true,
    },
    max_ids_per_partition: {
      doc: `Room for the ids of this table that one SparseCore sends to another in a step, fixed when the step is compiled. \
**Ids beyond it are dropped**, with a line in the log. A stack of tables has the largest of theirs. Only SparseCores with JAX \
look at it. \`update_stats=True\` of the layer raises it to what the data need.`,
      ...LIMIT,
      sets: 'max_ids_per_partition',
      dropsBeyond: true,
    },
    max_unique_ids_per_partition: {
      doc: `Room for the distinct ids of this table that one SparseCore sends to another in a step: at most \
\`max_ids_per_partition\` can occur. **Ids beyond it are dropped**. Only SparseCores with JAX look at it.`,
      ...LIMIT,
      sets: 'max_unique_ids_per_partition',
    },
  },
  members: {
    get_config: {
      signature: '',
      givesArguments: true,
      summary: 'Gives the arguments in a dict that can be saved.',
      returns: 'A dict by the names of the arguments.',
    },
    from_config: {
      isClassMethod: true,
      signature: 'config',
      summary: 'Makes a table of the dict that `get_config` gives.',
      doc: 'A class method.',
      returns: 'A new `TableConfig`.',
      parameters: {
        config: saved({
          needed: ['name', 'vocabulary_size', 'embedding_dim', 'initializer', 'optimizer'],
          others: ['combiner', 'placement', 'max_ids_per_partition', 'max_unique_ids_per_partition'],
        }),
      },
    },
  },
};

export const FEATURE_CONFIG: Words = {
  role: 'feature',
  isRecord: true,
  summary: 'One feature: which table its ids are looked up in, and in what shapes ids come and vectors go.',
  doc: `All four arguments are required, and only their names are checked here. Both shapes have the **global** batch, that \
of all replicas together (since 0.3; before, that of one replica). Ids of rank 2 are always combined: there are no sequences.`,
  signature: 'name, table, input_shape, output_shape',
  lacks: new Map([
    ['table_spec', 'it is `table` in keras-rs.'],
    ['max_sequence_length', NO_SEQUENCES],
    ['validate_weights_and_indices', 'ids are not checked. Remove it.'],
    ['combiner', 'it is an argument of `TableConfig`.'],
    ['weights', 'give them to the layer when it is called.'],
  ]),
  parameters: {
    name: {
      doc: 'Name of the feature. On SparseCores with JAX, each feature of a layer needs another.',
      type: STR,
      unchecked: true,
      sets: 'name',
      unique: { on: ['sparsecore-jax'] },
    },
    table: {
      doc: 'The table, a `TableConfig` of keras-rs, not its name. Features that share a table share the object.',
      type: part('table', 'keras-rs'),
      unchecked: true,
      later: [
        by({ ...part('table', 'keras-rs'), reads: READ }, ...ON_DEVICE),
        by({ ...part('table', 'keras-rs'), reads: [...READ, 'optimizer'] }, 'sparsecore-tf'),
        by(
          {
            ...part('table', 'keras-rs'),
            reads: [...READ, 'optimizer', 'max_ids_per_partition', 'max_unique_ids_per_partition'],
          },
          'sparsecore-jax',
        ),
      ],
      sets: 'table_id',
    },
    input_shape: {
      doc: `Shape of the ids: \`(global batch,)\` or \`(global batch, ids per sample)\`. For ragged ids, the second number is \
the width that they are cut or filled up to off SparseCores, \`None\` for the longest row. The shape of the real ids is not \
compared with it.`,
      type: SHAPE,
      unchecked: true,
      later: [{ by: FIRST_USES, takes: SIZED }, built(SIZED), by(SHAPE, 'sparsecore-jax')],
      sets: 'global_input_shape',
    },
    output_shape: {
      doc: `Shape of the result: \`(global batch, embedding_dim)\`. TensorFlow's own \`FeatureConfig\` leaves the last size \
out; here it belongs to it. Off SparseCores it is not compared with the table; a smaller width cuts the vectors on SparseCores \
with JAX.`,
      type: SHAPE,
      unchecked: true,
      later: [by({ ...SHAPE, leading: INT }, 'sparsecore-jax'), by(SHAPE, 'sparsecore-tf')],
      sets: 'global_output_shape',
    },
  },
  members: {
    get_config: {
      signature: '',
      givesArguments: true,
      summary: 'Gives the arguments, and those of the table, in a dict that can be saved.',
      returns: 'A dict by the names of the arguments.',
    },
    from_config: {
      isClassMethod: true,
      signature: 'config',
      summary: 'Makes a feature, with a table of its own, of the dict that `get_config` gives.',
      doc: 'A class method. Features that shared a table do not any more; `DistributedEmbedding.from_config` keeps that.',
      returns: 'A new `FeatureConfig`.',
      parameters: {
        config: saved(
          { needed: ['name', 'table', 'input_shape', 'output_shape'], others: [] },
          { table: { of: 'dict', key: STR, value: { of: 'other', name: 'Any' } } },
        ),
      },
    },
  },
};
