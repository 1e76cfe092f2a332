/**
 * Tokens of Python. The lexer is total: every text is a sequence of tokens that concatenate to it. An unclosed token ends
 * where its author most likely meant it to end.
 */
export enum Kind {
  End = 0,
  Blank,
  Newline,
  Comment,
  /** A backslash and the line end that it escapes. */
  Join,
  /** Input that IPython understands and Python does not: `!pip …`, `%matplotlib`, a whole `%%bash` cell. */
  Magic,
  Name,
  Number,
  String,
  /** A string without its closing quote. */
  OpenString,
  Invalid,
  // A token that is a single printable ASCII symbol has its character code as its kind.
  Exclamation = 0x21,
  Percent = 0x25,
  Ampersand = 0x26,
  OpenParen = 0x28,
  CloseParen = 0x29,
  Star = 0x2a,
  Plus = 0x2b,
  Comma = 0x2c,
  Minus = 0x2d,
  Dot = 0x2e,
  Slash = 0x2f,
  Colon = 0x3a,
  Semicolon = 0x3b,
  Less = 0x3c,
  Assign = 0x3d,
  Greater = 0x3e,
  At = 0x40,
  OpenSquare = 0x5b,
  CloseSquare = 0x5d,
  Caret = 0x5e,
  OpenBrace = 0x7b,
  Bar = 0x7c,
  CloseBrace = 0x7d,
  Tilde = 0x7e,
  // Symbols with several characters.
  DoubleStar = 0x80,
  DoubleSlash,
  ShiftLeft,
  ShiftRight,
  Equal,
  NotEqual,
  LessEqual,
  GreaterEqual,
  Arrow,
  Walrus,
  Ellipsis,
  /** `+=` and its like. */
  AugmentedAssign,
  // Keywords.
  And = 0xa0,
  As,
  Assert,
  Async,
  Await,
  Break,
  Class,
  Continue,
  Def,
  Del,
  Elif,
  Else,
  Except,
  False,
  Finally,
  For,
  From,
  Global,
  If,
  Import,
  In,
  Is,
  Lambda,
  None,
  Nonlocal,
  Not,
  Or,
  Pass,
  Raise,
  Return,
  True,
  Try,
  While,
  With,
  Yield,
}

const keywords = new Map<string, Kind>();
for (let kind = Kind.And; kind <= Kind.Yield; kind++) {
  const word = Kind[kind]!;
  keywords.set(['False', 'None', 'True'].includes(word) ? word : word.toLowerCase(), kind);
}

/** The lengths that keywords with this first letter have, as bits. */
const keywordLengths = new Uint16Array(128);
for (const word of keywords.keys()) keywordLengths[word.charCodeAt(0)]! |= 1 << word.length;

const LF = 0x0a;
const CR = 0x0d;
const BACKSLASH = 0x5c;
const HASH = 0x23;
const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;
const UNDERSCORE = 0x5f;

const BLANK = 1;
const LETTER = 2;
const DIGIT = 4;
const QUOTE = 8;
const WORD = LETTER | DIGIT;
const classes = new Uint8Array(0x10000).fill(LETTER, 0x80);
for (const c of ' \t\f\v\u00a0\u3000\ufeff') classes[c.charCodeAt(0)] = BLANK;
for (let c = 0x2000; c < 0x2070; c++) classes[c] = 0;
for (let c = 0x61; c <= 0x7a; c++) classes[c] = classes[c - 0x20] = LETTER;
classes[UNDERSCORE] = LETTER;
for (let c = 0x30; c <= 0x39; c++) classes[c] = DIGIT;
classes[DOUBLE_QUOTE] = classes[SINGLE_QUOTE] = QUOTE;

/** The class of a character; 0 at the end of the text. */
const classOf = (text: string, at: number): number => classes[text.charCodeAt(at)] ?? 0;

const LONG_SYMBOLS: Record<string, Kind> = {
  '**': Kind.DoubleStar,
  '//': Kind.DoubleSlash,
  '<<': Kind.ShiftLeft,
  '>>': Kind.ShiftRight,
  '==': Kind.Equal,
  '!=': Kind.NotEqual,
  '<>': Kind.NotEqual,
  '<=': Kind.LessEqual,
  '>=': Kind.GreaterEqual,
  '->': Kind.Arrow,
  ':=': Kind.Walrus,
  '...': Kind.Ellipsis,
};
for (const operator of '+ - * / // % @ & | ^ << >> **'.split(' '))
  LONG_SYMBOLS[`${operator}=`] = Kind.AugmentedAssign;

