import { nodeAt } from '../../textproto/node-at';
import type { FindingRule } from '../rule';
import { LIKELY } from '../support/fixes';

export const nestedList: FindingRule = {
  code: 'nested-list',
  severity: 'error',
  summary: 'A list is inside another list.',
  details:
    'A repeated field is one flat list, and every parser rejects a list within it. A shape of several dimensions is ' +
    'written as one list of sizes.',
  messages: {
    "[[…': Couldn't parse integer: [": 'A list is inside another list. Lists hold plain values.',
  },
  bad: 'feature_descriptor { input_shape: [[16, 4]] }',
  good: 'feature_descriptor { input_shape: [16, 4] }',
  explain: ({ start }, source) => ({
    message: 'Lists do not nest. Write all values in one list.',
    fixes: () => {
      const list = nodeAt(source.section, start);
      // An empty inner list would leave a comma too many.
      if (list.kind !== 'list' || list.close < 0 || list.items.length === 0) return [];
      const edits = [list.start, list.close].map((bracket) => ({
        span: source.span(bracket, bracket + 1),
        newText: '',
      }));
      return [{ title: 'Remove the inner brackets', edits, ...LIKELY }];
    },
  }),
};
