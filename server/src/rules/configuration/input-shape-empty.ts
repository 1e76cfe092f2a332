import { fieldOf } from '../../configuration/configuration';
import type { Rule } from '../rule';
import { fieldSpan, mayBeMisspelled } from '../support/spans';

export const inputShapeEmpty: Rule = {
  code: 'input-shape-empty',
  severity: 'error',
  concludesFromAbsence: true,
  summary: 'A feature has no input_shape.',
  details:
    "`input_shape` is the shape of a feature on one TensorCore, without the table's `dimension`: `[128]` " +
    'is a plain feature of 128 samples, `[128, 20]` a sequence of length 20. TensorFlow rejects a feature ' +
    'without it when the TPU system is initialized.',
  messages: {
    'The input_shape field cannot be empty in feature_descriptor': 'A feature has no `input_shape`.',
  },
  bad: 'table_descriptor { name: "t" }\nfeature_descriptor { table_id: 0 }',
  good: 'table_descriptor { name: "t" }\nfeature_descriptor { table_id: 0 input_shape: [ 128, 20 ] }',
  check({ features }, report) {
    for (const feature of features) {
      if (feature.inputShape.length > 0 || mayBeMisspelled(feature, 'input_shape')) continue;
      const field = fieldOf(feature.message, 'input_shape');
      if (field && !field.node.value) continue;
      report({
        span: fieldSpan(feature, 'input_shape'),
        message:
          `input_shape is ${field ? 'empty' : 'missing'}. Set it to the shape of the feature on one ` +
          'TensorCore, such as input_shape: 128.',
      });
    }
  },
};