/** By first character, the longest first. */
const symbolsByStart: (readonly (readonly [string, Kind])[] | undefined)[] = [];
for (const [symbol, kind] of Object.entries(LONG_SYMBOLS).sort(([a], [b]) => b.length - a.length)) {
  const start = symbol.charCodeAt(0);
  symbolsByStart[start] = [...(symbolsByStart[start] ?? []), [symbol, kind]];
}

/** Cell magics after which the cell is still Python. */
const PYTHON_CELL = /^%%(time|timeit|capture|prun|debug|px|python3?|skip)\b/;

/** A line that is almost certainly a statement, so that a string which contains it was left open. */
const statementLine =
  /^[ \t]*(?:(?:async[ \t]+)?def[ \t]+\w+[ \t]*\(|class[ \t]+\w+[ \t]*[(:]|import[ \t]+[\w.]+[ \t]*(?:$|as\b)|from[ \t]+[\w.]+[ \t]+import\b|@[A-Za-z_][\w.]*[ \t]*(?:$|\()|return\b[ \t]*(?:$|[^\w\s]|\w+[ \t]*(?:$|[.([]))|[A-Za-z_][\w.]*[ \t]*=[ \t]*[^=\s]|[A-Za-z_][\w.]*\()/;

/** A line that a docstring follows. */
const DEFINITION_LINE = /^[ \t]*(?:def|class|async[ \t]+def)[ \t].*:[ \t\r]*$/;

/** Scans one token after the other; `kind`, `start` and `end` describe the last one. */
export class Lexer {
  kind: Kind = Kind.End;
  start: number;
  end: number;

  /** The approximate number of open brackets: it distinguishes a magic from the operator `%`. */
  depth = 0;
  private lineStart = true;
  private afterAssign = false;
  /** For each kind of single and triple quote, the offset from which a search for the closing quote has failed. */
  private readonly unclosed = new Map<string, number>();

  constructor(
    readonly text: string,
    start = 0,
    readonly limit = text.length,
  ) {
    this.start = this.end = start;
  }

  next(): Kind {
    const { text } = this;
    const at = this.end;
    this.start = at;
    if (at >= this.limit) return this.accept(Kind.End, this.limit);
    const code = text.charCodeAt(at);
    const characters = classes[code]!;
    if (characters === BLANK) return this.accept(Kind.Blank, this.skip(at + 1, BLANK));
    if (code === LF || code === CR) return this.scanNewline(at);
    if (code === HASH) return this.accept(Kind.Comment, this.lineEnd(at));
    if (code === BACKSLASH) return this.scanJoin(at);
    const lineStart = this.lineStart;
    const afterAssign = this.afterAssign;
    this.lineStart = this.afterAssign = false;
    if (characters === LETTER) return this.scanWord(at);
    if (characters === DIGIT) return this.scanNumber(at);
    if (characters === QUOTE) return this.scanString(at, at);
    if (code === Kind.Dot && classOf(text, at + 1) === DIGIT) return this.scanNumber(at);
    if (this.isMagic(at, code, lineStart, afterAssign)) return this.scanMagic(at, code, lineStart);
    return this.scanSymbol(at, code);
  }

  private accept(kind: Kind, end: number): Kind {
    this.end = Math.min(end, this.limit);
    this.kind = kind;
    return kind;
  }

  private skip(at: number, mask: number): number {
    const { text, limit } = this;
    while (at < limit && (classes[text.charCodeAt(at)]! & mask) !== 0) at++;
    return at;
  }

  private lineEnd(at: number): number {
    const { text, limit } = this;
    for (; at < limit; at++) {
      const code = text.charCodeAt(at);
      if (code === LF || code === CR) break;
    }
    return at;
  }

  private scanNewline(at: number): Kind {
    this.lineStart = true;
    this.afterAssign = false;
    return this.accept(Kind.Newline, lineBreakEnd(this.text, at));
  }

  private scanJoin(at: number): Kind {
    const end = lineBreakEnd(this.text, at + 1);
    if (end > at + 1) return this.accept(Kind.Join, end);
    this.lineStart = false;
    return this.accept(Kind.Invalid, at + 1);
  }

  private scanWord(at: number): Kind {
    const { text } = this;
    const end = this.skip(at + 1, WORD);
    const length = end - at;
    if (length <= 3 && classOf(text, end) === QUOTE && isStringPrefix(text, at, end))
      return this.scanString(at, end);
    const mayBeKeyword = length <= 8 && ((keywordLengths[text.charCodeAt(at)]! >> length) & 1) === 1;
    const keyword = mayBeKeyword ? keywords.get(text.slice(at, end)) : undefined;
    return this.accept(keyword ?? Kind.Name, end);
  }

  private scanNumber(at: number): Kind {
    const { text } = this;
    const second = text.charCodeAt(at + 1) | 0x20;
    const based = second === 0x78 || second === 0x6f || second === 0x62;
    for (let end = at + 1; ; end++) {
      const code = text.charCodeAt(end);
      const characters = classes[code] ?? 0;
      if ((characters & WORD) !== 0) {
        // `1if x else 2`: the keyword is not part of the number.
        if (characters === LETTER && !based && startsKeyword(text, end)) return this.accept(Kind.Number, end);
        continue;
      }
      if (code === Kind.Dot && !based) continue;
      const exponent = !based && (text.charCodeAt(end - 1) | 0x20) === 0x65;
      if (exponent && (code === Kind.Plus || code === Kind.Minus) && classOf(text, end + 1) === DIGIT)
        continue;
      return this.accept(Kind.Number, end);
    }
  }

  private scanSymbol(at: number, code: number): Kind {
    const { text } = this;
    if (code === Kind.OpenParen || code === Kind.OpenSquare || code === Kind.OpenBrace) this.depth++;
    else if (code === Kind.CloseParen || code === Kind.CloseSquare || code === Kind.CloseBrace)
      this.depth = Math.max(0, this.depth - 1);
    const longer = symbolsByStart[code];
    if (longer) {
      for (const [symbol, kind] of longer)
        if (text.startsWith(symbol, at)) return this.accept(kind, at + symbol.length);
    }
    if (code === Kind.Assign) this.afterAssign = true;
    const known = code > 0x20 && code < 0x7f && code !== 0x24 && code !== 0x3f && code !== 0x60;
    return this.accept(known ? (code as Kind) : Kind.Invalid, at + 1);
  }

  private isMagic(at: number, code: number, lineStart: boolean, afterAssign: boolean): boolean {
    const { text } = this;
    const next = text.charCodeAt(at + 1);
    if (code === Kind.Exclamation) return (lineStart || afterAssign) && next !== Kind.Assign;
    if (code === 0x3f) return lineStart;
    if (code !== Kind.Percent || !(lineStart || afterAssign)) return false;
    const word = next === Kind.Percent ? at + 2 : at + 1;
    if (classOf(text, word) !== LETTER) return false;
    // In brackets, `%` continues the expression of the line before, unless it is at the start of a line like a magic.
    return this.depth === 0 || (lineStart && at === lineStartOf(text, at));
  }

  private scanMagic(at: number, code: number, lineStart: boolean): Kind {
    const { text } = this;
    const end = this.lineEnd(at);
    const cell = lineStart && code === Kind.Percent && text.charCodeAt(at + 1) === Kind.Percent;
    return this.accept(
      Kind.Magic,
      cell && !PYTHON_CELL.test(text.slice(at, Math.min(end, at + 20))) ? this.limit : end,
    );
  }

  private scanString(at: number, quoteAt: number): Kind {
    const { text, limit } = this;
    const code = text.charCodeAt(quoteAt);
    const triple = text.charCodeAt(quoteAt + 1) === code && text.charCodeAt(quoteAt + 2) === code;
    if (triple) return this.scanTriple(quoteAt);
    if (text.charCodeAt(quoteAt + 1) === code) return this.accept(Kind.String, quoteAt + 2);
    let format = isFormat(text, at, quoteAt);
    for (let end = quoteAt + 1; ; end++) {
      const c = text.charCodeAt(end);
      if (end >= limit || c === LF || c === CR) return this.accept(Kind.OpenString, end);
      if (c === code) return this.accept(Kind.String, end + 1);
      if (c === BACKSLASH) end = lineBreakEnd(text, end + 1, end + 2) - 1;
      else if (format && c === Kind.OpenBrace) {
        if (text.charCodeAt(end + 1) === Kind.OpenBrace) end++;
        else {
          const field = fieldEnd(text, end, limit, code);
          if (field < 0) format = false;
          else end = field - 1;
        }
      }
    }
  }

  private scanTriple(quoteAt: number): Kind {
    const { text, limit } = this;
    const key = text.slice(quoteAt, quoteAt + 3);
    if (quoteAt < (this.unclosed.get(key) ?? Number.POSITIVE_INFINITY)) {
      // Native searches: in a long string, they take a fraction of the time of a loop over characters.
      const searched = text.slice(0, limit + 2);
      let at = quoteAt + 3;
      for (let end = searched.indexOf(key, at); end >= 0 && end < limit; ) {
        const backslash = searched.slice(at, end).indexOf('\\');
        if (backslash >= 0) {
          at += backslash + 2;
          if (at > end) end = searched.indexOf(key, at);
        } else if (this.opensNext(end)) return this.accept(Kind.OpenString, this.openEnd(quoteAt + 3, end));
        else return this.accept(Kind.String, end + 3);
      }
      this.unclosed.set(key, quoteAt);
    }
    return this.accept(Kind.OpenString, this.openEnd(quoteAt + 3, limit));
  }

  /** Whether a triple quote rather opens the next string: then the current string was left open. */
  private opensNext(at: number): boolean {
    const { text } = this;
    if (classOf(text, at + 3) === LETTER) return true;
    let lineStart = at;
    while (classOf(text, lineStart - 1) === BLANK) lineStart--;
    if (lineStart < 2 || text.charCodeAt(lineStart - 1) !== LF) return false;
    return DEFINITION_LINE.test(text.slice(lineStartOf(text, lineStart - 1), lineStart - 1));
  }

  /** Where an unclosed triple-quoted string ends: before the first line that is certainly a statement. */
  private openEnd(from: number, to: number): number {
    const { text } = this;
    for (let end = this.lineEnd(from); end < to; ) {
      const line = lineBreakEnd(text, end);
      const next = this.lineEnd(line);
      if (line < to && statementLine.test(text.slice(line, Math.min(next, line + 200)))) return end;
      end = next;
    }
    return to;
  }
}

/** The offset after the line break at an offset; if there is none, `otherwise`, by default the offset itself. */
function lineBreakEnd(text: string, at: number, otherwise = at): number {
  const code = text.charCodeAt(at);
  if (code === LF) return at + 1;
  if (code === CR) return text.charCodeAt(at + 1) === LF ? at + 2 : at + 1;
  return otherwise;
}

function lineStartOf(text: string, at: number): number {
  while (at > 0 && text.charCodeAt(at - 1) !== LF && text.charCodeAt(at - 1) !== CR) at--;
  return at;
}

const isLetter = (text: string, at: number, letter: number) => (text.charCodeAt(at) | 0x20) === letter;

function isStringPrefix(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const letter = text.charCodeAt(at) | 0x20;
    // r, b, u, f, t
    if (letter !== 0x72 && letter !== 0x62 && letter !== 0x75 && letter !== 0x66 && letter !== 0x74)
      return false;
  }
  return end - start <= 2;
}

/** Whether a prefix makes braces replacement fields. */
function isFormat(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (isLetter(text, at, 0x66) || isLetter(text, at, 0x74)) return true;
  return false;
}

function startsKeyword(text: string, at: number): boolean {
  for (const word of ['if', 'else', 'or', 'and', 'in', 'is', 'for'])
    if (text.startsWith(word, at) && (classOf(text, at + word.length) & WORD) === 0) return true;
  return false;
}

/**
 * The offset after the replacement field of an f-string that opens at an offset; -1 if it does not end. The field may
 * contain the string's own quote, as Python 3.12 allows, and several lines in a triple-quoted string (quote 0).
 */
export function fieldEnd(text: string, open: number, limit: number, quote: number): number {
  let depth = 0;
  let inner = 0;
  for (let at = open; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (quote !== 0 && (code === LF || code === CR)) return -1;
    if (inner !== 0) {
      if (code === BACKSLASH) at++;
      else if (code === inner) inner = 0;
    } else if (code === quote && !nestsAt(text, at, limit, quote)) return -1;
    else if (code === SINGLE_QUOTE || code === DOUBLE_QUOTE) inner = code;
    else if (code === Kind.OpenBrace) depth++;
    else if (code === Kind.CloseBrace && --depth === 0) return at + 1;
  }
  return -1;
}

/** Whether the string's own quote in a field opens a nested string, which is so where an operand begins. */
function nestsAt(text: string, at: number, limit: number, quote: number): boolean {
  const before = text.charCodeAt(at - 1);
  if (!(before === Kind.OpenSquare || before === Kind.OpenParen || before === 0x20 || before === Kind.Comma))
    return false;
  for (let end = at + 1; end < limit; end++) {
    const code = text.charCodeAt(end);
    if (code === LF || code === CR) return false;
    if (code === quote) return true;
  }
  return false;
}
