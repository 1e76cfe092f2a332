import { inLibrary, inLookups, inStacking } from './words';

/** The functions that use what the specs hold, by the stage of the program in which they are called. */

export const PREPARATION: readonly string[] = [
  inLookups('prepare_feature_specs_for_training'),
  inLookups('auto_stack_tables'),
  inStacking('auto_stack_tables'),
  inStacking('stack_tables'),
];

/** They join the names of tables. */
export const JOINING: readonly string[] = [inLookups('auto_stack_tables'), inStacking('auto_stack_tables')];

export const DESCRIPTION: readonly string[] = [inLookups('create_proto_from_feature_specs')];

/** They read the stack of each table that they get. */
export const STACK_READERS: readonly string[] = [
  inStacking('get_table_stacks'),
  inStacking('stack_and_shard_tables'),
  inStacking('unshard_and_unstack_tables'),
];

/** The argument with arrays, whether they go by the names of stacks or of tables, and the argument that says which there are. */
export interface ArraysByName {
  readonly arrays: string;
  readonly of: 'stack' | 'table';
  readonly description: 'embedding_specs' | 'table_specs';
}

/** They take arrays apart or put them together. */
export const USERS_OF_ARRAYS: ReadonlyMap<string, ArraysByName> = new Map<string, ArraysByName>([
  [
    inStacking('unstack_and_unshard_stacked_tables'),
    { arrays: 'stacked_tables', of: 'stack', description: 'embedding_specs' },
  ],
  [
    inStacking('stack_and_shard_feature_tables'),
    { arrays: 'feature_tables', of: 'table', description: 'embedding_specs' },
  ],
  [
    inStacking('unshard_and_unstack_tables'),
    { arrays: 'stacked_tables', of: 'stack', description: 'table_specs' },
  ],
]);

/** They make stages of a pipeline. */
export const STAGES: readonly string[] = ['fwd', 'bwd'].map((way) =>
  inLibrary(`lib.nn.embedding_pipelining_utils.get_default_sc_${way}_function`),
);

/** They call the function for the update of a custom optimizer. */
export const LOWERING: readonly string[] = [
  'embedding_spec.CustomOptimizerSpec',
  'custom_optimizer_lowering',
].map((owner) => inLibrary(`lib.nn.${owner}.lower_to_stablehlo`));

export const VARIABLES: readonly string[] = [inLookups('init_embedding_variables')];

export const PREPROCESSING: readonly string[] = [
  inLookups('preprocess_sparse_dense_matmul_input'),
  inLookups('preprocess_sparse_dense_matmul_input_from_sparse_tensor'),
];

export const LOOKUP: readonly string[] = [inLookups('tpu_sparse_dense_matmul')];

/** Layers that look up, which is what a call of them does. */
export const LAYERS: readonly string[] = ['linen', 'nnx'].map((kind) =>
  inLibrary(`lib.flax.${kind}.embed.SparseCoreEmbed.__call__`),
);

export const UPDATE: readonly string[] = [inLookups('tpu_sparse_dense_matmul_grad')];

/** They refuse two features of one name. */
export const NAMING: readonly string[] = [
  inLookups('get_table_specs'),
  inLookups('get_stacked_table_specs'),
  ...LOOKUP,
  ...UPDATE,
];
