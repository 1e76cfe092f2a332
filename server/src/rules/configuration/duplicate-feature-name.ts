import { excerpt } from '../../basics/excerpt';
import type { Rule } from '../rule';
import { sharingNames } from '../support/sharing-names';
import { fieldSpan } from '../support/spans';

export const duplicateFeatureName: Rule = {
  code: 'duplicate-feature-name',
  severity: 'information',
  summary: 'Two features have the same name.',
  details:
    "A feature's `name` is a label for people and logs, and nothing checks it. The same label twice is " +
    'often a copy that somebody forgot to change.',
  bad:
    'table_descriptor { name: "t" }\nfeature_descriptor { name: "clicked" table_id: 0 input_shape: 128 }\n' +
    'feature_descriptor { name: "clicked" table_id: 0 input_shape: 128 }',
  good:
    'table_descriptor { name: "t" }\nfeature_descriptor { name: "clicked" table_id: 0 input_shape: 128 }\n' +
    'feature_descriptor { name: "bought" table_id: 0 input_shape: 128 }',
  check({ features }, report) {
    for (const [feature, first] of sharingNames(features)) {
      report({
        span: fieldSpan(feature, 'name'),
        message:
          `Feature ${first.index} is called "${excerpt(first.name!)}" too. Nothing fails, but logs cannot tell ` +
          'them apart.',
        related: [{ span: fieldSpan(first, 'name'), message: `Feature ${first.index} has the name first.` }],
      });
    }
  },
};
