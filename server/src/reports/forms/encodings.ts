import { type BinaryReader, type BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import type { Scalar } from '../../configuration/bind';
import type { FieldType, ScalarKind } from '../../schema/types';

/** How values of a kind are encoded in binary; enums are encoded like int32. */
interface Encoding {
  readonly wire: WireType;
  readonly read: (reader: BinaryReader) => Scalar;
  readonly write: (writer: BinaryWriter, value: never) => unknown;
}

const encoding = <T extends Scalar>(
  wire: WireType,
  read: (reader: BinaryReader) => Scalar,
  write: (writer: BinaryWriter, value: T) => unknown,
): Encoding => ({ wire, read, write });

const { Varint, Bit32, Bit64 } = WireType;
const wide = (value: bigint | string) => BigInt(value);

const ENCODINGS: Readonly<Record<Exclude<ScalarKind, 'string' | 'bytes'>, Encoding>> = {
  int32: encoding<number>(
    Varint,
    (r) => r.int32(),
    (w, v) => w.int32(v),
  ),
  sint32: encoding<number>(
    Varint,
    (r) => r.sint32(),
    (w, v) => w.sint32(v),
  ),
  uint32: encoding<number>(
    Varint,
    (r) => r.uint32(),
    (w, v) => w.uint32(v),
  ),
  int64: encoding<bigint>(
    Varint,
    (r) => wide(r.int64()),
    (w, v) => w.int64(v),
  ),
  sint64: encoding<bigint>(
    Varint,
    (r) => wide(r.sint64()),
    (w, v) => w.sint64(v),
  ),
  uint64: encoding<bigint>(
    Varint,
    (r) => wide(r.uint64()),
    (w, v) => w.uint64(v),
  ),
  bool: encoding<boolean>(
    Varint,
    (r) => r.bool(),
    (w, v) => w.bool(v),
  ),
  float: encoding<number>(
    Bit32,
    (r) => r.float(),
    (w, v) => w.float(v),
  ),
  fixed32: encoding<number>(
    Bit32,
    (r) => r.fixed32(),
    (w, v) => w.fixed32(v),
  ),
  sfixed32: encoding<number>(
    Bit32,
    (r) => r.sfixed32(),
    (w, v) => w.sfixed32(v),
  ),
  double: encoding<number>(
    Bit64,
    (r) => r.double(),
    (w, v) => w.double(v),
  ),
  fixed64: encoding<bigint>(
    Bit64,
    (r) => wide(r.fixed64()),
    (w, v) => w.fixed64(v),
  ),
  sfixed64: encoding<bigint>(
    Bit64,
    (r) => wide(r.sfixed64()),
    (w, v) => w.sfixed64(v),
  ),
};

/** The encoding of a number; undefined for strings, bytes and messages, which are bytes after their length. */
export function encodingOf({ kind }: FieldType): Encoding | undefined {
  if (kind === 'enum') return ENCODINGS.int32;
  return kind === 'message' || kind === 'string' || kind === 'bytes' ? undefined : ENCODINGS[kind];
}
