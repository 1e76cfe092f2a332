import { BOOL, FLOAT, INT, type ParameterWords, STR } from '../parameters';
import type { Entry, Type } from '../types';
import {
  ANY_CHIPS,
  ANY_CORES,
  ARRAY,
  ARRAYS,
  CHIPS_OR_NONE,
  COMMON,
  COUNTED_CHIPS,
  COUNTED_CORES,
  COUNTED_LOCAL_CHIPS,
  EXACT_MOD,
  MULTIPLIED_LOCAL_CHIPS,
  SOME_FEATURES,
  WHOLE_CORES,
} from './common';
import { OPTIMIZERS, WITHOUT_MESSAGE } from './optimizers';
import { entriesOf, inLibrary, inLookups, inSpecs, type Words } from './words';

const NESTED = { like: 'feature_specs', match: 'paths' } as const;

const OPTIONS =
  "*, num_sc_per_device=None, sharding_strategy='MOD', has_leading_dimension=False, allow_id_dropping=False, batch_number=0, \
enable_minibatching=False, all_reduce_interface=None";

const PREPROCESSED =
  'A `PreprocessedInput` for lookup and update, and `SparseDenseMatmulInputStats` with the ids that were seen.';

const stats = (what: string): ParameterWords => ({
  doc: what,
  type: { of: 'dict', key: STR, value: { of: 'other', name: 'array' } },
  unchecked: true,
});

/** The smallest and the largest value, each perhaps open. */
const LIMITS_OF_WEIGHTS: Type = {
  of: 'list',
  item: { of: 'other', name: 'float | None' },
  minLength: 2,
  maxLength: 2,
  ascending: true,
};

