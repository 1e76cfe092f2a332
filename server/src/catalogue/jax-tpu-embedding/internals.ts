import type { Internals } from '../internals';

/** The operations of JAX that run on SparseCores, each in a module of its own. */
const PRIMITIVES =
  'activation_unstack csr grad_with_adagrad grad_with_adagrad_momentum grad_with_adam grad_with_f2a grad_with_ftrl \
grad_with_laprop grad_with_sgd gradient_stack optimizer_grad'
    .split(' ')
    .map((name) => `sparse_dense_matmul_${name}`);

const primitive = (name: string) =>
  [
    `lib.core.primitives.${name}.tpu_${name}_primitive`,
    {
      bind: 'Runs the operation, on SparseCores alone.',
      def_impl: 'Says how the operation is computed elsewhere, for tests.',
    },
  ] as const;

/** What lies behind the functions that programs call, by modules below `sparsecore`. */
export const INTERNALS: Internals = {
  ...Object.fromEntries(['local_sparse_dense_matmul', ...PRIMITIVES].map(primitive)),
  'lib.core.pybind_input_preprocessing': {
    preprocess_sparse_dense_matmul_input: 'Sorts the ids of a batch by SparseCore, in C++.',
    preprocess_sparse_dense_matmul_sparse_coo_input:
      'Sorts the ids of a batch by SparseCore, in C++, where they come as sparse tensors.',
    compute_row_pointers_size_per_device: 'How many numbers the row pointers of a device take.',
    compute_theoretical_max_coo_buffer_size: 'How many ids the buffer of a device can need at most.',
    compute_coo_buffer_size_per_device: 'How many ids the buffers of a device take.',
    MinibatchingNode: 'This process among those that agree on minibatches.',
    SparseDenseMatmulInputStats: 'How many ids C++ saw.',
  },
  'lib.flax.nnx.checkpoint_utils': {
    _get_table_specs: 'The tables of features, by name.',
    _recompute_target_specs: 'Stacks the tables of a checkpoint anew, for another number of chips.',
  },
  'lib.nn.embedding': {
    _assert_same_structure: 'Raises `ValueError` where two nestings have different paths.',
  },
  'lib.nn.embedding_pipelining_utils': {
    _safe_copy: 'Copies an array, and returns anything else as it is.',
  },
  'lib.nn.table_stacking': {
    _next_largest_multiple: 'Rounds up to a multiple.',
    _split_groups_by_memory_limit: 'Splits groups of tables whose activations take too much memory.',
    _unstack_and_unshard_stacked_table: 'Takes a stack apart into tables, on the devices.',
  },
  'lib.proto.embedding_spec_pb2': {
    EmbeddingSpecProto: 'A message that describes features, tables and stacks.',
    OptimizerSpecProto: 'A message that describes an optimizer.',
    StackedTableSpecProto: 'A message that describes a stack of tables.',
    TableSpecProto: 'A message that describes a table and its place in a stack.',
  },
};
