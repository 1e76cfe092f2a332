// Parquet's hybrid of runs and packed bits, which has levels and indices into dictionaries.

/** Reads `count` numbers of `width` bits from bytes into an array; false where the bytes end before or have no such numbers. */
export function readHybrid(
  bytes: Uint8Array,
  start: number,
  end: number,
  width: number,
  into: Int32Array | Uint8Array,
  count: number,
): boolean {
  if (width > 32) return false;
  const mask = width === 32 ? -1 : 2 ** width - 1;
  const valueBytes = (width + 7) >> 3;
  let at = start;
  let read = 0;
  while (read < count) {
    let header = 0;
    for (let shift = 0; ; shift += 7) {
      if (at >= end || shift > 28) return false;
      const byte = bytes[at++]!;
      header |= (byte & 127) << shift;
      if (byte < 128) break;
    }
    header >>>= 0;
    if (header & 1) {
      const values = Math.min((header >>> 1) * 8, count - read);
      if (values === 0) return false;
      if (at + (values * width) / 8 > end) return false;
      unpack(bytes, at, width, mask, into, read, values);
      read += values;
      at += (header >>> 1) * width;
    } else {
      const values = Math.min(header >>> 1, count - read);
      if (values === 0 || at + valueBytes > end) return false;
      let value = 0;
      for (let i = 0; i < valueBytes; i++) value |= bytes[at++]! << (8 * i);
      into.fill(value, read, read + values);
      read += values;
    }
  }
  return true;
}

function unpack(
  bytes: Uint8Array,
  at: number,
  width: number,
  mask: number,
  into: Int32Array | Uint8Array,
  from: number,
  count: number,
): void {
  if (width === 1) {
    // The repetition of lists: its loop takes a large part of their time.
    for (let i = 0, byte = at; i < count; byte++) {
      const bits = bytes[byte]!;
      const end = Math.min(i + 8, count);
      for (let shift = 0; i < end; i++, shift++) into[from + i] = (bits >>> shift) & 1;
    }
  } else if (width <= 25 && bytes.length >= 4) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const last = bytes.length - 4;
    const whole = Math.min(count, Math.max(0, Math.floor(((last - at) * 8) / width)));
    let bit = at * 8;
    let i = 0;
    for (; i < whole; i++, bit += width)
      into[from + i] = (view.getUint32(bit >>> 3, true) >>> (bit & 7)) & mask;
    for (; i < count; i++, bit += width) {
      const byte = Math.min(bit >>> 3, last);
      into[from + i] = (view.getUint32(byte, true) >>> (bit - byte * 8)) & mask;
    }
  } else
    for (let i = 0; i < count; i++) {
      const bit = i * width;
      const byte = at + Math.floor(bit / 8);
      let value = 0;
      for (let j = 4; j >= 0; j--) value = value * 256 + (bytes[byte + j] ?? 0);
      into[from + i] = Math.floor(value / 2 ** (bit % 8)) % 2 ** width;
    }
}