const FUNCTIONS: Readonly<Record<string, Words>> = {
  get_table_specs: {
    summary: 'The tables of the features, by name.',
    doc: 'Two features of one name raise `ValueError`. Of two tables of one name, the last is taken.',
    signature: 'feature_specs',
    givesNested: { like: 'feature_specs', leaves: 'tables' },
    returns: 'A dict of `TableSpec` objects.',
  },
  get_stacked_table_specs: {
    stacking: 'needed',
    summary: 'The stacks that the tables of the features belong to, by name.',
    doc: 'Prepare the features first, else it raises `ValueError`.',
    signature: 'feature_specs',
    givesNested: { like: 'feature_specs', leaves: 'stacks', of: inSpecs('StackedTableSpec') },
    returns: 'A dict of `StackedTableSpec` objects.',
  },
  prepare_feature_specs_for_training: {
    result: null,
    stacking: 'alone',
    summary:
      'Gives every table that is not stacked yet a stack of its own, and every feature its place in it.',
    doc: 'Call it before variables are made, ids preprocessed or looked up, and after any stacking. It changes the tables and features \
themselves; a second call does nothing. Sizes and names are not checked.',
    signature: 'feature_specs, global_device_count, num_sc_per_device=None',
  },
  auto_stack_tables: {
    result: null,
    stacking: 'alike',
    summary: 'Stacks tables of equal padded width, optimizer, combiner and quantization.',
    doc: 'Call it before `prepare_feature_specs_for_training`. It changes the tables and features themselves, and their own limits are \
ignored in stacks of two or more.',
    signature:
      'feature_specs, global_device_count, num_sc_per_device=None, stack_to_max_ids_per_partition=get_default_limits, \
stack_to_max_unique_ids_per_partition=get_default_limits, use_short_stack_names=True, *, activation_mem_bytes_limit=None',
    parameters: {
      activation_mem_bytes_limit: {
        doc: 'How many bytes the activations of a stack may take on a SparseCore, 2 MiB unless given; a table with more gets a stack of its \
own. 0 stacks none.',
        type: FLOAT,
        nullable: true,
      },
    },
    lacks: new Map([
      ['rotation', 'only `table_stacking.auto_stack_tables` has it.'],
      ['feature_stacking_strategy', 'it is gone since January 2026. Remove it.'],
    ]),
  },
  compute_row_pointers_size_per_device: {
    summary: 'How many numbers the row pointers of a device take.',
    signature: '*, global_device_count, num_sc_per_device=None, enable_minibatching=False',
    parameters: { global_device_count: ANY_CHIPS, num_sc_per_device: COUNTED_CORES },
    returns: 'A number.',
    result: { of: 'int' },
  },
  compute_theoretical_max_coo_buffer_size: {
    summary: 'How many ids the buffer of a device can need at most.',
    signature:
      'max_ids_per_partition, global_device_count, num_sc_per_device=None, enable_minibatching=False',
    parameters: {
      global_device_count: ANY_CHIPS,
      num_sc_per_device: COUNTED_CORES,
      max_ids_per_partition: {
        doc: 'The limit of the table or stack.',
        type: { of: 'int', expects: { min: 1 } },
      },
    },
    returns: 'A number.',
    result: { of: 'int' },
  },
  compute_coo_buffer_size_per_device: {
    stacking: 'needed',
    summary: 'How many ids the buffers of a device take, by the name of the stack.',
    doc: 'Prepare the features first.',
    signature: 'feature_specs, global_device_count, num_sc_per_device=None, enable_minibatching=False',
    parameters: {
      global_device_count: { ...ANY_CHIPS, type: { of: 'int', strict: 'index', accepts: { min: 1 } } },
      num_sc_per_device: COUNTED_CORES,
    },
    givesNested: { like: 'feature_specs', leaves: 'stacks', of: { of: 'int' } },
    returns: 'A dict of numbers.',
  },
  sharding_strategy_to_enum: {
    summary: 'The enum value for the name of a strategy.',
    signature: 'sharding_strategy',
    returns: 'An enum value.',
  },
  get_all_reduce_interface: {
    summary: 'Connects this process with the others, for minibatching on several hosts.',
    signature: 'peer_addresses, minibatching_port, host_id=None, host_count=None',
    parameters: {
      peer_addresses: {
        doc: 'Addresses of the other processes, `host:port`.',
        type: { of: 'list', item: STR },
      },
      minibatching_port: { doc: 'The port that this process listens on.', type: { of: 'int' } },
      host_id: { doc: 'The number of this process. `None` asks JAX.', type: INT },
      host_count: { doc: 'How many processes there are. `None` asks JAX.', type: INT },
    },
    returns: 'The value of `all_reduce_interface`.',
  },
  preprocess_sparse_dense_matmul_input: {
    stacking: 'needed',
    summary: 'Sorts the ids of a batch by SparseCore, on the host, for lookup and update.',
    doc: 'Prepare the features first. The batch of this process must be divisible by its chips times the SparseCores of a chip; else, or \
where ids exceed the limits, the process ends without an exception. Ids out of range are not noticed.',
    signature: `features, features_weights, feature_specs, local_device_count, global_device_count, ${OPTIONS}`,
    parameters: {
      feature_specs: SOME_FEATURES,
      num_sc_per_device: COUNTED_CORES,
      local_device_count: COUNTED_LOCAL_CHIPS,
      global_device_count: COUNTED_CHIPS,
      features: {
        doc: 'The ids of this process, nested like the features: an array of 2 axes for each, or one of arrays, where samples differ in \
their number of ids.',
        type: ARRAYS,
        nested: NESTED,
        holds: 'ids',
      },
      features_weights: {
        doc: 'The weights of the ids, nested and shaped alike. `None` weighs each with 1.',
        type: ARRAYS,
        nullable: true,
        nested: NESTED,
        holds: 'weights',
      },
    },
    returns: PREPROCESSED,
    result: [inLookups('PreprocessedInput'), inLookups('SparseDenseMatmulInputStats')],
    lacks: new Map([
      [
        'static_buffer_size_multiplier',
        'it is gone since May 2025. `suggested_coo_buffer_size_per_device` of the tables replaces it.',
      ],
      ['feature_stacking_strategy', 'it is gone since January 2026. Remove it.'],
    ]),
  },
  preprocess_sparse_dense_matmul_input_from_sparse_tensor: {
    stacking: 'needed',
    summary: 'Sorts the ids of a batch by SparseCore, where they come as sparse tensors.',
    doc: 'As `preprocess_sparse_dense_matmul_input`, but without weights.',
    signature: `indices, values, dense_shapes, feature_specs, local_device_count, global_device_count, ${OPTIONS}`,
    parameters: {
      feature_specs: SOME_FEATURES,
      num_sc_per_device: COUNTED_CORES,
      local_device_count: COUNTED_LOCAL_CHIPS,
      global_device_count: COUNTED_CHIPS,
      indices: {
        doc: 'Sample and place of each id: int64 `[n, 2]`, in order.',
        type: ARRAYS,
        nested: NESTED,
      },
      values: {
        doc: 'The ids of all samples, one behind the other: int32 `[n]`.',
        type: ARRAYS,
        nested: NESTED,
      },
      dense_shapes: {
        doc: 'Two sizes for each feature, in an array: samples, and ids per sample.',
        type: ARRAYS,
        nested: NESTED,
      },
    },
    returns: PREPROCESSED,
    result: [inLookups('PreprocessedInput'), inLookups('SparseDenseMatmulInputStats')],
  },
  eval_preprocess_sparse_dense_matmul_input_shape: {
    stacking: 'needed',
    summary: 'The shapes that preprocessing gives, without any ids.',
    doc: 'Prepare the features first.',
    signature:
      'feature_specs, local_device_count, global_device_count, *, num_sc_per_device=None, has_leading_dimension=False, \
enable_minibatching=False',
    parameters: { local_device_count: MULTIPLIED_LOCAL_CHIPS },
    returns: 'A `PreprocessedInput` of shapes.',
    result: inLookups('PreprocessedInput'),
  },
  unstack_embedding_activations: {
    stacking: 'needed',
    summary: 'Cuts the activations of stacks into those of features.',
    signature:
      'activations, feature_specs, global_device_count, num_sc_per_device, use_activation_unstack_primitive=False',
    parameters: {
      activations: {
        doc: 'Activations by the name of the stack.',
        type: { of: 'dict', key: STR, value: ARRAY },
        byStack: 'all',
      },
      num_sc_per_device: WHOLE_CORES,
      use_activation_unstack_primitive: {
        doc: 'Whether the SparseCore cuts activations of stacks into those of features.',
        type: BOOL,
        unchecked: true,
      },
    },
    givesNested: { like: 'feature_specs', leaves: 'unknown', of: { of: 'array' } },
    returns: 'Activations, nested like the features.',
  },
  tpu_sparse_dense_matmul: {
    stacking: 'needed',
    summary: 'Looks up preprocessed ids on the SparseCores.',
    doc: 'Call it in `jax.shard_map(…, check_vma=False)`. Names of inputs, variables and stacks must be the same, else it raises a bare \
`AssertionError`.',
    signature:
      "preprocessed_inputs, embedding_variables, feature_specs, *, global_device_count, sharding_strategy='MOD', num_sc_per_device=None, \
enable_minibatching=False, perform_unstacking=True, use_activation_unstack_primitive=False",
    parameters: {
      feature_specs: SOME_FEATURES,
      num_sc_per_device: COUNTED_CORES,
      perform_unstacking: {
        doc: 'Whether activations come nested like the features. Otherwise they come by the name of the stack.',
        type: BOOL,
        unchecked: true,
      },
      use_activation_unstack_primitive: {
        doc: 'Whether the SparseCore cuts activations of stacks into those of features.',
        type: BOOL,
        unchecked: true,
      },
    },
    givesNested: {
      like: 'feature_specs',
      leaves: 'unknown',
      of: { of: 'array' },
      while: 'perform_unstacking',
      otherwise: 'stacks',
    },
    returns: 'Activations `(batch of the device, embedding_dim)`, nested like the features.',
    lacks: new Map([['feature_stacking_strategy', 'it is gone since January 2026. Remove it.']]),
  },
  stack_embedding_gradients: {
    stacking: 'needed',
    summary: 'Puts the gradients of features together to those of stacks.',
    signature:
      'activation_gradients, feature_specs, num_sc_per_device, global_device_count=None, use_gradient_stacking_primitive=False',
    parameters: {
      activation_gradients: {
        doc: 'The gradients of the activations, as many leaves as there are features and in their order.',
        type: ARRAYS,
        nested: { like: 'feature_specs', match: 'zipped' },
        holds: 'gradients',
      },
      global_device_count: CHIPS_OR_NONE,
      num_sc_per_device: WHOLE_CORES,
      use_gradient_stacking_primitive: {
        doc: 'Whether the SparseCore does it, which needs `global_device_count`.',
        type: BOOL,
        unchecked: true,
        requires: 'global_device_count',
      },
    },
    givesNested: { like: 'feature_specs', leaves: 'stacks', of: { of: 'array' } },
    returns: 'Gradients by the name of the stack.',
  },
  tpu_sparse_dense_matmul_grad: {
    stacking: 'needed',
    summary: 'Updates the tables by the gradients of the activations, on the SparseCores.',
    doc: 'It gives new variables, not gradients. Call it in `jax.shard_map(…, check_vma=False)`, and give `step` to Adam, LaProp, F2A and \
learning rates that are functions of it.',
    signature:
      "activation_gradients, preprocessed_inputs, embedding_variables, feature_specs, *, global_device_count=None, \
sharding_strategy='MOD', label='', step=None, num_sc_per_device=None, enable_minibatching=False, perform_stacking=True, \
use_gradient_stacking_primitive=False, embedding_var_limits=None",
    parameters: {
      feature_specs: SOME_FEATURES,
      num_sc_per_device: COUNTED_CORES,
      global_device_count: CHIPS_OR_NONE,
      label: {
        doc: 'Added to the names of computations, to tell them apart in profiles.',
        type: STR,
        unchecked: true,
      },
      step: {
        doc: 'The number of the training step, from 0 on. Without it, Adam takes every step for the first.',
        type: { of: 'other', name: 'int | jax.Array' },
        sets: 'step',
      },
      perform_stacking: {
        doc: 'Whether gradients come nested like the features. Otherwise they come by the name of the stack.',
        type: BOOL,
        unchecked: true,
      },
      use_gradient_stacking_primitive: {
        doc: 'Whether the SparseCore puts them together, which needs `global_device_count`.',
        type: BOOL,
        unchecked: true,
        requires: 'global_device_count',
      },
      embedding_var_limits: {
        doc: 'The smallest and largest value that weights may have, by the name of the stack: `(None, 1.0)` leaves the lower end open. All \
stacks must be in it.',
        type: { of: 'dict', key: STR, value: LIMITS_OF_WEIGHTS },
        byStack: 'all',
      },
    },
    givesNested: {
      like: 'feature_specs',
      leaves: 'stacks',
      of: inLookups('EmbeddingVariables'),
      replaces: 'embedding_variables',
    },
    returns: 'The new `EmbeddingVariables`, by the name of the stack.',
    lacks: new Map([['feature_stacking_strategy', 'it is gone since January 2026. Remove it.']]),
  },
  init_embedding_variables: {
    summary: 'Makes the tables and their slot variables, spread over the mesh.',
    doc: 'Prepare the features first. The mesh must have the devices in the order of `jax.devices()`.',
    signature: 'rng, table_specs, global_sharding, num_sparsecore_per_device=None, bypass_mesh_check=False',
    parameters: {
      num_sparsecore_per_device: COUNTED_CORES,
      rng: {
        doc: 'A JAX key, such as `jax.random.key(0)`. A number is refused.',
        type: { of: 'object', classes: ['JAX key', 'ndarray'] },
      },
      global_sharding: {
        doc: "A `NamedSharding` of the rows alone: `PartitionSpec('x', None)` for `jax.jit`, `PartitionSpec('x', None, None)` for \
`jax.pmap`. `PartitionSpec('x')` is refused.",
        type: { of: 'sharding', ranks: [2, 3] },
      },
      bypass_mesh_check: {
        doc: 'Whether the order of devices may be another, as for an export from another host.',
        type: BOOL,
        unchecked: true,
      },
    },
    givesNested: {
      like: 'table_specs',
      leaves: 'stacks',
      of: inLookups('EmbeddingVariables'),
      slots: 'slot',
    },
    returns: '`EmbeddingVariables` by the name of the stack.',
  },
  update_preprocessing_parameters: {
    result: null,
    stacking: 'needed',
    summary: 'Sets the limits of stacks to what was seen.',
    doc: 'Prepare the features first, and compile steps anew afterwards.',
    signature: 'feature_specs, updated_params, num_sc_per_device',
    parameters: {
      updated_params: {
        doc: 'The new limits by the name of the stack, from preprocessing or from an FDO client.',
        type: { of: 'instance', classes: [inLookups('SparseDenseMatmulInputStats')] },
      },
      num_sc_per_device: {
        doc: 'SparseCores of a chip: 4 on TPU v5p, 2 on v6e and TPU7x.',
        type: { of: 'int', expects: { min: 2, max: 4, powerOfTwo: true } },
        unchecked: true,
      },
    },
  },
  create_proto_from_feature_specs: {
    stacking: 'needed',
    summary: 'Describes prepared features and their stacks as a message, for checkpoints.',
    signature: 'feature_specs, global_device_count, num_sparsecore_per_device=None',
    parameters: {
      num_sparsecore_per_device: COUNTED_CORES,
      global_device_count: { doc: 'How many chips the job has. `None` asks JAX.', type: INT, nullable: true },
    },
    returns: 'An `EmbeddingSpecProto`.',
  },
  optimizer_spec_to_proto: {
    summary: 'Describes an optimizer as a message. LaProp and a custom one become SGD.',
    doc: 'Since 0.2.',
    signature: 'opt',
    parameters: {
      opt: {
        doc: 'An optimizer such as `SGDOptimizerSpec()`; of `None` becomes `None`.',
        type: {
          of: 'instance',
          classes: OPTIMIZERS,
          loses: {
            classes: WITHOUT_MESSAGE,
            otherwise: 'The message has no field for it, so readers of the message get SGD instead.',
          },
        },
        nullable: true,
      },
    },
    returns: 'An `OptimizerSpecProto`.',
  },
  proto_to_optimizer_spec: {
    summary: 'Makes an optimizer of a message.',
    doc: 'Since 0.2.',
    signature: 'proto',
    parameters: {
      proto: {
        doc: 'A message that describes an optimizer; of `None` becomes `None`.',
        type: { of: 'instance', classes: [inLibrary('lib.proto.embedding_spec_pb2.OptimizerSpecProto')] },
        nullable: true,
      },
    },
    returns: 'An optimizer.',
  },
  get_optimizer_class: {
    summary: 'The class of an optimizer by its type in messages.',
    signature: 'optimizer_type',
    parameters: {
      optimizer_type: {
        doc: 'A value of the enum that messages tell optimizers apart by.',
        type: { of: 'other', name: 'enum' },
      },
    },
    returns: 'A class.',
  },
  get_optimizer_type: {
    summary: 'The type of an optimizer in messages.',
    signature: 'opt',
    parameters: {
      opt: {
        doc: 'An optimizer, whose class decides the type.',
        type: { of: 'other', name: 'OptimizerSpec' },
      },
    },
    returns: 'An enum value.',
  },
  get_default_limits: {
    summary: 'The limits that stacks have unless told otherwise: 256.',
    signature: 'name, batch_size',
    parameters: {
      name: { doc: 'Name of the stack, which makes no difference here.', type: STR, unchecked: true },
      batch_size: { doc: 'Number of samples, which makes no difference here.', type: INT, unchecked: true },
    },
    returns: '256.',
    result: { of: 'int', value: 256 },
  },
};

