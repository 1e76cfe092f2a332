import type { Range, TextEdit } from '../../../basics/range';
import { bisect } from '../../../basics/search';
import { parsePython } from '../../../python/parser';
import { decodePart, Places, stringValue } from '../../../python/strings';
import type { StringLiteral, StringPart } from '../../../python/tree';
import { format } from '../../../textproto/formatting/format';

/** One pair of quotes: its body holds the units `from` to `to` (exclusive) of the text. */
interface Piece {
  readonly part: StringPart;
  /** Which of the literals it belongs to. */
  readonly literal: number;
  readonly from: number;
  readonly to: number;
}

/**
 * The text that adjacent string literals of a Python source form, and the mapping between text and source. "Inner" offsets
 * are those of the text, "outer" ones those of the source. A unit is a UTF-16 unit of the text.
 */
export class LiteralText {
  private constructor(
    private readonly source: string,
    readonly text: string,
    private readonly pieces: readonly Piece[],
    private readonly places: Places,
  ) {}

  /** Undefined if the source alone does not determine the text, or if text and bytes mix. */
  static read(source: string, literals: readonly StringLiteral[]): LiteralText | undefined {
    const parts = literals.flatMap((node, literal) => node.parts.map((part) => ({ part, literal })));
    const bytes = parts.filter(({ part }) => part.prefix.includes('b')).length;
    if (parts.length === 0 || (bytes > 0 && bytes < parts.length)) return undefined;
    const places = new Places();
    let text = '';
    const pieces: Piece[] = [];
    for (const { part, literal } of parts) {
      if (/[ft]/.test(part.prefix)) return undefined;
      const from = text.length;
      const decoded = decodePart(source, part, places, from);
      if (decoded === undefined) return undefined;
      text += decoded;
      pieces.push({ part, literal, from, to: text.length });
    }
    if (bytes > 0 && !isAscii(text)) return undefined;
    return new LiteralText(source, text, pieces, places);
  }

  /** Whether every quote is closed. */
  get isClosed(): boolean {
    return this.pieces.every(({ part }) => part.closed);
  }

  /** Whether one closed pair of quotes holds the whole text, so that its lines are those of the source. */
  get isOne(): boolean {
    const [{ part }, ...others] = this.pieces as [Piece];
    return others.length === 0 && part.closed && (part.quote.length === 3 || !this.text.includes('\n'));
  }

  /** Where the first literal starts, which identifies it. */
  get start(): number {
    return this.pieces[0]!.part.start;
  }

  /** The outer range of an inner one. It ends at the latest with the literal that it begins in. */
  outer(start: number, end: number): Range {
    if (start >= end) {
      const at = this.outerPosition(start);
      return { start: at, end: at };
    }
    const { literal } = this.pieceOf(start);
    const last = this.pieces.findLast((piece) => piece.literal === literal)!;
    return { start: this.places.start(start), end: this.places.end(Math.min(end, last.to) - 1) };
  }

  /** Whether one pair of quotes holds all of an inner range. */
  isTogether({ start, end }: Range): boolean {
    return start >= end || this.pieceOf(start) === this.pieceOf(end - 1);
  }

  /** The inner offset of an outer one; undefined outside of the quotes. */
  inner(offset: number): number | undefined {
    const piece = this.pieces.find(({ part }) => part.bodyStart <= offset && offset <= part.bodyEnd);
    if (!piece) return undefined;
    return bisect(piece.from, piece.to, (unit) => this.places.start(unit) >= offset);
  }

  /** Whether an inner offset is on the line of its opening quote. */
  isOnFirstLine(at: number): boolean {
    const { part } = this.pieceOf(at);
    return !this.source.slice(part.start, this.outerPosition(at)).includes('\n');
  }

  /**
   * Translates changes of the text to changes of the source, and checks that each pair of quotes then has the right value.
   * Undefined if that cannot be written.
   */
  write(changes: readonly TextEdit[]): TextEdit[] | undefined {
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
    // In a snippet, each backslash of the source is written as two.
    return snippet.replaceAll(/\\\\|\\.|\n|["']/g, (found) => {
      if (found === '\\\\') return '\\\\\\\\';
      if (found === '\n') return long ? '\n' : '\\\\n';
      return found === quote && escapes ? `\\\\${found}` : found;
    });
  }

  private tryToWrite(changes: readonly TextEdit[], escapesQuotes: boolean): TextEdit[] | undefined {
    const outer: TextEdit[] = [];
    const expected = new Map<Piece, TextEdit[]>();
    for (const { start, end, newText } of changes) {
      if (this.splitsEscape(start) || this.splitsEscape(end)) return undefined;
      const covered = this.pieces.filter((piece) => piece.from < end && piece.to > start);
      const touched = covered.length > 0 ? covered : [this.pieceOf(start)];
      for (const [i, piece] of touched.entries()) {
        const from = Math.max(start, piece.from);
        const to = Math.min(end, piece.to);
        const text = i === 0 ? newText : '';
        const place =
          from < to
            ? { start: this.places.start(from), end: this.places.end(to - 1) }
            : this.outer(from, from);
        outer.push({ ...place, newText: this.spell(text, piece.part, escapesQuotes) });
        const own = expected.get(piece) ?? [];
        expected.set(piece, [...own, { start: from, end: Math.max(from, to), newText: text }]);
      }
    }
    for (const [piece, inner] of expected) if (!this.says(piece, outer, inner)) return undefined;
    return outer;
  }

