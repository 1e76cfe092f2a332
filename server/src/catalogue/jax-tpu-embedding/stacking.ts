import { BOOL, FLOAT, INT, type ParameterWords, STR, union } from '../parameters';
import type { Entry, Type } from '../types';
import { ANY_CORES, ARRAY, ARRAYS, COMMON, FEATURES, TABLE_ARRAY } from './common';
import { TABLE } from './specs';
import { entriesOf, inLibrary, type Words } from './words';

const LIMITS =
  'stack_to_max_ids_per_partition=get_default_limits, stack_to_max_unique_ids_per_partition=get_default_limits';

const message = (name: string): Type => ({
  of: 'instance',
  classes: [inLibrary(`lib.proto.embedding_spec_pb2.${name}`)],
});

const WORDS: Readonly<Record<string, ParameterWords>> = {
  ...COMMON,
  num_sc_per_device: ANY_CORES,
  features: {
    doc: 'The features, `FeatureSpec` objects in any nesting, all that use the tables.',
    type: FEATURES,
    sets: 'features',
  },
  rotation: {
    doc: 'By how many SparseCores each table of a stack is shifted against the one before. `None` takes the SparseCores of a chip.',
    type: { of: 'int' },
  },
  stacked_tables: {
    doc: 'Arrays of whole stacks, by the name of each stack.',
    type: { of: 'dict', key: STR, value: { of: 'other', name: 'jax.Array' } },
  },
  embedding_specs: {
    doc: 'How they were stacked, as `create_proto_from_feature_specs` describes it.',
    type: message('EmbeddingSpecProto'),
  },
  num_shards: { doc: 'How many SparseCores the job has: chips times those of each.', type: { of: 'int' } },
  row_ids: {
    doc: 'Rows as the program counts them.',
    type: { of: 'list', item: { of: 'other', name: 'Any' } },
  },
};

