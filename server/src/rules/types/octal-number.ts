import { excerpt } from '../../basics/excerpt';
import { integerValue } from '../../textproto/literals';
import type { FindingRule } from '../rule';
import { LIKELY, replacement } from '../support/fixes';

export const octalNumber: FindingRule = {
  code: 'octal-number',
  severity: 'warning',
  summary: 'A leading zero makes a number octal.',
  details:
    'C++ and Python both read an integer that begins with a zero in base 8, so `010` is 8. Few people mean that. ' +
    'Write the value in base 10, or remove the zero.',
  bad: 'num_hosts: 010',
  good: 'num_hosts: 8',
  explain: ({ detail, start, end }, source) => {
    const [, sign = '', digits = ''] = /^(-?)[\s\S]*?(\d+)$/.exec(detail)!;
    const value = `${sign}${integerValue(digits)}`;
    const decimal = `${sign}${digits.replace(/^0+/, '')}`;
    return {
      message: `The leading zero makes ${excerpt(detail)} octal: it is ${value}. Write ${value}, or ${excerpt(decimal)} if that is meant.`,
      fixes: () => [replacement(source, start, end, value, LIKELY), replacement(source, start, end, decimal)],
    };
  },
};
