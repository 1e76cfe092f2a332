import { excerpt } from '../../basics/excerpt';
import type { Rule } from '../rule';
import { fix, LIKELY } from '../support/fixes';
import { constantRate } from '../support/learning-rate';
import { valueSpan, valueText } from '../support/spans';

export const learningRateNegative: Rule = {
  code: 'learning-rate-negative',
  severity: 'warning',
  summary: 'The learning rate is negative.',
  details:
    'A negative learning rate moves the weights in the wrong direction. TensorFlow accepts it, as ' +
    'it does any number.',
  bad: 'table_descriptor { optimization_parameters { adagrad {} learning_rate { constant: -0.05 } } }',
  good: 'table_descriptor { optimization_parameters { adagrad {} learning_rate { constant: 0.05 } } }',
  checkTable(table, report, configuration) {
    const rate = constantRate(table, configuration);
    if (!rate || !(rate.value < 0) || rate.value === -Infinity) return;
    const span = valueSpan(rate.field);
    const written = valueText(configuration, rate.field);
    const positive = written.replace(/^-\s*/, '');
    report({
      span,
      message: `The learning rate is ${excerpt(written)}, which makes the model worse with every step. Set a rate above 0.`,
      fixes: () => [fix(`Replace with ${excerpt(positive)}`, { span, newText: positive }, LIKELY)],
    });
  },
};
