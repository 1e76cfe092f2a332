import { nodeAt } from '../../textproto/node-at';
import { literalsOf } from '../../textproto/tree';
import type { FindingRule } from '../rule';
import { fix, LIKELY } from '../support/fixes';

export const joinedStrings: FindingRule = {
  code: 'joined-strings',
  severity: 'warning',
  summary: 'Strings in a list join into one value because no comma separates them.',
  details:
    'Strings that follow each other make up one value, also in a list: `["a" "b"]` holds the one string `"ab"`. ' +
    'Every parser agrees, so a forgotten comma goes unnoticed.',
  bad: '# proto-message: example.Event\ntags: ["hot" "new"]',
  good: '# proto-message: example.Event\ntags: ["hot", "new"]',
  explain: ({ start }, source) => ({
    message: 'These strings join into one value. Put a comma between them if they are several.',
    fixes: () => {
      const value = nodeAt(source.section, start);
      const literals = value.kind === 'scalar' ? literalsOf(value) : [];
      const ends = literals.filter((_, i) => i % 2 === 1).slice(0, -1);
      const edits = ends.map((offset) => ({ span: source.span(offset, offset), newText: ',' }));
      return [fix('Insert ","', edits, LIKELY)];
    },
  }),
};
