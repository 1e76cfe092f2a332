import { fieldOf } from '../../configuration/configuration';
import type { Rule } from '../rule';
import { unsetting } from '../support/fixes';
import { fieldSpan, ownerSpan } from '../support/spans';

export const numFeaturesWithFeatures: Rule = {
  code: 'num-features-with-features',
  severity: 'error',
  summary: "With features, a table's num_features must stay unset.",
  details:
    'A configuration describes its outputs either by tables or by features. Where there is a ' +
    '`feature_descriptor`, TensorFlow counts the features of each table itself, and rejects a ' +
    'configuration that sets `num_features` as well when the TPU system is initialized.',
  messages: {
    'The TableDescriptor.num_features field must NOT be populated when the feature_descriptor fields are filled in':
      'The configuration describes its features, and then `num_features` of tables must not be set.',
  },
  bad: 'table_descriptor { name: "t" num_features: 1 }\nfeature_descriptor { table_id: 0 input_shape: 128 }',
  good: 'table_descriptor { name: "t" }\nfeature_descriptor { table_id: 0 input_shape: 128 }',
  checkTable(table, report, { bound, features }) {
    if (!table.numFeatures || features.length === 0) return;
    report({
      span: fieldSpan(table, 'num_features'),
      message:
        'num_features must stay unset where feature_descriptor is used: TensorFlow counts the features of each ' +
        'table itself. Remove it.',
      related: [{ span: ownerSpan(features[0]!), message: 'This is the first feature.' }],
      fixes: () => [unsetting(bound.tree, fieldOf(table.message, 'num_features')!.node)],
    });
  },
};
