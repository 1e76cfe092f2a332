/** Pieces up to so many bytes are copied as two words, whose last bytes the next piece overwrites. */
const SHORT = 8;
/** Longer pieces are copied faster at once than byte by byte. */
const LONG = 64;

/**
 * Unpacks Snappy into bytes that are as many; false for what is broken. hyparquet's own function takes half as long again, a third of
 * the time of a large file.
 */
export function unpackSnappy(input: Uint8Array, output: Uint8Array): boolean {
  const [end, outputEnd] = [input.length, output.length];
  const [from, into] = [viewOf(input), viewOf(output)];
  // Near an end, nothing may be read or written beyond it.
  const [safeEnd, safeOutputEnd] = [end - SHORT, outputEnd - SHORT];
  let at = 0;
  while (input[at]! >= 128) at++;
  at++;
  let to = 0;
  while (at < end) {
    const tag = input[at++]!;
    let length = tag >>> 2;
    if ((tag & 3) === 0) {
      if (length >= 60) {
        const size = length - 59;
        length = 0;
        for (let i = size - 1; i >= 0; i--) length = length * 256 + input[at + i]!;
        at += size;
      }
      length++;
      const stop = to + length;
      if (!(stop <= outputEnd && at + length <= end)) return false;
      if (length <= SHORT && at <= safeEnd && to <= safeOutputEnd) {
        into.setUint32(to, from.getUint32(at));
        into.setUint32(to + 4, from.getUint32(at + 4));
        at += length;
        to = stop;
      } else if (length > LONG) {
        output.set(input.subarray(at, at + length), to);
        at += length;
        to = stop;
      } else while (to < stop) output[to++] = input[at++]!;
      continue;
    }
    let back = input[at]!;
    if ((tag & 3) === 1) {
      back |= (tag >>> 5) << 8;
      length = (length & 7) + 3;
      at++;
    } else if ((tag & 3) === 2) {
      back |= input[at + 1]! << 8;
      at += 2;
    } else {
      back += input[at + 1]! * 2 ** 8 + input[at + 2]! * 2 ** 16 + input[at + 3]! * 2 ** 24;
      at += 4;
    }
    const stop = to + length + 1;
    let source = to - back;
    if (!(back > 0 && source >= 0 && stop <= outputEnd)) return false;
    if (length < SHORT && back >= 4 && to <= safeOutputEnd) {
      into.setUint32(to, into.getUint32(source));
      into.setUint32(to + 4, into.getUint32(source + 4));
      to = stop;
    } else while (to < stop) output[to++] = output[source++]!;
  }
  return at === end && to === outputEnd;
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
