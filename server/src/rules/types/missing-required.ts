import type { FindingRule } from '../rule';
import { shortName } from '../support/wording';

export const missingRequired: FindingRule = {
  code: 'missing-required',
  severity: 'error',
  summary: 'A block lacks a required field.',
  details:
    "Messages of `proto2` can declare fields `required`, and parsers reject a text without them. TensorFlow's TPU " +
    'messages have none.',
  messages: {
    'is missing required fields': 'A block lacks a field that its message requires.',
  },
  bad: '# proto-message: example.Event\norigin { x: 1 }',
  good: '# proto-message: example.Event\norigin { x: 1 y: 2 }',
  explain: ({ field, message }) => ({
    message: `"${field!.name}" is required in ${shortName(message!)}, and it is missing here.`,
  }),
};
