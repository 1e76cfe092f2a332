import { FLOAT, INT, type ParameterWords, STR, union } from '../parameters';
import type { Entry, InstanceType, IntType, LaterUse, ListType, Type } from '../types';
import { OPTIMIZERS } from './optimizers';
import {
  DESCRIPTION,
  JOINING,
  LAYERS,
  LOOKUP,
  NAMING,
  PREPARATION,
  PREPROCESSING,
  UPDATE,
  VARIABLES,
} from './uses';
import { entriesOf, inSpecs, type Words } from './words';

const OPTIMIZER: InstanceType = { of: 'instance', classes: OPTIMIZERS };
export const TABLE: Type = { of: 'instance', classes: [inSpecs('TableSpec')] };
const QUANTIZATION: Type = { of: 'instance', classes: [inSpecs('QuantizationConfig')] };
const COMBINERS = ['sum', 'mean', 'sqrtn'];
/** `None` counts as a number of its own nowhere: arithmetic meets it first. */
const NUMBER: Type = { of: 'float' };
/** What C++ converts: an integer of Python or NumPy, but no float. */
const WHOLE: IntType = { of: 'int', strict: 'index' };
const INT32 = { max: 2 ** 31 - 1 };
const NAME: Type = { of: 'str', orBytes: true };
const SIZES: ListType = { of: 'list', item: { of: 'other', name: 'Any' } };

const inPreparation = (takes: Type): LaterUse => ({ by: PREPARATION, takes });
const inPreprocessing = (takes: Type): LaterUse => ({ by: PREPROCESSING, takes });
/** The message that describes features takes what C++ takes. */
const inDescription = (takes: Type): LaterUse => ({ by: [...PREPROCESSING, ...DESCRIPTION], takes });

const inVariables = (takes: Type): LaterUse => ({ by: VARIABLES, takes });

const limit = (what: string, read: Type): ParameterWords => ({
  doc: `The most ${what} of this table that one SparseCore sends to one other in a step. The buffers are as large as it says, and the \
program is compiled for it; a batch that exceeds it ends the process, or loses ids under \`allow_id_dropping\`. Stacks of two tables or \
more ignore it: they have 256, or what the functions given to the stacking call say.`,
  type: { of: 'int', expects: { min: 1 } },
  unchecked: true,
  remainsDefault: true,
  later: [inDescription(read), { by: [...LOOKUP, ...UPDATE], takes: { of: 'int', accepts: { min: 1 } } }],
});

/** An argument that only the library itself gives. */
const filledIn = (what: string): ParameterWords => ({
  doc: `${what}, which preparing and stacking fill in. Programs leave it out.`,
  type: { of: 'other', name: 'Any' },
});

/** Attributes that the library computes as whole numbers. */
const numbers = (...names: readonly string[]): NonNullable<Words['holds']> =>
  Object.fromEntries(names.map((name) => [name, { of: { of: 'int' } }]));

