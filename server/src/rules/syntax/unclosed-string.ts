import type { FindingRule } from '../rule';
import { fix, insertion, LIKELY } from '../support/fixes';

export const unclosedString: FindingRule = {
  code: 'unclosed-string',
  severity: 'error',
  summary: 'A string has no closing quote on its line.',
  details:
    'A string ends on the line that it begins on, with the quote that it begins with. A line break in the value is ' +
    'written `\\n`; a long value may be split into several strings, which parsers join.',
  messages: {
    'Unexpected end of string': 'A text has no closing quote.',
    'String missing ending quote': 'A text has no closing quote on its line.',
    'String literals cannot cross line boundaries': 'A text has no closing quote on its line.',
  },
  bad: 'table_descriptor {\n  name: "video\n}',
  good: 'table_descriptor {\n  name: "video"\n}',
  explain: ({ start, end, detail }, source) => {
    const text = source.text(start, end);
    if (text.endsWith('\\')) {
      return {
        message:
          'A backslash does not continue a string on the next line. Close the string and open another there; ' +
          'parsers join them.',
        fixes: () => {
          const gap = /^\s*/.exec(source.text(end, Number.POSITIVE_INFINITY))![0];
          const next = end + gap.length;
          const edits = [source.span(end - 1, end), source.span(next, next)].map((span) => ({
            span,
            newText: detail,
          }));
          return [fix('Close the string here and open another below', edits, LIKELY)];
        },
      };
    }
    return {
      message: `The string is not closed on its line. Insert ${detail} at its end.`,
      fixes: () => [
        { ...insertion(source, start + contentLength(text), detail, LIKELY), title: 'Close the string' },
      ],
    };
  },
};

/** The length of the string, without the brackets and the comment after it. */
function contentLength(text: string): number {
  const comment = text.search(/\s#/);
  let length = comment < 0 ? text.length : comment;
  while (length > 1 && /[\s,;\]}>]/.test(text[length - 1]!)) length--;
  return length;
}
