import { nearest } from './nearest';
import type { Rule } from './rule';

export const unknownField: Rule = {
  code: 'unknown-field',
  group: 'types',
  severity: 'error',
  summary: 'The message has no field of this name.',
  details:
    'Every parser stops at the first field name that its message does not declare, so the whole file is lost. ' +
    'Names are lower case with underscores, exactly as in the `.proto` file.',
  bad: 'num_host: 1',
  good: 'num_hosts: 1',
  explain: ({ detail, message, start, end }, source) => {
    const owner = message!.name.split('.').at(-1);
    const similar = nearest(detail, message!.fieldsByName.keys());
    if (similar === undefined) {
      const none = message!.fields.length === 0 ? ' It takes no fields at all; leave its braces empty.' : '';
      return { message: `${owner} has no field "${detail}".${none}` };
    }
    return {
      message: `${owner} has no field "${detail}"; did you mean "${similar}"?`,
      fixes: () => [
        {
          title: `Replace with "${similar}"`,
          edits: [{ span: source.span(start, end), newText: similar }],
          preferred: true,
        },
      ],
    };
  },
};
