import { fieldOf } from '../../configuration/configuration';
import type { Rule } from '../rule';
import { fieldSpan, mayBeMisspelled } from '../support/spans';
import { tableTitle } from '../support/wording';

export const dimensionNotPositive: Rule = {
  code: 'dimension-not-positive',
  severity: 'warning',
  concludesFromAbsence: true,
  appliesToBuilt: true,
  summary: 'The dimension of the embedding vectors is not positive.',
  details:
    '`dimension` is the length of an embedding vector. TensorFlow accepts 0 or a missing value, and then ' +
    'activations have width 0. It takes -1 for an unknown width.',
  bad: 'table_descriptor { name: "t" vocabulary_size: 1000 }',
  good: 'table_descriptor { name: "t" vocabulary_size: 1000 dimension: 64 }',
  checkTable(table, report) {
    const { dimension, message } = table;
    if (dimension === undefined || dimension > 0 || dimension < -1) return;
    if (mayBeMisspelled(table, 'dimension')) return;
    report({
      span: fieldSpan(table, 'dimension'),
      message: fieldOf(message, 'dimension')
        ? `dimension is ${dimension}, but it is the length of an embedding vector, such as 64.`
        : `dimension is missing from ${tableTitle(table)}. Set it to the length of an embedding vector, ` +
          'such as 64.',
    });
  },
};
