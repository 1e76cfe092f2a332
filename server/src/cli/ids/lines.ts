import { IdsProblem } from './problem';

/** Characters of a line, at most. */
const MAX_LINE = 2 ** 24;

/** The lines of a text that comes in pieces. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder();
  let rest = '';
  let row = 1;
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop()!;
    row += lines.length;
    yield* lines;
    if (rest.length > MAX_LINE) throw new IdsProblem('The line is too long.', { row });
  }
  if (rest !== '') yield rest;
}
