// Ids in a text with a header: a line for each sample, and a column for each feature.
import { excerpt } from '../../basics/excerpt';
import { joined } from './chunks';
import {
  BLOCK_IDS,
  BLOCK_SAMPLES,
  type Block,
  blockOf,
  Column,
  empty,
  missingColumns,
  notInTable,
  type WantedColumn,
} from './columns';
import { IdsProblem } from './problem';

const [QUOTE, NEWLINE, RETURN] = [34, 10, 13];
const [COMMA, SEMICOLON, TAB] = [44, 59, 9];
const MAX_LINE = 2 ** 24;

/**
 * A cell has the ids of a sample: one, several with blanks, commas, semicolons or bars between and perhaps brackets around
 * them, or none.
 */
export async function* readCsv(
  chunks: AsyncIterable<Uint8Array>,
  wanted: readonly WantedColumn[],
): AsyncIterable<Block> {
  const columns = wanted.map((each) => new Column(each));
  let parser: LineParser | undefined;
  let rest: Uint8Array = new Uint8Array();
  let row = 1;
  const read = function* (bytes: Uint8Array, isLast: boolean): Iterable<Block> {
    let at = 0;
    if (!parser) {
      const end = lineEnd(bytes, 0);
      if (end < 0 && !isLast) {
        rest = bytes;
        return;
      }
      parser = headerOf(bytes.subarray(0, end < 0 ? bytes.length : end), columns);
      at = end < 0 ? bytes.length : end + 1;
    }
    let problem: unknown;
    while (at < bytes.length) {
      const samples = columns[0]!.samples;
      let end: number;
      try {
        end = parser.line(bytes, at, isLast, row);
      } catch (error) {
        problem = error;
        for (const column of columns) column.cut(samples);
        break;
      }
      if (end < 0) {
        for (const column of columns) column.cut(samples);
        break;
      }
      if (columns[0]!.samples > samples) row++;
      at = end;
      if (columns[0]!.samples >= BLOCK_SAMPLES || columns[0]!.length >= BLOCK_IDS) {
        yield blockOf(columns);
        empty(columns);
      }
    }
    rest = bytes.subarray(at);
    if (columns[0]!.samples > 0 && (problem || isLast)) {
      yield blockOf(columns);
      empty(columns);
    }
    if (problem) throw problem;
    if (rest.length > MAX_LINE) throw new IdsProblem('The line is too long.', { row });
  };
  try {
    for await (const chunk of chunks) yield* read(joined(rest, chunk), false);
  } catch (error) {
    if (columns[0]!.samples > 0) yield blockOf(columns);
    throw error;
  }
  yield* read(rest, true);
}

const lineEnd = (bytes: Uint8Array, from: number) => bytes.indexOf(NEWLINE, from);

function headerOf(line: Uint8Array, columns: readonly Column[]): LineParser {
  const text = new TextDecoder().decode(line.subarray(0, MAX_LINE)).replace(/\r$/, '');
  const bare = text.replaceAll(/"[^"]*"/g, '');
  const delimiter = [TAB, SEMICOLON, COMMA].find((code) => bare.includes(String.fromCharCode(code))) ?? COMMA;
  const names = cellsOf(text, String.fromCharCode(delimiter));
  if (names.includes('\0') || text.includes('\0')) throw new IdsProblem('This is no text with a header.');
  missingColumns(
    columns.map(({ wanted }) => wanted),
    names,
  );
  const twice = columns.find(({ wanted: { name } }) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice) throw new IdsProblem('Two columns have this name.', { column: twice.wanted.name });
  return new LineParser(
    names.map((name) => columns.filter(({ wanted }) => wanted.name === name)),
    delimiter,
  );
}

function cellsOf(text: string, delimiter: string): string[] {
  const cells = text.match(new RegExp(`(?:^|${delimiter})(?:"(?:[^"]|"")*"|[^${delimiter}]*)`, 'g')) ?? [];
  return cells.map((cell, i) =>
    cell
      .slice(i > 0 || (cell.startsWith(delimiter) && text.startsWith(delimiter)) ? 1 : 0)
      .trim()
      .replace(/^"(.*)"$/, (_, inner: string) => inner.replaceAll('""', '"')),
  );
}

/** What a byte is in a cell of ids. */
const DIGIT = 0;
const BETWEEN = 1;
const OTHER = 2;
const kinds = new Uint8Array(256).fill(OTHER);
kinds.fill(DIGIT, 48, 58);
for (const between of ' \t,;|[](){}') kinds[between.charCodeAt(0)] = BETWEEN;

