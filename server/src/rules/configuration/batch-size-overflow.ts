import { featureBatchSize } from '../../configuration/derive';
import type { Rule } from '../rule';
import { fieldSpan } from '../support/spans';

export const batchSizeOverflow: Rule = {
  code: 'batch-size-overflow',
  severity: 'warning',
  summary: 'The lookups of a step do not fit a 32-bit integer.',
  details:
    'TensorFlow multiplies the sizes of an `input_shape`, or `batch_size_per_tensor_core` by ' +
    '`num_features`, as 32-bit integers. A product of 2147483648 or more overflows silently.',
  bad: 'table_descriptor { name: "t" }\nfeature_descriptor { table_id: 0 input_shape: [ 65536, 65536 ] }',
  good: 'table_descriptor { name: "t" }\nfeature_descriptor { table_id: 0 input_shape: [ 65536, 20 ] }',
  check({ batchSizePerTensorCore: batchSize, features, tables }, report) {
    for (const feature of features) {
      const size = featureBatchSize(feature);
      if (size === undefined || size <= MAX) continue;
      report({
        span: fieldSpan(feature, 'input_shape'),
        message:
          `The sizes of input_shape multiply to ${size}, more than TensorFlow's 32-bit product can hold, ` +
          `${MAX}.`,
      });
    }
    if (features.length > 0 || batchSize === undefined || batchSize <= 0) return;
    for (const table of tables) {
      if (table.numFeatures === undefined || table.numFeatures * batchSize <= MAX) continue;
      report({
        span: fieldSpan(table, 'num_features'),
        message:
          `batch_size_per_tensor_core × num_features is ${table.numFeatures * batchSize}, more than ` +
          `TensorFlow's 32-bit product can hold, ${MAX}.`,
      });
    }
  },
};

const MAX = 2 ** 31 - 1;
