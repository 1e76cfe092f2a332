import { excerpt } from '../../basics/excerpt';
import type { FindingRule } from '../rule';
import { fieldRemoval, LIKELY } from '../support/fixes';

export const deprecatedField: FindingRule = {
  code: 'deprecated-field',
  severity: 'warning',
  summary: 'The field is deprecated.',
  details:
    'The field is still read, and may go in a later release. The C++ parser warns of it; Python is silent. ' +
    "TensorFlow's messages have one: `allow_zero_accumulator` of `ftrl`, which has no effect any more.",
  bad: 'table_descriptor { optimization_parameters { ftrl { allow_zero_accumulator: true } } }',
  good: 'table_descriptor { optimization_parameters { ftrl {} } }',
  explain: ({ detail, field, node }, source) => {
    const [reason = ''] = field!.doc.split('\n');
    return {
      message: `"${excerpt(detail)}" is deprecated. ${reason || 'Remove it, or write what replaces it.'}`,
      tag: 'deprecated',
      fixes: () => (node?.kind === 'field' ? [fieldRemoval(source.tree, node, LIKELY)] : []),
    };
  },
};