  /** Whether a pair of quotes still has the right value around the written changes. */
  private says({ part, from, to }: Piece, outer: readonly TextEdit[], inner: readonly TextEdit[]): boolean {
    let first = Math.max(from, Math.min(...inner.map(({ start }) => start)) - MARGIN);
    let last = Math.min(to, Math.max(...inner.map(({ end }) => end)) + MARGIN);
    while (first > from && this.splitsEscape(first)) first--;
    while (last < to && this.splitsEscape(last)) last++;
    const start = first > from ? this.places.start(first) : part.bodyStart;
    const end = last < to ? this.places.start(last) : part.bodyEnd;
    const cut = last < to ? CUT : '';
    const inPart = outer.filter((change) => start <= change.start && change.end <= end);
    const written = applied(this.source.slice(start, end), inPart, start) + cut;
    const wanted = applied(this.text.slice(first, last), inner, first) + cut;
    return part.closed && decodedValue(part.prefix + part.quote + written + part.quote) === wanted;
  }

  /** A text, escaped for the body of a literal. */
  private spell(text: string, { prefix, quote, bodyStart }: StringPart, escapesQuotes: boolean): string {
    const long = quote.length === 3;
    const newline = this.source.charAt(this.source.indexOf('\n', bodyStart) - 1) === '\r' ? '\r\n' : '\n';
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
    const inside = at > 0 && at < this.text.length;
    return inside && this.places.start(at) === this.places.start(at - 1);
  }

  private outerPosition(at: number): number {
    return at < this.text.length ? this.places.start(at) : this.pieces.at(-1)!.part.bodyEnd;
  }

  /** The quotes around the unit at an inner offset, or the last ones. */
  private pieceOf(at: number): Piece {
    const index = bisect(0, this.pieces.length, (i) => at < this.pieces[i]!.to);
    return this.pieces[index] ?? this.pieces.at(-1)!;
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them.
export const isAscii = (text: string) => /^[\x00-\x7f]*$/.test(text);

/**
 * How many units beside a change are decoded again. Written characters may form an escape with up to ten characters beside
 * them, or a closing quote with two.
 */
const MARGIN = 16;
/** Replaces the text that is not decoded again. It is no quote, and it changes the result after an unfinished escape. */
const CUT = 'n';

/** The end of a snippet, perhaps followed by a place for the cursor. */
const ENDS_WITH_QUOTE = /["'](?:\$\{?\d+\}?)?$/;

/** The value of one literal's source; undefined if it is not exactly one literal. */
function decodedValue(source: string): string | undefined {
  const [statement, ...more] = parsePython(source).module.body;
  if (more.length > 0 || statement?.kind !== 'expression' || statement.value.kind !== 'string')
    return undefined;
  const { value } = statement;
  const [part, ...others] = value.parts;
  const whole = part?.closed && part.end === source.length && others.length === 0;
  return whole ? stringValue(source, value) : undefined;
}

function applied(text: string, changes: readonly TextEdit[], base: number): string {
  let result = '';
  let at = 0;
  for (const { start, end, newText } of changes.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(at, start - base) + newText;
    at = end - base;
  }
  return result + text.slice(at);
}

/**
 * Formats a text in a string of a program. The indentation and the blanks at its ends are kept, and a text on one line stays on
 * one line. Undefined if that is impossible.
 */
export function formatString(text: string): string | undefined {
  return text.includes('\n') ? formatLines(text) : formatLine(text);
}

function formatLine(text: string): string | undefined {
  const [, before, content, after] = /^([ \t]*)([^\n]*?)([ \t]*)$/.exec(text)!;
  const block = /^_ \{(?: ([^\n]*) )?\}\n$/.exec(format(`_ {${content}}`));
  return block ? before + (block[1] ?? '') + after : undefined;
}

function formatLines(text: string): string {
  const head = /^(?:[ \t]*\n)*/.exec(text)![0];
  const body = text.slice(head.length).trimEnd();
  const tail = text.slice(head.length + body.length);
  const [first = '', ...others] = body.split('\n');
  const indent = head === '' ? shortestIndent(others) : indentOf(first);
  const flush = [first, ...others].map((line) =>
    line.startsWith(indent) ? line.slice(indent.length) : line,
  );
  const formatted = format(flush.join('\n')).trimEnd().split('\n');
  const lines = formatted.map((line, i) => (line === '' || (i === 0 && head === '') ? line : indent + line));
  return head + lines.join('\n') + tail;
}

const indentOf = (line: string) => /^[ \t]*/.exec(line)![0];

/** A first line right after the quotes does not show the indentation of the other lines. */
function shortestIndent(lines: readonly string[]): string {
  const indents = lines.filter((line) => line.trim() !== '').map(indentOf);
  return indents.reduce((a, b) => (b.length < a.length ? b : a), indents[0] ?? '');
}
