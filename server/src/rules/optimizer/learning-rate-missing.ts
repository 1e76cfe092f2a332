import { childMessage, fieldOf } from '../../configuration/configuration';
import type { Rule } from '../rule';
import { insertField } from '../support/edits';
import { fix } from '../support/fixes';
import { learner } from '../support/learning-rate';
import { mayBeMisspelled, ownerSpan, valueSpan } from '../support/spans';

export const learningRateMissing: Rule = {
  code: 'learning-rate-missing',
  severity: 'warning',
  concludesFromAbsence: true,
  summary: 'The table has no learning rate, so it does not learn.',
  details:
    'TensorFlow accepts a table without `learning_rate` and trains it with a rate of zero: nothing fails, ' +
    'and nothing is learned. Give it a constant rate or a dynamic one. In `INFERENCE` mode none is needed.',
  bad: 'table_descriptor { optimization_parameters { adagrad {} } }',
  good: 'table_descriptor { optimization_parameters { adagrad {} learning_rate { constant: 0.05 } } }',
  checkTable(table, report, configuration) {
    const optimization = learner(table, configuration);
    if (!optimization) return;
    const { message } = optimization;
    const field = fieldOf(message, 'learning_rate');
    if (!field) {
      if (mayBeMisspelled(optimization, 'learning_rate')) return;
      report({
        span: ownerSpan(optimization),
        message: 'No learning rate is set, so this table does not learn. Add learning_rate { constant: … }.',
        fixes: () => [
          fix(
            'Add learning_rate { constant: 0.01 }',
            insertField(configuration.bound, message, 'learning_rate { constant: 0.01 }'),
          ),
        ],
      });
      return;
    }
    const rate = childMessage(message, 'learning_rate');
    if (rate?.node?.fields.length !== 0) return;
    report({
      span: valueSpan(field),
      message: 'learning_rate is empty, so this table does not learn. Set constant, or dynamic with a tag.',
      fixes: () => [fix('Set constant: 0.01', insertField(configuration.bound, rate, 'constant: 0.01'))],
    });
  },
};
