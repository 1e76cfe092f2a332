import { fieldOf } from '../config/configuration';
import { nameSpan, spanOf } from '../textproto/tree';
import { startOfText } from './places';
import type { Rule } from './rule';

export const batchSizeRequired: Rule = {
  code: 'batch-size-required',
  group: 'configuration',
  severity: 'error',
  summary: 'Without features, batch_size_per_tensor_core must be positive.',
  details:
    'A configuration without `feature_descriptor` gets its output shapes from the tables: ' +
    '`batch_size_per_tensor_core × num_features` rows each. TensorFlow rejects it when the TPU system is initialized ' +
    'if the batch size is missing, zero or negative. (CFG-01, D-70)',
  bad: 'table_descriptor { … num_features: 1 }\nmode: TRAINING',
  good: 'table_descriptor { … num_features: 1 }\nmode: TRAINING\nbatch_size_per_tensor_core: 128',
  *check(configuration) {
    const { batchSizePerTensorCore: size, features, message } = configuration;
    if (features.length > 0 || size === undefined || size > 0) return;
    const field = fieldOf(message, 'batch_size_per_tensor_core');
    if (field) {
      yield {
        span: spanOf(field.values.at(-1)?.node ?? field.node),
        message: `batch_size_per_tensor_core is ${size}, but without a feature_descriptor it must be at least 1.`,
      };
      return;
    }
    const anchor = configuration.tables[0];
    yield {
      span: anchor ? nameSpan(anchor.field.node) : startOfText(configuration),
      message:
        'batch_size_per_tensor_core is missing. Set it to the samples per TensorCore and step, or describe the ' +
        'features with feature_descriptor.',
    };
  },
};
