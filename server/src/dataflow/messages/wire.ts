import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';

/**
 * The number of strings or messages in each field of a serialized message, by field number; undefined if the bytes are no
 * message.
 */
export function countFields(bytes: Uint8Array): ReadonlyMap<number, number> | undefined {
  const counts = new Map<number, number>();
  const reader = new BinaryReader(bytes);
  try {
    while (reader.pos < reader.len) {
      const [field, type] = reader.tag();
      reader.skip(type, field);
      if (type === WireType.LengthDelimited) counts.set(field, (counts.get(field) ?? 0) + 1);
    }
    return counts;
  } catch {
    return undefined;
  }
}
