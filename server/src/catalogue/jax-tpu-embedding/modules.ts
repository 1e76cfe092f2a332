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
  [
    'lib.nn.embedding_pipelining_utils',
    'Steps that overlap lookups with the dense part.',
    'Any Callable DefaultEmbeddingActivations DefaultEmbeddingGradients DefaultPipelineData DefaultScBwdAux DefaultScFwdAux \
DefaultSparseInputs DefaultTcAux Generic LastStepInput NestedArray NestedEmbeddingVariables NestedFeatureSpecs ParamSpec Protocol \
ScBwdStageFun ScFwdStageFun ShardedLastStepInput ShardedStepBeforeLastStepInput Sharding StepBeforeLastStepInput TcStageFun TypeAlias \
TypeVar cast dataclasses embedding embedding_spec functools get_dummy_input is_sc_bwd_valid is_sc_fwd_valid is_tc_valid jax jnp np \
struct types utils',
  ],
  ['lib.flax.linen', 'The layer for Flax Linen, and its optimizers.', 'tests'],
  [
    'lib.flax.linen.embed',
    'The layer for Flax Linen.',
    'A Any Callable EMBEDDING_PARAM_NAME EmbeddingLookupInput LogicalNames Mapping Nested TypeVar WithSparseCoreLayout embedding \
embedding_spec functools jax jax_layout meta nn np typing utils with_sparsecore_layout',
  ],
  [
    'lib.flax.linen.embed_optimizer',
    'Optimizers for models with the layer for Flax Linen.',
    'Any embed jax jnp optax',
  ],
  ['lib.flax.nnx', 'The layer for Flax NNX, its optimizer and its checkpoints.', 'offline_converter tests'],
  [
    'lib.flax.nnx.embed',
    'The layer and the optimizer for Flax NNX.',
    'Any EmbeddingVariablesParam Nested embedding embedding_lookup_bwd embedding_spec functools is_embedding_variables \
is_non_embedding_variables jax nnx optax utils',
  ],
  [
    'lib.flax.nnx.checkpoint_utils',
    'Checkpoints of models of Flax NNX with SparseCore tables.',
    'Any Nested collections embed embedding embedding_spec embedding_spec_pb2 epath jax logging nnx np ocp os shutil table_stacking \
time typing utils',
  ],
  ['lib.fdo', 'Keeps the numbers of ids that were seen.', 'fdo_client'],
  ['lib.fdo.file_fdo_client', 'Keeps the numbers of ids that were seen, in files of NumPy.', OF_CLIENTS],
  [
    'lib.fdo.csv_file_fdo_client',
    'Keeps the numbers of ids that were seen, in files of comma-separated values.',
    `${OF_CLIENTS} csv`,
  ],
  ['lib.auto_pipelining', 'Makes pipelines of train steps.', 'decompose preprocess utils'],
  [
    'lib.auto_pipelining.auto_pipelining',
    'Turns train steps into pipelines.',
    'Any Callable Carry Concatenate EmbeddingPipeliningState FunctionArgs FunctionResults Generic NamedTuple Optional ParamSpec \
PipeliningFunction TypeVar annotations dataclasses decompose dump_jaxpr epath finalize_pipelining functools init_state jax jex logging os',
  ],
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
