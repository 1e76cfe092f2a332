import { fieldOf } from '../../configuration/configuration';
import type { Rule } from '../rule';
import { fieldSpan, mayBeMisspelled } from '../support/spans';
import { isTableStyle } from '../support/table-or-feature';

export const batchSizeRequired: Rule = {
  code: 'batch-size-required',
  severity: 'error',
  concludesFromAbsence: true,
  ofConfiguration: true,
  failsOnReceive: 'below-zero',
  summary: 'Without features, batch_size_per_tensor_core must be positive.',
  details:
    'A configuration without `feature_descriptor` gets its output shapes from the tables: ' +
    '`batch_size_per_tensor_core × num_features` rows each. TensorFlow rejects it when the TPU system is ' +
    'initialized if the batch size is missing, zero or negative.',
  messages: {
    'Invalid batch_size_per_tensor_core: {n} found in the TPU embedding configuration':
      'The configuration has no features, so `batch_size_per_tensor_core` must be above 0; it is {n}.',
  },
  bad: 'table_descriptor { name: "t" num_features: 1 }\nmode: TRAINING',
  good: 'table_descriptor { name: "t" num_features: 1 }\nmode: TRAINING\nbatch_size_per_tensor_core: 128',
  check(configuration, report) {
    const { batchSizePerTensorCore: size, message } = configuration;
    if (size === undefined || size > 0 || !isTableStyle(configuration)) return;
    if (mayBeMisspelled(configuration, NAME)) return;
    report({
      span: fieldSpan(configuration, NAME),
      message: fieldOf(message, NAME)
        ? `batch_size_per_tensor_core is ${size}, but without a feature_descriptor it must be at least 1.`
        : 'batch_size_per_tensor_core is missing. Set it to the samples per TensorCore and step, or ' +
          'describe the features with feature_descriptor.',
    });
  },
};

const NAME = 'batch_size_per_tensor_core';
