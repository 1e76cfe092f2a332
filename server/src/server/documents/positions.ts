// From offsets to the protocol's positions. Both bundles contain this file, so it does not import the protocol's library.
import type { Location, Range } from 'vscode-languageserver';
import type { CellPosition } from '../../python/notebooks';

/** Converts the offsets of a document to positions of the protocol. */
export interface Positions {
  readonly uri: string;
  /** `null` for a closed file. */
  readonly version: number | null;
  /** The text of an open document. */
  readonly text?: string;
  positionAt(offset: number): { line: number; character: number };
  /** The document itself; in a notebook, where offsets run through all cells, the cell around the offset. */
  ownerOf(offset: number): Positions;
  /** For a closed notebook. The protocol cannot name its cells, so all its positions are the start of the file. */
  readonly cellAt?: ((offset: number) => CellPosition) | undefined;
}

/** Stands for a file as a whole. */
export const BEGINNING: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

export function toRange(document: Positions, start: number, end: number): Range {
  return { start: document.positionAt(start), end: document.positionAt(end) };
}

export function toLocation(document: Positions, start: number, end: number): Location {
  const owner = document.ownerOf(start);
  return { uri: owner.uri, range: toRange(owner, start, end) };
}
