import { detached } from '../basics/detached';
import { withEdits } from '../basics/edits';
import { lineIndex, type Position } from '../basics/line-index';
import type { Range, TextChange, TextEdit } from '../basics/range';

/**
 * Python cells as one text, so that imports and assignments of a cell are known in the next ones. Each cell ends at one of
 * `partEnds`, for `parsePython`.
 */
export interface Cells {
  readonly text: string;
  readonly partEnds: readonly number[];
  /** Numbers of the cells among all cells of the notebook, from 0. */
  readonly indices: readonly number[];
}

/** A position in the cell of this number. */
export interface CellPosition {
  readonly cell: number;
  readonly position: Position;
}

export function joinCells(cells: readonly { readonly index: number; readonly source: string }[]): Cells {
  let text = '';
  const partEnds: number[] = [];
  for (const { source } of cells) {
    text += source.endsWith('\n') ? source : `${source}\n`;
    partEnds.push(text.length);
  }
  return { text, partEnds, indices: cells.map(({ index }) => index) };
}

/** The change of one whole cell that turns some cells into others; undefined if more has changed. */
export function changeOfCell(before: Cells, after: Cells): TextChange | undefined {
  const count = before.partEnds.length;
  if (after.partEnds.length !== count) return undefined;
  const partsOf = ({ text, partEnds }: Cells) =>
    partEnds.map((end, i) => text.slice(partEnds[i - 1] ?? 0, end));
  const [old, now] = [partsOf(before), partsOf(after)];
  const [changed, ...others] = [...old.keys()].filter((i) => old[i] !== now[i]);
  if (changed === undefined || others.length > 0) return undefined;
  const start = before.partEnds[changed - 1] ?? 0;
  return { start, end: before.partEnds[changed]!, newLength: now[changed]!.length };
}

export const isNotebook = (path: string): boolean => /\.ipynb$/i.test(path);

