import { excerpt } from '../../basics/excerpt';
import type { FindingRule } from '../rule';
import { fieldRemoval, LIKELY } from '../support/fixes';
import { shortName } from '../support/wording';

export const reservedField: FindingRule = {
  code: 'reserved-field',
  severity: 'warning',
  summary: 'The field was removed from its message.',
  details:
    'A message keeps the names of removed fields reserved. C++ skips such a field and its value silently; Python ' +
    'rejects the text. In old configurations these are `output_layout`, which now follows from tables and ' +
    "features, and the optimizers' `initial_…` values, which are now loaded with the parameters. Remove the " +
    'field.',
  messages: {
    'has no field named "{name:reserved}"': 'The field {name} was removed from its message. Leave it out.',
  },
  bad: 'table_descriptor { optimization_parameters { adagrad { initial_accumulator: 0.1 } } }',
  good: 'table_descriptor { optimization_parameters { adagrad {} } }',
  explain: ({ detail, message, node }, source) => ({
    message:
      `"${excerpt(detail)}" was removed from ${shortName(message!)}: C++ skips it silently, and Python rejects it.` +
      `${instead(detail)} Remove it.`,
    failsInPython: true,
    fixes: () => (node?.kind === 'field' ? [fieldRemoval(source.tree, node, LIKELY)] : []),
  }),
};

function instead(name: string): string {
  if (name === 'output_layout') return ' The layout now follows from the tables and features.';
  return name.startsWith('initial_') ? ' Initial values are now loaded with the parameters.' : '';
}
