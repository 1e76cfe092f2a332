import type { FindingRule } from '../rule';
import { LIKELY, replacement } from '../support/fixes';

export const mismatchedBracket: FindingRule = {
  code: 'mismatched-bracket',
  severity: 'error',
  summary: 'A block is closed by the other kind of bracket.',
  details:
    "A block is written in `{ }` or in `< >`, and the closing bracket must be of the opening one's kind. " +
    'Every parser rejects a mixture. Most files use braces only.',
  messages: {
    'Expected identifier or number, got >': 'A bracket closes a block that another kind of bracket opened.',
    'Expected identifier or number, got ]': 'A bracket closes a block that another kind of bracket opened.',
    'Expected "}", found ">"': 'A bracket closes a block that another kind of bracket opened.',
    'Expected ">", found "}"': 'A bracket closes a block that another kind of bracket opened.',
  },
  bad: 'spmd_sharding { enabled: true >',
  good: 'spmd_sharding { enabled: true }',
  explain: ({ start, end, detail, related }, source) => {
    const opened = source.text(related!, related! + 1);
    const wanted = opened === '{' ? '}' : '>';
    return {
      message: `"${detail}" closes a block that "${opened}" opened. Close it with "${wanted}".`,
      related: [{ span: source.span(related!, related! + 1), message: 'The block is opened here.' }],
      fixes: () => [replacement(source, start, end, wanted, LIKELY)],
    };
  },
};
