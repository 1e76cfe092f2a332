import { excerpt } from '../../basics/excerpt';
import type { FindingRule } from '../rule';

export const invalidExtensionName: FindingRule = {
  code: 'invalid-extension-name',
  severity: 'error',
  summary: 'The name in brackets is neither an extension nor a message type.',
  details:
    'A field name in brackets is the full name of an extension, `[package.extension]`, or, inside a ' +
    '`google.protobuf.Any`, the type that it holds: `[domain/package.Message]`. Every parser rejects anything else. ' +
    "A list of values follows its field's name and colon.",
  bad: '# proto-message: example.Event\n[example.]: "hot"',
  good: '# proto-message: example.Event\n[example.note]: "hot"',
  explain: ({ detail }) => ({
    message:
      detail === ''
        ? "The brackets are empty. A field name in brackets is [package.extension]; a list needs its field's name before it."
        : `"${excerpt(detail)}" names no extension. Write [package.extension], or [domain/package.Message] in an Any.`,
  }),
};
