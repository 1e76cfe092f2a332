import { type ParseError, printParseErrorCode, visit } from 'jsonc-parser';
import { excerpt } from './excerpt';
import type { Range } from './range';

/** The first mistake in a text that should be JSON. */
interface JsonMistake extends Range {
  /** A phrase, such as `a colon expected, 2 found`. */
  readonly what: string;
  /** How to write it, in a sentence. */
  readonly hint?: string | undefined;
}

/** The text that the reader expected, by its name for the mistake. */
const EXPECTED: ReadonlyMap<string, string> = new Map([
  ['ValueExpected', 'a value'],
  ['PropertyNameExpected', 'a name in double quotes'],
  ['ColonExpected', 'a colon'],
  ['CommaExpected', 'a comma'],
  ['CloseBracketExpected', ', or ]'],
  ['CloseBraceExpected', ', or }'],
  ['EndOfFileExpected', 'the end'],
]);
const IN_STRINGS: ReadonlyMap<string, string> = new Map([
  ['UnexpectedEndOfString', 'a string without its closing quote'],
  ['InvalidCharacter', 'a control character in a string'],
  ['InvalidEscapeCharacter', 'an escape in a string that JSON does not know'],
  ['InvalidUnicode', '\\u without four hexadecimal digits in a string'],
]);

/** The characters that belong together, for a message. */
const WORD = /[^\s,:{}[\]"]+|"[^"\n]*"?|[\s\S]/y;
const HINTS: readonly (readonly [RegExp, string])[] = [
  [
    /^[-+]?(?:NaN|nan|inf(?:inity)?|Infinity)$/i,
    'JSON has no NaN and Infinity; write "NaN", "Infinity" or "-Infinity".',
  ],
  [/^-?\.\d/, 'A number begins with a digit: write 0.1, not .1.'],
  [/^-?0\d/, 'A number has no zeros before its first digit.'],
  [/^-?\d+\.(?:e|$)/i, 'A decimal point needs a digit after it: write 1.0, not 1.'],
  [/^\+/, 'A number has no plus sign before it.'],
  [/^'/, 'Strings take double quotes.'],
  [/^(?:\/[/*]|#)/, 'JSON has no comments.'],
  [/^(?:True|False|None)$/, 'JSON writes true, false and null.'],
];

/** The first mistake that `parseTree` or `visit` reports, in words. */
export function jsonMistake(text: string, { error, offset, length }: ParseError): JsonMistake {
  const name = printParseErrorCode(error);
  const inString = IN_STRINGS.get(name);
  if (inString) return { start: offset, end: offset + length, what: inString };
  // The reader ends a number where it cannot go on, as in 01.
  const glued = /[\w.+-]*$/.exec(text.slice(Math.max(0, offset - 40), offset))![0].length;
  const start = /[\w.+-]/.test(text[offset] ?? '') ? offset - glued : offset;
  WORD.lastIndex = start;
  const word = WORD.exec(text)?.[0];
  const found = word === undefined ? 'the end' : excerpt(word, 40).replaceAll(/\p{Cc}/gu, ' ');
  const expected = start < offset ? undefined : EXPECTED.get(name);
  const isTrailing = /^[\]}]$/.test(word ?? '') && /,\s*$/.test(text.slice(Math.max(0, start - 100), start));
  const hint = HINTS.find(([pattern]) => pattern.test(word ?? ''))?.[1];
  return {
    start,
    end: Math.max(offset + length, start + (word?.length ?? 0)),
    what: expected ? `${expected} expected, ${found} found` : `unexpected ${found}`,
    hint: hint ?? (isTrailing ? 'Remove the comma after the last one.' : undefined),
  };
}

/** The first mistake in a text that `JSON.parse` rejects. */
export function firstMistake(text: string): JsonMistake | undefined {
  let first: ParseError | undefined;
  visit(
    text,
    {
      onError(error, offset, length) {
        first ??= { error, offset, length };
      },
    },
    { disallowComments: true },
  );
  return first && jsonMistake(text, first);
}
