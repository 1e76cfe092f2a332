import { bisect } from './search';

/** A place in a text; both count from 0, characters in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** Converts offsets of one text into lines and characters. Lines end with LF, CRLF or a lone CR. */
export function lineIndex(text: string) {
  const starts = [0];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x0a || (code === 0x0d && text.charCodeAt(i + 1) !== 0x0a)) starts.push(i + 1);
  }
  return {
    position(offset: number): Position {
      const line = bisect(1, starts.length, (i) => starts[i]! > offset) - 1;
      return { line, character: offset - starts[line]! };
    },
  };
}
