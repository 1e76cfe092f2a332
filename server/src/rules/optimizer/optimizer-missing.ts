import { fieldOf } from '../../configuration/configuration';
import type { Rule } from '../rule';
import { insertField } from '../support/edits';
import { fix } from '../support/fixes';
import { hasUnknownFields, mayBeMisspelled, ownerSpan } from '../support/spans';
import { tableTitle } from '../support/wording';

export const optimizerMissing: Rule = {
  code: 'optimizer-missing',
  severity: 'error',
  concludesFromAbsence: true,
  summary: 'The table has no optimizer.',
  details:
    'Every table needs an optimizer, even for inference: without one TensorFlow cannot tell which slot ' +
    'variables the table has, and rejects the configuration when parameters are loaded or retrieved.',
  messages: {
    'No optimization algorithm specified': 'A table has no optimizer.',
    'No optimization algorithm specified for table {id} (named {name})': 'Table {name} has no optimizer.',
    'Optimization parameters not set': 'A table has no optimizer.',
  },
  bad: 'table_descriptor { optimization_parameters { learning_rate { constant: 0.01 } } }',
  good: 'table_descriptor { optimization_parameters { learning_rate { constant: 0.01 } adagrad {} } }',
  checkTable(table, report, { bound }) {
    const { optimization, message } = table;
    if (!optimization) {
      if (fieldOf(message, 'optimization_parameters')) return;
      if (mayBeMisspelled(table, 'optimization_parameters')) return;
      report({
        span: ownerSpan(table),
        message:
          `optimization_parameters is missing from ${tableTitle(table)}. Choose an optimizer: TensorFlow ` +
          'needs one even for inference.',
        fixes: () => [fix('Add optimization_parameters with Adagrad', insertField(bound, message, ADAGRAD))],
      });
      return;
    }
    if (optimization.choice || hasUnknownFields(optimization)) return;
    report({
      span: ownerSpan(optimization),
      message: 'No optimizer is chosen. Add one, such as adagrad {}: TensorFlow needs it even for inference.',
      fixes: () => [fix('Choose Adagrad', insertField(bound, optimization.message, 'adagrad {}'))],
    });
  },
};

const ADAGRAD = 'optimization_parameters { adagrad {} learning_rate { constant: 0.01 } }';
