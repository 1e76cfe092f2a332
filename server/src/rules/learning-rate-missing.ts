import { childMessage, fieldOf } from '../config/configuration';
import { nameSpan } from '../textproto/tree';
import type { Rule } from './rule';

/** These change the parameters without a learning rate. */
const WITHOUT_RATE = new Set(['assign', 'frequency_estimator', 'user_defined_program']);

export const learningRateMissing: Rule = {
  code: 'learning-rate-missing',
  group: 'optimizer',
  severity: 'warning',
  summary: 'The table has no learning rate, so it does not learn.',
  details:
    'TensorFlow accepts a table without `learning_rate` and trains it with a rate of zero: nothing fails, and nothing ' +
    'is learned. Give it a constant rate or a dynamic one. (D-88)',
  bad: 'optimization_parameters { adagrad {} }',
  good: 'optimization_parameters { adagrad {} learning_rate { constant: 0.05 } }',
  *checkTable({ optimization }) {
    if (!optimization?.choice || WITHOUT_RATE.has(optimization.choice.field.type.name)) return;
    const field = fieldOf(optimization.message, 'learning_rate');
    if (field) {
      const rate = childMessage(optimization.message, 'learning_rate');
      if (rate?.node?.fields.length !== 0) return;
    }
    yield {
      span: nameSpan((field ?? optimization.field).node),
      message: 'No learning rate is set, so this table does not learn. Add learning_rate { constant: … }.',
    };
  },
};