const SPECS: Readonly<Record<string, Words>> = {
  TableSpec: {
    lacksItems: true,
    role: 'table',
    onceStacked:
      'Set it before, or make another table with `dataclasses.replace`; limits are changed by `embedding.update_preprocessing_parameters`.',
    keywordOnly: true,
    summary: 'One embedding table on SparseCores: its size, how it is initialised, combined and trained.',
    doc: `A dataclass that takes keyword arguments only and checks nothing but their names. Give the same object to every feature that \
shares the table. Once the table is prepared or stacked, its fields cannot be set any more: \`embedding.update_preprocessing_parameters\` \
changes limits, \`dataclasses.replace\` makes another table.`,
    signature:
      'name, vocabulary_size, embedding_dim, initializer, optimizer, combiner, max_ids_per_partition=256, \
max_unique_ids_per_partition=256, suggested_coo_buffer_size_per_device=None, quantization_config=None, \
_stacked_table_spec=None, _setting_in_stack=None',
    parameters: {
      name: {
        doc: 'Name of the table, unique in the program: of two tables with one name, only the last is trained. A table that is not stacked \
with others gives its name to its stack, by which variables and limits are found.',
        type: STR,
        unchecked: true,
        sets: 'name',
        unique: { by: [], otherwise: 'Only the last one is trained.' },
        later: [inDescription(NAME), { by: JOINING, takes: STR }],
      },
      vocabulary_size: {
        doc: 'Number of rows: ids run from 0 to one less, and are int32. Rounded up to a multiple of 8 times the number of all \
SparseCores. Ids out of range are not noticed.',
        type: { of: 'int', expects: { min: 1 } },
        unchecked: true,
        sets: 'vocabulary_size',
        later: [inPreparation(NUMBER), inDescription(WHOLE), inVariables(WHOLE)],
      },
      embedding_dim: {
        doc: 'Length of an embedding vector, in floats. Memory rounds it up to a multiple of 8, in a stack to that of the widest table.',
        type: { of: 'int', expects: { min: 1 } },
        unchecked: true,
        sets: 'dimension',
        later: [inPreparation(NUMBER), { by: [...VARIABLES, ...DESCRIPTION], takes: WHOLE }],
      },
      initializer: {
        doc: 'Fills the table: a function of a JAX key and a shape, such as `jax.nn.initializers.truncated_normal(stddev=0.05)` or \
`jax.nn.initializers.zeros`, which needs no call. It is called for each SparseCore with the padded shape of its part of the rows.',
        type: { of: 'callable', arguments: ['key', 'shape'] },
        unchecked: true,
        sets: 'initializer',
        later: [
          {
            by: VARIABLES,
            takes: union({ of: 'callable', arguments: ['key', 'shape'], atOnce: true }, { of: 'none' }),
          },
        ],
      },
      optimizer: {
        doc: 'Trains this table: an object such as `AdagradOptimizerSpec(0.01)`, neither its class nor a name. Tables are stacked only if \
all arguments of their optimizers are equal; of two functions for the learning rate, only the same object is.',
        type: OPTIMIZER,
        unchecked: true,
        sets: 'optimization_parameters',
        isHashed: true,
        later: [
          { by: VARIABLES, takes: { ...OPTIMIZER, reads: ['slot_variables_initializers'] } },
          {
            by: UPDATE,
            takes: { ...OPTIMIZER, reads: ['get_hyperparameters', 'short_name', 'get_optimizer_primitive'] },
          },
          { by: DESCRIPTION, takes: union(OPTIMIZER, { of: 'none' }) },
        ],
      },
      combiner: {
        doc: `How the vectors of one sample become one: \`'sum'\`, \`'mean'\` (over the sum of the weights) or \`'sqrtn'\` (over the root of \
the sum of the squared weights), in this spelling. Any other text counts as \`'sum'\`, without a word.`,
        type: { of: 'str', expects: COMBINERS, otherwise: 'sum' },
        unchecked: true,
        sets: 'combiner',
        later: [inDescription(NAME)],
      },
      max_ids_per_partition: {
        ...limit('ids', { ...WHOLE, accepts: { min: 1, ...INT32 } }),
        sets: 'max_ids_per_partition',
      },
      max_unique_ids_per_partition: {
        ...limit('distinct ids', { ...WHOLE, accepts: INT32 }),
        sets: 'max_unique_ids_per_partition',
      },
      suggested_coo_buffer_size_per_device: {
        doc: 'Room for the ids of a device, in ids with their sample and weight (12 bytes), rounded up to a multiple of 8 times the \
SparseCores of a chip. `None` takes the largest that `max_ids_per_partition` can need, which grows with the square of the number of \
chips. More than that, or less than 1, ends the process; too little drops ids. Stacks of two tables or more ignore it.',
        type: { of: 'int', expects: { min: 1 } },
        unchecked: true,
        later: [inPreprocessing({ of: 'int', strict: 'index', accepts: { min: 1 } })],
        sets: 'suggested_coo_buffer_size',
      },
      quantization_config: {
        doc: 'Rounds looked-up values to a few levels, to prepare for quantized serving. Updates do not look at it.',
        remainsDefault: true,
        type: QUANTIZATION,
        unchecked: true,
        sets: 'simulated_quantization',
        later: [{ by: LOOKUP, takes: QUANTIZATION }],
      },
      _stacked_table_spec: { ...filledIn('The stack of the table'), sets: 'stack' },
      _setting_in_stack: filledIn('The place of the table in its stack'),
    },
    lacks: new Map([
      ['dim', 'it is `embedding_dim` in jax-tpu-embedding.'],
      ['suggested_coo_buffer_size', 'it is `suggested_coo_buffer_size_per_device` since August 2025.'],
      [
        'static_buffer_size_multiplier',
        'it is gone since May 2025. `suggested_coo_buffer_size_per_device` sets the size itself.',
      ],
      ['placement', 'it is for Keras RS. Every table is on SparseCores here.'],
      ['layout', 'it is for TensorFlow. Remove it.'],
      ['dtype', 'tables are always float32. Remove it.'],
    ]),
    attributes: ['setting_in_stack', 'stacked_table_spec'],
    holds: {
      setting_in_stack: { of: inSpecs('TableSettingInStack') },
      stacked_table_spec: { of: inSpecs('StackedTableSpec'), onceStacked: true },
    },
    members: {
      is_stacked: {
        summary: 'Whether the table has its place in a stack, be it of this table alone.',
        signature: '',
        returns: 'A bool: true after preparing or stacking.',
        result: { of: 'bool' },
      },
    },
  },
  FeatureSpec: {
    lacksItems: true,
    role: 'feature',
    keywordOnly: true,
    summary: 'One feature: which table its ids are looked up in, for how many samples of a step.',
    doc: 'A dataclass that takes keyword arguments only and checks nothing but their names. Features go to all functions in one nesting \
of dicts, lists and tuples. Its fields can be set even when the table is prepared, but nothing follows them any more.',
    signature: 'name, table_spec, input_shape, output_shape, _id_transformation=None',
    parameters: {
      name: {
        doc: 'Name of the feature, unique in the program. The features of a table are put together in the order of their names.',
        type: STR,
        unchecked: true,
        sets: 'name',
        unique: { by: NAMING, otherwise: '`get_table_specs` and lookups refuse them.' },
        later: [inDescription(NAME)],
      },
      table_spec: {
        doc: 'The table, a `TableSpec` object, not its name. Features that share a table share the object.',
        type: TABLE,
        unchecked: true,
        sets: 'table_id',
        isHashed: true,
        later: [{ by: [...PREPARATION, ...PREPROCESSING, ...LOOKUP, ...UPDATE], takes: TABLE }],
      },
      input_shape: {
        doc: 'Shape of the ids of all devices together: `(global batch, ids per sample)`, or `(global batch,)` where samples have \
different numbers of ids. Only the batch is read. A tuple: with a list, the feature cannot be a static argument of `jax.jit`.',
        type: SIZES,
        unchecked: true,
        sets: 'global_input_shape',
        isHashed: true,
        later: [
          inPreprocessing({ ...SIZES, leading: WHOLE, minLength: 1 }),
          { by: DESCRIPTION, takes: { of: 'list', item: WHOLE } },
        ],
      },
      output_shape: {
        doc: `Shape of the activations of all devices together: \`(global batch, embedding_dim)\`. All sizes but the last are multiplied to \
the number of samples. The last may be less than the table's width, which cuts the vectors; more fails when the lookup is traced.`,
        type: { of: 'list', item: INT },
        unchecked: true,
        sets: 'global_output_shape',
        isHashed: true,
        limitedBy: {
          by: [...LOOKUP, ...LAYERS],
          unless: ['perform_unstacking', 'use_activation_unstack_primitive'],
        },
        later: [inPreparation({ ...SIZES, leading: NUMBER, indexed: true })],
      },
      _id_transformation: filledIn('The place of the feature in the stack of its table'),
    },
    lacks: new Map([
      ['table', 'it is `table_spec` in jax-tpu-embedding.'],
      [
        'max_sequence_length',
        'it is for TensorFlow. To keep a sequence, count its places as samples: `(batch * length, 1)`.',
      ],
      ['validate_weights_and_indices', 'it is for TensorFlow. Ids are not checked here.'],
      ['combiner', 'it belongs to the table. Give it to `TableSpec`.'],
    ]),
    attributes: ['id_transformation'],
    holds: { id_transformation: { of: inSpecs('FeatureIdTransformation'), onceStacked: true } },
  },
  QuantizationConfig: {
    lacksItems: true,
    isFrozen: true,
    role: 'quantization',
    keywordOnly: true,
    summary: 'Rounds looked-up values to evenly spaced levels; the table on the SparseCores stays exact.',
    doc: 'A frozen dataclass that takes keyword arguments only. Names and order differ from those of TensorFlow. Only the lookup is affected, and \
memory is not saved.',
    signature: 'min_value, max_value, num_buckets',
    parameters: {
      min_value: {
        doc: 'The lowest level: what lies below becomes it. It must be below `max_value`.',
        type: { of: 'float', belowOf: 'max_value' },
        sets: 'clipping_limits.lower',
      },
      max_value: {
        doc: 'The highest level: what lies above becomes it.',
        type: FLOAT,
        sets: 'clipping_limits.upper',
      },
      num_buckets: {
        doc: 'How many levels there are, both ends included; 256 imitates 8 bits. Less than 2 is refused.',
        type: { of: 'int', accepts: { min: 2 } },
      },
    },
    lacks: new Map([
      ['lower', 'it is `min_value` in jax-tpu-embedding.'],
      ['upper', 'it is `max_value` in jax-tpu-embedding.'],
    ]),
    attributes: [],
    members: {
      as_tuple: {
        summary: 'The arguments as a tuple, in the order of the signature.',
        signature: '',
        returns: 'The lowest level, the highest, and their number.',
        result: ['', '', { of: 'int' }],
      },
    },
  },
  StackedTableSpec: {
    lacksItems: true,
    isFrozen: true,
    keywordOnly: true,
    holds: {
      ...numbers('stack_vocab_size', 'stack_embedding_dim', 'total_sample_count'),
      ...numbers('max_ids_per_partition', 'max_unique_ids_per_partition'),
      stack_name: { of: { of: 'str' } },
    },
    summary: 'What is really trained: one or more tables, one below the other.',
    doc: 'Preparing and stacking make it; `table_spec.stacked_table_spec` is that of a table. It is frozen: `replace(…)` gives a changed copy.',
    signature:
      'stack_name, stack_vocab_size, stack_embedding_dim, optimizer, combiner, total_sample_count, max_ids_per_partition=256, \
max_unique_ids_per_partition=256, activation_mem_bytes_limit=2097152, suggested_coo_buffer_size_per_device=None, quantization_config=None',
    parameters: {
      stack_name: {
        doc: 'Name of the stack, by which variables and limits are found: the names of its tables, joined by `_`; beyond 50 characters, \
their beginning and a hash.',
        type: STR,
        unchecked: true,
      },
      stack_vocab_size: { doc: 'The padded rows of all its tables together.', type: INT, unchecked: true },
      stack_embedding_dim: {
        doc: 'The padded width of its widest table, a multiple of 8.',
        type: INT,
        unchecked: true,
      },
      optimizer: {
        doc: 'Trains all tables of the stack, which therefore have one optimizer.',
        type: OPTIMIZER,
        unchecked: true,
      },
      combiner: {
        doc: 'How the vectors of one sample become one, in all tables of the stack.',
        type: { of: 'str', expects: COMBINERS, otherwise: 'sum' },
        unchecked: true,
      },
      total_sample_count: {
        doc: 'The samples of all its features in a step, on all devices together.',
        type: INT,
        unchecked: true,
      },
      max_ids_per_partition: {
        doc: 'The most ids that one SparseCore sends to one other in a step.',
        type: { of: 'int', expects: { min: 1 } },
        unchecked: true,
      },
      max_unique_ids_per_partition: {
        doc: 'The most distinct ids that one SparseCore sends to one other in a step.',
        type: { of: 'int', expects: { min: 1 } },
        unchecked: true,
      },
      activation_mem_bytes_limit: {
        doc: 'The limit of bytes of activations by which automatic stacking chose its tables.',
        type: INT,
        unchecked: true,
      },
      suggested_coo_buffer_size_per_device: {
        doc: 'Room for the ids of a device; `None` for the largest that the limits can need.',
        type: { of: 'int', expects: { min: 1 } },
        unchecked: true,
      },
      quantization_config: {
        doc: 'Rounds looked-up values of all tables of the stack; `None` rounds nothing.',
        type: QUANTIZATION,
        unchecked: true,
      },
    },
    attributes: ['replace'],
  },
  TableSettingInStack: {
    holds: {
      ...numbers('padded_vocab_size', 'padded_embedding_dim', 'row_offset_in_shard', 'shard_rotation'),
      stack_name: { of: { of: 'str' } },
    },
    lacksItems: true,
    keywordOnly: true,
    summary: 'Where a table lies in its stack. Preparing and stacking make it.',
    signature: 'stack_name, padded_vocab_size, padded_embedding_dim, row_offset_in_shard=0, shard_rotation=0',
    parameters: {
      stack_name: { doc: 'Name of the stack in which the table lies.', type: STR, unchecked: true },
      padded_vocab_size: {
        doc: 'Rows, rounded up to a multiple of 8 times the number of all SparseCores.',
        type: INT,
        unchecked: true,
      },
      padded_embedding_dim: { doc: 'Width, rounded up to a multiple of 8.', type: INT, unchecked: true },
      row_offset_in_shard: {
        doc: 'The first row of the table on each SparseCore.',
        type: INT,
        unchecked: true,
      },
      shard_rotation: {
        doc: 'By how many SparseCores the rows are shifted, so that small tables do not all begin on the first.',
        type: INT,
        unchecked: true,
      },
    },
    attributes: [],
  },
  FeatureIdTransformation: {
    holds: numbers('row_offset', 'col_offset', 'col_shift'),
    isFrozen: true,
    lacksItems: true,
    summary: 'What becomes of the ids and samples of a feature in its stack. Preparing and stacking make it.',
    signature: 'row_offset=0, col_offset=0, col_shift=0',
    parameters: {
      row_offset: {
        doc: 'The first sample of the feature in the batch of the stack.',
        type: INT,
        unchecked: true,
      },
      col_offset: { doc: 'The first id of the table in the stack.', type: INT, unchecked: true },
      col_shift: { doc: 'By how many SparseCores the ids are shifted.', type: INT, unchecked: true },
    },
    attributes: [],
  },
};

export const specEntries = (): Entry[] => entriesOf('lib.nn.embedding_spec', 'configuration', 'class', SPECS);
