import { embeddingId } from '../../names';
import { BOOL, FLOAT, INT, part, STR, union } from '../../parameters';
import type { MemberName } from '../registry';
import type { MemberWords } from './member-words';
import { OPTIMIZERS, RATE } from './optimizers';

const TABLE = 'table_descriptor';
const FEATURE = 'feature_descriptor';
const QUANTIZATION = `${TABLE}.optimization_parameters.simulated_quantization`;

export const CONFIGURATION_WORDS: Partial<Record<MemberName, MemberWords>> = {
  TableConfig: {
    group: 'configuration',
    role: 'table',
    isToldByIdentity: true,
    summary: 'One embedding table: its size, how it is initialised, combined and trained.',
    doc: `Give the same object to every feature that shares the table; two objects are two tables, even if all \
their arguments agree. \`TPUEmbedding\` writes its own optimizer into tables that have none, and it stays there: \
make new tables for another embedding object.`,
    parameters: {
      vocabulary_size: {
        doc: 'Number of rows: ids run from 0 to one less. Only an `int` of at least 1 is accepted: convert integers \
of NumPy by `int(n)`. A table with fewer rows than hosts gets as many rows as hosts.',
        type: { of: 'int', strict: true, accepts: { min: 1 } },
        sets: `${TABLE}.vocabulary_size`,
      },
      dim: {
        doc: 'Length of an embedding vector, in floats. Only an `int` of at least 1 is accepted. Device memory \
rounds it up to a multiple of 8.',
        type: { of: 'int', strict: true, accepts: { min: 1 }, bits: 32 },
        sets: `${TABLE}.dimension`,
      },
      initializer: {
        doc: 'Fills the table: an initializer, not its class nor its name (`tf.keras.initializers.Zeros()`), or \
any function of a shape and a dtype. `None` takes a truncated normal distribution with mean 0 and deviation \
`1/√dim`.',
        type: { of: 'callable', arguments: ['shape', 'dtype'], byKeyword: ['dtype'] },
        sets: 'initializer',
        standsFor: {
          class: 'tensorflow.initializers.TruncatedNormal',
          arguments: `mean=0.0, stddev=\${1:1 / {dimension} ** 0.5}`,
        },
      },
      optimizer: {
        doc: "Trains this table. `None` takes the embedding object's. Objects with equal arguments count as one; \
the fewer differ, the faster. A name or a Keras optimizer is refused, except by TensorFlow Recommenders.",
        type: { of: 'instance', classes: OPTIMIZERS },
        unchecked: true,
        sets: `${TABLE}.optimization_parameters`,
        remainsDefault: true,
      },
      combiner: {
        doc: "How the vectors of one sample become one: `'mean'` (over the sum of the weights), `'sum'` or \
`'sqrtn'` (over the root of the sum of the squared weights), in this spelling. TensorFlow 2.21 also takes a \
`CustomCombiner`, which was added after 2.16 and only `TPUEmbeddingV2` can use. `None` is refused.",
        type: union(
          { of: 'str', accepts: ['mean', 'sum', 'sqrtn'] },
          { of: 'instance', classes: [embeddingId('CustomCombiner')] },
        ),
        sets: 'combiner',
        remainsDefault: true,
      },
      name: {
        doc: 'Name of the table, and the beginning of those of its variables: unique among the tables of an \
embedding object. Tables without one are called `table_0`, `table_1`, … in their order. `TPUEmbeddingV2` sorts tables \
by name, so there it should be given.',
        type: STR,
        unchecked: true,
        sets: `${TABLE}.name`,
        remainsDefault: true,
        unique: { except: [embeddingId('serving_embedding_lookup')] },
      },
      quantization_config: {
        doc: 'Rounds looked-up values to a few levels, to prepare for quantized serving.',
        type: part('quantization'),
        unchecked: true,
        sets: QUANTIZATION,
      },
      layout: {
        doc: 'Where the rows lie on the SparseCores, a `SparseCoreTableLayout` message. `None` works it out; give \
one to keep that of a checkpoint. `TPUEmbeddingV2` only.',
        type: { of: 'other', name: 'SparseCoreTableLayout' },
        unchecked: true,
      },
      dtype: {
        doc: 'What a row is made of: float32, or int32 on SparseCores with an optimizer of your own.',
        type: { of: 'dtype', accepts: ['float32', 'int32'] },
      },
    },
  },
  FeatureConfig: {
    group: 'configuration',
    role: 'feature',
    isToldByIdentity: true,
    summary: 'One feature: which table its ids are looked up in, and in what shape.',
    doc: 'Features are given to the embedding object in a structure, a dict for example; the ids of every step \
come in the same structure.',
    parameters: {
      table: {
        doc: 'The table, a `TableConfig` object, not its name. Features that share a table share the object.',
        type: part('table'),
        sets: `${FEATURE}.table_id`,
      },
      max_sequence_length: {
        doc: 'Above 0 the vectors of a sample are kept as a sequence of this length, `[batch, length, dim]`: \
longer ones are cut, shorter ones filled up with zeros. 0 combines them, `[batch, dim]`. Only for inputs of rank 2, \
and ignored where `output_shape` is given. An `int` from 0 on; others are refused.',
        type: { of: 'int', strict: true, accepts: { min: 0 } },
        sets: 'sequence_length',
        remainsDefault: true,
      },
      validate_weights_and_indices: {
        doc: 'Whether lookups on the CPU leave out negative ids and, unless the combiner sums, weights of 0 or \
less; a sample without ids then gives zeros. Only `True` and `False` are accepted. TPUs do not look at it.',
        type: { of: 'bool', strict: true },
        remainsDefault: true,
      },
      output_shape: {
        doc: 'Shape of the activations of one replica without their last size: `dim` is added behind. A plain \
feature has `[batch]`, a sequence `[batch, length]`. `None` takes it from `build` or the first batch; \
`TPUEmbeddingV2` demands it.',
        type: { of: 'shape' },
        sets: `${FEATURE}.input_shape`,
        attributes: ['output_shape'],
      },
      name: {
        doc: 'Label of the feature, for people and logs; two features may have the same.',
        type: STR,
        unchecked: true,
        sets: `${FEATURE}.name`,
        remainsDefault: true,
      },
    },
  },
  QuantizationConfig: {
    group: 'configuration',
    role: 'quantization',
    summary: 'Rounds looked-up values to evenly spaced levels, while the table itself stays exact.',
    doc: 'Values are cut off at `lower` and `upper`, then rounded to the nearest of `num_buckets` levels, which lie \
`(upper - lower) / (num_buckets - 1)` apart. Only the forward pass is affected, and memory is not saved.',
    parameters: {
      num_buckets: {
        doc: 'How many levels there are, both ends included; 256 imitates 8 bits. Less than 2 is refused.',
        type: { of: 'int', accepts: { min: 2 }, bits: 32 },
        sets: `${QUANTIZATION}.num_buckets`,
      },
      lower: {
        doc: 'The lowest level that values are rounded to: what lies below becomes it. TensorFlow does not check that it is below \
`upper`.',
        type: FLOAT,
        unchecked: true,
        sets: `${QUANTIZATION}.clipping_limits.lower`,
      },
      upper: {
        doc: 'The highest level that values are rounded to: what lies above becomes it.',
        type: FLOAT,
        unchecked: true,
        sets: `${QUANTIZATION}.clipping_limits.upper`,
      },
    },
  },
  RowIdInitializer: {
    group: 'initializer',
    summary: 'Fills every row with its own number, so that lookups show which rows they took.',
    doc: 'For tests. Row *r* holds `offset + r` in every column.',
    parameters: {
      offset: {
        doc: 'Number that is added to the number of every row: with 5, row 0 is filled with 5.',
        type: INT,
        unchecked: true,
      },
    },
  },
  CustomCombiner: {
    group: 'configuration',
    failsIn: [`${embeddingId('TPUEmbedding')}.enqueue`],
    summary: 'Combines the vectors of a sample by a function of your own, on SparseCores.',
    doc: 'A `combiner` of `TableConfig` for `TPUEmbeddingV2`. With weights of its own it has a slot variable, \
`custom_combiner_variables`.',
    parameters: {
      combiner_computation: {
        doc: 'A function of the number of ids, their vectors `[max_valency, dim]` and, where there are any, the \
weights `[num_weights]`, which returns one vector `[dim]`. It is written for one sample and vectorised; control \
flow in it may fail to be.',
        type: { of: 'callable', arguments: ['valency', 'vectors', 'weights'], optional: 1 },
        unchecked: true,
      },
      max_valency: {
        doc: 'The most ids that a sample may have: the first size of the vectors that the function gets.',
        type: { of: 'int', expects: { min: 1 } },
        unchecked: true,
      },
      num_weights: {
        doc: 'How many trainable weights the function gets. Above 0 it needs an `initializer`.',
        type: { of: 'int', expects: { min: 0 } },
      },
      initializer: {
        doc: 'Fills the trainable weights, an initializer. Leaving it out is refused where there are any weights.',
        type: { of: 'callable' },
        unchecked: true,
        sets: 'initializer',
      },
      combiner_weights_learning_rate: {
        doc: "Learning rate of the weights, which plain SGD trains whatever the table's optimizer.",
        type: RATE,
        unchecked: true,
      },
    },
  },
  SparseCoreEmbeddingConfig: {
    isFrozen: true,
    group: 'configuration',
    summary: 'How `TPUEmbeddingV2` stacks tables and how much room it leaves for ids.',
    doc: `A frozen dataclass: its fields cannot be set later. Tables of the same padded width, optimizer and \
quantization are stacked; a stack is named by its tables in order, joined by \`_\`.`,
    parameters: {
      disable_table_stacking: {
        doc: 'Keeps every table by itself, which costs speed when there are many small ones.',
        type: BOOL,
        unchecked: true,
      },
      max_ids_per_chip_per_sample: {
        doc: 'Room for ids in the buffers of a chip, as an average per sample. Ids beyond it fail the step or are \
dropped.',
        type: { of: 'int', expects: { min: 1 } },
        unchecked: true,
      },
      max_ids_per_table: {
        doc: 'Room for ids in a partition, by the name of the stack rather than of the table. Stacks that are not \
listed have 256, with a warning.',
        type: { of: 'dict', key: STR, value: { of: 'int', expects: { min: 1 } } },
        unchecked: true,
      },
      max_unique_ids_per_table: {
        doc: 'Room for distinct ids in a partition, by the name of the stack rather than of the table. Stacks that \
are not listed have 256, with a warning.',
        type: { of: 'dict', key: STR, value: { of: 'int', expects: { min: 1 } } },
        unchecked: true,
      },
      allow_id_dropping: {
        doc: 'Whether ids without room are dropped, with a line in the log, rather than fail the step.',
        type: BOOL,
        unchecked: true,
      },
      initialize_tables_on_host: {
        doc: 'Whether tables are filled on the host and then copied to the TPU.',
        type: BOOL,
        unchecked: true,
      },
      enable_fast_table_initialization: {
        doc: 'Fills a whole stack on the TPU by the initializer of its first table, whatever those of the others.',
        type: BOOL,
        unchecked: true,
      },
    },
  },
};
