/** Concatenates bytes. */
export function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let length = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, length);
    length += chunk.length;
  }
  return bytes;
}

export const isSameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);

/** Escaped as in C, in octal: three digits end an escape whatever follows. */
export const inOctal = (bytes: Iterable<number>): string =>
  Array.from(bytes, (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
