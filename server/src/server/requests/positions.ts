// From offsets to the protocol's positions. Both bundles contain this file, so it does not import the protocol's library.
import type { Location, Range } from 'vscode-languageserver';
import type { CellPosition } from '../../python/notebooks';

/** What a document offers for the conversion of its offsets. */
export interface Positions {
  readonly uri: string;
  /** `null` where it is in no editor. */
  readonly version: number | null;
  /** Of one that is open, its own. */
  readonly text?: string;
  positionAt(offset: number): { line: number; character: number };
  /** The document itself; in a notebook, where offsets run through all cells, the cell around the offset. */
  ownerOf(offset: number): Positions;
  /** Of a notebook that is in no editor, as the protocol has no names for its cells: all positions are its beginning. */
  readonly cellAt?: ((offset: number) => CellPosition) | undefined;
}

export function toRange(document: Positions, start: number, end: number): Range {
  return { start: document.positionAt(start), end: document.positionAt(end) };
}

export function toLocation(document: Positions, start: number, end: number): Location {
  const owner = document.ownerOf(start);
  return { uri: owner.uri, range: toRange(owner, start, end) };
}
