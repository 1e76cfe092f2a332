import type { FindingRule } from '../rule';
import { fix, SAFE } from '../support/fixes';

export const byteOrderMark: FindingRule = {
  code: 'byte-order-mark',
  severity: 'error',
  summary: 'The file begins with a byte order mark.',
  details:
    'Some editors put the invisible character U+FEFF before UTF-8 text. Text format does not know it: the C++ and the ' +
    'Python parser both stop at the first character of the file. Save the file as UTF-8 without a byte order mark.',
  messages: {
    'Expected identifier or number, got .':
      'The file begins with a byte order mark, which editors do not show. Save it as UTF-8 without one.',
    'Interpreting non ascii codepoint 239':
      'The file begins with a byte order mark, which editors do not show. Save it as UTF-8 without one.',
  },
  bad: '\uFEFFmode: TRAINING',
  good: 'mode: TRAINING',
  explain: ({ start }, source) => ({
    message:
      'The file begins with a byte order mark, which every parser rejects. Save it as UTF-8 without one.',
    fixes: () => [
      fix('Remove the byte order mark', { span: source.span(start, start + 1), newText: '' }, SAFE),
    ],
  }),
};
