import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import {
  byNumber,
  type Content,
  type ContentField,
  isContent,
  isDefault,
  type UnknownField,
} from './content';
import { encodingOf } from './encodings';

/**
 * Writes a message as protobuf does: fields by number, repeated numbers packed, without defaults of fields without presence,
 * and unknown fields last.
 */
export function writeBinary(content: Content): Uint8Array {
  const writer = new BinaryWriter();
  writeMessage(writer, content);
  return writer.finish();
}

function writeMessage(writer: BinaryWriter, { type, fields, unknown }: Content): void {
  const known = byNumber(fields).filter((each) => !isDefault(each));
  // TensorFlow knows also the undeclared fields of an open message, and writes all of its fields by number.
  const late = type.open ? [...unknown].sort((a, b) => a.number - b.number) : unknown;
  let written = 0;
  for (let i = 0; i < known.length; ) {
    const { field } = known[i]!;
    while (type.open && written < late.length && late[written]!.number < field.number)
      writeUnknown(writer, late[written++]!);
    let end = i + 1;
    while (field.repeated && end < known.length && known[end]!.field === field) end++;
    writeField(writer, known.slice(i, end));
    i = end;
  }
  for (const field of late.slice(written)) writeUnknown(writer, field);
}

/** The values of one field. */
function writeField(writer: BinaryWriter, values: readonly ContentField[]): void {
  const { field } = values[0]!;
  const encoding = encodingOf(field);
  if (encoding && field.repeated) {
    // Every file of the built-in schema is proto3, where numbers are packed.
    writer.tag(field.number, WireType.LengthDelimited).fork();
    for (const { value } of values) encoding.write(writer, value as never);
    writer.join();
  } else if (encoding) {
    const { value } = values[0]!;
    encoding.write(writer.tag(field.number, encoding.wire), value as never);
  } else
    for (const { value } of values) writeBytes(writer.tag(field.number, WireType.LengthDelimited), value);
}

function writeBytes(writer: BinaryWriter, value: ContentField['value']): void {
  if (isContent(value)) {
    writer.fork();
    writeMessage(writer, value);
    writer.join();
  } else if (value instanceof Uint8Array) writer.bytes(value);
  else writer.string(String(value));
}

function writeUnknown(writer: BinaryWriter, field: UnknownField): void {
  const { number } = field;
  switch (field.wire) {
    case 'varint':
      writer.tag(number, WireType.Varint).uint64(field.value);
      break;
    case 'fixed64':
      writer.tag(number, WireType.Bit64).fixed64(field.value);
      break;
    case 'fixed32':
      writer.tag(number, WireType.Bit32).fixed32(field.value);
      break;
    case 'bytes':
      writer.tag(number, WireType.LengthDelimited).bytes(field.value);
      break;
    case 'group':
      writer.tag(number, WireType.StartGroup);
      for (const inner of field.value) writeUnknown(writer, inner);
      writer.tag(number, WireType.EndGroup);
  }
}

/** Unknown fields alone, as bytes of a message. */
export function writeFields(fields: readonly UnknownField[]): Uint8Array {
  const writer = new BinaryWriter();
  for (const field of fields) writeUnknown(writer, field);
  return writer.finish();
}
