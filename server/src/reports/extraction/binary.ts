import { WireType } from '@bufbuild/protobuf/wire';
import type { Shape } from './shapes';
import { type ByteSource, Cursor } from './source';
import type { Visitor } from './visitor';

const MAX_FIELD = 2 ** 29 - 1;

/** Scans a serialized message, and skips parts that cannot contain a configuration without reading them. */
export function scanBinary(source: ByteSource, shape: Shape, visitor: Visitor): void {
  scan(new Cursor(source), source.size, shape, visitor, false);
}

/** Shapes are not recursive, so the recursion depth is limited. A truncated message has been reported already. */
function scan(cursor: Cursor, end: number, shape: Shape, visitor: Visitor, isCutOff: boolean): void {
  const broken = (offset: number, what: string) => {
    if (!isCutOff) visitor.broken(offset, what);
  };
  visitor.enter(shape);
  while (cursor.position < end) {
    const start = cursor.position;
    const tag = cursor.varint(end);
    const number = Math.floor((tag ?? 0) / 8);
    if (tag === undefined || number < 1 || number > MAX_FIELD) {
      broken(start, `no field of a ${shape.name} begins`);
      break;
    }
    const wire = tag % 8;
    const length = lengthOf(cursor, wire, end);
    if (length === undefined) {
      broken(start, `no field of a ${shape.name} begins`);
      break;
    }
    const isCut = length > end - cursor.position;
    const next = isCut ? end : cursor.position + length;
    if (isCut) broken(start, `a field of a ${shape.name} begins that is longer than what is left`);
    const field = wire === WireType.LengthDelimited ? shape.byNumber.get(number) : undefined;
    // A truncated message may still hold a configuration, a truncated string does not.
    if (field?.shape) scan(cursor, next, field.shape, visitor, isCut || isCutOff);
    else if (field && !isCut && visitor.wants(shape, field, length))
      visitor.value(shape, field, cursor.take(length));
    cursor.position = next;
  }
  cursor.position = end;
  visitor.leave(shape);
}

/** The number of bytes of the value at the cursor; undefined if there is no value. */
function lengthOf(cursor: Cursor, wire: number, end: number): number | undefined {
  if (wire === WireType.Varint) return cursor.varint(end) === undefined ? undefined : 0;
  if (wire === WireType.LengthDelimited) return cursor.varint(end);
  if (wire === WireType.Bit64) return 8;
  return wire === WireType.Bit32 ? 4 : undefined;
}
