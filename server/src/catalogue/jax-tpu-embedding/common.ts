import { BOOL, type ParameterWords, STR } from '../parameters';
import type { IntType, Type } from '../types';
import { inLookups, inSpecs } from './words';

const FEATURE: Type = { of: 'instance', classes: [inSpecs('FeatureSpec')] };
export const FEATURES: Type = { of: 'structure', item: FEATURE, emptyNone: true };
const FEATURES_DOC =
  'The features, `FeatureSpec` objects in any nesting of dicts, lists and tuples, or a single one.';
export const ARRAY: Type = { of: 'other', name: 'jax.Array' };
/** An object of a class outside of the catalogue, by its name. */
export const objectOf = (name: string): Type => ({ of: 'object', classes: [name] });
/** What arrays are cut and ordered of. */
export const TABLE_ARRAY: Type = { of: 'object', classes: ['ndarray', 'tensor'] };
export const MESH: Type = objectOf('Mesh');
export const ARRAYS: Type = { of: 'structure', item: ARRAY };
export const LIMITS: Type = {
  of: 'callable',
  arguments: ['stack name', 'number of samples'],
  atOnce: true,
  returns: { of: 'int', expects: { min: 1 } },
};

const PER_CHIP = 'SparseCores of a chip: 4 on TPU v5p, 2 on v6e and TPU7x';
const REFUSED = 'Other numbers are refused; v4 and v5e have no SparseCores for this.';
const CORES: IntType = { of: 'int', accepts: { min: 2, max: 4, powerOfTwo: true } };

/** The number of SparseCores where the call refuses any that no chip has, and `None` asks the first device. */
export const CORES_OR_NONE: ParameterWords = {
  doc: `${PER_CHIP}. \`None\` asks the first JAX device. ${REFUSED}`,
  type: CORES,
  nullable: true,
  sets: 'num_sc_per_device',
};

/** The same where C++ reads the number, which must be whole. */
export const COUNTED_CORES: ParameterWords = { ...CORES_OR_NONE, type: { ...CORES, strict: 'index' } };

/** The number of SparseCores where the call computes with any. */
export const ANY_CORES: ParameterWords = {
  doc: `${PER_CHIP}.`,
  type: { of: 'int', accepts: { nonZero: true }, expects: { min: 1 } },
};

/** The same where it becomes a size, which must be whole. */
export const WHOLE_CORES: ParameterWords = {
  ...ANY_CORES,
  type: { of: 'int', strict: 'index', accepts: { nonZero: true }, expects: { min: 1 } },
};

const MOD_ONLY = "How rows are spread over the SparseCores: `'MOD'`, round by round. There is no other way";

const CHIPS = 'How many chips the job has, `mesh.size` as a rule.';
/** What C++ takes for a number of devices. */
const COUNT: Type = { of: 'int', strict: 'index', accepts: { min: 1 } };

/** The chips of the job where C++ computes with any number of them. */
export const ANY_CHIPS: ParameterWords = {
  doc: CHIPS,
  type: { of: 'int', strict: 'index', expects: { min: 1 } },
  sets: 'global_device_count',
};

/** The chips of the job where C++ reads their number. */
export const COUNTED_CHIPS: ParameterWords = {
  doc: `${CHIPS} Times the SparseCores of a chip it must be a power of two, else \`ValueError\` is raised.`,
  type: { of: 'int', strict: 'index', accepts: { min: 1, powerOfTwo: true } },
  sets: 'global_device_count',
};

/** The chips of this process where C++ compares their number with that of the job. */
export const COUNTED_LOCAL_CHIPS: ParameterWords = {
  doc: 'How many chips this process has, `mesh.local_mesh.size` as a rule. Not more than the job has.',
  type: { of: 'int', strict: 'index', accepts: { min: 1 }, atMostOf: 'global_device_count' },
  sets: 'local_device_count',
};

/** The chips of the job where nothing may depend on their number. */
export const CHIPS_OR_NONE: ParameterWords = {
  doc: `${CHIPS} Only for the primitive that stacks gradients.`,
  type: { of: 'int', expects: { min: 1 } },
  unchecked: true,
  nullable: true,
};

/** The chips of this process where shapes are multiplied by their number, whatever that is. */
export const MULTIPLIED_LOCAL_CHIPS: ParameterWords = {
  doc: 'How many chips this process has, `mesh.local_mesh.size` as a rule.',
  type: { of: 'int', expects: { min: 1 } },
  unchecked: true,
  sets: 'local_device_count',
};

