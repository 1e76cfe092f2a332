import type { RuleInfo } from '../rule';

const READERS = {
  textproto: "protobuf's Python parser",
  python: 'Python',
  notebook: 'Jupyter',
  requirements: 'pip',
};

export const notUtf8 = {
  code: 'not-utf8',
  severity: 'error',
  summary: 'The file is not UTF-8.',
  details:
    'Text format, Python and notebooks are UTF-8. Python refuses a file with any other byte, even in a comment, ' +
    "unless its first or second line names the encoding; protobuf's Python parser always refuses it. Surrogates, " +
    'overlong encodings and UTF-16 are not UTF-8 either. The command line reports this; editors show text that ' +
    'they have decoded already. `--rule not-utf8=off` turns it off.',
  messages: {
    "UnicodeDecodeError: 'utf-8' codec can't decode byte": 'The file is not UTF-8. Save it as UTF-8.',
  },
  bad: 'num_hosts: 1  # the byte E9, which is é in Latin-1',
  good: 'num_hosts: 1  # the bytes C3 A9, which are é in UTF-8',
  ofFile: true,
  message: (what: string, kind: keyof typeof READERS) =>
    `${what}, so ${READERS[kind]} refuses the file. Save it as UTF-8.`,
} satisfies RuleInfo & { message: unknown };
