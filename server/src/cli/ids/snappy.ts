import { snappyUncompressor } from 'hysnappy';
import { lazy } from '../../basics/once';

const unpack = lazy(snappyUncompressor);

/** Unpacks Snappy into so many bytes. It throws where the bytes are broken, or are more or fewer. */
export function unpackSnappy(input: Uint8Array, size: number): Uint8Array {
  if (sizeIn(input) !== size) throw new Error('its size is another than its header says');
  return unpack()(input, size);
}

/** The size that the first bytes give: seven bits each, the lowest first. */
function sizeIn(input: Uint8Array): number {
  let size = 0;
  for (const [i, byte] of input.subarray(0, 5).entries()) {
    size += (byte & 127) * 2 ** (7 * i);
    if (byte < 128) break;
  }
  return size;
}
