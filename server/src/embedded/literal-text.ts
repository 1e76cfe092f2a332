import type { TextChange } from '../features/diagnostic';
import type { Range } from '../features/selection';
import { parsePython } from '../python/parser';
import { decodeString } from '../python/strings';
import type { StringLiteral, StringPart } from '../python/tree';

/** One pair of quotes: units `from` to `to` (exclusive) of the text stand in its body. */
interface Piece {
  readonly part: StringPart;
  /** Which of the literals it belongs to. */
  readonly literal: number;
  readonly from: number;
  readonly to: number;
}

/**
 * The text that string literals of a Python source spell together, and the way between the two. "Inner" offsets
 * are those of the text, "outer" ones those of the source; a unit is a UTF-16 unit of the text.
 */
export class LiteralText {
  private constructor(
    private readonly source: string,
    readonly text: string,
    private readonly pieces: readonly Piece[],
    /** Where each unit is written. Units that one escape spells share a place. */
    private readonly starts: readonly number[],
    private readonly ends: readonly number[],
  ) {}

  /** Undefined where the source alone does not tell the text, or where text and bytes mix. */
  static read(source: string, literals: readonly StringLiteral[]): LiteralText | undefined {
    const parts = literals.flatMap((node, literal) => node.parts.map((part) => ({ node, part, literal })));
    const bytes = parts.filter(({ part }) => part.prefix.includes('b')).length;
    if (parts.length === 0 || (bytes > 0 && bytes < parts.length)) return undefined;
    let text = '';
    const pieces: Piece[] = [];
    const starts: number[] = [];
    const ends: number[] = [];
    for (const { node, part, literal } of parts) {
      if (/[ft]/.test(part.prefix)) return undefined;
      const decoded = decodeString(source, { ...node, parts: [part] });
      if (!decoded || (bytes > 0 && !isAscii(decoded.value))) return undefined;
      const from = text.length;
      text += decoded.value;
      for (let i = 0; i < decoded.value.length; i++) {
        const at = decoded.offsets[i]!;
        starts.push(at);
        ends.push(at + writtenLength(source, at, part));
      }
      pieces.push({ part, literal, from, to: text.length });
    }
    return new LiteralText(source, text, pieces, starts, ends);
  }

  /** Whether every quote is closed. */
  get isClosed(): boolean {
    return this.pieces.every(({ part }) => part.closed);
  }

  /** Where the first literal starts, which tells it from others. */
  get start(): number {
    return this.pieces[0]!.part.start;
  }

  /** The outer range of an inner one, which goes no further than the literal that it begins in. */
  outer(start: number, end: number): Range {
    if (start >= end) {
      const at = this.outerPosition(start);
      return { start: at, end: at };
    }
    const { literal } = this.pieceOf(start);
    const last = this.pieces.findLast((piece) => piece.literal === literal)!;
    return { start: this.starts[start]!, end: this.ends[Math.min(end, last.to) - 1]! };
  }

  /** Whether one pair of quotes holds all of an inner range. */
  isTogether({ start, end }: Range): boolean {
    return start >= end || this.pieceOf(start) === this.pieceOf(end - 1);
  }

