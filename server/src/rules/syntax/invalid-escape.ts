import type { FindingRule } from '../rule';
import { insertion, SAFE } from '../support/fixes';

export const invalidEscape: FindingRule = {
  code: 'invalid-escape',
  severity: 'error',
  summary: 'A backslash in a string does not begin an escape sequence.',
  details:
    'A string knows `\\\\ \\\' \\" \\a \\b \\f \\n \\r \\t \\v \\?`, up to three octal digits, `\\x` with one or two ' +
    'hexadecimal digits, `\\u` with four and `\\U` with eight, and the code point must exist. C++ rejects every other ' +
    'sequence; Python keeps an unknown one with its backslash. Write `\\\\` for a backslash.',
  messages: {
    "'unicodeescape' codec can't decode": '`\\x` or `\\U` in a string lacks its digits.',
    "'rawunicodeescape' codec can't decode": '`\\u` in a string lacks its four digits.',
    "'latin-1' codec can't encode character": 'An octal escape in a text is above `\\377`.',
    'Invalid escape sequence in string literal':
      'A backslash in a text begins no escape sequence. Write `\\\\` for a backslash.',
    'Expected hex digits for escape sequence': '`\\x`, `\\u` or `\\U` in a string lacks its digits.',
  },
  bad: 'profile_data_directory: "C:\\data"',
  good: 'profile_data_directory: "C:\\\\data"',
  explain: ({ start, detail }, source) => ({
    message: `${detail} is not an escape sequence.${advise(detail)}`,
    fixes: () =>
      /^\\[^xXuU]/.test(detail)
        ? [{ ...insertion(source, start, '\\', SAFE), title: 'Write "\\\\" for a backslash' }]
        : [],
  }),
};

function advise(detail: string): string {
  switch (detail[1]) {
    case 'x':
    case 'X':
      return ' One or two hexadecimal digits belong after it.';
    case 'u':
      return detail.length === 2 ? ' Four hexadecimal digits belong after it.' : NO_CODE_POINT;
    case 'U':
      return detail.length === 2 ? ' Eight hexadecimal digits belong after it.' : NO_CODE_POINT;
  }
  return ' Write \\\\ for a backslash.';
}

const NO_CODE_POINT = ' There is no such character: code points end at 10FFFF and leave out D800 to DFFF.';
