import type { Position } from '../../messages/messages';

/** A replaced range and the text that took its place. */
interface TextChange {
  range: { start: Position; end: Position };
  text: string;
}

/**
 * Where a position is after a set of changes. As an editor reports them, all ranges refer to the text before. A text
 * inserted right at the position moves it forward; a replacement leaves it at the start of the new text.
 */
export function moved(position: Position, changes: readonly TextChange[]): Position {
  // From last to first, so that no change shifts the range of another.
  const ordered = changes.toSorted((a, b) => compare(b.range.start, a.range.start));
  return ordered.reduce(movedByOne, position);
}

function movedByOne(position: Position, { range: { start, end }, text }: TextChange): Position {
  if (compare(position, start) < 0) return position;
  if (compare(position, end) < 0) return start;
  const lines = text.split('\n');
  const line = position.line + lines.length - 1 - (end.line - start.line);
  if (position.line !== end.line) return { line, character: position.character };
  const before = lines.length === 1 ? start.character : 0;
  return { line, character: before + lines.at(-1)!.length + position.character - end.character };
}

const compare = (a: Position, b: Position) => a.line - b.line || a.character - b.character;
