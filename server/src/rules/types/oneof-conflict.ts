import { excerpt } from '../../basics/excerpt';
import { nameSpan } from '../../textproto/tree';
import type { FindingRule } from '../rule';
import { fieldRemoval } from '../support/fixes';

export const oneofConflict: FindingRule = {
  code: 'oneof-conflict',
  severity: 'error',
  summary: 'Two fields are set that exclude each other.',
  details:
    'At most one member of a `oneof` may be set: a table has one optimizer, and a learning rate is either constant ' +
    'or dynamic. C++ and Python reject a second member.',
  messages: {
    'should not have multiple "parameters" oneof fields': 'A table has two optimizers.',
    'Field "{one}" is specified along with field "{other}", another member of oneof':
      '{one} and {other} exclude each other: a table has one optimizer, and a learning rate is constant or dynamic.',
  },
  bad: 'table_descriptor { optimization_parameters { adagrad {} adam {} } }',
  good: 'table_descriptor { optimization_parameters { adagrad {} } }',
  explain: ({ detail, node, other }, { tree }) => ({
    message: `"${excerpt(detail)}" and "${excerpt(other!.name)}" exclude each other. Keep one of them.`,
    related: [{ span: nameSpan(other!), message: `"${excerpt(other!.name)}" is set here.` }],
    fixes: () => (node?.kind === 'field' ? [fieldRemoval(tree, node), fieldRemoval(tree, other!)] : []),
  }),
};
