import type { FindingRule } from '../rule';
import { fieldRemoval, LIKELY, replacement, SAFE } from '../support/fixes';
import { expected } from '../support/wording';

export const listOnSingular: FindingRule = {
  code: 'list-on-singular',
  severity: 'error',
  summary: 'A list is given to a field that takes one value.',
  details: 'Only repeated fields take a list, and every parser rejects one elsewhere, also an empty one.',
  messages: {
    "Couldn't parse integer: [": 'A list is given to a field that takes one value.',
    'Expected integer, got: [': 'A list is given to a field that takes one value.',
  },
  bad: 'num_hosts: [8]',
  good: 'num_hosts: 8',
  explain: ({ field, node }, source) => ({
    message: `${field!.name} takes ${expected(field!)}, not a list.`,
    fixes: () => {
      if (node?.kind !== 'list' || node.parent.kind !== 'field') return [];
      const [item, ...more] = node.items;
      if (!item) return [fieldRemoval(source.tree, node.parent, LIKELY)];
      if (more.length > 0) return [];
      const text = source.text(item.start, item.end);
      return [{ ...replacement(source, node.start, node.end, text, SAFE), title: 'Remove the brackets' }];
    },
  }),
};
