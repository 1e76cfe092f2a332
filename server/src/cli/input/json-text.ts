// JSON written by hand: finds the first mistake, its place, and how to fix it.

import { excerpt } from '../../basics/excerpt';
import { lineIndex } from '../../basics/line-index';
import { SpecError } from '../../optimizers';

/** The value of a JSON text. Throws a SpecError that names the line and the column of the first mistake. */
export function parseJson(text: string): unknown {
  const json = text.replace(/^\ufeff/, '');
  try {
    return JSON.parse(json);
  } catch (error) {
    const mistake = firstMistake(json);
    if (!mistake) throw error;
    const { line, character } = lineIndex(json).position(mistake.at);
    throw new SpecError(
      '',
      `this is not JSON: ${mistake.what} in line ${line + 1}, column ${character + 1}.${mistake.hint}`,
    );
  }
}

interface Mistake {
  readonly at: number;
  readonly what: string;
  /** With a blank before it, where there is one. */
  readonly hint: string;
}

const BLANK = /[ \t\n\r]*/y;
const STRING = /"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null)(?![\w.+-])/y;
/** The characters that belong together, for a message. */
const WORD = /[^\s,:{}[\]"]+|"[^"\n]*"?|[\s\S]/y;

/** What may come next, in words. */
type Expected =
  | 'a value'
  | 'a value or ]'
  | 'a name in double quotes'
  | 'a name in double quotes or }'
  | ':'
  | ', or ]'
  | ', or }'
  | 'the end';

/** Scans a text that JSON.parse rejects. No recursion: it may nest deeper than the call stack allows. */
function firstMistake(text: string): Mistake | undefined {
  const open: ('[' | '{')[] = [];
  let expected: Expected = 'a value';
  let at = 0;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const taken = pattern.test(text);
    if (taken) at = pattern.lastIndex;
    return taken;
  };
  const behindValue = (): Expected =>
    open.length === 0 ? 'the end' : open.at(-1) === '[' ? ', or ]' : ', or }';
  for (;;) {
    take(BLANK);
    const char = text[at];
    if (expected === 'the end' && char === undefined) return undefined;
    if (expected.startsWith('a value') && (char === '[' || char === '{')) {
      open.push(char);
      expected = char === '[' ? 'a value or ]' : 'a name in double quotes or }';
      at++;
    } else if (char !== undefined && expected.endsWith(` or ${char}`) && (char === ']' || char === '}')) {
      open.pop();
      expected = behindValue();
      at++;
    } else if (char === ',' && expected.startsWith(',')) {
      expected = open.at(-1) === '[' ? 'a value' : 'a name in double quotes';
      at++;
    } else if (char === ':' && expected === ':') {
      expected = 'a value';
      at++;
    } else if (expected.startsWith('a name') && take(STRING)) {
      expected = ':';
    } else if (expected.startsWith('a value') && (take(STRING) || take(SCALAR))) {
      expected = behindValue();
    } else {
      return { at, ...worded(expected, text, at) };
    }
  }
}

function worded(expected: Expected, text: string, at: number): Omit<Mistake, 'at'> {
  WORD.lastIndex = at;
  const found = WORD.exec(text)?.[0];
  const what = `${expected} expected, ${found === undefined ? 'the end' : excerpt(found, 40).replaceAll(/\p{Cc}/gu, ' ')} found`;
  const hint = HINTS.find(([pattern]) => pattern.test(found ?? ''))?.[1];
  const isTrailing =
    found !== undefined && ']}'.includes(found) && /,\s*$/.test(text.slice(Math.max(0, at - 100), at));
  return { what, hint: hint ? ` ${hint}` : isTrailing ? ' Remove the comma after the last one.' : '' };
}

const HINTS: readonly (readonly [RegExp, string])[] = [
  [
    /^[-+]?(?:NaN|nan|inf(?:inity)?|Infinity)$/i,
    'JSON has no NaN and Infinity; write "NaN", "Infinity" or "-Infinity".',
  ],
  [/^-?\.\d/, 'A number begins with a digit: write 0.1, not .1.'],
  [/^-?\d+\.(?:e|$)/i, 'A decimal point needs a digit after it: write 1.0, not 1.'],
  [/^\+/, 'A number has no plus sign before it.'],
  [/^'/, 'Strings take double quotes.'],
  [/^(?:\/[/*]|#)/, 'JSON has no comments.'],
  [/^(?:True|False|None)$/, 'JSON writes true, false and null.'],
  [/^[a-z]\w*$/i, 'A configuration in text format is read from a file whose name ends with .textproto.'],
];
