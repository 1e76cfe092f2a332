import { booleanOf } from '../../configuration/configuration';
import type { Rule } from '../rule';
import { constantRate } from '../support/learning-rate';
import { valueSpan } from '../support/spans';

export const learningRateZero: Rule = {
  code: 'learning-rate-zero',
  severity: 'warning',
  summary: 'The learning rate is 0, so the table does not learn.',
  details:
    'TensorFlow accepts a learning rate of 0: nothing fails, and nothing is learned. `ftrl` even divides ' +
    'by it, unless `multiply_linear_by_lr` is set. Silence the rule where a table is meant to stay as it ' +
    'is; in `INFERENCE` mode it is silent.',
  bad: 'table_descriptor { optimization_parameters { adagrad {} learning_rate { constant: 0 } } }',
  good: 'table_descriptor { optimization_parameters { adagrad {} learning_rate { constant: 0.05 } } }',
  checkTable(table, report, configuration) {
    const rate = constantRate(table, configuration);
    if (rate?.value !== 0) return;
    const { message, field } = table.optimization!.choice!;
    const divides = field.type.name === 'ftrl' && message && !booleanOf(message, 'multiply_linear_by_lr');
    report({
      span: valueSpan(rate.field),
      message: divides
        ? 'The learning rate is 0, and ftrl divides by it. Set a rate above 0.'
        : 'The learning rate is 0, so this table does not learn. Set a rate above 0.',
    });
  },
};
