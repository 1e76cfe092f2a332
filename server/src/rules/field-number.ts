import { replacement, SAFE } from './fixes';
import type { FindingRule, Source } from './rule';
import { messageTypeOf, nodeAt } from './surroundings';
import { shortName } from './wording';

export const fieldNumber: FindingRule = {
  code: 'field-number',
  group: 'syntax',
  severity: 'error',
  summary: 'A number stands where a field name is expected.',
  details:
    'Text format names its fields; their numbers belong to the binary form. C++ and Python reject a number here ' +
    'unless the program that reads the file asks for it. A lone number may also be the rest of a value: lists need ' +
    'brackets, and digits are never grouped with commas.',
  bad: 'mode: TRAINING\n4: 8',
  good: 'mode: TRAINING\nnum_hosts: 8',
  explain: ({ start, end, detail }, source) => {
    const node = nodeAt(source.section, start);
    if (node.kind !== 'field' || node.colon + 1 + Number(node.value !== undefined) === 0) {
      return {
        message: `A field name is expected here, not the number ${detail}.${hint(source, start, end)}`,
      };
    }
    const message = source.bound && messageTypeOf(node.parent, source.bound.root.type);
    const field = message?.fields.find(({ number }) => String(number) === detail);
    return {
      message: field
        ? `Fields go by their names. Number ${detail} of ${shortName(message!)} is ${field.name}.`
        : `Fields go by their names, so ${detail} names none.`,
      fixes: () => (field ? [replacement(source, start, end, field.name, SAFE)] : []),
    };
  },
};

function hint(source: Source, start: number, end: number): string {
  const grouped = /\d,$/.test(source.text(start - 2, start)) && end - start === 3;
  return grouped ? ' Digits are not grouped; remove the comma.' : ' Several values need a list: [1, 2].';
}
