import type { FindingRule } from '../rule';
import { insertion, SAFE } from '../support/fixes';

export const missingComma: FindingRule = {
  code: 'missing-comma',
  severity: 'error',
  summary: 'A comma is missing between two values of a list.',
  details:
    'The values of a list are separated by commas, whatever they are; every parser stops where one is missing.',
  messages: {
    'Expected ","': 'A comma is missing between two values of a list.',
  },
  bad: 'feature_descriptor { input_shape: [16 4] }',
  good: 'feature_descriptor { input_shape: [16, 4] }',
  explain: ({ related }, source) => ({
    message: 'A comma is missing before this value of the list.',
    fixes: () => [insertion(source, related!, ',', SAFE)],
  }),
};
