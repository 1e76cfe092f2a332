import type { FindingRule } from '../rule';
import { LIKELY, removal } from '../support/fixes';

export const unexpectedBracket: FindingRule = {
  code: 'unexpected-bracket',
  severity: 'error',
  summary: 'A closing bracket closes nothing.',
  details:
    'There are more closing brackets than opening ones. Parsers stop at the first extra one, which is often ' +
    'not the wrong one. Here the indentation decides which one is marked.',
  messages: {
    'Expected identifier or number, got }':
      'A bracket closes nothing: one is too many, or the opening one is missing.',
    'Expected identifier, got: }':
      'A bracket closes nothing: one is too many, or the opening one is missing.',
  },
  bad: 'spmd_sharding { enabled: true } }',
  good: 'spmd_sharding { enabled: true }',
  explain: ({ start, end, detail }, source) => ({
    message:
      detail === ']'
        ? 'This "]" closes nothing. Remove it, or open the list with "[".'
        : `This "${detail}" closes nothing. Remove it, unless a block above it ends too early.`,
    fixes: () => [removal(source, start, end, LIKELY)],
  }),
};
