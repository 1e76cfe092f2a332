import { joined } from '../basics/bytes';
import { utf8Text } from '../basics/decode';
import { numberForm } from './lexer';

/** An escape sequence that is invalid, or that Python's parser reads differently (`portable`). */
interface EscapeError {
  readonly start: number;
  readonly end: number;
  readonly portable: boolean;
}

const ESCAPE =
  /\\(?:([abfnrtv\\'"])|(\?)|([0-7]{1,3})|[xX]([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|[\s\S]?)/g;

/** Checks the escapes of one quoted string token; `closed` says whether the token has its closing quote. */
export function* escapeErrors(token: string, closed: boolean): Generator<EscapeError> {
  const body = token.slice(0, closed ? -1 : undefined);
  for (const match of body.matchAll(ESCAPE)) {
    const [all, simple, question, octal, hexadecimal, short, long] = match;
    const end = match.index + all.length;
    const codePoint = short ?? long;
    if (question !== undefined || (octal !== undefined && Number.parseInt(octal, 8) > 0xff)) {
      yield { start: match.index, end, portable: true };
    } else if (codePoint !== undefined) {
      if (!isScalarValue(Number.parseInt(codePoint, 16))) yield { start: match.index, end, portable: false };
    } else if (simple === undefined && octal === undefined && hexadecimal === undefined) {
      yield { start: match.index, end, portable: false };
    }
  }
}

function isScalarValue(codePoint: number): boolean {
  return codePoint < 0xd800 || (codePoint > 0xdfff && codePoint <= 0x10ffff);
}

const SIMPLE: ReadonlyMap<string, number> = new Map(
  Object.entries({ a: 7, b: 8, f: 12, n: 10, r: 13, t: 9, v: 11 }),
);

/** The UTF-8 bytes of a string literal, whose `token` includes the quotes. Invalid escapes stay as they are written. */
export function stringBytes(token: string): Uint8Array {
  const quote = token[0]!;
  const closed = token.length > 1 && token.endsWith(quote);
  const body = token.slice(1, closed ? -1 : undefined);
  if (!body.includes('\\')) return encoder.encode(body);
  // A UTF-16 unit takes at most three bytes, and an escape fewer than it has characters.
  const bytes = new Uint8Array(body.length * 3);
  let length = 0;
  const append = (text: string) => {
    length += encoder.encodeInto(text, bytes.subarray(length)).written;
  };
  let last = 0;
  for (const match of body.matchAll(ESCAPE)) {
    const [all, simple, question, octal, hexadecimal, short, long] = match;
    if (match.index > last) append(body.slice(last, match.index));
    last = match.index + all.length;
    const codePoint = short ?? long;
    if (simple !== undefined) bytes[length++] = SIMPLE.get(simple) ?? simple.charCodeAt(0);
    else if (question !== undefined) bytes[length++] = 0x3f;
    else if (octal !== undefined) bytes[length++] = Number.parseInt(octal, 8);
    else if (hexadecimal !== undefined) bytes[length++] = Number.parseInt(hexadecimal, 16);
    else if (codePoint !== undefined && isScalarValue(Number.parseInt(codePoint, 16)))
      append(String.fromCodePoint(Number.parseInt(codePoint, 16)));
    else append(all);
  }
  append(body.slice(last));
  return bytes.subarray(0, length);
}

const encoder = new TextEncoder();

/** The text of adjacent string literals; undefined if their bytes are not UTF-8. */
export function stringText(tokens: readonly string[]): string | undefined {
  if (tokens.every((token) => isPlain(token, 0, token.length)))
    return tokens.map((token) => token.slice(1, -1)).join('');
  return utf8Text(joined(tokens.map(stringBytes)));
}

/** Whether a string token is closed and has no escapes, so that its value is the text between its quotes. */
export function isPlain(text: string, start: number, end: number): boolean {
  const last = end - 1;
  if (last <= start || text.charCodeAt(last) !== text.charCodeAt(start)) return false;
  for (let i = start + 1; i < last; i++) if (text.charCodeAt(i) === 0x5c) return false;
  return true;
}

/** An integer with more digits is too large for every type, and converting it takes more than linear time. */
const MAX_DIGITS = 400;

/** The exact value of an integer literal in any base; undefined if it is invalid or too long to be useful. */
export function integerValue(token: string): bigint | undefined {
  if (token.length > MAX_DIGITS && token.replace(/^0[xX]?0*/, '').length > MAX_DIGITS) return undefined;
  switch (numberForm(token)) {
    case 'decimal':
    case 'hexadecimal':
      return BigInt(token);
    case 'octal':
      return BigInt(`0o${token.slice(1)}`);
    default:
      return undefined;
  }
}

export function isInteger(token: string): boolean {
  const form = numberForm(token);
  return form === 'decimal' || form === 'hexadecimal' || form === 'octal';
}

/** The value of a number literal, with or without the suffix `f`; NaN if it is malformed. */
export function floatValue(token: string): number {
  return numberForm(token) === 'invalid' ? Number.NaN : Number(token.replace(/[fF]$/, ''));
}

/** `inf`, `infinity` and `nan` in any case. */
export function floatWord(word: string): number | undefined {
  if (/^inf(inity)?$/i.test(word)) return Number.POSITIVE_INFINITY;
  return /^nan$/i.test(word) ? Number.NaN : undefined;
}
