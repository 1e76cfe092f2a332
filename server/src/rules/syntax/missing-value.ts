import { excerpt } from '../../basics/excerpt';
import { fieldTypeOf } from '../../configuration/field-types';
import { type FieldType, meaningfulNames } from '../../schema/types';
import { nodeAt } from '../../textproto/node-at';
import type { FindingRule, FindingSource } from '../rule';
import { insertion, LIKELY } from '../support/fixes';
import { expected } from '../support/wording';

export const missingValue: FindingRule = {
  code: 'missing-value',
  severity: 'error',
  summary: 'A field has no value.',
  details:
    'Every field that is named must have a value: one after a colon, or a block. To leave a field unset, leave out ' +
    'its name too. An optimizer without settings still needs its empty block, as in `adagrad {}`.',
  messages: {
    '{name:field} }…Expected "{"': '{name} has no block of fields.',
    "Couldn't parse integer: {value:field}":
      'The field of the line before has no value: {value} was read as one.',
    "Couldn't parse float: {value:field}":
      'The field of the line before has no value: {value} was read as one.',
    'Expected integer, got: {value:field}':
      'The field of the line before has no value: {value} was read as one.',
    "Couldn't parse integer: }": 'A field has no value.',
    'Expected integer, got: }': 'A field has no value.',
    "Expected string but found: '}'": 'A field has no value.',
    "Couldn't parse integer: -": 'A field has a minus sign and no number.',
  },
  bad: 'table_descriptor { optimization_parameters { adagrad } }',
  good: 'table_descriptor { optimization_parameters { adagrad {} } }',
  explain: ({ start, end, detail }, source) => {
    if (detail === '-') return { message: 'A number is missing after the minus sign.' };
    const node = nodeAt(source.section, start);
    const { bound } = source;
    const field =
      bound && node.kind === 'field' ? fieldTypeOf(node, bound.root.type, bound.schema) : undefined;
    const wanted = field
      ? ` It takes ${expected(field)}${sample(field)}.`
      : ' Write one, or remove the name.';
    return {
      message: `"${excerpt(detail)}" has no value.${wanted}`,
      fixes: () => (field ? suggestions(field).map((text) => valueInsertion(source, end, field, text)) : []),
    };
  },
};

function sample({ message, name }: FieldType): string {
  if (!message) return '';
  return message.fields.length === 0 ? `: ${name} {}` : `: ${name} { … }`;
}

function suggestions(field: FieldType): readonly string[] {
  switch (field.kind) {
    case 'message':
      return ['{}'];
    case 'bool':
      return ['true', 'false'];
    case 'enum':
      return meaningfulNames(field.enum!);
  }
  return field.example === undefined ? [] : [field.example];
}

function valueInsertion(source: FindingSource, end: number, field: FieldType, text: string) {
  const colon = field.kind === 'message' || source.text(end - 1, end) === ':' ? '' : ':';
  const trust = field.kind === 'message' ? LIKELY : {};
  return { ...insertion(source, end, `${colon} ${text}`, trust), title: `Insert "${text}"` };
}
