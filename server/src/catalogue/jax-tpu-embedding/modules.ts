import { moduleEntry } from '../modules';
import type { Entry } from '../types';
import { MOVED } from './moved';
import { inLibrary, ROOT } from './words';

const OF_CLIENTS =
  'collections dataclasses glob itertools os re time Mapping logging epath jax fdo_client embedding np';

/** The modules that programs import, with the names in them that the catalogue leaves out; missing where not all are known. */
const MODULES: readonly (readonly [path: string, summary: string, otherNames?: string])[] = [
  ['lib', 'Contains everything but the versions and tools.', 'core proto'],
  [
    'lib.nn',
    'Tables, features, stacks, and what is done with them.',
    'custom_optimizer_lowering embedding_proto_utils tests',
  ],
  ['lib.flax', 'Layers for Flax: `linen` and `nnx`.', 'tests'],
  [
    'lib.nn.embedding',
    'Prepares features, preprocesses ids, looks up and updates on SparseCores.',
    'ArrayLike LimitsCallable List Mapping NamedTuple Nested Sequence T TypeAlias TypeVar annotations collections \
custom_optimizer_lowering dataclasses einops embedding_proto_utils embedding_spec functools jax jnp logging np \
pybind_input_preprocessing sparse_dense_matmul_activation_unstack sparse_dense_matmul_csr sparse_dense_matmul_gradient_stack struct \
table_stacking textwrap utils warnings',
  ],
  [
    'lib.nn.embedding_spec',
    'Tables, features, quantization and optimizers.',
    'Any Callable CallableTableInitializer DEFAULT_ACTIVATION_MEM_BYTES_LIMIT Generic HyperParameterType LearningRate NamedTuple \
NumericParameter Sequence TypeAlias TypeVar abc annotations dataclasses inspect jax jex jnp sparse_dense_matmul_grad_with_adagrad \
sparse_dense_matmul_grad_with_adagrad_momentum sparse_dense_matmul_grad_with_adam sparse_dense_matmul_grad_with_f2a \
sparse_dense_matmul_grad_with_ftrl sparse_dense_matmul_grad_with_laprop sparse_dense_matmul_grad_with_sgd \
sparse_dense_matmul_optimizer_grad struct',
  ],
  [
    'lib.nn.table_stacking',
    'Puts tables into stacks, and takes stacks apart.',
    'ArrayLike Callable DEFAULT_ACTIVATION_MEM_BYTES_LIMIT LimitsCallable Mapping Nested Sequence Shape StackedTableSpec T TableSpec \
TypeAlias TypeVar collections compute_table_to_setting_in_stack get_default_limits embedding_spec embedding_spec_pb2 hashlib jax jnp logging np typing',
  ],
  ['lib.nn.embedding_pipelining_utils', 'Steps that overlap lookups with the dense part.'],
  ['lib.flax.linen', 'The layer for Flax Linen, and its optimizers.', 'tests'],
  ['lib.flax.linen.embed', 'The layer for Flax Linen.'],
  ['lib.flax.linen.embed_optimizer', 'Optimizers for models with the layer for Flax Linen.'],
  ['lib.flax.nnx', 'The layer for Flax NNX, its optimizer and its checkpoints.', 'offline_converter tests'],
  ['lib.flax.nnx.embed', 'The layer and the optimizer for Flax NNX.'],
  ['lib.flax.nnx.checkpoint_utils', 'Checkpoints of models of Flax NNX with SparseCore tables.'],
  ['lib.fdo', 'Keeps the numbers of ids that were seen.', 'fdo_client'],
  ['lib.fdo.file_fdo_client', 'Keeps the numbers of ids that were seen, in files of NumPy.', OF_CLIENTS],
  [
    'lib.fdo.csv_file_fdo_client',
    'Keeps the numbers of ids that were seen, in files of comma-separated values.',
    `${OF_CLIENTS} csv`,
  ],
  ['lib.auto_pipelining', 'Makes pipelines of train steps.', 'decompose preprocess utils'],
  ['lib.auto_pipelining.auto_pipelining', 'Turns train steps into pipelines.'],
  [
    'utils.utils',
    'SparseCores of devices, and the layout of tables.',
    'DeviceLike Layout MeshLike NUM_SC_PER_DEVICE_MAP einops jax layout typing',
  ],
];

export const libraryModules = (): Entry[] => [
  moduleEntry(['jax_tpu_embedding'], 'jax-tpu-embedding: everything is below `sparsecore`.', undefined, []),
  moduleEntry([ROOT], 'Everything of jax-tpu-embedding: most is in `lib.nn`.', undefined, [
    ...['examples', 'tests', 'utils', 'version'],
  ]),
  ...MODULES.map(([path, summary, otherNames]) =>
    moduleEntry([inLibrary(path)], summary, undefined, otherNames?.split(' ')),
  ),
  ...Object.entries(MOVED).map(
    ([path, to]): Entry => ({
      ...moduleEntry([inLibrary(path)], `The earlier path of \`${to}\`, which is gone.`),
      movedTo: inLibrary(to),
    }),
  ),
];
