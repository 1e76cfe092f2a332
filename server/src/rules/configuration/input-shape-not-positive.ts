import { spanOf } from '../../textproto/tree';
import type { Rule } from '../rule';

export const inputShapeNotPositive: Rule = {
  code: 'input-shape-not-positive',
  severity: 'error',
  failsOnReceive: 'below-zero',
  summary: 'A size in input_shape is zero or negative.',
  details:
    'Every size of an `input_shape` must be at least 1; an unknown size, -1, is not allowed either. ' +
    'TensorFlow rejects others when the TPU system is initialized.',
  messages: {
    'The input_shape dimension sizes must all be >0 in feature_descriptor: {feature}, found dimension size set to {n}':
      'A size of `input_shape` is {n}, and must be at least 1.',
  },
  bad: 'table_descriptor { name: "t" }\nfeature_descriptor { table_id: 0 input_shape: [ -1, 20 ] }',
  good: 'table_descriptor { name: "t" }\nfeature_descriptor { table_id: 0 input_shape: [ 128, 20 ] }',
  check({ features }, report) {
    for (const feature of features) {
      for (const field of feature.message.fields) {
        if (field.type.name !== 'input_shape') continue;
        for (const { node, value } of field.values) {
          if (typeof value !== 'number' || value > 0) continue;
          report({
            span: spanOf(node),
            message: `A size of input_shape is ${value}, but each must be at least 1.`,
          });
        }
      }
    }
  },
};
