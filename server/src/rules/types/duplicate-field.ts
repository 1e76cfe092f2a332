import { excerpt } from '../../basics/excerpt';
import { nameSpan } from '../../textproto/tree';
import type { FindingRule } from '../rule';
import { fieldRemoval, SAFE, sameValue } from '../support/fixes';

export const duplicateField: FindingRule = {
  code: 'duplicate-field',
  severity: 'error',
  summary: 'A field that may be set once is set again.',
  details:
    'Only a repeated field may come several times. C++ and Python reject a second value for any other, unless the ' +
    'program merges texts. Two blocks of one field are not merged: put their fields into one.',
  messages: {
    'Failed to load JSON: duplicate key {name}': '{name} is set twice, and takes one value.',
    'should not have multiple "{name}" fields':
      'The field {name} is set twice in one block, and holds one value.',
    'Non-repeated field "{name}" is specified multiple times':
      'The field {name} is set twice in one block, and holds one value.',
  },
  bad: 'mode: TRAINING\nmode: INFERENCE',
  good: 'mode: TRAINING',
  explain: ({ detail, node, other }, { tree }) => ({
    message: `"${excerpt(detail)}" is set twice, and it takes one ${isBlock(other) ? 'block' : 'value'}. Remove one of them.`,
    related: [{ span: nameSpan(other!), message: `"${excerpt(detail)}" is set here.` }],
    fixes: () =>
      node?.kind === 'field'
        ? [
            {
              ...fieldRemoval(tree, node, sameValue(tree, node, other!) ? SAFE : {}),
              title: 'Keep the first and remove this',
            },
            { ...fieldRemoval(tree, other!), title: 'Keep this and remove the first' },
          ]
        : [],
  }),
};

const isBlock = (field: { value: { kind: string } | undefined } | undefined) =>
  field?.value?.kind === 'message';
