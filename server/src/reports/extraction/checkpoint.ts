import { joined } from '../../basics/bytes';
import { addTo } from '../../basics/groups';
import { readFields } from '../forms/binary-reader';
import type { UnknownField } from '../forms/content';
import type { FoundConfiguration, Tell } from './collector';
import { certainConfigurationIn, MAX_CONFIGURATION } from './is-configuration';
import { type ByteSource, Cursor, sliceOf, sourceOf } from './source';

/** Length of the footer of an index file: the offsets of its blocks, padding, and `MAGIC`. */
const FOOTER = 48;
const MAGIC = [0x57, 0xfb, 0x80, 0x8b, 0x24, 0x75, 0x47, 0xdb];

/** `DT_STRING` in TensorFlow's `DataType`. */
const DT_STRING = 7;
/** Bytes of the checksum after the lengths of the strings. */
const CHECKSUM = 4;
/** TensorFlow's blocks have 256 KiB, or one entry if that is larger. */
const MAX_BLOCK = 16 * 1024 * 1024;
const MAX_KEY = 4096;

/** Whether a file is the index of a checkpoint. */
export function isCheckpointIndex(source: ByteSource): boolean {
  if (source.size < FOOTER) return false;
  const magic = source.read(source.size - MAGIC.length, MAGIC.length);
  return MAGIC.every((byte, i) => magic[i] === byte);
}

/** A tensor of strings: its key, and where its bytes are. */
interface StringTensor {
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
  /** Tensors of strings by the number of their data file, in the order of their offsets. */
  readonly tensors: ReadonlyMap<number, readonly StringTensor[]>;
}

/** Reads where the strings of a checkpoint are. */
export function readIndex(index: ByteSource, tell: Tell): Index {
  let shards = 1;
  const entries: StringTensor[] = [];
  for (const [key, value] of indexEntries(index, tell)) {
    if (key === '') shards = readHeader(value);
    else entries.push(...readEntry(key, value));
  }
  const tensors = new Map<number, StringTensor[]>();
  for (const entry of entries.sort((a, b) => a.offset - b.offset)) addTo(tensors, entry.shard, entry);
  return { shards, tensors };
}

/** Finds the configurations among the strings of a data file. */
export function readStrings(
  data: ByteSource,
  entries: readonly StringTensor[],
  give: (found: FoundConfiguration) => void,
  tell: Tell,
): void {
  let end = 0;
  for (const { key, offset, size, count } of entries) {
    // Tensors do not overlap; in a damaged index, the same bytes might be requested over and over.
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

/** Keys and values of an index, which is a table as in LevelDB. */
function* indexEntries(source: ByteSource, tell: Tell): Generator<[key: string, value: Uint8Array]> {
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

/** The block of a handle, from `start` on; undefined if it is damaged or compressed, which TensorFlow's blocks are not. */
function blockAt(source: ByteSource, handle: Cursor, length: number, start = 0): Block | undefined {
  const offset = handle.varint(length);
  const size = handle.varint(length);
  if (offset === undefined || size === undefined || offset < start || size > MAX_BLOCK) return undefined;
  const bytes = source.read(offset, size + 1);
  const isPlain = bytes.length === size + 1 && bytes[size] === 0;
  return isPlain ? { bytes: bytes.subarray(0, size), end: offset + size } : undefined;
}

/** A key is stored as the length of its common prefix with the key before, and its rest. Restart offsets end the block. */
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

/** The number of data files. */
function readHeader(header: Uint8Array): number {
  return numberIn(fieldsOf(header), 1) || 1;
}

/** Empty if the tensor does not hold strings. */
function readEntry(key: string, bytes: Uint8Array): StringTensor[] {
  const fields = fieldsOf(bytes);
  if (numberIn(fields, 1) !== DT_STRING) return [];
  const shape = fields.find(({ number }) => number === 2);
  const sizes = fieldsOf(shape?.value).map(({ value }) => numberIn(fieldsOf(value), 1));
  const entry = {
    key,
    count: sizes.reduce((product, size) => product * size, 1),
    shard: numberIn(fields, 3),
    offset: numberIn(fields, 4),
    size: numberIn(fields, 5),
  };
  return [entry];
}

/** The fields of a message; none where it is damaged. */
const fieldsOf = (bytes: UnknownField['value'] | undefined): readonly UnknownField[] =>
  (bytes instanceof Uint8Array && readFields(bytes)) || [];

/** To protobuf, a missing number is 0. */
const numberIn = (fields: readonly UnknownField[], number: number): number =>
  Number(fields.find((field) => field.number === number)?.value ?? 0);

/** The strings of a tensor, which follow all their lengths and a checksum. Truncated ones are left out. */
function* stringsOf(tensor: ByteSource, count: number): Generator<Uint8Array> {
  const lengths = new Cursor(tensor);
  for (let i = 0; i < count; i++) if (lengths.varint(tensor.size) === undefined) return;
  const strings = new Cursor(tensor);
  strings.position = lengths.position + CHECKSUM;
  lengths.position = 0;
  for (let i = 0; i < count; i++) {
    const length = lengths.varint(tensor.size)!;
    if (length > tensor.size - strings.position) return;
    if (length <= MAX_CONFIGURATION) yield strings.take(length);
    else strings.position += length;
  }
}
