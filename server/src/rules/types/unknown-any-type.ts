import { excerpt } from '../../basics/excerpt';
import type { FindingRule } from '../rule';

export const unknownAnyType: FindingRule = {
  code: 'unknown-any-type',
  severity: 'error',
  summary: 'No schema describes the message that an Any holds.',
  details:
    'Parsers must know the type between the brackets, and reject the text otherwise. Here the type is in no loaded ' +
    'schema, so what it holds is not checked. Correct its name, or add its descriptors to ' +
    '`tpuEmbedding.descriptorSets`. If the program that reads the text knows more types, make the rule a warning.',
  messages: {
    'not found in descriptor pool':
      'The program has not loaded the type of the message in an Any: import its `_pb2` module.',
  },
  bad: '# proto-message: example.Event\npayload { [example.com/example.Pint] { x: 1 y: 2 } }',
  good: '# proto-message: example.Event\npayload { [example.com/example.Point] { x: 1 y: 2 } }',
  explain: ({ node }) => ({
    message:
      `No loaded schema describes ${node?.kind === 'field' ? excerpt(node.name.replace(/^.*\//, '')) : 'this type'}, and ` +
      'parsers reject a type that they do not know. Correct the name, or add its schema to ' +
      'tpuEmbedding.descriptorSets.',
  }),
};
