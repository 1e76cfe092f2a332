// Arrays of integers in a file of NumPy's savez: a ZIP archive with a file for each array.
import { inflateRawSync } from 'node:zlib';
import { crc32 } from '../../basics/crc32';
import type { OpenFile } from './chunks';
import { IdsProblem } from './problem';

export interface NpzArray {
  readonly name: string;
  /** Numbers, row by row; an array of fewer dimensions is a row. */
  readonly values: readonly number[];
  readonly columns: number;
}

const MEBIBYTE = 2 ** 20;
/** Of an unpacked array. */
const MAX_BYTES = 256 * MEBIBYTE;

const END_BYTES = 22;
const MAX_COMMENT = 2 ** 16;
const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;

export function* readNpz(file: OpenFile): Iterable<NpzArray> {
  for (const entry of entriesOf(file)) {
    const { name } = entry;
    const bytes = unpacked(file, entry);
    if (!bytes) throw new IdsProblem('The array is broken.', { column: name });
    yield arrayOf(name, bytes);
  }
}

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly checksum: number;
  readonly packedSize: number;
  readonly size: number;
  readonly at: number;
}

/** The archive's table of contents, which is at its end. */
function* entriesOf(file: OpenFile): Iterable<Entry> {
  const tailAt = Math.max(file.size - END_BYTES - MAX_COMMENT, 0);
  const tail = viewOf(file.read(tailAt, file.size - tailAt));
  let end = tail.byteLength - END_BYTES;
  while (end >= 0 && tail.getUint32(end, true) !== END) end--;
  if (end < 0) throw new IdsProblem('The file is cut off: it has no table of contents.');
  const bytes = file.read(tail.getUint32(end + 16, true), tail.getUint32(end + 12, true));
  const view = viewOf(bytes);
  let at = 0;
  for (let left = tail.getUint16(end + 10, true); left > 0; left--) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== ENTRY)
      throw new IdsProblem('The table of contents is broken.');
    const nameEnd = at + 46 + view.getUint16(at + 28, true);
    yield {
      name: new TextDecoder().decode(bytes.subarray(at + 46, nameEnd)).replace(/\.npy$/, ''),
      method: view.getUint16(at + 10, true),
      checksum: view.getUint32(at + 16, true),
      packedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    };
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
}

/** Undefined if the bytes are not those that were packed. */
function unpacked(
  file: OpenFile,
  { name, method, checksum, packedSize, size, at }: Entry,
): Uint8Array | undefined {
  if (size > MAX_BYTES)
    throw new IdsProblem(`The array is larger than ${MAX_BYTES / MEBIBYTE} MiB.`, { column: name });
  const local = viewOf(file.read(at, 30));
  if (local.byteLength < 30 || local.getUint32(0, true) !== LOCAL) return undefined;
  const packed = file.read(at + 30 + local.getUint16(26, true) + local.getUint16(28, true), packedSize);
  try {
    const bytes = method === 0 ? packed : method === 8 && inflateRawSync(packed, { maxOutputLength: size });
    return bytes && bytes.length === size && crc32(bytes) === checksum ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/** Arrays in NumPy's own format begin with this; a version, the length of the header and the header follow. */
const MAGIC = '\x93NUMPY';

function arrayOf(name: string, bytes: Uint8Array): NpzArray {
  const problem = (message: string) => new IdsProblem(message, { column: name });
  const view = viewOf(bytes);
  const ascii = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (bytes.length < 12 || ascii(0, 6) !== MAGIC) throw problem('This is no array of NumPy.');
  const [headerAt, headerSize] =
    bytes[6] === 1 ? [10, view.getUint16(8, true)] : [12, view.getUint32(8, true)];
  const header = ascii(headerAt, headerAt + Math.min(headerSize, 1024));
  const width = /'descr': '<i([48])'/.exec(header)?.[1];
  if (!width) throw problem('The numbers are not of the type int32 or int64.');
  const shape = /'shape': \(([\d, ]*)\)/.exec(header)?.[1]?.match(/\d+/g)?.map(Number) ?? [];
  const columns = shape.at(-1) ?? 1;
  const rows = shape.length > 1 ? shape[0]! : 1;
  if (shape.length > 2) throw problem(`There are ${shape.length} dimensions, and at most 2 are expected.`);
  const at = (i: number) => headerAt + headerSize + i * Number(width);
  if (at(rows * columns) !== bytes.length) throw problem('The array does not have the size that it says.');
  const isByColumn = header.includes("'fortran_order': True");
  const values = Array.from({ length: rows * columns }, (_, i) => {
    const place = at(isByColumn ? (i % columns) * rows + Math.floor(i / columns) : i);
    return width === '4' ? view.getInt32(place, true) : Number(view.getBigInt64(place, true));
  });
  return { name, values, columns };
}

const viewOf = (bytes: Uint8Array): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
