import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import { utf8Text } from '../../basics/decode';
import { once } from '../../basics/once';
import { counted } from '../../configuration/quantities';
import { Unparsable } from '../../project/configuration-file/located';
import type { FieldType, MessageType } from '../../schema/types';
import { byNumber, type Content, type ContentField, isDefault, type UnknownField } from './content';
import { encodingOf } from './encodings';

/** The depth limit of protobuf for nested messages. */
const MAX_DEPTH = 100;

/**
 * Reads a message from bytes, as protobuf does: fields by number, the last value of a singular field, messages merged,
 * unknown fields kept. Throws an `Unparsable` with a sentence for the user and the offset of the byte.
 */
export function readBinary(bytes: Uint8Array, type: MessageType): Content {
  const draft = new Draft(type);
  draft.read(new Reader(bytes), bytes.length, 0);
  return draft.content();
}

/** The same, or undefined if the bytes are no such message. */
export function contentIn(bytes: Uint8Array, type: MessageType): Content | undefined {
  try {
    return readBinary(bytes, type);
  } catch {
    return undefined;
  }
}

/** Fifty for each of ten thousand tables. Two bytes may make one that takes hundreds of bytes of memory. */
const MOST_VALUES = 500_000;

/** Reads tags and lengths as protobuf does. The library takes them modulo 2^32. */
class Reader extends BinaryReader {
  private values = 0;

  /** Counts a value that is read next. */
  count(): void {
    if (++this.values > MOST_VALUES)
      throw new Unparsable(`The message has more than ${MOST_VALUES} values.`, this.pos);
  }

  override tag(): [number, WireType] {
    if (this.next > 0xffff_ffffn) throw new Error('This number is too large for a tag.');
    return super.tag();
  }

  override bytes(): Uint8Array {
    this.requireLength();
    return super.bytes();
  }

  /** The length of what follows. */
  size(): number {
    this.requireLength();
    return this.uint32();
  }

  private requireLength(): void {
    if (this.next > this.len) throw new RangeError('This length is too large.');
  }

  /** The number that is read next. */
  private get next(): bigint {
    const { pos } = this;
    const number = BigInt(this.uint64());
    this.pos = pos;
    return number;
  }
}

/** A message that is being read. */
class Draft {
  /** A singular field stands under itself or its oneof, so that the last one counts; a repeated one under its own entry. */
  private readonly fields = new Map<unknown, Entry>();
  private readonly unknown: UnknownField[] = [];

  constructor(private readonly type: MessageType) {}

  content(): Content {
    const fields = Array.from(this.fields.values(), ({ field, value }) => ({
      field,
      value: value instanceof Draft ? value.content() : value,
    }));
    return { type: this.type, fields: byNumber(fields), unknown: this.unknown };
  }

  read(reader: Reader, end: number, depth: number): void {
    const known = fieldsByNumber(this.type);
    while (reader.pos < end) {
      const start = reader.pos;
      reader.count();
      const [number, wire] = guarded(reader, () => reader.tag());
      const field = known.get(number);
      if (!field || !this.readField(reader, field, wire, depth))
        this.unknown.push(readUnknown(reader, number, wire, start, depth));
      if (reader.pos > end) throw cutOff(start, end);
    }
  }

  /** Reads a value, unless the field cannot have one of this wire type: the value then counts as an unknown field. */
  private readField(reader: Reader, field: FieldType, wire: WireType, depth: number): boolean {
    const encoding = encodingOf(field);
    const readNumber = () => encoding!.read(reader);
    if (encoding && wire === encoding.wire) this.add(field, guarded(reader, readNumber));
    else if (wire !== WireType.LengthDelimited || (encoding && !field.repeated)) return false;
    else if (encoding) {
      const end = lengthAt(reader);
      while (reader.pos < end) {
        reader.count();
        this.add(field, guarded(reader, readNumber));
      }
      if (reader.pos > end) throw cutOff(end, end);
    } else if (field.message) {
      const end = lengthAt(reader);
      if (depth >= MAX_DEPTH)
        throw new Unparsable(`Messages lie more than ${MAX_DEPTH} deep within each other.`, reader.pos);
      this.messageOf(field).read(reader, end, depth + 1);
    } else {
      const start = reader.pos;
      const value = guarded(reader, () => reader.bytes());
      this.add(field, field.kind === 'bytes' ? value.slice() : stringIn(value, field, start));
    }
    return true;
  }

