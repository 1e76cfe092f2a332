/** The checksum of a polynomial, whose bits are reversed. */
function checksumOf(polynomial: number): (bytes: Uint8Array) => number {
  /** The checksum of a byte, and of that byte with up to 7 zeros behind it. */
  const tables = Array.from({ length: 8 }, () => new Int32Array(256));
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ polynomial : crc >>> 1;
    tables[0]![byte] = crc;
  }
  for (let zeros = 1; zeros < 8; zeros++)
    for (let byte = 0; byte < 256; byte++) {
      const before = tables[zeros - 1]![byte]!;
      tables[zeros]![byte] = (before >>> 8) ^ tables[0]![before & 255]!;
    }
  const [t0, t1, t2, t3, t4, t5, t6, t7] = tables as [
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
  ];
  return (bytes) => {
    let crc = -1;
    let at = 0;
    for (const end = bytes.length - 7; at < end; at += 8) {
      crc ^= bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
      crc =
        t7[crc & 255]! ^
        t6[(crc >>> 8) & 255]! ^
        t5[(crc >>> 16) & 255]! ^
        t4[crc >>> 24]! ^
        t3[bytes[at + 4]!]! ^
        t2[bytes[at + 5]!]! ^
        t1[bytes[at + 6]!]! ^
        t0[bytes[at + 7]!]!;
    }
    for (; at < bytes.length; at++) crc = (crc >>> 8) ^ t0[(crc ^ bytes[at]!) & 255]!;
    return ~crc >>> 0;
  };
}

/** The checksum that TensorFlow writes with its records, before it is masked: the polynomial is Castagnoli's. */
export const crc32c = /* @__PURE__ */ checksumOf(0x82f63b78);

/** The checksum of ZIP. */
export const crc32 = /* @__PURE__ */ checksumOf(0xedb88320);

/** TensorFlow masks checksums, because the checksum of bytes that contain their own checksum tells nothing. */
export const masked = (crc: number): number => (((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0;
