import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { joined } from '../../basics/bytes';
import { addTo } from '../../basics/groups';
import type { Found, Tell } from './collector';
import { certainConfigurationIn, MAX_CONFIGURATION } from './judge';
import { Cursor, type Source, sliceOf, sourceOf } from './source';

/** What an index file ends with: where its blocks are, padding, and 8 bytes that say what it is. */
const FOOTER = 48;
const MAGIC = [0x57, 0xfb, 0x80, 0x8b, 0x24, 0x75, 0x47, 0xdb];

/** Tensors of strings are numbered so. */
const DT_STRING = 7;
/** Checksum of the lengths that stand before the strings. */
const CHECK = 4;
/** TensorFlow's blocks are of 256 KiB, or as large as one entry. */
const MAX_BLOCK = 16 * 1024 * 1024;
const MAX_KEY = 4096;

/** Whether a file is the index of a checkpoint. */
export function isCheckpointIndex(source: Source): boolean {
  if (source.size < FOOTER) return false;
  const magic = source.read(source.size - MAGIC.length, MAGIC.length);
  return MAGIC.every((byte, i) => magic[i] === byte);
}

/** A tensor of strings, by its key, and where its bytes lie. */
interface Entry {
  readonly key: string;
  readonly shard: number;
  readonly offset: number;
  readonly size: number;
  /** How many strings it has. */
  readonly count: number;
}

interface Index {
  /** How many data files there are. */
  readonly shards: number;
  /** Tensors of strings by the number of their file, in the order in which they lie there. */
  readonly tensors: ReadonlyMap<number, readonly Entry[]>;
}

/** What the index of a checkpoint says of its strings. */
export function readIndex(index: Source, tell: Tell): Index {
  let shards = 1;
  const entries: Entry[] = [];
  for (const [key, value] of indexEntries(index, tell)) {
    if (key === '') shards = readHeader(value);
    else entries.push(...readEntry(key, value));
  }
  const tensors = new Map<number, Entry[]>();
  for (const entry of entries.sort((a, b) => a.offset - b.offset)) addTo(tensors, entry.shard, entry);
  return { shards, tensors };
}

/** The configurations among the strings of a data file. */
export function readStrings(
  data: Source,
  entries: readonly Entry[],
  give: (found: Found) => void,
  tell: Tell,
): void {
  let end = 0;
  for (const { key, offset, size, count } of entries) {
    // Tensors lie behind each other; else the same bytes could be asked for over and over.
    if (offset < end) {
      tell(`The tensor ${key} lies where another does.`);
      continue;
    }
    end = offset + size;
    for (const bytes of stringsOf(sliceOf(data, offset, size), count)) {
      const content = certainConfigurationIn(bytes);
      if (content) give({ node: key, content });
    }
  }
}

/** Keys and values of an index, which is a table of LevelDB's kind. */
function* indexEntries(source: Source, tell: Tell): Generator<[key: string, value: Uint8Array]> {
  const footer = new Cursor(sliceOf(source, source.size - FOOTER, FOOTER));
  for (let i = 0; i < 2; i++) footer.varint(FOOTER);
  const blocks = blockAt(source, footer, FOOTER);
  if (!blocks) return tell('The index of the checkpoint is damaged.');
  let end = 0;
  for (const [, handle] of blockEntries(blocks.bytes)) {
    const block = blockAt(source, new Cursor(sourceOf(handle)), handle.length, end);
    if (block) {
      yield* blockEntries(block.bytes);
      end = block.end;
    } else tell('A part of the index of the checkpoint is compressed or damaged.');
  }
}

interface Block {
  readonly bytes: Uint8Array;
  readonly end: number;
}

/** The block that a handle leads to, behind those before; undefined for none, or one that is compressed, as TensorFlow writes none. */
function blockAt(source: Source, handle: Cursor, length: number, start = 0): Block | undefined {
  const offset = handle.varint(length);
  const size = handle.varint(length);
  if (offset === undefined || size === undefined || offset < start || size > MAX_BLOCK) return undefined;
  const bytes = source.read(offset, size + 1);
  const isPlain = bytes.length === size + 1 && bytes[size] === 0;
  return isPlain ? { bytes: bytes.subarray(0, size), end: offset + size } : undefined;
}

/** Each key says how much of the one before it begins with; behind the last come places to start from, and their number. */
function* blockEntries(block: Uint8Array): Generator<[key: string, value: Uint8Array]> {
  const view = new DataView(block.buffer, block.byteOffset, block.length);
  if (block.length < 4) return;
  const end = block.length - 4 * (view.getUint32(block.length - 4, true) + 1);
  const cursor = new Cursor(sourceOf(block));
  let key: Uint8Array = new Uint8Array();
  while (cursor.position < end) {
    const shared = cursor.varint(end) ?? 0;
    const unshared = cursor.varint(end) ?? 0;
    const length = cursor.varint(end) ?? 0;
    key = joined([key.subarray(0, shared), cursor.take(unshared)]).subarray(0, MAX_KEY);
    yield [decoder.decode(key), cursor.take(length)];
  }
}

const decoder = new TextDecoder();

/** How many data files there are. */
function readHeader(header: Uint8Array): number {
  return numberIn(fieldsOf(header), 1) || 1;
}

/** None for a tensor of anything but strings. */
function readEntry(key: string, bytes: Uint8Array): Entry[] {
  const fields = fieldsOf(bytes);
  if (numberIn(fields, 1) !== DT_STRING) return [];
  const [, shape] = fields.find(([number]) => number === 2) ?? [];
  const sizes = fieldsOf(shape).map(([, size]) => numberIn(fieldsOf(size), 1));
  const entry = {
    key,
    count: sizes.reduce((product, size) => product * size, 1),
    shard: numberIn(fields, 3),
    offset: numberIn(fields, 4),
    size: numberIn(fields, 5),
  };
  return [entry];
}

type WireField = readonly [number: number, value: number | Uint8Array];

/** The numbers, strings and messages in a message, up to where it is none. */
function fieldsOf(bytes: number | Uint8Array | undefined): readonly WireField[] {
  const fields: WireField[] = [];
  if (!(bytes instanceof Uint8Array)) return fields;
  const reader = new BinaryReader(bytes);
  try {
    while (reader.pos < reader.len) {
      const [number, type] = reader.tag();
      if (type === WireType.Varint) fields.push([number, Number(reader.uint64())]);
      else if (type === WireType.LengthDelimited) fields.push([number, reader.bytes()]);
      else reader.skip(type, number);
    }
  } catch {
    // What is missing counts as not set.
  }
  return fields;
}

/** What protobuf takes for a number that is not there is 0. */
const numberIn = (fields: readonly WireField[], number: number): number =>
  Number(fields.find(([each]) => each === number)?.[1] ?? 0);

/** The strings of a tensor: behind all their lengths and a checksum. Those that are cut off are left out. */
function* stringsOf(tensor: Source, count: number): Generator<Uint8Array> {
  const lengths = new Cursor(tensor);
  for (let i = 0; i < count; i++) if (lengths.varint(tensor.size) === undefined) return;
  const strings = new Cursor(tensor);
  strings.position = lengths.position + CHECK;
  lengths.position = 0;
  for (let i = 0; i < count; i++) {
    const length = lengths.varint(tensor.size)!;
    if (length > tensor.size - strings.position) return;
    if (length <= MAX_CONFIGURATION) yield strings.take(length);
    else strings.position += length;
  }
}
