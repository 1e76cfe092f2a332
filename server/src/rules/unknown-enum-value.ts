import { nearest } from '../nearest';
import type { FindingRule } from './rule';

export const unknownEnumValue: FindingRule = {
  code: 'unknown-enum-value',
  group: 'types',
  severity: 'error',
  summary: 'The enum has no value of this name.',
  details:
    'Enum values are written by their exact name, in capitals and without quotes, or by their number. ' +
    'Every parser rejects any other word.',
  bad: 'mode: TRAIN',
  good: 'mode: TRAINING',
  explain: ({ detail, field, start, end }, source) => {
    const names = field!.enum!.values.map((value) => value.name);
    const similar = nearest(detail, names);
    const choice = similar === undefined ? `Use one of ${names.join(', ')}.` : `Did you mean ${similar}?`;
    return {
      message: `"${detail}" is no value of ${field!.name}. ${choice}`,
      fixes: () =>
        (similar === undefined ? names : [similar]).map((name) => ({
          title: `Replace with "${name}"`,
          edits: [{ span: source.span(start, end), newText: name }],
          preferred: name === similar,
        })),
    };
  },
};
