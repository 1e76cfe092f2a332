// Places by line and column, and in a notebook by cell.

import { lineIndex, type Position } from '../basics/line-index';
import type { Range } from '../basics/range';
import { type Cells, positionsInCells } from '../python/notebooks';

/** A file as one text; for a notebook, its cells. */
export type Program = Cells | { readonly text: string };

export interface LineRange {
  readonly start: Position;
  readonly end: Position;
}

/** A place in a file; the lines of a notebook count in each cell. */
export interface PlaceInFile {
  readonly range: LineRange;
  readonly cell?: number;
}

export type PlaceOf = (at: Range) => PlaceInFile;

export function placesIn(program: Program): PlaceOf {
  if ('partEnds' in program) {
    const locate = positionsInCells(program);
    return ({ start, end }) => {
      const { cell, position } = locate(start);
      return { range: { start: position, end: locate(end).position }, cell };
    };
  }
  const { position } = lineIndex(program.text);
  return ({ start, end }) => ({ range: { start: position(start), end: position(end) } });
}

/** Counted from 1: `model.py:3:1`, and in a notebook with the cell. */
export function placeText(path: string, { range, cell }: PlaceInFile): string {
  const { line, character } = range.start;
  return `${path}:${cell === undefined ? '' : `cell ${cell + 1}:`}${line + 1}:${character + 1}`;
}
