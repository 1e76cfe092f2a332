import { fieldOf } from '../../configuration/configuration';
import type { Rule } from '../rule';
import { unsetting } from '../support/fixes';
import { fieldSpan, ownerSpan } from '../support/spans';

export const batchSizeWithFeatures: Rule = {
  code: 'batch-size-with-features',
  severity: 'error',
  summary: 'With features, batch_size_per_tensor_core must stay unset.',
  details:
    'A configuration describes its outputs either by tables or by features. Where there is a ' +
    '`feature_descriptor`, TensorFlow computes the batch size itself: it multiplies the sizes of each `input_shape` ' +
    'and takes the greatest common divisor of the products. It rejects a configuration that also sets the batch size ' +
    'when the TPU system is initialized.',
  messages: {
    'The batch_size_per_tensor_core field must NOT be populated when the feature_descriptor fields are filled in':
      'The configuration describes its features, and then `batch_size_per_tensor_core` must not be set.',
  },
  bad:
    'table_descriptor { name: "t" }\nfeature_descriptor { table_id: 0 input_shape: 128 }\n' +
    'batch_size_per_tensor_core: 128',
  good: 'table_descriptor { name: "t" }\nfeature_descriptor { table_id: 0 input_shape: 128 }',
  check(configuration, report) {
    const { batchSizePerTensorCore: size, bound, features, message } = configuration;
    if (!size || features.length === 0) return;
    report({
      span: fieldSpan(configuration, NAME),
      message:
        'batch_size_per_tensor_core must stay unset where feature_descriptor is used: TensorFlow works it out ' +
        'from input_shape. Remove it.',
      related: [{ span: ownerSpan(features[0]!), message: 'This is the first feature.' }],
      fixes: () => [unsetting(bound.tree, fieldOf(message, NAME)!.node)],
    });
  },
};

const NAME = 'batch_size_per_tensor_core';
