import { codeAt } from '../basics/code-at';

/**
 * Tokens of the protobuf text format. The lexer is total: every text is a sequence of tokens that concatenate to it. Errors
 * in a token are left to the parser.
 */
export enum Kind {
  End = 0,
  Whitespace,
  Comment,
  Identifier,
  /** Anything that starts like a number, including `08` and `10bar`; see `numberForm`. */
  Number,
  String,
  /** A string without its closing quote; it ends at the end of the line. */
  OpenString,
  /** `<<END`, lines, `END`: the dialect of TensorFlow's api_def files. */
  Heredoc,
  /** A character that cannot start a token. */
  Invalid,
  // A token that is a single printable ASCII symbol has its character code as its kind.
  OpenBrace = 0x7b,
  CloseBrace = 0x7d,
  OpenAngle = 0x3c,
  CloseAngle = 0x3e,
  OpenSquare = 0x5b,
  CloseSquare = 0x5d,
  Colon = 0x3a,
  Comma = 0x2c,
  Semicolon = 0x3b,
  Minus = 0x2d,
  Slash = 0x2f,
}

const LF = 0x0a;
const CR = 0x0d;
const BACKSLASH = 0x5c;

const SPACE = 1;
const LETTER = 2;
const DIGIT = 4;
const characterClass = new Uint8Array(128);
for (const c of ' \n\t\v\f\r') characterClass[c.charCodeAt(0)] = SPACE;
for (let c = 0; c < 26; c++) characterClass[0x41 + c] = characterClass[0x61 + c] = LETTER;
characterClass[0x5f] = LETTER;
for (let c = 0; c < 10; c++) characterClass[0x30 + c] = DIGIT;

const is = (code: number, mask: number) => code < 128 && (characterClass[code]! & mask) !== 0;

/** Scans one token at a time; `kind`, `start` and `end` describe the last one. */
export class Lexer {
  kind: Kind = Kind.End;
  start = 0;
  end = 0;

  constructor(readonly text: string) {}

  /** Scans the next token that is neither whitespace nor a comment. */
  scanSignificant(position: number): void {
    do {
      this.scan(this.skip(position, SPACE));
      position = this.end;
    } while (this.kind === Kind.Comment);
  }

  scan(position: number): void {
    const { text } = this;
    this.start = position;
    if (position >= text.length) return this.accept(Kind.End, position);
    const code = text.charCodeAt(position);
    if (is(code, SPACE)) return this.accept(Kind.Whitespace, this.skip(position + 1, SPACE));
    if (is(code, LETTER)) return this.accept(Kind.Identifier, this.skip(position + 1, LETTER | DIGIT));
    if (is(code, DIGIT)) return this.scanNumber(position);
    switch (code) {
      case 0x23: // #
        return this.scanComment(position);
      case 0x22: // "
      case 0x27: // '
        return this.scanString(position, code);
      case 0x2e: // .
        return is(codeAt(text, position + 1), DIGIT)
          ? this.scanNumber(position)
          : this.accept(code as Kind, position + 1);
      case Kind.OpenAngle:
        return codeAt(text, position + 1) === Kind.OpenAngle && is(codeAt(text, position + 2), LETTER)
          ? this.scanHeredoc(position)
          : this.accept(code as Kind, position + 1);
    }
    if (code > 0x20 && code < 0x7f) return this.accept(code as Kind, position + 1);
    let end = position + 1;
    while (end < text.length && isInvalid(text.charCodeAt(end))) end++;
    this.accept(Kind.Invalid, end);
  }

  private accept(kind: Kind, end: number): void {
    this.kind = kind;
    this.end = end;
  }

  private skip(position: number, mask: number): number {
    const { text } = this;
    while (position < text.length && is(text.charCodeAt(position), mask)) position++;
    return position;
  }

