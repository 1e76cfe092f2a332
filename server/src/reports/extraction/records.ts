import { crc32c, masked } from '../../basics/crc32';
import { type ByteSource, sliceOf } from './source';

const HEAD = 12;
const CHECKSUM = 4;

/** Whether a file holds TFRecords: the first length matches its checksum. */
export function isRecords(source: ByteSource): boolean {
  const head = source.read(0, HEAD);
  if (head.length < HEAD) return false;
  return viewOf(head).getUint32(8, true) === masked(crc32c(head.subarray(0, 8)));
}

/** The records of a file; the last one may be truncated. */
export function* recordsOf(source: ByteSource, tell: (problem: string) => void): Generator<ByteSource> {
  for (let offset = 0; offset < source.size; ) {
    const head = source.read(offset, HEAD);
    const length = head.length < HEAD ? Number.POSITIVE_INFINITY : Number(viewOf(head).getBigUint64(0, true));
    const start = offset + HEAD;
    offset = start + length + CHECKSUM;
    if (offset > source.size) tell(`The record at byte ${start - HEAD} is cut off.`);
    yield sliceOf(source, start, length);
  }
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength);
