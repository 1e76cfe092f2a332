import { Kind } from '../textproto/lexer';
import { type Token, tokensOf } from '../textproto/tree';
import { LIKELY } from './fixes';
import type { FindingRule } from './rule';

export const nestedList: FindingRule = {
  code: 'nested-list',
  group: 'syntax',
  severity: 'error',
  summary: 'A list stands inside a list.',
  details:
    'A repeated field is one flat list, and every parser rejects a list within it. A shape of several dimensions is ' +
    'written as one list of sizes.',
  bad: 'feature_descriptor { input_shape: [[16, 4]] }',
  good: 'feature_descriptor { input_shape: [16, 4] }',
  explain: ({ start }, source) => ({
    message: 'Lists do not nest. Write all values in one list.',
    fixes: () => {
      const tokens = [...tokensOf(source.section)].filter((t) => t.kind > Kind.Comment);
      const open = tokens.findIndex((token) => token.start === start);
      const close = closing(tokens, open);
      // Without values, a comma would be left over.
      if (close === undefined || close === open + 1) return [];
      const edits = [tokens[open]!, tokens[close]!].map(({ start, end }) => ({
        span: source.span(start, end),
        newText: '',
      }));
      return [{ title: 'Remove the inner brackets', edits, ...LIKELY }];
    },
  }),
};

/** Index of the square bracket that closes the one at `open`. */
function closing(tokens: readonly Token[], open: number): number | undefined {
  for (let i = open, depth = 0; i < tokens.length; i++) {
    if (tokens[i]!.kind === Kind.OpenSquare) depth++;
    else if (tokens[i]!.kind === Kind.CloseSquare && --depth === 0) return i;
  }
  return undefined;
}
