import { excerpt } from '../../basics/excerpt';
import { fieldTypeOf, messageTypeOf } from '../../configuration/field-types';
import { nodeAt } from '../../textproto/node-at';
import type { FieldNode } from '../../textproto/tree';
import type { FindingRule, FindingSource } from '../rule';
import { fix, LIKELY, replacement, SAFE } from '../support/fixes';
import { shortName } from '../support/wording';

export const fieldNumber: FindingRule = {
  code: 'field-number',
  severity: 'error',
  summary: 'A number is used where a field name is expected.',
  details:
    'Text format names its fields; their numbers belong to the binary form. C++ and Python reject a number here ' +
    'unless the program that reads the file asks for it. A lone number may also be the rest of a value: lists need ' +
    'brackets, and digits are never grouped with commas.',
  messages: {
    'has no field named "{n:int}"':
      'A number is used where the name of a field is expected: values in a list need brackets, and digits no commas.',
  },
  bad: 'mode: TRAINING\n4: 8',
  good: 'mode: TRAINING\nnum_hosts: 8',
  explain: ({ start, end, detail }, source) => {
    const node = nodeAt(source.section, start);
    if (node.kind !== 'field' || node.colon + 1 + Number(node.value !== undefined) === 0) {
      return explainRest(source, start, end, detail);
    }
    const { bound } = source;
    const message = bound && messageTypeOf(node.parent, bound.root.type, bound.schema);
    const field = message?.fields.find(({ number }) => String(number) === detail);
    return {
      message: field
        ? `Fields are written by name. Number ${detail} of ${shortName(message!)} is ${field.name}.`
        : `Fields are written by name, so ${excerpt(detail)} names none.`,
      fixes: () => (field ? [replacement(source, start, end, field.name, SAFE)] : []),
    };
  },
};

/** A number alone is most likely the rest of the value before it. */
function explainRest(source: FindingSource, start: number, end: number, detail: string) {
  const message = `A field name is expected here, not the number ${excerpt(detail)}.`;
  const before = fieldBefore(source, start);
  const { bound } = source;
  const type = before && bound && fieldTypeOf(before, bound.root.type, bound.schema);
  if (type?.repeated) return { message: `${message} Several values need a list: [1, 2].` };
  if (!/\d,$/.test(source.text(start - 2, start))) return { message };
  const isDecimal = type?.kind === 'float' || type?.kind === 'double';
  if (!isDecimal && end - start !== 3) return { message };
  return {
    message: `${message} ${isDecimal ? 'Decimals begin with a point, not a comma.' : 'Digits are not grouped; remove the comma.'}`,
    fixes: () => [
      fix(
        isDecimal ? 'Write a decimal point' : 'Remove the comma',
        { span: source.span(start - 1, start), newText: isDecimal ? '.' : '' },
        LIKELY,
      ),
    ],
  };
}

function fieldBefore({ section, tree }: FindingSource, start: number): FieldNode | undefined {
  const node = nodeAt(section, start);
  const parent = node.kind === 'field' ? node.parent : section;
  return parent.kind === 'message'
    ? parent.fields.findLast((field) => field.end <= start)
    : tree.sections[tree.sections.indexOf(section) - 1]?.field;
}
