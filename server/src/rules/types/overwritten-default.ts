import { excerpt } from '../../basics/excerpt';
import { nameSpan } from '../../textproto/tree';
import type { FindingRule } from '../rule';
import { fieldRemoval, LIKELY, SAFE, sameValue } from '../support/fixes';

export const overwrittenDefault: FindingRule = {
  code: 'overwritten-default',
  severity: 'warning',
  summary: 'A field is set twice, and parsers do not notice.',
  details:
    'A plain field of `proto3` is the same with a default value (0, false, an empty string) as without a value. ' +
    'So parsers accept a second value where the first is the default, and reject it elsewhere. The later value ' +
    'counts.',
  bad: 'num_hosts: 0\nnum_hosts: 8',
  good: 'num_hosts: 8',
  explain: ({ detail, node, other }, { tree }) => ({
    message: `"${excerpt(detail)}" is set twice. Parsers accept it because the earlier value is the default; this one counts.`,
    related: [{ span: nameSpan(other!), message: 'The value that does not count.' }],
    fixes: () => [
      {
        ...fieldRemoval(
          tree,
          other!,
          node?.kind === 'field' && sameValue(tree, node, other!) ? SAFE : LIKELY,
        ),
        title: `Remove the earlier "${excerpt(detail)}"`,
      },
    ],
  }),
};
