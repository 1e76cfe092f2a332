// Where the figures of a plan come from, one sentence each.
import type { Plan } from './plan';
import type { Slice } from './slices';
import { isOfLibrary } from './tables';

const TENSORFLOW = 'https://github.com/tensorflow/tensorflow/blob/v2.21.0/tensorflow/core/';

const V1: readonly string[] = [
  `Rows are padded to 8 floats, narrow ones packed where that is asked for: ${TENSORFLOW}protobuf/tpu/optimization_parameters.proto`,
  `Each host owns a part of the rows, by the sharding strategy: ${TENSORFLOW}protobuf/tpu/tpu_embedding_configuration.proto`,
  `Slot variables and accumulated gradients have the table's shape: ${TENSORFLOW}tpu/tpu_embedding_optimization_parameters_utils.cc`,
];

const V2: readonly string[] = [
  `Rows are padded to 8 floats, tables to 8 rows a SparseCore, and stacked: ${TENSORFLOW}tpu/kernels/sparse_core_layout.cc`,
  'Slot variables have the shape of their table; gradients are not accumulated: tensorflow/python/tpu/tpu_embedding_v3.py',
];

const JAX = 'https://github.com/jax-ml/jax-tpu-embedding/blob/main/jax_tpu_embedding/sparsecore/lib/';

const LIBRARY: readonly string[] = [
  `Widths are padded to 8 floats, tables to 8 rows a SparseCore, and stacked: ${JAX}nn/table_stacking.py`,
  `Buffers hold the ids that the limits allow, 12 bytes each, and row pointers of 4 bytes: ${JAX}core/input_preprocessing_util.cc`,
];

export const sourcesOf = (
  slice: Slice | undefined,
  sparseCoreTrainer: string | undefined,
): readonly string[] => [
  ...(isOfLibrary(sparseCoreTrainer) ? LIBRARY : slice?.generation.accelerator === 'V2' ? V2 : V1),
  ...(slice?.generation.sources ?? []),
];

/** What the figures leave out. */
export const notCounted = (plan: Pick<Plan, 'perDevice'>): string =>
  plan.perDevice?.bufferBytes === undefined
    ? 'Only tables and their slot variables are counted: the model, activations and buffers need room as well.'
    : 'Only tables, their slot variables and the buffers for one step without minibatching are counted: the model, activations and \
whatever is prepared ahead need room as well.';
