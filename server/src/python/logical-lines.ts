import { Kind, Lexer } from './lexer';

/**
 * Tokens arranged in logical lines: where each bracket ends, and which tokens start a statement. For finished code, this is
 * the same as in Python. An unclosed bracket ends where the next statement starts, so that an unfinished call does not
 * swallow the code after it.
 */
export interface Lines {
  /** Kinds, starts and ends of the tokens; blanks, comments, line ends and magics are left out. */
  readonly kinds: readonly number[];
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** For an opening bracket, the token after its contents: the closing bracket, if `closed`. */
  readonly stops: readonly number[];
  readonly closed: readonly boolean[];
  /** The first tokens of the logical lines. */
  readonly first: readonly number[];
  /** Their columns. */
  readonly indents: readonly number[];
  /** The first tokens of the pieces that are parsed separately, from the second piece on. */
  readonly parts: ReadonlySet<number>;
  /** The tokens at line starts where no bracket or string is open. */
  readonly heads: ReadonlySet<number>;
  /** Starts of tokens whose end depends on later text: unclosed brackets and triple quotes. */
  readonly unclosed: readonly number[];
  readonly comments: readonly number[];
  /** The piece of the text that is read. */
  readonly start: number;
  readonly end: number;
  /** The column at the end, if a statement that begins there can be read without the text before; or -1. */
  readonly endColumn: number;
}

const flags = (...kinds: Kind[]) => {
  const table = new Uint8Array(256);
  for (const kind of kinds) table[kind] = 1;
  return table;
};

/** Keywords that start a statement wherever they start a line: no expression contains them. */
const statementWords = flags(
  Kind.Assert,
  Kind.Break,
  Kind.Class,
  Kind.Continue,
  Kind.Def,
  Kind.Del,
  Kind.Elif,
  Kind.Except,
  Kind.Finally,
  Kind.Global,
  Kind.Import,
  Kind.Nonlocal,
  Kind.Pass,
  Kind.Raise,
  Kind.Return,
  Kind.Try,
  Kind.While,
  Kind.With,
);

/** Keywords that start a block. */
const blockWords = flags(
  Kind.Async,
  Kind.Class,
  Kind.Def,
  Kind.Elif,
  Kind.Except,
  Kind.For,
  Kind.If,
  Kind.While,
  Kind.With,
);

const isStatementWord = (text: string, at: number) => statementWords[new Lexer(text, at).next()] === 1;

