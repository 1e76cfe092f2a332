import type { FindingRule } from '../rule';

export const invalidUtf8: FindingRule = {
  code: 'invalid-utf8',
  severity: 'error',
  summary: 'The escapes of a string form bytes that are not UTF-8.',
  details:
    'A `string` field holds UTF-8, and `\\377` or `\\xff` are bytes, not characters. Python rejects such a string; ' +
    'C++ reports it and may keep it, and nobody can read the message back safely. Use `\\u` with four digits for a ' +
    'character. A `bytes` field takes any bytes.',
  messages: {
    "Couldn't parse string: 'utf-8' codec can't decode byte":
      'The escapes of a text make up bytes that are not UTF-8.',
  },
  bad: 'table_descriptor { name: "caf\\xe9" }',
  good: 'table_descriptor { name: "caf\\u00e9" }',
  explain: ({ field }) => ({
    message: `The escapes here make bytes that are not UTF-8, which ${field!.name} must be. Write a character as \\u00e9, or as itself.`,
  }),
};