class LineParser {
  constructor(
    /** Of each cell of a line, the column that takes its ids: none or one. */
    private readonly takers: readonly (readonly Column[])[],
    private readonly delimiter: number,
  ) {}

  /** Reads a line; where the next one begins, or -1 where this one does not end in the bytes and more follow. */
  line(bytes: Uint8Array, start: number, isLast: boolean, row: number): number {
    const { takers, delimiter } = this;
    const size = bytes.length;
    let at = start;
    if (bytes[at] === NEWLINE) return at + 1;
    if (bytes[at] === RETURN && bytes[at + 1] === NEWLINE) return at + 2;
    for (let cell = 0; cell < takers.length; cell++) {
      const column = takers[cell]![0];
      const isQuoted = bytes[at] === QUOTE;
      if (isQuoted) at++;
      let value = -1;
      for (; ; at++) {
        if (at >= size) {
          if (!isLast) return -1;
          if (isQuoted) throw new IdsProblem('The file ends in a quoted cell.', { row, ...nameOf(column) });
          break;
        }
        const byte = bytes[at]!;
        if (isQuoted) {
          if (byte === QUOTE) {
            if (bytes[at + 1] !== QUOTE) {
              if (at + 1 >= size && !isLast) return -1;
              at++;
              break;
            }
            at++;
          }
        } else if (byte === delimiter || byte === NEWLINE) break;
        if (!column) continue;
        const kind = kinds[byte]!;
        if (kind === DIGIT) value = value < 0 ? byte - 48 : value * 10 + byte - 48;
        else if (kind === BETWEEN) {
          if (value >= 0) this.#take(column, value, row);
          value = -1;
        } else if (byte === RETURN && (at + 1 === size || bytes[at + 1] === NEWLINE)) {
          if (at + 1 === size && !isLast) return -1;
        } else {
          const end = this.#wordEnd(bytes, at, isQuoted);
          if (end >= size && !isLast) return -1;
          value = numberOf(wordAt(bytes, at, end), column, row);
          at = end - 1;
        }
      }
      if (column) {
        if (value >= 0) this.#take(column, value, row);
        column.endSample();
      }
      if (isQuoted) {
        while (at < size && bytes[at] !== delimiter && bytes[at] !== NEWLINE) {
          if (bytes[at] !== RETURN && bytes[at] !== 32)
            throw new IdsProblem('A quoted cell goes on behind its quote.', { row, ...nameOf(column) });
          at++;
        }
        if (at >= size && !isLast) return -1;
      }
      if (cell < takers.length - 1) {
        if (bytes[at] !== delimiter)
          throw new IdsProblem(
            `The line has ${cell + 1} of ${takers.length} cells.${at >= size ? ' The file may be cut off.' : ''}`,
            { row },
          );
        at++;
      }
    }
    if (bytes[at] === delimiter)
      throw new IdsProblem(`The line has more cells than the header, which has ${takers.length}.`, { row });
    return at + 1;
  }

  #take(column: Column, id: number, row: number): void {
    if (id >= column.wanted.vocabularySize) notInTable(id, column.wanted, row);
    column.push(id);
  }

  /** Where the word around a byte ends. */
  #wordEnd(bytes: Uint8Array, at: number, isQuoted: boolean): number {
    let end = at + 1;
    while (end < bytes.length) {
      const byte = bytes[end]!;
      if (byte === NEWLINE || byte === RETURN || byte === QUOTE || kinds[byte] === BETWEEN) break;
      if (!isQuoted && byte === this.delimiter) break;
      end++;
    }
    return end;
  }
}

function wordAt(bytes: Uint8Array, at: number, end: number): string {
  let start = at;
  while (start > 0 && kinds[bytes[start - 1]!] === DIGIT) start--;
  return new TextDecoder().decode(bytes.subarray(start, Math.max(Math.min(end, start + 80), at + 1)));
}

/** A word that is not all digits: `3.0` is an id, as tools write that know floats alone. */
function numberOf(word: string, { wanted }: Column, row: number): number {
  if (/^\d+\.0*$/.test(word)) return Number.parseInt(word, 10);
  const at = { row, column: wanted.name };
  if (/^-\d+(\.0*)?$/.test(word)) throw new IdsProblem(`The id ${excerpt(word)} is negative.`, at);
  throw new IdsProblem(`"${excerpt(word)}" is no id: ids are whole numbers.`, at);
}

const nameOf = (column: Column | undefined) => (column ? { column: column.wanted.name } : {});