  /** The inner offset of an outer one; undefined outside of the quotes. */
  inner(offset: number): number | undefined {
    const piece = this.pieces.find(({ part }) => part.bodyStart <= offset && offset <= part.bodyEnd);
    if (!piece) return undefined;
    let low = piece.from;
    for (let high = piece.to; low < high; ) {
      const middle = (low + high) >> 1;
      if (this.starts[middle]! < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Whether what stands at an inner offset is on the line where its quote opens. */
  isOnFirstLine(at: number): boolean {
    const { part } = this.pieceOf(at);
    return !this.source.slice(part.start, this.outerPosition(at)).includes('\n');
  }

  /**
   * Changes to the text as changes to the source, in which each pair of quotes says what it should afterwards.
   * Undefined where that cannot be written.
   */
  write(changes: readonly TextChange[]): TextChange[] | undefined {
    // Quotes are escaped only where they must be.
    return this.tryToWrite(changes, false) ?? this.tryToWrite(changes, true);
  }

  /** A snippet in the place of a range, as `write` does for a text. */
  writeSnippet(snippet: string, { start, end }: Range): string | undefined {
    const { part, to } = this.pieceOf(start);
    const quote = part.quote.charAt(0);
    const long = part.quote.length === 3;
    // A quote right before the closing ones would become one of them.
    const touches = end === to && ENDS_WITH_QUOTE.test(snippet);
    const escapes = !long || snippet.includes(part.quote) || touches;
    if (part.prefix.includes('r'))
      return (escapes && snippet.includes(quote)) || (!long && snippet.includes('\n')) ? undefined : snippet;
    // Each backslash that the source is to have takes two in a snippet.
    return snippet.replaceAll(/\\\\|\\.|\n|["']/g, (found) => {
      if (found === '\\\\') return '\\\\\\\\';
      if (found === '\n') return long ? '\n' : '\\\\n';
      return found === quote && escapes ? `\\\\${found}` : found;
    });
  }

  private tryToWrite(changes: readonly TextChange[], escapesQuotes: boolean): TextChange[] | undefined {
    const outer: TextChange[] = [];
    const expected = new Map<Piece, TextChange[]>();
    for (const { start, end, newText } of changes) {
      if (this.splitsEscape(start) || this.splitsEscape(end)) return undefined;
      const covered = this.pieces.filter((piece) => piece.from < end && piece.to > start);
      const touched = covered.length > 0 ? covered : [this.pieceOf(start)];
      for (const [i, piece] of touched.entries()) {
        const from = Math.max(start, piece.from);
        const to = Math.min(end, piece.to);
        const text = i === 0 ? newText : '';
        const place =
          from < to ? { start: this.starts[from]!, end: this.ends[to - 1]! } : this.outer(from, from);
        outer.push({ ...place, newText: this.spell(text, piece.part, escapesQuotes) });
        const own = expected.get(piece) ?? [];
        expected.set(piece, [
          ...own,
          { start: from - piece.from, end: Math.max(from, to) - piece.from, newText: text },
        ]);
      }
    }
    for (const [piece, inner] of expected) {
      const { part } = piece;
      const inPart = outer.filter(({ start, end }) => part.bodyStart <= start && end <= part.bodyEnd);
      const written = applied(this.source.slice(part.start, part.end), inPart, part.start);
      if (decodedValue(written) !== applied(this.text.slice(piece.from, piece.to), inner, 0))
        return undefined;
    }
    return outer;
  }

  /** A text as the body of a literal has it. */
  private spell(
    text: string,
    { prefix, quote, bodyStart, bodyEnd }: StringPart,
    escapesQuotes: boolean,
  ): string {
    const long = quote.length === 3;
    const newline = this.source.slice(bodyStart, bodyEnd).includes('\r\n') ? '\r\n' : '\n';
    if (prefix.includes('r')) return long ? text.replaceAll('\n', newline) : text;
    return text.replaceAll(/[\\\n\r"']/g, (character) => {
      if (character === '\n') return long ? newline : '\\n';
      if (character === '\r') return '\\r';
      return character === '\\' || (escapesQuotes && character === quote.charAt(0))
        ? `\\${character}`
        : character;
    });
  }

  private splitsEscape(at: number): boolean {
    return at > 0 && at < this.starts.length && this.starts[at] === this.starts[at - 1];
  }

  private outerPosition(at: number): number {
    return this.starts[at] ?? this.pieces.at(-1)!.part.bodyEnd;
  }

  /** The quotes around the unit at an inner offset, or the last ones. */
  private pieceOf(at: number): Piece {
    return this.pieces.find(({ to }) => at < to) ?? this.pieces.at(-1)!;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them.
const isAscii = (text: string) => /^[\x00-\x7f]*$/.test(text);

const ESCAPE = /\\(?:\r\n|[0-7]{1,3}|x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|.)/sy;
const BYTES_ESCAPE = /\\(?:\r\n|[0-7]{1,3}|x[\da-fA-F]{2}|.)/sy;

/** Of a snippet, perhaps with a place for the cursor behind it. */
const ENDS_WITH_QUOTE = /["'](?:\$\{?\d+\}?)?$/;

/** How much of the source one character or escape takes. */
function writtenLength(source: string, at: number, { prefix, bodyEnd }: StringPart): number {
  const pattern = prefix.includes('b') ? BYTES_ESCAPE : ESCAPE;
  pattern.lastIndex = at;
  const length = prefix.includes('r') ? undefined : pattern.exec(source)?.[0].length;
  return Math.min(length ?? (source.startsWith('\r\n', at) ? 2 : 1), bodyEnd - at);
}

/** What the source of one literal says; undefined if it is none, or more than that. */
function decodedValue(source: string): string | undefined {
  const [statement, ...more] = parsePython(source).module.body;
  if (more.length > 0 || statement?.kind !== 'expression' || statement.value.kind !== 'string')
    return undefined;
  const { value } = statement;
  const [part, ...others] = value.parts;
  const whole = part?.closed && part.end === source.length && others.length === 0;
  return whole ? decodeString(source, value)?.value : undefined;
}

function applied(text: string, changes: readonly TextChange[], base: number): string {
  let result = '';
  let at = 0;
  for (const { start, end, newText } of changes.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(at, start - base) + newText;
    at = end - base;
  }
  return result + text.slice(at);
}
