import { excerpt } from '../../basics/excerpt';
import type { FindingRule } from '../rule';
import { fix, SAFE } from '../support/fixes';

export const missingColon: FindingRule = {
  code: 'missing-colon',
  severity: 'error',
  summary: 'A colon is missing between a field and its value.',
  details:
    'Only before a block (`{ … }`) may the colon be left out; a single value or a list of values needs it.',
  messages: {
    'Expected ":"': 'A colon is missing between a field and its value.',
  },
  bad: 'num_hosts 1',
  good: 'num_hosts: 1',
  explain: ({ detail, end }, source) => ({
    message: `A colon is missing after "${excerpt(detail)}".`,
    fixes: () => [fix('Insert ":"', { span: source.span(end, end), newText: ':' }, SAFE)],
  }),
};
