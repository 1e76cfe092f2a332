import { bisect } from '../basics/search';
import type { StringLiteral, StringPart } from './tree';

/** The value of a string literal, and the source position of each of its characters. */
interface Decoded {
  readonly value: string;
  readonly places: Places;
}

/**
 * Maps the UTF-16 units of a decoded text to the source. Most units stand for themselves, so a long text has only a few
 * runs. Each run has its start in the text, its start in the source, and the source length of an escape, or 0 for a run of
 * units that stand for themselves.
 */
export class Places {
  private readonly units: number[] = [];
  private readonly sources: number[] = [];
  private readonly widths: number[] = [];

  add(unit: number, source: number, width: number): void {
    this.units.push(unit);
    this.sources.push(source);
    this.widths.push(width);
  }

  /** Units from one escape share a position. */
  start(unit: number): number {
    const run = this.runOf(unit);
    return this.sources[run]! + (this.widths[run]! > 0 ? 0 : unit - this.units[run]!);
  }

  end(unit: number): number {
    const run = this.runOf(unit);
    return this.sources[run]! + (this.widths[run]! || unit + 1 - this.units[run]!);
  }

  private runOf(unit: number): number {
    return bisect(0, this.units.length, (run) => this.units[run]! > unit) - 1;
  }
}

const ESCAPES: ReadonlyMap<string, string> = new Map(
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
 * Undefined where the text is not known from the source alone: with replacement fields, named characters, or escapes that
 * Python refuses.
 */
export function decodeString(text: string, node: StringLiteral): Decoded | undefined {
  if (node.fields.length > 0) return undefined;
  const places = new Places();
  let value = '';
  for (const part of node.parts) {
    const said = decodePart(text, part, places, value.length);
    if (said === undefined) return undefined;
    value += said;
  }
  return { value, places };
}

/** The value of a literal, without the positions of its characters. */
export function stringValue(text: string, node: StringLiteral): string | undefined {
  const [part, ...others] = node.parts;
  if (part && others.length === 0 && part.prefix === '') {
    const body = text.slice(part.bodyStart, part.bodyEnd);
    if (!/[\\\r]/.test(body)) return body;
  }
  return decodeString(text, node)?.value;
}

/** Decodes the text between one pair of quotes, which begins at unit `first` of the whole; see `decodeString`. */
export function decodePart(
  text: string,
  { prefix, bodyStart, bodyEnd }: StringPart,
  places: Places,
  first: number,
): string | undefined {
  const raw = prefix.includes('r');
  const bytes = prefix.includes('b');
  const format = /[ft]/.test(prefix);
  const body = text.slice(bodyStart, bodyEnd);
  const special = format ? (raw ? RAW_FORMAT : FORMAT) : raw ? RAW : ORDINARY;
  let value = '';
  /** Start of the units that stand for themselves. */
  let run = bodyStart;
  for (;;) {
    special.lastIndex = run - bodyStart;
    const at = bodyStart + (special.exec(body)?.index ?? body.length);
    if (at > run) {
      places.add(first + value.length, run, 0);
      value += text.slice(run, at);
    }
    if (at === bodyEnd) return value;
    const code = text.charCodeAt(at);
    const found =
      code === BACKSLASH
        ? readEscape(text, at, bodyEnd, bytes)
        : code === CR
          ? { value: '\n', end: at + (text.charCodeAt(at + 1) === LF ? 2 : 1) }
          : readBrace(text, at);
    if (!found) return undefined;
    if (found.value !== '') places.add(first + value.length, at, found.end - at);
    value += found.value;
    run = found.end;
  }
}

/**
 * Characters that do not stand for themselves, by kind of string. Searched for, as a loop over characters takes much
 * longer.
 */
const ORDINARY = /[\\\r]/g;
const RAW = /\r/g;
const FORMAT = /[\\\r{}]/g;
const RAW_FORMAT = /[\r{}]/g;

const LF = 0x0a;
const CR = 0x0d;
const BACKSLASH = 0x5c;

interface Escape {
  readonly value: string;
  readonly end: number;
}

/** In a format string, a literal brace is doubled. */
function readBrace(text: string, at: number): Escape | undefined {
  const value = text.charAt(at);
  return text.charAt(at + 1) === value ? { value, end: at + 2 } : undefined;
}

function readEscape(text: string, at: number, bodyEnd: number, bytes: boolean): Escape | undefined {
  const letter = text.charAt(at + 1);
  const end = at + 2;
  if (end > bodyEnd) return { value: '\\', end: at + 1 };
  if (letter === '\n') return { value: '', end };
  if (letter === '\r') return { value: '', end: text.charAt(end) === '\n' ? end + 1 : end };
  const simple = ESCAPES.get(letter);
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
  // Python keeps the backslash of an unknown escape.
  return { value: `\\${letter}`, end };
}
