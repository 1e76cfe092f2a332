import type { StringLiteral, StringPart } from './tree';

/** What a string literal says, and where each character of it stands in the source. */
export interface Decoded {
  readonly value: string;
  /** Offsets of the UTF-16 units of `value`, and of the end of the literal's body behind the last one. */
  readonly offsets: readonly number[];
}

const escapes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '\\': '\\',
    "'": "'",
    '"': '"',
    a: '\x07',
    b: '\b',
    f: '\f',
    n: '\n',
    r: '\r',
    t: '\t',
    v: '\v',
  }),
);

export const isBytes = (node: StringLiteral) => node.parts.some(({ prefix }) => prefix.includes('b'));

/**
 * Undefined where the text is not known from the source alone: with replacement fields, with named characters
 * and with escapes that Python refuses.
 */
export function decodeString(text: string, node: StringLiteral): Decoded | undefined {
  if (node.fields.length > 0) return undefined;
  const values: string[] = [];
  const offsets: number[] = [];
  for (const part of node.parts) if (!decodePart(text, part, values, offsets)) return undefined;
  offsets.push(node.parts.at(-1)?.bodyEnd ?? node.end);
  return { value: values.join(''), offsets };
}

function decodePart(text: string, part: StringPart, values: string[], offsets: number[]): boolean {
  const raw = part.prefix.includes('r');
  const bytes = part.prefix.includes('b');
  const format = /[ft]/.test(part.prefix);
  const put = (value: string, at: number) => {
    values.push(value);
    for (let i = 0; i < value.length; i++) offsets.push(at);
  };
  for (let at = part.bodyStart; at < part.bodyEnd; ) {
    const character = text.charAt(at);
    if (character === '\r') {
      put('\n', at);
      at += text.charAt(at + 1) === '\n' ? 2 : 1;
    } else if (format && (character === '{' || character === '}')) {
      if (text.charAt(at + 1) !== character) return false;
      put(character, at);
      at += 2;
    } else if (character === '\\' && !raw) {
      const found = readEscape(text, at, part.bodyEnd, bytes);
      if (!found) return false;
      put(found.value, at);
      at = found.end;
    } else {
      put(character, at);
      at++;
    }
  }
  return true;
}

function readEscape(
  text: string,
  at: number,
  bodyEnd: number,
  bytes: boolean,
): { value: string; end: number } | undefined {
  const letter = text.charAt(at + 1);
  const end = at + 2;
  if (end > bodyEnd) return { value: '\\', end: at + 1 };
  if (letter === '\n') return { value: '', end };
  if (letter === '\r') return { value: '', end: text.charAt(end) === '\n' ? end + 1 : end };
  const simple = escapes.get(letter);
  if (simple !== undefined) return { value: simple, end };
  const octal = /^[0-7]{1,3}/.exec(text.slice(at + 1, Math.min(at + 4, bodyEnd)))?.[0];
  if (octal) {
    const code = Number.parseInt(octal, 8);
    return { value: String.fromCharCode(bytes ? code & 0xff : code), end: at + 1 + octal.length };
  }
  const length = letter === 'x' ? 2 : bytes ? 0 : letter === 'u' ? 4 : letter === 'U' ? 8 : 0;
  if (length > 0) {
    const digits = text.slice(end, Math.min(end + length, bodyEnd));
    const code = Number.parseInt(digits, 16);
    if (digits.length < length || !/^[\da-fA-F]+$/.test(digits) || code > 0x10ffff) return undefined;
    return { value: String.fromCodePoint(code), end: end + length };
  }
  if (letter === 'N' && !bytes) return undefined;
  // Python keeps the backslash of what is no escape.
  return { value: `\\${letter}`, end };
}
