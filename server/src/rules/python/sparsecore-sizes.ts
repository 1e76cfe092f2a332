import { rangeOf } from '../../basics/range';
import { argumentValue } from '../../dataflow/calls/argument-values';
import { numberOf } from '../../dataflow/calls/known-values';
import { type ApiCall, argumentOf } from '../../dataflow/calls/python-file';
import type { CallRule } from './call-rule';
import { calleeRange } from './support/binding';

export const sparsecoreSizes: CallRule = {
  code: 'sparsecore-sizes',
  severity: 'warning',
  summary: 'Sizes given to a SparseCore op do not fit together.',
  details:
    'The SparseCores of a chip share its samples evenly, their number over all replicas is a power of two, and ' +
    'the buffer for ids is a multiple of 8. The op is built with any numbers, and fails when it runs.',
  messages: {
    'is not consistent with the value discovered from the topology':
      '`num_sparsecores_per_device` is not the number of SparseCores of this TPU: leave it out, or give -1.',
    'num_sparsecores_per_device must be a power of two, but got':
      'The number of SparseCores of a chip is unknown or no power of 2.',
    'Expected num_physical_replica to be a power of two': 'Chips times SparseCores of each is no power of 2.',
    'which is not divisible by the xla_pad_size':
      '`max_ids_per_chip_per_sample` times the samples of a chip is no multiple of 8.',
    'Sorted row ids list size is not equal to the num sc per chip':
      'A SparseCore op does not get one list of ids for each SparseCore of a chip.',
    'Total number of SparseCores ({n}) must be a power of 2':
      'The chips have {n} SparseCores together, and their number must be a power of 2.',
    'is not divisible by the number of sparsecores per chip':
      'The samples of a chip cannot be shared evenly by its SparseCores.',
    'has to be multiply of num_sc_per_chip':
      'The samples of a chip cannot be shared evenly by its SparseCores.',
    'global_device_count must be greater than or equal to local_device_count':
      'This process has more chips than the whole job.',
    'The input batch size must be divisible by the number of feature slices per device':
      'The batch of a feature cannot be shared evenly by the chips of the job.',
    'is not a power of two': 'A number of SparseCores or shards is no power of 2.',
  },
  bad: `import tensorflow as tf

tf.raw_ops.StoreMinibatchStatisticsInFdo(
    program_key='key', max_ids=ids, max_uniques=uniques, sample_count=30, num_replica=1, feature_width=8,
    num_sc_per_chip=4, table_name='items', mini_batch_splits='')`,
  good: `import tensorflow as tf

tf.raw_ops.StoreMinibatchStatisticsInFdo(
    program_key='key', max_ids=ids, max_uniques=uniques, sample_count=32, num_replica=1, feature_width=8,
    num_sc_per_chip=4, table_name='items', mini_batch_splits='')`,
  checkCall(call, _file, report) {
    if (call.entry.op === undefined || call.entry.group !== 'sparsecore-input') return;
    for (const { ops, parameters, isRight, message } of CHECKS) {
      if (!ops.test(call.entry.op.name)) continue;
      const sizes = parameters.map((parameter) => sizeOf(call, parameter));
      if (!sizes.every((size) => size !== undefined && size >= 1) || isRight(sizes as number[])) continue;
      const [first] = parameters;
      report({
        ...rangeOf(argumentOf(call, first!) ?? calleeRange(call)),
        message: message(sizes as number[]),
      });
    }
  },
};

interface Check {
  readonly ops: RegExp;
  readonly parameters: readonly string[];
  readonly isRight: (sizes: readonly number[]) => boolean;
  readonly message: (sizes: readonly number[]) => string;
}

const product = (sizes: readonly number[]) => sizes.reduce((a, b) => a * b, 1);

const CHECKS: readonly Check[] = [
  {
    ops: /^(?:GetMinibatch|StoreMinibatchStatistics)/,
    parameters: ['sample_count', 'num_sc_per_chip'],
    isRight: ([samples, cores]) => samples! % cores! === 0,
    message: ([samples, cores]) =>
      `${samples} samples cannot be shared evenly by ${cores} SparseCores. Make \`sample_count\` a multiple of \`num_sc_per_chip\`.`,
  },
  {
    ops: /^(?:SortListOf|GetStatsFrom)/,
    parameters: ['num_replica', 'num_sc_per_chip'],
    isRight: (sizes) => Number.isInteger(Math.log2(product(sizes))),
    message: (sizes) =>
      `\`num_replica\` times \`num_sc_per_chip\` is ${product(sizes)}, but must be a power of two.`,
  },
  {
    ops: /^ConvertToSparseCoreCsrWrappedCooTensor$/,
    parameters: ['max_ids_per_chip_per_sample', 'sample_count_per_sc', 'sorted_row_ids_list'],
    isRight: (sizes) => product(sizes) % 8 === 0,
    message: (sizes) =>
      `The buffer of the chip holds ${product(sizes)} ids, but must hold a multiple of 8: \`max_ids_per_chip_per_sample\` for each of its samples.`,
  },
];

/** A number, or the length of a list. */
function sizeOf(call: ApiCall, parameter: string): number | undefined {
  const value = argumentValue(call, parameter);
  if (value.kind === 'list' || value.kind === 'tuple') return value.length;
  const size = numberOf(value);
  return size === undefined ? undefined : Math.trunc(size);
}
