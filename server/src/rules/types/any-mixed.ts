import { excerpt } from '../../basics/excerpt';
import { spanOf } from '../../textproto/tree';
import type { FindingRule } from '../rule';
import { fieldRemoval, LIKELY } from '../support/fixes';

export const anyMixed: FindingRule = {
  code: 'any-mixed',
  severity: 'error',
  summary: 'An Any has a message in brackets and also other fields.',
  details:
    'A `google.protobuf.Any` holds one message. It is written either as `[domain/package.Message] { … }` or as ' +
    '`type_url` and `value` bytes. Parsers reject both at once, and two messages too.',
  bad: '# proto-message: example.Event\npayload { [example.com/example.Point] { x: 1 y: 2 } type_url: "example" }',
  good: '# proto-message: example.Event\npayload { [example.com/example.Point] { x: 1 y: 2 } }',
  explain: ({ detail, node, other }, source) => ({
    message: `An Any holds one message and nothing else. Remove "${excerpt(detail)}".`,
    related: [{ span: spanOf(other!), message: 'The message that it holds.' }],
    fixes: () => (node?.kind === 'field' ? [fieldRemoval(source.tree, node, LIKELY)] : []),
  }),
};
