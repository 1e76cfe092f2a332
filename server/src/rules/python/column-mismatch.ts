import { rangeOf } from '../../basics/range';
import { argumentValue } from '../../dataflow/calls/argument-values';
import { truth, worthOf } from '../../dataflow/calls/known-values';
import { type ApiCall, argumentOf } from '../../dataflow/calls/python-file';
import type { Inferred } from '../../dataflow/calls/types';
import type * as python from '../../python/tree';
import type { CallReport, CallRule } from './call-rule';

const SEQUENCE = 'SequenceCategoricalColumn';
const PLAIN = 'CategoricalColumn';

export const columnMismatch: CallRule = {
  code: 'column-mismatch',
  severity: 'error',
  summary: 'Options of a TPU embedding column do not fit its ids or each other.',
  details:
    'A sequence column has a length above 0, any other column has 0. Columns that share a table must have the same number ' +
    'of buckets. Lookups on the TensorCore need a `tensor_core_shape`, and take no sequences. TensorFlow raises `ValueError`.',
  messages: {
    'Non zero max_seq_length={n} specified for non sequence column {name}':
      'A length is given for ids of column {name}, which is no sequence.',
    'max_sequence_length must be greater than 0 for sequence columns':
      'The column is a sequence and has no length: `max_sequence_length` must be above 0.',
    'Using embedding_lookup_device=tpu_tensor_core requires tensor_core_shape to be set':
      'Lookups on the TensorCore need the fixed shape of their ids: `tensor_core_shape`.',
    'embedding_lookup_device=tpu_tensor_core currently does not support sequence columns':
      'Sequences cannot be looked up on the TensorCore.',
    'all categorical_columns must have the same number of buckets':
      'Columns that share a table have different numbers of buckets, and a table has one number of rows.',
  },
  bad: `import tensorflow as tf

ids = tf.feature_column.sequence_categorical_column_with_identity('ids', 1000)
tf.compat.v1.tpu.experimental.embedding_column(ids, dimension=16)`,
  good: `import tensorflow as tf

ids = tf.feature_column.sequence_categorical_column_with_identity('ids', 1000)
tf.compat.v1.tpu.experimental.embedding_column(ids, dimension=16, max_sequence_length=20)`,
  checkCall(call, _file, report) {
    if (call.entry.group !== 'feature-column') return;
    const columns = columnsOf(call);
    checkLengths(call, columns, report);
    checkBuckets(call, columns, report);
    checkDevice(call, columns, report);
  },
};

type Columns = readonly python.Expression[] | undefined;
type Check = (call: ApiCall, columns: Columns, report: CallReport) => void;

/** The columns of a call, if each of them is known. */
function columnsOf(call: ApiCall): Columns {
  const single = argumentOf(call, 'categorical_column');
  if (single) return [single];
  const value = argumentValue(call, 'categorical_columns');
  return value.kind === 'list' || value.kind === 'tuple' ? value.elements : undefined;
}

const classOf = ({ typeOf }: ApiCall, column: python.Expression): string | undefined => {
  const value = typeOf(column);
  return value.kind === 'object' ? value.name : undefined;
};

const checkLengths: Check = (call, columns, report) => {
  const single = argumentOf(call, 'max_sequence_length');
  const several = argumentValue(call, 'max_sequence_lengths');
  const lengths = several.kind === 'list' || several.kind === 'tuple' ? several.elements : undefined;
  for (const [i, column] of (columns ?? []).entries()) {
    const expression = single ?? lengths?.[i];
    const value: Inferred = expression
      ? call.typeOf(expression)
      : call.binding.open ||
          (several.kind !== 'none' && several.kind !== 'unknown') ||
          argumentOf(call, 'max_sequence_lengths')
        ? { kind: 'unknown' }
        : { kind: 'int', value: 0n };
    const length = worthOf(value);
    if (length === undefined) continue;
    const place = rangeOf(expression ?? column);
    switch (classOf(call, column)) {
      case SEQUENCE:
        if (!(length > 0))
          report({
            ...place,
            message: 'A sequence column needs a length above 0. Give the most ids that a sample may have.',
          });
        break;
      case PLAIN:
        if (length !== 0)
          report({
            ...place,
            message: 'Only sequence columns have a length. Give 0, or use a `sequence_…` column.',
          });
        break;
    }
  }
};

const checkBuckets: Check = ({ typeOf }, columns, report) => {
  let first: { count: number; column: python.Expression } | undefined;
  for (const column of columns ?? []) {
    const value = typeOf(column);
    const count = value.kind === 'object' ? value.buckets : undefined;
    if (count === undefined) continue;
    first ??= { count, column };
    if (count === first.count) continue;
    report({
      ...rangeOf(column),
      message: `Columns that share a table must have the same number of buckets, but this one has ${count} and another ${first.count}.`,
      related: [{ ...rangeOf(first.column), message: `This has ${first.count}.` }],
    });
    return;
  }
};

const checkDevice: Check = (call, columns, report) => {
  const device = argumentOf(call, 'embedding_lookup_device');
  const value = argumentValue(call, 'embedding_lookup_device');
  if (!device || value.kind !== 'str' || value.value !== 'tpu_tensor_core') return;
  const place = rangeOf(device);
  if (truth(argumentValue(call, 'tensor_core_shape')) === false)
    report({
      ...place,
      message:
        'Lookups on the TensorCore need a `tensor_core_shape`: the batch size and the most ids of a sample.',
    });
  else if (columns?.some((column) => classOf(call, column) === SEQUENCE))
    report({
      ...place,
      message: "Lookups on the TensorCore take no sequence columns. Use `'tpu_embedding_core'`.",
    });
};