/** The features where something else is nested alike or has their stacks, so that `None` is refused. */
export const SOME_FEATURES: ParameterWords = {
  doc: FEATURES_DOC,
  type: { of: 'structure', item: FEATURE, emptyNone: 'inside' },
  sets: 'features',
};

/** Parameters that mean the same in many functions. */
export const COMMON = {
  feature_specs: {
    doc: FEATURES_DOC,
    type: FEATURES,
    sets: 'features',
  },
  global_device_count: {
    doc: `${CHIPS} Times the SparseCores of a chip it must be a power of two.`,
    type: { of: 'int', accepts: { nonZero: true }, expects: { min: 1, powerOfTwo: true } },
    sets: 'global_device_count',
  },
  local_device_count: {
    doc: 'How many chips this process has, `mesh.local_mesh.size` as a rule. Not more than the job has.',
    type: COUNT,
    sets: 'local_device_count',
  },
  num_sc_per_device: CORES_OR_NONE,
  num_sparsecore_per_device: CORES_OR_NONE,
  sharding_strategy: {
    doc: `${MOD_ONLY}; small letters count as well.`,
    type: { of: 'str', accepts: ['MOD'], anyCase: true },
  },
  enable_minibatching: {
    doc: 'Whether a batch with too many ids is split into up to 64 parts. Preprocessing, lookup and update must agree.',
    type: BOOL,
    unchecked: true,
    sets: 'enable_minibatching',
  },
  has_leading_dimension: {
    doc: 'Whether the results have an axis for the chips of this process first, as `jax.pmap` wants it. Not for `jax.jit`.',
    type: BOOL,
    unchecked: true,
  },
  allow_id_dropping: {
    doc: 'Whether ids beyond the limits of a table are dropped, with a line in the log. Otherwise they end the process, without an exception.',
    type: BOOL,
    unchecked: true,
    sets: 'allow_id_dropping',
  },
  batch_number: {
    doc: 'The number of the batch, for logs and for hosts to agree on.',
    type: { of: 'int', strict: 'index' },
  },
  all_reduce_interface: {
    doc: 'How hosts agree on minibatches, from `get_all_reduce_interface`. Needed with minibatching on several hosts.',
    type: { of: 'other', name: 'AllReduceInterface' },
    sets: 'all_reduce_interface',
  },
  preprocessed_inputs: {
    doc: 'The ids as preprocessing gives them, a `PreprocessedInput`.',
    type: {
      of: 'instance',
      classes: [inLookups('PreprocessedInput'), inLookups('SparseDenseMatmulInput')],
    },
  },
  embedding_variables: {
    doc: 'The tables and slots, `EmbeddingVariables` by the name of the stack, float32: all stacks of the features and no others.',
    type: { of: 'dict', key: STR, value: { of: 'other', name: 'EmbeddingVariables' } },
    byStack: 'exactly',
  },
  activation_gradients: {
    doc: 'The gradients of the activations, nested like the features. With `perform_stacking=False`, by the name of the stack.',
    type: ARRAYS,
    nested: { like: 'feature_specs', match: 'paths', while: 'perform_stacking' },
    holds: 'gradients',
  },
  stack_to_max_ids_per_partition: {
    doc: 'A function of the name of a stack and of its number of samples, which gives the most ids that one SparseCore sends to one \
other: a number is refused. Only for stacks of two tables or more; single ones keep the limits of their table.',
    type: LIMITS,
  },
  stack_to_max_unique_ids_per_partition: {
    doc: 'A function of the name of a stack and of its number of samples, which gives the most distinct ids. Only for stacks of two tables or more.',
    type: LIMITS,
  },
  use_short_stack_names: {
    doc: 'Whether names of stacks are cut at 50 characters and get a hash.',
    type: BOOL,
    unchecked: true,
  },
  table_specs: {
    doc: 'The tables, `TableSpec` objects in any nesting, as `get_table_specs` gives them. Not features.',
    type: { of: 'structure', item: { of: 'instance', classes: [inSpecs('TableSpec')] }, emptyNone: true },
  },
} satisfies Readonly<Record<string, ParameterWords>>;

/** Where only capitals count. */
export const EXACT_MOD: ParameterWords = { doc: `${MOD_ONLY}.`, type: { of: 'str', accepts: ['MOD'] } };
