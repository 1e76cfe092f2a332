import type { TextChange } from '../text/range';

/**
 * Python cells as one text, so that what a cell imports or assigns is known in the next ones. Each ends at one
 * of `partEnds`, for `parsePython`.
 */
export interface Cells {
  readonly text: string;
  readonly partEnds: readonly number[];
  /** Numbers of the cells, from 0, among all cells of the notebook. */
  readonly indices: readonly number[];
}

/** A place in a cell; lines and UTF-16 characters count from 0. */
export interface CellPosition {
  readonly cell: number;
  readonly line: number;
  readonly character: number;
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

/** The change of the whole of one cell that turns some cells into others; undefined where more than that has changed. */
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

/** The code cells of an .ipynb file. Undefined if it is none, is broken or holds another language. */
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

/** Where an offset into the joined text stands. */
export function positionInCell(cells: Cells, offset: number): CellPosition {
  const part = cells.partEnds.findIndex((end) => offset < end);
  const last = part < 0 ? cells.partEnds.length - 1 : part;
  const start = cells.partEnds[last - 1] ?? 0;
  const before = cells.text.slice(start, offset).split(/\r\n|\r|\n/);
  return { cell: cells.indices[last] ?? 0, line: before.length - 1, character: before.at(-1)!.length };
}

/** The offset into the joined text of a place in a cell; undefined if that cell is not among them. */
export function offsetInCells(cells: Cells, { cell, line, character }: CellPosition): number | undefined {
  const part = cells.indices.indexOf(cell);
  if (part < 0) return undefined;
  const end = cells.partEnds[part]!;
  const breaks = /\r\n|\r|\n/g;
  let offset = cells.partEnds[part - 1] ?? 0;
  for (let i = 0; i < line; i++) {
    breaks.lastIndex = offset;
    if (!breaks.test(cells.text) || breaks.lastIndex > end) return end;
    offset = breaks.lastIndex;
  }
  return Math.min(offset + character, end);
}

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
