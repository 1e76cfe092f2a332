// A reader of its own beside the parser: it reads bytes of any size piece by piece, and stores nothing that it skips.
// The parser needs the whole text and makes a tree of it, which is many times larger.
import { joined } from '../../basics/bytes';
import { stringBytes } from '../../textproto/literals';
import type { Field, Shape } from './shapes';
import { type ByteSource, Cursor } from './source';
import type { Visitor } from './visitor';

/** Scans a message in text format, and skips parts that cannot contain a configuration. */
export function scanText(source: ByteSource, shape: Shape, visitor: Visitor): void {
  new TextScanner(source, visitor).scanFields(shape, -1);
}

const [NEWLINE, HASH, BACKSLASH] = codes('\n#\\');
const [OPEN_BRACE, CLOSE_BRACE, LESS, GREATER] = codes('{}<>');
const [OPEN_BRACKET, CLOSE_BRACKET, COLON, COMMA, SEMICOLON] = codes('[]:,;');
const OPENING: ReadonlySet<number> = new Set(codes('{<['));
const CLOSING: ReadonlySet<number> = new Set(codes('}>]'));
const QUOTES: ReadonlySet<number> = new Set(codes('"\''));

/** A table with 1 for each byte that is skipped. */
const marked = (is: (char: string) => boolean) =>
  Uint8Array.from({ length: 256 }, (_, byte) => Number(is(String.fromCharCode(byte))));
const BLANKS = marked((char) => ' \t\n\r\v\f'.includes(char));
const WORD = marked((char) => /[\w.+/-]/.test(char));
const COMMENT = marked((char) => char !== '\n');
const IN_STRING = marked((char) => !'"\'\\\n'.includes(char));
const IN_BLOCK = marked((char) => !'"\'#{}<>[]'.includes(char));

/** Names are shorter. */
const MAX_WORD = 300;

class TextScanner {
  private readonly cursor: Cursor;

  constructor(
    source: ByteSource,
    private readonly visitor: Visitor,
  ) {
    this.cursor = new Cursor(source);
  }

  /** Scans fields up to and including the bracket `close`; -1 means up to the end. */
  scanFields(shape: Shape, close: number): void {
    const { cursor, visitor } = this;
    const start = cursor.position;
    visitor.enter(shape);
    for (;;) {
      this.skipBlanks();
      const byte = cursor.peek();
      if (byte < 0) {
        if (close >= 0) visitor.broken(start, `a ${shape.name} begins that does not end`);
        break;
      }
      if (CLOSING.has(byte)) {
        cursor.position++;
        if (byte === close) break;
        visitor.broken(cursor.position - 1, 'a bracket closes that does not fit');
        if (close >= 0) break;
      } else if (byte === COMMA || byte === SEMICOLON) cursor.position++;
      else if (WORD[byte] === 1) this.scanField(shape, shape.byName.get(this.word()));
      else if (byte === OPEN_BRACKET) this.scanField(shape, this.skipNested());
      else {
        visitor.broken(cursor.position, `no field of a ${shape.name} begins`);
        this.skipValue();
      }
    }
    visitor.leave(shape);
  }

  /** Scans what follows a field's name; `field` is undefined if it is of no interest. */
  private scanField(shape: Shape, field: Field | undefined): void {
    const { cursor } = this;
    this.skipBlanks();
    if (cursor.peek() === COLON) cursor.position++;
    this.skipBlanks();
    if (!field || cursor.peek() !== OPEN_BRACKET) return this.scanValue(shape, field);
    // A list.
    cursor.position++;
    for (;;) {
      this.skipBlanks();
      const byte = cursor.peek();
      if (byte === COMMA) cursor.position++;
      else if (byte < 0 || CLOSING.has(byte)) {
        if (byte === CLOSE_BRACKET) cursor.position++;
        return;
      } else this.scanValue(shape, field);
    }
  }

  private scanValue(shape: Shape, field: Field | undefined): void {
    const { cursor, visitor } = this;
    const byte = cursor.peek();
    if (byte === OPEN_BRACE || byte === LESS) {
      if (!field?.shape) return this.skipNested();
      cursor.position++;
      this.scanFields(field.shape, byte === OPEN_BRACE ? CLOSE_BRACE! : GREATER!);
    } else if (QUOTES.has(byte) && field && !field.shape) {
      const bytes = this.strings((length) => visitor.wants(shape, field, length));
      if (bytes) visitor.value(shape, field, bytes);
    } else this.skipValue();
  }

  /** The bytes of adjacent strings; undefined if one is not closed, or the visitor does not want them. */
  private strings(wants: (length: number) => boolean): Uint8Array | undefined {
    const { cursor } = this;
    const chunks: Uint8Array[] = [];
    let length = 0;
    let isWanted = true;
    while (QUOTES.has(cursor.peek())) {
      const start = cursor.position;
      const isClosed = this.skipString();
      const end = cursor.position;
      length += end - start;
      isWanted &&= isClosed && wants(length);
      if (isWanted) {
        cursor.position = start;
        const token = cursor.take(end - start);
        const isPlain = !token.includes(BACKSLASH!);
        chunks.push(isPlain ? token.subarray(1, -1) : stringBytes(decoder.decode(token)));
      }
      this.skipBlanks();
    }
    return isWanted ? joined(chunks) : undefined;
  }

  /** Skips a string, and returns whether it is closed on its line. */
  private skipString(): boolean {
    const { cursor } = this;
    const start = cursor.position;
    const quote = cursor.next();
    for (;;) {
      cursor.skip(IN_STRING);
      const byte = cursor.next();
      if (byte === quote) return true;
      if (byte === BACKSLASH) cursor.next();
      else if (byte === NEWLINE || byte < 0) break;
    }
    this.visitor.broken(start, 'a string begins that does not end');
    return false;
  }

  /** Skips a string, a bracket with its contents, a word or a meaningless character. */
  private skipValue(): void {
    const { cursor } = this;
    const byte = cursor.peek();
    if (OPENING.has(byte)) this.skipNested();
    else if (QUOTES.has(byte)) {
      while (QUOTES.has(cursor.peek())) {
        this.skipString();
        this.skipBlanks();
      }
    } else if (WORD[byte] === 1) cursor.skip(WORD);
    else if (!CLOSING.has(byte)) cursor.next();
  }

  /** Skips from an opening bracket to its closing one; only the depth counts, not the kinds of brackets. */
  private skipNested(): undefined {
    const { cursor, visitor } = this;
    const start = cursor.position;
    for (let depth = 0; ; ) {
      cursor.skip(IN_BLOCK);
      const byte = cursor.peek();
      if (byte < 0) {
        visitor.broken(start, 'a bracket opens that does not close');
        return undefined;
      }
      if (QUOTES.has(byte)) this.skipString();
      else if (byte === HASH) this.skipBlanks();
      else {
        cursor.position++;
        if (OPENING.has(byte)) depth++;
        else if (CLOSING.has(byte)) depth--;
        if (depth === 0) return undefined;
      }
    }
  }

  private skipBlanks(): void {
    const { cursor } = this;
    cursor.skip(BLANKS);
    while (cursor.peek() === HASH) {
      cursor.skip(COMMENT);
      cursor.skip(BLANKS);
    }
  }

  private word(): string {
    const { cursor } = this;
    const start = cursor.position;
    cursor.skip(WORD);
    const end = cursor.position;
    if (end - start > MAX_WORD) return '';
    cursor.position = start;
    return decoder.decode(cursor.take(end - start));
  }
}

const decoder = new TextDecoder();

function codes(chars: string): number[] {
  return [...chars].map((char) => char.charCodeAt(0));
}
