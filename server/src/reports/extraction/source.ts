/** Bytes of a file that can be read at any offset, so that uninteresting parts are never read. */
export interface ByteSource {
  readonly size: number;
  /** Up to `length` bytes; fewer only at the end of the file. Throws if the file cannot be read. */
  read(offset: number, length: number): Uint8Array;
}

export const sourceOf = (bytes: Uint8Array): ByteSource => ({
  size: bytes.length,
  read: (offset, length) => bytes.subarray(offset, offset + length),
});

/** A part of a source as a source of its own; shorter if the source ends. */
export function sliceOf(source: ByteSource, start: number, length: number): ByteSource {
  const size = Math.max(0, Math.min(length, source.size - start));
  return {
    size,
    read: (offset, count) => source.read(start + offset, Math.max(0, Math.min(count, size - offset))),
  };
}

/** The number of bytes that are read at once. */
const WINDOW = 64 * 1024;

/** Reads a source from a position, byte by byte. */
export class Cursor {
  position = 0;
  private window: Uint8Array = new Uint8Array();
  private start = 0;

  constructor(private readonly source: ByteSource) {}

  get size(): number {
    return this.source.size;
  }

  /** The byte here; -1 at the end. */
  peek(): number {
    let index = this.position - this.start;
    if (index < 0 || index >= this.window.length) {
      if (this.position >= this.source.size) return -1;
      this.window = this.source.read(this.position, WINDOW);
      this.start = this.position;
      index = 0;
    }
    return this.window[index] ?? -1;
  }

  /** Takes the byte here; -1 at the end. */
  next(): number {
    const byte = this.peek();
    if (byte >= 0) this.position++;
    return byte;
  }

  /** Skips all bytes from here on that a table marks. */
  skip(marks: Uint8Array): void {
    while (this.peek() >= 0) {
      const { window } = this;
      let index = this.position - this.start;
      while (index < window.length && marks[window[index]!] === 1) index++;
      this.position = this.start + index;
      if (index < window.length) return;
    }
  }

  /** Takes bytes from here on; fewer if the source ends. */
  take(length: number): Uint8Array {
    if (length < WINDOW) this.peek();
    const index = this.position - this.start;
    const isHere = index >= 0 && index + length <= this.window.length;
    const bytes = isHere
      ? this.window.subarray(index, index + length)
      : this.source.read(this.position, length);
    this.position += bytes.length;
    return bytes;
  }

  /** Takes a varint below 2^53; undefined if there is none. */
  varint(end: number): number | undefined {
    let value = 0;
    for (let factor = 1; factor < 2 ** 70; factor *= 128) {
      if (this.position >= end) return undefined;
      const byte = this.next();
      if (byte < 0) return undefined;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
    return undefined;
  }
}
