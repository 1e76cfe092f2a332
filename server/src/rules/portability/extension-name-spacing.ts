import { excerpt } from '../../basics/excerpt';
import type { FindingRule } from '../rule';
import { replacement } from '../support/fixes';

export const extensionNameSpacing: FindingRule = {
  code: 'extension-name-spacing',
  severity: 'warning',
  summary: 'Spaces or comments are inside the brackets of an extension name.',
  details:
    'The specification allows spaces and comments anywhere inside `[…]`, and C++ and Python of today read them. Other ' +
    'parsers may not. Write the name without any.',
  bad: '# proto-message: example.Event\n[ example.note ]: "hot"',
  good: '# proto-message: example.Event\n[example.note]: "hot"',
  explain: ({ start, end, detail }, source) => ({
    message: `Not every parser reads blanks and comments inside the brackets. Write [${excerpt(detail)}].`,
    fixes: () => {
      const losesComment = source.text(start, end).includes('#');
      return [replacement(source, start, end, `[${detail}]`, { preferred: true, safe: !losesComment })];
    },
  }),
};
