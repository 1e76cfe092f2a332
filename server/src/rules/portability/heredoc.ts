import type { FindingRule } from '../rule';

export const heredoc: FindingRule = {
  code: 'heredoc',
  severity: 'information',
  once: true,
  summary: 'A string is written as <<END … END.',
  details:
    'TensorFlow writes its `api_def_*.pbtxt` files with strings that run from `<<END` to a line `END`, and a script ' +
    "turns them into quoted strings before protobuf sees them. Protobuf's own parsers reject them. Such strings are " +
    'read here, but not checked. Only the first one in a file is reported.',
  messages: {
    "<<…': Expected string but found: '<'":
      'A text is written as `<<END … END`, which this parser does not read. Write it in quotes.',
  },
  bad: 'profile_data_directory: <<END\n/tmp/profile\nEND',
  good: 'profile_data_directory: "/tmp/profile"',
  explain: () => ({
    message:
      "Strings from <<END to END are only for TensorFlow's api_def files; protobuf's parsers reject them. " +
      'Elsewhere write the string in quotes.',
    failsInPython: true,
  }),
};