const byStack = (what: string): ParameterWords => ({
  doc: `${what}, by the name of the stack.`,
  type: { of: 'other', name: 'dict' },
});

const STACK: ParameterWords = { doc: 'Which stack it is for, by its name.', type: STR, unchecked: true };

const CLASSES: Readonly<Record<string, Words>> = {
  EmbeddingVariables: {
    isNamedTuple: true,
    isFrozen: true,
    attributes: ['count', 'index'],
    holds: { table: { of: { of: 'array' } } },
    summary: 'The variables of a stack, a named tuple.',
    signature: 'table, slot',
    parameters: {
      table: { doc: 'The rows: float32 `[padded rows, padded width]`.', type: ARRAY, sets: 'table_variable' },
      slot: {
        doc: 'The slot variables, a tuple of as many arrays as the optimizer has slots.',
        sets: 'slot_variables',
        type: { of: 'other', name: 'tuple' },
      },
    },
  },
  EmbeddingVariablesInitializer: {
    isNamedTuple: true,
    isFrozen: true,
    attributes: ['count', 'index'],
    summary: 'What fills the variables of a table, a named tuple.',
    signature: 'table, slot',
    parameters: {
      table: {
        doc: 'Fills the rows: a function of a key and a shape.',
        type: { of: 'other', name: 'initializer' },
      },
      slot: {
        doc: 'What fills each slot variable, a tuple of such functions.',
        type: { of: 'other', name: 'tuple' },
      },
    },
  },
  PreprocessedInput: {
    isTree: true,
    isFrozen: true,
    lacksItems: 'iterable',
    attributes: ['lhs_row_pointers', 'lhs_embedding_ids', 'lhs_sample_ids', 'lhs_gains', 'replace'],
    byStack: ['lhs_row_pointers', 'lhs_embedding_ids', 'lhs_sample_ids', 'lhs_gains'],
    holds: {
      sparse_dense_matmul_input: { of: inLookups('SparseDenseMatmulInput') },
      num_minibatches: { of: { of: 'array' } },
    },
    summary: 'The ids of a batch, as preprocessing gives them to lookup and update.',
    signature: 'sparse_dense_matmul_input, num_minibatches=array(1)',
    parameters: {
      sparse_dense_matmul_input: {
        doc: 'The four arrays of each stack.',
        type: { of: 'other', name: 'SparseDenseMatmulInput' },
      },
      num_minibatches: {
        doc: 'How many minibatches there are, for each device.',
        type: { of: 'other', name: 'array' },
      },
    },
  },
  SparseDenseMatmulInput: {
    isNamedTuple: true,
    isFrozen: true,
    attributes: ['count', 'index'],
    summary: 'Four arrays of each stack, a named tuple. Lookups want a `PreprocessedInput` around it.',
    signature: 'lhs_row_pointers, lhs_embedding_ids, lhs_sample_ids, lhs_gains',
    parameters: {
      lhs_row_pointers: byStack('Where partitions end'),
      lhs_embedding_ids: byStack('Rows on their SparseCore'),
      lhs_sample_ids: byStack('Samples on their SparseCore'),
      lhs_gains: byStack('Weights'),
    },
  },
  SparseDenseMatmulInputStats: {
    isTree: true,
    isFrozen: true,
    lacksItems: true,
    attributes: ['replace'],
    byStack: ['max_ids_per_partition', 'max_unique_ids_per_partition', 'required_buffer_size_per_sc'],
    summary: 'How many ids preprocessing saw, by the name of the stack.',
    signature:
      'max_ids_per_partition, max_unique_ids_per_partition, required_buffer_size_per_sc={}, id_drop_counters={}',
    parameters: {
      max_ids_per_partition: stats('The most ids that one SparseCore sent to one other.'),
      max_unique_ids_per_partition: stats('The most distinct ids that one SparseCore sent to one other.'),
      required_buffer_size_per_sc: stats('How many ids the buffer of a SparseCore needs.'),
      id_drop_counters: stats('How many ids had no room and were dropped.'),
    },
    members: {
      from_cc: {
        isClassMethod: true,
        summary: 'Takes the numbers over from those of C++.',
        doc: 'A class method.',
        signature: 'stats',
        parameters: {
          stats: { doc: 'What the preprocessing in C++ saw.', type: { of: 'other', name: 'Any' } },
        },
        returns: 'A new `SparseDenseMatmulInputStats`.',
      },
      get_required_buffer_size_per_device: {
        summary: 'How many ids the buffer of a device needs for a stack.',
        signature: 'table_name, num_sc_per_device=None',
        parameters: { table_name: STACK, num_sc_per_device: ANY_CORES },
        returns: 'A number, or `None` for a stack that is not known.',
      },
      set_required_buffer_size_per_device: {
        summary: 'Sets how many ids the buffer of a device needs for a stack.',
        changes: 'required_buffer_size_per_sc',
        signature: 'table_name, required_buffer_size_per_device, num_sc_per_device=None',
        parameters: {
          table_name: STACK,
          required_buffer_size_per_device: {
            doc: 'How many ids all SparseCores of a device need.',
            type: INT,
          },
          num_sc_per_device: ANY_CORES,
        },
      },
    },
  },
};