/** The quotes of a string that may span lines. */
const TRIPLE = /^[a-z]{0,2}(?:"""|''')/i;

/** Tokens that may start an operand, and so a statement. */
const operandStarts = flags(
  Kind.Name,
  Kind.Number,
  Kind.String,
  Kind.OpenString,
  Kind.OpenParen,
  Kind.OpenSquare,
  Kind.OpenBrace,
  Kind.At,
  Kind.Ellipsis,
  Kind.Await,
  Kind.Async,
  Kind.False,
  Kind.From,
  Kind.Lambda,
  Kind.None,
  Kind.Not,
  Kind.True,
  Kind.Yield,
);

const isOpener = (kind: number) =>
  kind === Kind.OpenParen || kind === Kind.OpenSquare || kind === Kind.OpenBrace;
const isCloser = (kind: number) =>
  kind === Kind.CloseParen || kind === Kind.CloseSquare || kind === Kind.CloseBrace;
/** The bracket that a closing bracket closes. */
const openerOf = (closer: number) => (closer === Kind.CloseParen ? Kind.OpenParen : closer - 2);

/** `start` is the start of the text, or of a token that begins a line at this column. */
export function readLines(text: string, partEnds: readonly number[], start = 0, column = 0): Lines {
  return new LineReader(text, partEnds, start, column);
}

class LineReader implements Lines {
  readonly kinds: number[] = [];
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  readonly stops: number[];
  readonly closed: boolean[];
  readonly first: number[] = [];
  readonly indents: number[] = [];
  readonly parts = new Set<number>();
  readonly heads = new Set<number>();
  readonly unclosed: number[] = [];
  readonly comments: number[] = [];
  readonly start: number;
  readonly end: number;
  endColumn = -1;

  /** Columns of the tokens that start a line of the text; -1 for the others. */
  private readonly columns: number[] = [];
  /** For a closing bracket, the bracket that it closes, and the reverse. */
  private readonly matches: number[];

  constructor(text: string, partEnds: readonly number[], start: number, column: number) {
    this.start = start;
    for (const end of partEnds) {
      if (start > this.start) this.parts.add(this.kinds.length);
      this.readTokens(text, start, end, column);
      start = end;
      column = 0;
    }
    this.end = start;
    const { length } = this.kinds;
    this.stops = new Array(length).fill(-1);
    this.closed = new Array(length).fill(false);
    this.matches = new Array(length).fill(-1);
    const isOpen = this.match();
    if (isOpen && !isStatementWord(text, start)) this.endColumn = -1;
    this.setOut();
    this.unclosed.sort((a, b) => a - b);
  }

  private readTokens(text: string, start: number, end: number, column: number): void {
    const { kinds, starts, ends, columns } = this;
    const lexer = new Lexer(text, start, end);
    /** Whether only blanks have come since the last line end. */
    let isFresh = false;
    for (;;) {
      const { depth } = lexer;
      const kind = lexer.next();
      switch (kind) {
        case Kind.End: {
          const isAlone = isFresh && this.unclosed.length === 0;
          this.endColumn = isAlone && (depth === 0 || isStatementWord(text, end)) ? column : -1;
          return;
        }
        case Kind.Newline:
          column = 0;
          isFresh = true;
          break;
        case Kind.Blank:
          if (column >= 0) column = widthOf(text, lexer.start, lexer.end);
          break;
        case Kind.Comment:
          this.comments.push(lexer.start, lexer.end);
          isFresh = false;
          break;
        case Kind.Join:
        case Kind.Magic:
          isFresh = false;
          break;
        default: {
          const resets = column >= 0 && statementWords[kind] === 1;
          if (resets) lexer.depth = 0;
          if (isFresh && (resets || depth === 0)) this.heads.add(kinds.length);
          isFresh = false;
          if (kind === Kind.OpenString && TRIPLE.test(text.slice(lexer.start, lexer.start + 5)))
            this.unclosed.push(lexer.start);
          kinds.push(kind);
          starts.push(lexer.start);
          ends.push(lexer.end);
          columns.push(column);
          column = -1;
        }
      }
    }
  }

  /** Whether nothing that is open can contain this token. */
  private isBarrier(i: number): boolean {
    const kind = this.kinds[i]!;
    if (kind === Kind.Semicolon) return true;
    if (this.columns[i]! < 0) return false;
    if (statementWords[kind] === 1 || this.parts.has(i)) return true;
    if (kind === Kind.Async) {
      const next = this.kindOnLine(i + 1);
      return next === Kind.Def || next === Kind.With;
    }
    return kind === Kind.From && this.isImport(i);
  }

  private isImport(i: number): boolean {
    for (;;) {
      const kind = this.kindOnLine(++i);
      if (kind !== Kind.Name && kind !== Kind.Dot && kind !== Kind.Ellipsis) return kind === Kind.Import;
    }
  }

  /** The kind of a token that continues the line of the token before it. */
  private kindOnLine(i: number): Kind | undefined {
    return this.columns[i] === -1 ? this.kinds[i] : undefined;
  }

  /** Matches brackets, as far as they match between two barriers. Returns whether one is open at the end. */
  private match(): boolean {
    const { kinds, matches } = this;
    const stack: number[] = [];
    const open = new Uint32Array(128);
    for (let i = 0; i < kinds.length; i++) {
      const kind = kinds[i]!;
      if (stack.length > 0 && this.isBarrier(i)) {
        stack.length = 0;
        open.fill(0);
      }
      if (stack.length > 0) this.heads.delete(i);
      if (isOpener(kind)) {
        stack.push(i);
        open[kind]!++;
      } else if (isCloser(kind)) {
        const opener = openerOf(kind);
        if (open[opener] === 0) continue;
        for (;;) {
          const top = stack.pop()!;
          const topKind = kinds[top]!;
          open[topKind]!--;
          if (topKind !== opener) continue;
          matches[i] = top;
          matches[top] = i;
          break;
        }
      }
    }
    return stack.length > 0;
  }

  /** Finds the logical lines and where each bracket ends. */
  private setOut(): void {
    const { kinds, columns, matches, stops, closed } = this;
    const stack: number[] = [];
    /** The columns of the lines that contain the brackets. */
    const margins: number[] = [];
    let margin = 0;
    let inHeader = false;
    const close = (at: number) => {
      stops[stack.pop()!] = at;
      margins.pop();
    };
    for (let i = 0; i < kinds.length; i++) {
      const kind = kinds[i]!;
      const column = columns[i]!;
      if (stack.length > 0 && (column >= 0 || kind === Kind.Semicolon)) {
        if (this.isBarrier(i)) while (stack.length > 0) close(i);
        else if (matches[stack.at(-1)!] === -1) {
          const headerEnds = inHeader && kinds[i - 1] === Kind.Colon;
          const startsBody = inHeader && this.startsBody(i);
          const startsStatement = this.startsStatement(i);
          while (stack.length > 0 && matches[stack.at(-1)!] === -1) {
            if (headerEnds) close(i - 1);
            else if (startsBody || (startsStatement && column <= margins.at(-1)!)) close(i);
            else break;
          }
        }
      }
      if (column >= 0) {
        margin = column;
        if (stack.length === 0) {
          this.first.push(i);
          this.indents.push(column);
          inHeader = blockWords[kind] === 1;
        }
      }
      // `with f(a as b:` – `as` cannot be in the brackets of a call.
      if (kind === Kind.As) while (stack.length > 0 && this.isOpenCall(stack.at(-1)!)) close(i);
      if (isOpener(kind)) {
        stack.push(i);
        margins.push(margin);
        if (matches[i] === -1) this.unclosed.push(this.starts[i]!);
      } else if (isCloser(kind)) {
        const opener = matches[i]!;
        if (opener === -1) continue;
        while (stack.at(-1) !== opener) close(i);
        close(i);
        closed[opener] = true;
      } else if (kind === Kind.Colon && stack.length === 0) inHeader = false;
    }
    while (stack.length > 0) close(kinds.length);
  }

  /** Whether an unclosed bracket contains arguments or indices. */
  private isOpenCall(i: number): boolean {
    const before = this.kinds[i - 1]!;
    return this.matches[i] === -1 && this.columns[i]! < 0 && (before === Kind.Name || isCloser(before));
  }

  /**
   * Whether the line of a token is a statement; the line is at or left of the column of the line with an unclosed bracket.
   */
  private startsStatement(i: number): boolean {
    const { kinds } = this;
    const kind = kinds[i]!;
    if (kind === Kind.String) return kinds[i - 1] !== Kind.String;
    if (operandStarts[kind] === 1) return true;
    if (kind === Kind.Else) return kinds[i + 1] === Kind.Colon;
    return (kind === Kind.If || kind === Kind.For) && this.hasColon(i);
  }

  /** Whether a line below an unfinished header begins its body, rather than continuing the header. */
  private startsBody(i: number): boolean {
    const kind = this.kinds[i]!;
    if (kind === Kind.If || kind === Kind.For) return this.hasColon(i);
    if (operandStarts[kind] !== 1) return false;
    const last = this.kinds[this.lineOf(i).at(-1)!]!;
    return last !== Kind.Comma && last !== Kind.Colon;
  }

  /** Whether an `if` or `for` starts a block, rather than being part of an expression. */
  private hasColon(i: number): boolean {
    return this.lineOf(i).some((token) => this.kinds[token] === Kind.Colon);
  }

  /** The tokens from one to the end of its line, without those inside closed brackets. */
  private lineOf(i: number): number[] {
    const { kinds, columns, matches } = this;
    const line: number[] = [];
    do {
      line.push(i);
      i = matches[i]! > i ? matches[i]! : i + 1;
    } while (i < kinds.length && (columns[i]! < 0 || matches[i]! >= line[0]!));
    return line;
  }
}

function widthOf(text: string, start: number, end: number): number {
  let width = 0;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x09) width += 8 - (width % 8);
    else if (code === 0x0c || code === 0xfeff) width = 0;
    else width++;
  }
  return width;
}
