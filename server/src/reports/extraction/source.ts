/** Bytes of a file that can be read at any place, so that what is of no interest is never read. */
export interface Source {
  readonly size: number;
  /** Up to `length` bytes; fewer only where the file ends. Throws where it cannot be read. */
  read(offset: number, length: number): Uint8Array;
}

export const sourceOf = (bytes: Uint8Array): Source => ({
  size: bytes.length,
  read: (offset, length) => bytes.subarray(offset, offset + length),
});

/** A part of a source as a source of its own; shorter where that ends. */
export function sliceOf(source: Source, start: number, length: number): Source {
  const size = Math.max(0, Math.min(length, source.size - start));
  return {
    size,
    read: (offset, count) => source.read(start + offset, Math.max(0, Math.min(count, size - offset))),
  };
}

/** How much is read at once. */
const WINDOW = 64 * 1024;

/** A place in a source, from which it is read byte by byte. */
export class Cursor {
  position = 0;
  private window: Uint8Array = new Uint8Array();
  private start = 0;

  constructor(private readonly source: Source) {}

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

  /** The byte here, which is passed; -1 at the end. */
  next(): number {
    const byte = this.peek();
    if (byte >= 0) this.position++;
    return byte;
  }

  /** Passes over all bytes from here on that a table marks. */
  skip(marks: Uint8Array): void {
    while (this.peek() >= 0) {
      const { window } = this;
      let index = this.position - this.start;
      while (index < window.length && marks[window[index]!] === 1) index++;
      this.position = this.start + index;
      if (index < window.length) return;
    }
  }

  /** The bytes from here on, which are passed; fewer where the source ends. */
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

  /** A number in base 128, below 2^53; undefined where there is none. */
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
