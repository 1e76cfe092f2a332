import type { FindingRule } from '../rule';
import { removal, SAFE } from '../support/fixes';

export const trailingComma: FindingRule = {
  code: 'trailing-comma',
  severity: 'error',
  summary: 'A comma follows the last value of a list.',
  details:
    'Commas separate the values of a list, and every parser expects another value after one. ' +
    'After a field, outside the brackets, a comma is allowed.',
  messages: {
    "Couldn't parse integer: ]": 'A list ends in a comma.',
    'Expected integer, got: ]': 'A list ends in a comma.',
  },
  bad: 'feature_descriptor { input_shape: [16, 4,] }',
  good: 'feature_descriptor { input_shape: [16, 4] }',
  explain: ({ start, end }, source) => ({
    message: 'No comma may follow the last value of a list. Remove it.',
    fixes: () => [removal(source, start, end, SAFE)],
  }),
};
