import { excerpt } from '../../basics/excerpt';
import { nearest } from '../../basics/nearest';
import { meaningfulNames } from '../../schema/types';
import type { FindingRule } from '../rule';
import { trustIn } from '../support/fixes';

export const unknownEnumValue: FindingRule = {
  code: 'unknown-enum-value',
  severity: 'error',
  summary: 'The enum has no value of this name.',
  details:
    'Enum values are written by their exact name, in capitals and without quotes, or by their number. ' +
    'Every parser rejects any other word.',
  messages: {
    'Invalid enum value {name} for enum type':
      'The enum has no value {name}: it is misspelt, or not written in capitals.',
    'has no value named {name}': 'The enum has no value {name}: it is misspelt, or not written in capitals.',
    'Unknown enumeration value of "{value}" for field "{name}"':
      '{name} has no value {value}: it is misspelt, or not written in capitals.',
  },
  bad: 'mode: TRAIN',
  good: 'mode: TRAINING',
  explain: ({ detail, field, start, end }, source) => {
    const all = field!.enum!.values.map(({ name }) => name);
    const names = meaningfulNames(field!.enum!);
    const similar = switchPosition(detail, all) ?? nearest(detail, all);
    const choice = similar === undefined ? `Use one of ${names.join(', ')}.` : `Did you mean ${similar}?`;
    return {
      message: `"${excerpt(detail)}" is not a value of ${field!.name}. ${choice}`,
      fixes: () =>
        (similar === undefined ? names : [similar]).map((name) => ({
          title: `Replace with "${name}"`,
          edits: [{ span: source.span(start, end), newText: name }],
          ...(name === similar && trustIn(name, detail, all)),
        })),
    };
  },
};

/** The enum value for a word such as yes or no, if the enum is an on/off switch. */
function switchPosition(word: string, names: readonly string[]): string | undefined {
  const position = /^(true|yes|on)$/i.test(word)
    ? 'ENABLED'
    : /^(false|no|off)$/i.test(word)
      ? 'DISABLED'
      : '';
  return names.includes(position) ? position : undefined;
}
