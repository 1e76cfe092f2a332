import { fieldOf } from '../../configuration/configuration';
import type { Rule } from '../rule';
import { fix, LIKELY } from '../support/fixes';
import { valueSpan } from '../support/spans';

export const frequencyEstimatorDimension: Rule = {
  code: 'frequency-estimator-dimension',
  severity: 'warning',
  summary: "A frequency estimator's table is wider than 1.",
  details:
    'The table of a `frequency_estimator` holds one number for each id: the estimated steps between two of ' +
    'its lookups. Its `dimension` must be 1.',
  bad:
    'table_descriptor { dimension: 8 optimization_parameters {\n' +
    '  frequency_estimator { tau: 0.1 max_delta: 10000 outlier_threshold: 10 }\n' +
    '  learning_rate { dynamic { tag: 0 } }\n} }',
  good:
    'table_descriptor { dimension: 1 optimization_parameters {\n' +
    '  frequency_estimator { tau: 0.1 max_delta: 10000 outlier_threshold: 10 }\n' +
    '  learning_rate { dynamic { tag: 0 } }\n} }',
  checkTable({ dimension, message, optimization }, report) {
    if (optimization?.algorithm?.name !== 'frequency_estimator') return;
    if (dimension === undefined || dimension <= 1) return;
    const span = valueSpan(fieldOf(message, 'dimension')!);
    report({
      span,
      message: `dimension is ${dimension}, but frequency_estimator keeps one number for each id. Set it to 1.`,
      fixes: () => [fix('Replace with 1', { span, newText: '1' }, LIKELY)],
    });
  },
};
