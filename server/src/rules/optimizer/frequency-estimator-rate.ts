import { childMessage, fieldOf } from '../../configuration/configuration';
import type { Rule } from '../rule';
import { mayBeMisspelled, ownerSpan, valueSpan } from '../support/spans';

export const frequencyEstimatorRate: Rule = {
  code: 'frequency-estimator-rate',
  severity: 'warning',
  concludesFromAbsence: true,
  summary: 'A frequency estimator does not get the global step.',
  details:
    '`frequency_estimator` measures the steps between two lookups of an id, and gets the global step in ' +
    'place of a dynamic learning rate. With a constant rate, or none, every gap is the same.',
  bad:
    'table_descriptor { dimension: 1 optimization_parameters {\n' +
    '  frequency_estimator { tau: 0.1 max_delta: 10000 outlier_threshold: 10 }\n' +
    '  learning_rate { constant: 0.01 }\n} }',
  good:
    'table_descriptor { dimension: 1 optimization_parameters {\n' +
    '  frequency_estimator { tau: 0.1 max_delta: 10000 outlier_threshold: 10 }\n' +
    '  learning_rate { dynamic { tag: 0 } }\n} }',
  checkTable({ optimization }, report) {
    if (optimization?.algorithm?.name !== 'frequency_estimator') return;
    const field = fieldOf(optimization.message, 'learning_rate');
    const rate = childMessage(optimization.message, 'learning_rate');
    if (field && (!rate || fieldOf(rate, 'dynamic') || mayBeMisspelled({ message: rate }, 'dynamic'))) return;
    if (mayBeMisspelled(optimization, 'learning_rate')) return;
    report({
      span: field ? valueSpan(field) : ownerSpan(optimization),
      message:
        'frequency_estimator needs the global step as a dynamic learning rate. Use learning_rate { dynamic ' +
        '{ tag: … } } and send the step.',
    });
  },
};
