import type { Source } from './source';

/** What is decoded at once. */
const CHUNK = 1024 * 1024;
/** The rest of a longer line is left out: no field of a configuration is that long. */
const MAX_LINE = 1024 * 1024;

/** The lines of a text, without what ends them. */
export function* linesOf(source: Source): Generator<string> {
  const decoder = new TextDecoder(encodingOf(source.read(0, 2)));
  let rest = '';
  for (let offset = 0; offset < source.size; ) {
    const bytes = source.read(offset, CHUNK);
    if (bytes.length === 0) break;
    offset += bytes.length;
    const text = rest + decoder.decode(bytes, { stream: true });
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      yield text.slice(start, text[end - 1] === '\r' ? end - 1 : end);
      start = end + 1;
    }
    rest = text.slice(start, start + MAX_LINE);
  }
  if (rest !== '') yield rest;
}

/** Windows' shell writes what a program prints as UTF-16. */
function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