  private scanNumber(position: number): void {
    const { text } = this;
    const hexadecimal = (codeAt(text, position + 1) | 0x20) === 0x78;
    for (let end = position + 1; ; end++) {
      const code = codeAt(text, end);
      if (is(code, LETTER | DIGIT) || code === 0x2e) continue;
      const exponent = !hexadecimal && (text.charCodeAt(end - 1) | 0x20) === 0x65;
      if (exponent && (code === 0x2b || code === Kind.Minus) && is(codeAt(text, end + 1), DIGIT)) continue;
      return this.accept(Kind.Number, end);
    }
  }

  private scanComment(position: number): void {
    const { text } = this;
    let end = position + 1;
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end);
      if (code === LF || code === 0) break;
    }
    this.accept(Kind.Comment, end);
  }

  private scanString(position: number, quote: number): void {
    const { text } = this;
    for (let end = position + 1; ; end++) {
      const code = codeAt(text, end);
      if (code === quote) return this.accept(Kind.String, end + 1);
      if (code === BACKSLASH && codeAt(text, end + 1) !== LF && end + 1 < text.length) end++;
      else if (code === LF || code === 0) {
        const cut = code === LF && text.charCodeAt(end - 1) === CR && end - 1 > position ? end - 1 : end;
        return this.accept(Kind.OpenString, cut);
      }
    }
  }

  private scanHeredoc(position: number): void {
    const { text } = this;
    const nameEnd = this.skip(position + 2, LETTER | DIGIT);
    const name = text.slice(position + 2, nameEnd);
    for (let line = text.indexOf('\n', nameEnd); line >= 0; line = text.indexOf('\n', line + 1)) {
      const start = this.skipBlanks(line + 1);
      if (!text.startsWith(name, start)) continue;
      let end = this.skipBlanks(start + name.length);
      if (codeAt(text, end) === CR) end++;
      if (end === text.length || text.charCodeAt(end) === LF) {
        return this.accept(Kind.Heredoc, start + name.length);
      }
    }
    this.accept(Kind.Heredoc, text.length);
  }

  private skipBlanks(position: number): number {
    const { text } = this;
    while (text[position] === ' ' || text[position] === '\t') position++;
    return position;
  }
}

function isInvalid(code: number): boolean {
  return code >= 0x7f || (code < 0x20 && characterClass[code] !== SPACE);
}

type NumberForm = 'decimal' | 'octal' | 'hexadecimal' | 'float' | 'invalid';

/** Whether a Number token consists of digits, perhaps with a fraction and an exponent: `8`, `0.05`, `1e-7`. */
export function isPlainNumber(text: string, start: number, end: number): boolean {
  let at = endOfDigits(text, start, end);
  if (at === start || (at - start > 1 && text.charCodeAt(start) === 0x30)) return false;
  if (at < end && text.charCodeAt(at) === 0x2e) {
    const fraction = at + 1;
    at = endOfDigits(text, fraction, end);
    if (at === fraction) return false;
  }
  if (at < end && (text.charCodeAt(at) | 0x20) === 0x65) {
    const sign = text.charCodeAt(at + 1);
    const exponent = sign === 0x2b || sign === 0x2d ? at + 2 : at + 1;
    at = endOfDigits(text, exponent, end);
    if (at === exponent) return false;
  }
  return at === end;
}

function endOfDigits(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && text.charCodeAt(at) >= 0x30 && text.charCodeAt(at) <= 0x39) at++;
  return at;
}

/** The form of a Number token. A float may end with `f`; `08`, `1_000` and `10bar` are invalid. */
export function numberForm(token: string): NumberForm {
  if (/^(0|[1-9]\d*)$/.test(token)) return 'decimal';
  if (/^0[0-7]+$/.test(token)) return 'octal';
  if (/^0[xX][0-9a-fA-F]+$/.test(token)) return 'hexadecimal';
  if (/^(\.\d+([eE][+-]?\d+)?|(0|[1-9]\d*)(\.\d*([eE][+-]?\d+)?|[eE][+-]?\d+)?)[fF]?$/.test(token))
    return 'float';
  return 'invalid';
}