/** The code cells of an .ipynb file. Undefined if it is no notebook, is broken or contains another language. */
export function readNotebook(json: string): Cells | undefined {
  let notebook: unknown;
  try {
    notebook = JSON.parse(json.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
  const cells = member(notebook, 'cells');
  if (!Array.isArray(cells) || !isPython(member(notebook, 'metadata'))) return undefined;
  return joinCells(
    cells.flatMap((cell: unknown, index) => {
      if (member(cell, 'cell_type') !== 'code') return [];
      const source = sourceOf(member(cell, 'source'));
      return source === undefined ? [] : [{ index, source }];
    }),
  );
}

/** Maps offsets in the joined text to positions in cells; offsets after the last cell count as in it. */
export function positionsInCells({ text, partEnds, indices }: Cells): (offset: number) => CellPosition {
  const { position } = lineIndex(text);
  return (offset) => {
    const found = partEnds.findIndex((end) => offset < end);
    const part = found < 0 ? partEnds.length - 1 : found;
    const first = position(partEnds[part - 1] ?? 0).line;
    const { line, character } = position(offset);
    return { cell: indices[part] ?? 0, position: { line: line - first, character } };
  };
}

/** A JSON string that contains source, or a line of it. */
interface SourceString {
  /** The offset of its text in the joined text. */
  readonly from: number;
  readonly to: number;
  /** With its quotes and escapes. */
  readonly raw: string;
  /** Its offset in the file. */
  readonly start: number;
}

/** Maps offsets in the joined text to positions in the file. Keeps no reference to the file's text. */
export function positionsInJson(json: string, cells: Cells): (offset: number) => Position {
  const { position } = lineIndex(json);
  const strings = stringsOf(json, cells).map((string) => ({ ...string, at: position(string.start) }));
  return (offset) => {
    const found = strings.findLast(({ from }) => from <= offset);
    if (!found) return { line: 0, character: 0 };
    const { from, raw, at } = found;
    return { line: at.line, character: at.character + behind(raw, offset - from) };
  };
}

/**
 * Turns edits of the joined text into edits of the file, which otherwise stays the same; undefined where that is
 * impossible.
 */
export function editsInJson(
  json: string,
  cells: Cells,
  edits: readonly TextEdit[],
): readonly TextEdit[] | undefined {
  const strings = stringsOf(json, cells);
  const inJson = edits.flatMap(({ start, end, newText }) => {
    const first = strings.findLastIndex(({ from }) => from <= start);
    const touched = strings.filter(({ from }, i) => i === first || (i > first && from < end));
    return touched.map(({ from, to, raw, start: at }, i) => ({
      start: at + behind(raw, Math.max(start, from) - from),
      end: at + behind(raw, Math.min(end, to) - from),
      newText: i === 0 ? JSON.stringify(newText).slice(1, -1) : '',
    }));
  });
  const isSame = readNotebook(withEdits(json, inJson))?.text === withEdits(cells.text, edits);
  return isSame ? inJson : undefined;
}

function stringsOf(json: string, { partEnds, indices }: Cells): readonly SourceString[] {
  const next = new Map(indices.map((cell, i) => [cell, partEnds[i - 1] ?? 0]));
  return [...sourceStrings(json)].flatMap(({ cell, start, end }): SourceString[] => {
    const from = next.get(cell);
    if (from === undefined) return [];
    const raw = detached(json.slice(start, end));
    const to = from + (JSON.parse(raw) as string).length;
    next.set(cell, to);
    return [{ from, to, raw, start }];
  });
}

/** The end of the first `count` characters of a JSON string. */
function behind(raw: string, count: number): number {
  let at = 1;
  for (let i = 0; i < count && at < raw.length - 1; i++)
    at += raw[at] !== '\\' ? 1 : raw[at + 1] === 'u' ? 6 : 2;
  return at;
}

/**
 * The strings that contain the source of a notebook's cells. No recursion, as the file may be nested too deeply for that.
 */
function* sourceStrings(json: string): Generator<Range & { readonly cell: number }> {
  /** The name or index of the next value in each open object or list. */
  const path: (string | number)[] = [];
  let isName = false;
  for (let at = 0; at < json.length; at++) {
    const last = path.length - 1;
    switch (json[at]) {
      case '{':
      case '[':
        isName = json[at] === '{';
        path.push(isName ? '' : 0);
        break;
      case '}':
      case ']':
        path.pop();
        break;
      case ':':
        isName = false;
        break;
      case ',':
        isName = typeof path[last] === 'string';
        if (!isName) path[last] = Number(path[last]) + 1;
        break;
      case '"': {
        const end = endOfString(json, at);
        const [cells, cell, source, line] = path;
        if (isName) path[last] = json.slice(at + 1, end - 1);
        else if (cells === 'cells' && source === 'source' && typeof cell === 'number')
          if (path.length === 3 || (path.length === 4 && typeof line === 'number'))
            yield { start: at, end, cell };
        at = end - 1;
      }
    }
  }
}

function endOfString(json: string, start: number): number {
  for (let end = start; ; ) {
    end = json.indexOf('"', end + 1);
    if (end < 0) return json.length;
    let slashes = 0;
    while (json[end - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return end + 1;
  }
}

/** A message about a place in a notebook, for readers that know only the lines of the file. */
export const inNotebook = (cell: number, { line }: Position, message: string): string =>
  `Cell ${cell + 1}, line ${line + 1}: ${message}`;

function isPython(metadata: unknown): boolean {
  const language =
    member(member(metadata, 'language_info'), 'name') ?? member(member(metadata, 'kernelspec'), 'language');
  return language === undefined || /^i?python\d*$/i.test(String(language));
}

function sourceOf(source: unknown): string | undefined {
  if (typeof source === 'string') return source;
  if (!Array.isArray(source) || !source.every((line) => typeof line === 'string')) return undefined;
  return source.join('');
}

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}
