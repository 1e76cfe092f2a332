import { libraryOf } from './libraries';
import { everywhere, lastPart, officialPage } from './names';
import type { Entry } from './types';

const MODULES: readonly Parameters<typeof moduleEntry>[] = [
  [
    everywhere('raw_ops'),
    'All registered ops under the names of their registration; they take keyword arguments only.',
    officialPage('raw_ops'),
  ],
  [everywhere('tpu'), 'Ops and helpers for TPUs.', officialPage('tpu')],
  [everywhere('tpu.experimental'), 'TPU features that may still change.', officialPage('tpu/experimental')],
  [
    everywhere('tpu.experimental.embedding'),
    'The mid-level API of TPU embedding: tables, features, optimizers, and the embedding objects themselves.',
    officialPage('tpu/experimental/embedding'),
    [],
  ],
  [['tensorflow.python.tpu'], "TensorFlow's own TPU modules; their names may change with any release."],
  [['tensorflow.python.tpu.tpu'], 'Starting and stopping TPUs, and rewriting computations for them.'],
  [
    ['tensorflow.python.tpu.tpu_embedding_v2_utils'],
    'Where the optimizers and the configuration classes of the mid-level API are defined.',
    undefined,
    (
      'Any Callable ClipValueType CustomCombiner CustomOptimizer Dict Iterable List Optional RowIdInitializer Sequence ' +
      'SlotVarCreationFnType TableVariable TensorShape Text Tuple TypeVar Union abc array_ops core device_spec ' +
      'device_util dtypes get_list_of_hosts init_ops_v2 log_tpu_embedding_configuration logging math math_ops ops ' +
      'optimization_parameters_pb2 sharded_variable tf_export tf_variables tpu_embedding_configuration_pb2 tpu_ops ' +
      'tpu_strategy typing'
    ).split(' '),
  ],
  [
    ['tensorflow.python.tpu.tpu_embedding'],
    'The API of TensorFlow 1, which TensorFlow does not have any more.',
  ],
  [['tensorflow.python.tpu.feature_column'], 'Feature columns that look up on the embedding accelerator.'],
  [['tensorflow.python.tpu.feature_column_v2'], 'Feature columns that look up in TPU embedding tables.'],
  [['tensorflow.python.tpu.ops'], 'Where the Python functions of TPU ops are found.'],
  [
    ['tensorflow.python.tpu.ops.tpu_ops'],
    'Python functions for the TPU ops, which take positional arguments; some order them otherwise than the raw op.',
  ],
  [
    ['tensorflow.python.tpu.ops.gen_xla_ops'],
    'Functions generated for the SparseCore ops; they take positional arguments.',
  ],
  [
    ['tensorflow.python.ops.gen_tpu_ops'],
    'Functions generated for the TPU embedding ops; they take positional arguments.',
  ],
  [['tensorflow.core.protobuf.tpu'], 'The protobuf messages of TPU embedding, as Python modules.'],
  [
    ['tensorflow.core.protobuf.tpu.tpu_embedding_configuration_pb2'],
    'The messages of `tpu_embedding_configuration.proto`: tables, features and the TPU system.',
  ],
  [
    ['tensorflow.core.protobuf.tpu.optimization_parameters_pb2'],
    'The messages of `optimization_parameters.proto`: optimizers, learning rates and limits.',
  ],
  [
    ['google.protobuf.json_format'],
    'Reads and writes protobuf messages as JSON.',
    'https://googleapis.dev/python/protobuf/latest/google/protobuf/json_format.html',
  ],
  [
    ['google.protobuf.text_format'],
    'Reads and writes protobuf messages as text.',
    'https://googleapis.dev/python/protobuf/latest/google/protobuf/text_format.html',
  ],
];

/** Modules with a class of the API, and the other classes in them, of which a release may have more. */
const DEFINING: readonly (readonly [name: string, summary: string, others: string])[] = [
  ['tpu_embedding_v1', 'Where `TPUEmbeddingV0` is defined.', ''],
  ['tpu_embedding_v2', 'Where `TPUEmbedding` is defined.', 'TPUEmbeddingVariable TensorShape'],
  [
    'tpu_embedding_v3',
    'Where `TPUEmbeddingV2` and `SparseCoreEmbeddingConfig` are defined.',
    'EmbeddingPipeliningContext FeatureConfig PartitionedCsrFormatTensor QuantizationConfig TableConfig TableStacking ' +
      'TPUEmbeddingShardedSaveable TPUEmbeddingShardedVariable',
  ],
  ['tpu_embedding_for_serving', 'Where `TPUEmbeddingForServing` is defined.', ''],
];

/** The modules that are related to TPU embedding. */
export const moduleEntries = (): Entry[] => [
  ...MODULES.map((words) => moduleEntry(...words)),
  ...DEFINING.map(([name, summary, others]) => ({
    ...moduleEntry([`tensorflow.python.tpu.${name}`], summary),
    isNearlyComplete: true as const,
    otherNames: `Any Callable Dict Iterable List Optional Sequence Text Tuple Union ${others}`
      .trim()
      .split(' '),
  })),
];

/** Any other package or module that contains one of those, or a value. */
export const packageEntry = (name: string): Entry => ({
  ...moduleEntry([name], 'Contains parts of the TPU embedding API, or something used with it.'),
  foreign: true,
});

/** A module; `otherNames` if the catalogue has all its members but these. */
export function moduleEntry(
  qualifiedNames: readonly string[],
  summary: string,
  url?: string,
  otherNames?: readonly string[],
): Entry {
  const id = qualifiedNames[0]!;
  return {
    id,
    kind: 'module',
    name: lastPart(id),
    qualifiedNames,
    summary,
    doc: '',
    parameters: [],
    returns: '',
    group: 'module',
    library: libraryOf(id)!,
    ...(url && { url }),
    ...(otherNames && { isComplete: true, otherNames }),
  };
}