const one = (what: string): ParameterWords => ({ doc: what, type: ARRAY, unchecked: true });
const room = (what: string, type: Type): ParameterWords => ({
  doc: `The most ${what} that one SparseCore sends to one other. More raise \`ValueError\`.`,
  type,
});

/** In plain Python, for tests. */
const REFERENCE: Readonly<Record<string, Words>> = {
  preprocess_sparse_dense_matmul_input: {
    summary:
      'Sorts the ids of one feature by SparseCore in plain Python, slowly: the model of what C++ does.',
    signature:
      "features, features_weights, mesh, *, max_ids_per_partition, max_unique_ids_per_partition, num_sc_per_device=-1, \
sharding_strategy='MOD', enable_minibatching=False",
    parameters: {
      features: one('The ids of each sample; with minibatching, a list of these.'),
      features_weights: one('The weights of the ids, as many as there are ids.'),
      mesh: {
        doc: 'The mesh whose devices the ids go to.',
        type: { of: 'other', name: 'jax.sharding.Mesh' },
      },
      max_ids_per_partition: room('ids', { of: 'int', accepts: { min: 1 } }),
      max_unique_ids_per_partition: room('distinct ids', INT),
      num_sc_per_device: {
        doc: 'SparseCores of a chip. Less than 1 asks the first device of the mesh.',
        type: INT,
      },
      sharding_strategy: EXACT_MOD,
    },
    returns: 'Row pointers, rows, samples and weights: four arrays.',
  },
};

export const lookupEntries = (): Entry[] => [
  ...entriesOf('lib.nn.embedding', 'sparsecore-lookup', 'function', FUNCTIONS, COMMON),
  ...entriesOf('lib.nn.embedding', 'sparsecore-input', 'class', CLASSES, COMMON),
  ...entriesOf('lib.core.input_preprocessing', 'sparsecore-input', 'function', REFERENCE, COMMON),
];
