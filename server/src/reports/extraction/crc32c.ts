/** The polynomial of Castagnoli, its bits reversed. */
const POLYNOMIAL = 0x82f63b78;

/** The checksum that TensorFlow writes with its records. Meant for a few bytes. */
export function crc32c(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
