import { excerpt } from '../../basics/excerpt';
import type { FindingRule } from '../rule';
import { LIKELY, replacement } from '../support/fixes';
import { shortName } from '../support/wording';

export const unknownExtension: FindingRule = {
  code: 'unknown-extension',
  severity: 'error',
  summary: 'The message has no extension of this name.',
  details:
    'A name in brackets is an extension of the message, or the type of a message in an Any, and parsers reject one ' +
    "that they do not know. TensorFlow's TPU messages have no extensions: write their fields without brackets.",
  messages: {
    'does not have extensions': 'A name in brackets is an extension, and the message has none.',
    'not registered. Did you import the _pb2 module which defines it':
      'The extension in brackets is not known: import the `_pb2` module that defines it.',
  },
  bad: '[num_hosts]: 8',
  good: 'num_hosts: 8',
  explain: ({ detail, message, start, end, node }, source) => {
    const name = node?.kind === 'field' ? node.name : detail;
    const field = message!.fieldsByName.get(name.slice(name.lastIndexOf('.') + 1));
    return {
      message: field
        ? `"${field.name}" is a field of ${shortName(message!)} and is written without brackets.`
        : `${shortName(message!)} has no extension [${excerpt(name)}].`,
      fixes: () => (field ? [replacement(source, start, end, field.name, LIKELY)] : []),
    };
  },
};