  /** The message of a field to read into: of a singular field, the one that it already has. */
  private messageOf(field: FieldType): Draft {
    const before = this.fields.get(field.oneof ?? field);
    if (before?.field === field && before.value instanceof Draft) return before.value;
    const draft = new Draft(field.message!);
    this.add(field, draft);
    return draft;
  }

  private add(field: FieldType, value: Entry['value']): void {
    const entry = { field, value };
    if (field.repeated) this.fields.set(entry, entry);
    else if (value instanceof Draft || !isDefault({ field, value }))
      this.fields.set(field.oneof ?? field, entry);
    else this.fields.delete(field.oneof ?? field);
  }
}

interface Entry {
  readonly field: FieldType;
  readonly value: ContentField['value'] | Draft;
}

const fieldsByNumber = once(
  ({ fields }: MessageType): ReadonlyMap<number, FieldType> =>
    new Map(fields.map((field) => [field.number, field])),
);

/** The end of the bytes that follow a length. */
function lengthAt(reader: Reader): number {
  const start = reader.pos;
  const length = guarded(reader, () => reader.size());
  if (length > reader.len - reader.pos) throw cutOff(start, reader.len);
  return reader.pos + length;
}

function readUnknown(
  reader: Reader,
  number: number,
  wire: WireType,
  start: number,
  depth: number,
): UnknownField {
  switch (wire) {
    case WireType.Varint:
      return { number, wire: 'varint', value: BigInt(guarded(reader, () => reader.uint64())) };
    case WireType.Bit64:
      return { number, wire: 'fixed64', value: BigInt(guarded(reader, () => reader.fixed64())) };
    case WireType.Bit32:
      return { number, wire: 'fixed32', value: guarded(reader, () => reader.fixed32()) };
    case WireType.LengthDelimited:
      return { number, wire: 'bytes', value: guarded(reader, () => reader.bytes()).slice() };
    case WireType.StartGroup: {
      if (depth >= MAX_DEPTH)
        throw new Unparsable(`Groups lie more than ${MAX_DEPTH} deep within each other.`, start);
      const value: UnknownField[] = [];
      for (;;) {
        const at = reader.pos;
        reader.count();
        const [inner, kind] = guarded(reader, () => reader.tag());
        if (kind !== WireType.EndGroup) value.push(readUnknown(reader, inner, kind, at, depth + 1));
        else if (inner === number) return { number, wire: 'group', value };
        else throw new Unparsable(`A group of field ${inner} ends where one of field ${number} is open.`, at);
      }
    }
    default:
      throw new Unparsable(`A group of field ${number} ends where none has begun.`, start);
  }
}

/** The fields of a message of unknown type; undefined if the bytes are not a message. */
export const readFields = (bytes: Uint8Array): readonly UnknownField[] | undefined =>
  contentIn(bytes, NOTHING_KNOWN)?.unknown;

const NOTHING_KNOWN: MessageType = {
  name: '',
  doc: '',
  open: true,
  fields: [],
  fieldsByName: new Map(),
  reserved: new Set(),
  requiredFields: [],
};

function stringIn(bytes: Uint8Array, { name }: FieldType, offset: number): string {
  const text = utf8Text(bytes);
  if (text === undefined) throw new Unparsable(`The string of ${name} is not UTF-8.`, offset);
  return text;
}

/** Translates a reader's error about broken bytes to our messages. */
function guarded<T>(reader: Reader, read: () => T): T {
  const start = reader.pos;
  try {
    const value = read();
    if (reader.pos <= reader.len) return value;
  } catch (error) {
    // Bytes that end too early throw a RangeError.
    if (!(error instanceof RangeError)) throw new Unparsable('These bytes are no field of a message.', start);
  }
  throw cutOff(start, reader.len);
}

const cutOff = (start: number, end: number) =>
  new Unparsable(
    `A value that begins here is longer than what is left: ${counted(end - start, 'byte')}.`,
    start,
  );