const STACKING: Readonly<Record<string, Words>> = {
  stack_tables: {
    result: null,
    stacking: 'named',
    summary: 'Puts tables into one stack, by their names.',
    doc: 'They need one optimizer, combiner and quantization, else it raises `ValueError`. Narrow tables are filled up to the widest. It \
changes the tables and features themselves; call it before `prepare_feature_specs_for_training`.',
    signature: `features, table_names, global_device_count, num_sc_per_device, rotation=None, ${LIMITS}, stack_name=None, \
fail_on_excess_padding=False, *, activation_mem_bytes_limit=2097152`,
    parameters: {
      table_names: {
        doc: 'Names of the tables, each once, in the order in which they are stacked.',
        type: { of: 'list', item: STR, minLength: 1, indexed: true },
        sets: 'table_stacking',
        stacks: {},
      },
      stack_name: {
        doc: 'Name of the stack, of which no other may be. `None` joins the names of the tables.',
        type: STR,
        unchecked: true,
        sets: 'stack_name',
      },
      fail_on_excess_padding: {
        doc: 'Whether tables of different padded widths are refused rather than filled up.',
        type: BOOL,
        unchecked: true,
        sets: 'equal_widths',
      },
      activation_mem_bytes_limit: {
        doc: 'Only noted in the stack; as many tables are stacked as are named.',
        type: INT,
        unchecked: true,
      },
    },
  },
  auto_stack_tables: {
    result: null,
    stacking: 'alike',
    summary: 'Stacks tables of equal padded width, optimizer, combiner and quantization.',
    doc: 'As `embedding.auto_stack_tables`, but any number of SparseCores is taken, and must be given.',
    signature: `features, global_device_count, num_sc_per_device, rotation=None, ${LIMITS}, *, use_short_stack_names=True, \
activation_mem_bytes_limit=2097152`,
    parameters: {
      activation_mem_bytes_limit: {
        doc: 'How many bytes the activations of a stack may take on a SparseCore; a table with more gets a stack of its own.',
        type: FLOAT,
        nullable: true,
      },
    },
  },
  stack_and_shard_tables: {
    summary: 'Puts tables together to stacks as the SparseCores hold them.',
    signature: 'table_specs, tables, num_shards, pad_value=nan',
    parameters: {
      tables: {
        doc: 'The tables, nested like `table_specs`.',
        type: ARRAYS,
        nested: { like: 'table_specs', match: 'below' },
      },
      pad_value: {
        doc: 'The number that rows and columns of padding are filled with.',
        type: { of: 'float', noLimit: Number.POSITIVE_INFINITY },
        unchecked: true,
      },
    },
    givesNested: { like: 'table_specs', leaves: 'stacks' },
    returns: 'Tables by the name of the stack.',
  },
  unshard_and_unstack_tables: {
    summary: 'Takes stacks apart into tables.',
    signature: 'table_specs, stacked_tables, num_shards',
    givesNested: { like: 'table_specs', leaves: 'unknown' },
    returns: 'Tables, nested like `table_specs`.',
  },
  get_table_stacks: {
    summary: 'Which tables are in which stack.',
    signature: 'table_specs',
    givesNested: { like: 'table_specs', leaves: 'tables-by-stack' },
    returns:
      'Lists of tables by the name of the stack, in a `defaultdict`: for any other name, an empty one.',
  },
  round_up_dim_and_vocab_size: {
    summary: 'The padded widths and rows of tables.',
    signature: 'tables, num_sc',
    parameters: {
      tables: {
        doc: '`TableSpec` objects by their names, in a dict.',
        type: { of: 'dict', key: { of: 'other', name: 'Any' }, value: TABLE },
      },
      num_sc: { doc: 'How many SparseCores the job has: chips times those of each.', type: { of: 'int' } },
    },
    returns: 'Two dicts by the name of the table: the widths, and the rows.',
    result: [
      { of: 'dict', holds: { of: 'int' } },
      { of: 'dict', holds: { of: 'int' } },
    ],
  },
  unstack_and_unshard_stacked_tables: {
    summary: 'Takes stacks apart into tables, on the devices.',
    signature: 'stacked_tables, embedding_specs, donate=False',
    parameters: {
      donate: { doc: 'Whether the memory of the stacks is given up.', type: BOOL, unchecked: true },
    },
    returns: 'Tables by name.',
    result: { of: 'dict', holds: { of: 'array' } },
  },
  stack_and_shard_feature_tables: {
    summary: 'Puts tables together to stacks, on the devices.',
    signature: 'feature_tables, embedding_specs, delete_input=False',
    parameters: {
      feature_tables: {
        doc: 'Arrays of rows by the name of their table.',
        type: { of: 'dict', key: STR, value: ARRAY },
      },
      delete_input: { doc: 'Whether the memory of the tables is given up.', type: BOOL, unchecked: true },
    },
    returns: 'Tables by the name of the stack.',
    result: { of: 'dict', holds: { of: 'array' } },
  },
  compute_physical_row_ids: {
    summary: 'Where rows of a table lie in its stack.',
    signature: 'num_sparse_cores, stack_vocab_size, shard_rotation, row_offset_in_shard, row_ids',
    parameters: {
      num_sparse_cores: {
        doc: 'How many SparseCores the job has: chips times those of each.',
        type: { of: 'int' },
      },
      stack_vocab_size: {
        doc: 'How many padded rows all tables of the stack have together.',
        type: { of: 'int' },
      },
      shard_rotation: { doc: 'By how many SparseCores the table is shifted.', type: { of: 'int' } },
      row_offset_in_shard: { doc: 'The first row of the table on each SparseCore.', type: { of: 'int' } },
      row_ids: {
        doc: 'Rows as the program counts them: a number or an array, with which the call computes.',
        type: union(INT, TABLE_ARRAY),
      },
    },
    returns: 'Rows of the stack.',
  },
  get_row_ids_in_stacked_table: {
    summary: 'Where rows of a table lie in its stack, by messages.',
    signature: 'stack_table_spec, table_spec, row_ids',
    parameters: {
      stack_table_spec: {
        doc: 'A message that describes the stack around the table.',
        type: message('StackedTableSpecProto'),
      },
      table_spec: {
        doc: 'A message that describes the place of the table in it.',
        type: message('TableSpecProto'),
      },
    },
    returns: 'Rows of the stack, in a list.',
    result: { of: 'list' },
  },
  get_row_ids_in_stacked_tables: {
    summary: 'Where rows of tables lie in their stacks.',
    signature: 'embedding_spec_proto, row_ids',
    parameters: {
      embedding_spec_proto: {
        doc: 'A message that describes all tables and stacks of the program.',
        type: message('EmbeddingSpecProto'),
      },
      row_ids: {
        doc: 'Rows as the program counts them, by the name of their table.',
        type: { of: 'other', name: 'dict' },
      },
    },
    returns: 'Lists of rows by the name of the stack.',
    result: { of: 'dict', holds: { of: 'list' } },
  },
};

export const stackingEntries = (): Entry[] =>
  entriesOf('lib.nn.table_stacking', 'configuration', 'function', STACKING, WORDS);
