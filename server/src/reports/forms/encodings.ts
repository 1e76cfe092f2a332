import { type BinaryReader, type BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { once } from '../../basics/once';
import type { Scalar } from '../../configuration/bind';
import type { FieldType, ScalarKind } from '../../schema/types';

/** How values of a kind are encoded in binary. */
interface Encoding {
  readonly wire: WireType;
  readonly read: (reader: BinaryReader) => Scalar;
  readonly write: (writer: BinaryWriter, value: never) => unknown;
}

/** The wire types of numbers, by their kinds, which are also the names of the methods that read and write them. */
const WIRES: Readonly<Record<Exclude<ScalarKind, 'string' | 'bytes'>, WireType>> = {
  int32: WireType.Varint,
  sint32: WireType.Varint,
  uint32: WireType.Varint,
  int64: WireType.Varint,
  sint64: WireType.Varint,
  uint64: WireType.Varint,
  bool: WireType.Varint,
  float: WireType.Bit32,
  fixed32: WireType.Bit32,
  sfixed32: WireType.Bit32,
  double: WireType.Bit64,
  fixed64: WireType.Bit64,
  sfixed64: WireType.Bit64,
};

/** The encoding of a number; undefined for strings, bytes and messages, which are bytes after their length. */
export const encodingOf = once(({ kind }: FieldType): Encoding | undefined => {
  if (kind === 'message' || kind === 'string' || kind === 'bytes') return undefined;
  const method = kind === 'enum' ? 'int32' : kind;
  return {
    wire: WIRES[method],
    read(reader) {
      const value = reader[method]();
      // Integers of 64 bits are strings where the reader has no bigints.
      return typeof value === 'string' ? BigInt(value) : value;
    },
    write: (writer, value) => writer[method](value),
  };
});
