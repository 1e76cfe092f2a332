// Random messages, printed by another text-format printer.
import type { JsonObject, JsonValue } from '@bufbuild/protobuf';
import { type DescExtension, type DescField, type DescMessage, fromJson } from '@bufbuild/protobuf';
import { toText } from '@bufbuild/protobuf/txtpb';
import fc from 'fast-check';
import type { Types } from './judge';

const int32 = fc.integer({ min: -0x80000000, max: 0x7fffffff });
const uint32 = fc.integer({ min: 0, max: 0xffffffff });
const int64 = fc.bigInt({ min: -(1n << 63n), max: (1n << 63n) - 1n }).map(String);
const uint64 = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }).map(String);
const special = fc.constantFrom('Infinity', '-Infinity', 'NaN');

/** Values in ProtoJSON by protobuf's name of their type. */
const SCALARS: Readonly<Record<number, fc.Arbitrary<JsonValue>>> = {
  1: fc.oneof(fc.double({ noDefaultInfinity: true, noNaN: true }), special),
  2: fc.oneof(fc.float({ noDefaultInfinity: true, noNaN: true }), special),
  3: int64,
  4: uint64,
  5: int32,
  6: uint64,
  7: uint32,
  8: fc.boolean(),
  9: fc.string({ unit: 'binary' }),
  12: fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64')),
  13: uint32,
  15: int32,
  16: int64,
  17: int32,
  18: int64,
};

/** A message in ProtoJSON, with blocks in blocks to some depth. */
function json(desc: DescMessage, depth: number): fc.Arbitrary<JsonObject> {
  const members: fc.Arbitrary<JsonObject>[] = desc.members.map((member) => {
    const choices = member.kind === 'oneof' ? member.fields : [member];
    const written = choices.flatMap((field) => {
      const value = fieldJson(field, depth);
      return value ? [value.map((v): JsonObject => ({ [field.jsonName]: v }))] : [];
    });
    return fc.oneof({ weight: 1, arbitrary: fc.constant({}) }, ...written);
  });
  return fc.tuple(...members).map((parts) => Object.assign({}, ...parts) as JsonObject);
}

function fieldJson(field: DescField, depth: number): fc.Arbitrary<JsonValue> | undefined {
  const value = fieldValue(field, depth);
  if (!value) return undefined;
  if (field.fieldKind === 'list') return fc.array(value, { maxLength: 3 });
  if (field.fieldKind !== 'map') return value;
  return fc
    .array(fc.tuple(SCALARS[field.mapKey]!, value), { maxLength: 3 })
    .map((entries) => Object.fromEntries(entries.map(([key, entry]) => [String(key), entry])));
}

function fieldValue({ scalar, enum: enumeration, message }: DescField | DescExtension, depth: number) {
  if (scalar) return SCALARS[scalar]!;
  if (enumeration) {
    const named = fc.constantFrom(...enumeration.values.map(({ number }) => number));
    return enumeration.open ? fc.oneof(named, int32) : named;
  }
  // Any and wrappers have special forms in JSON; the parity tests cover them.
  return depth > 0 && message && !message.typeName.startsWith('google.')
    ? json(message, depth - 1)
    : undefined;
}

/** Texts of a message, with blocks in blocks to some depth. */
export function prints(name: string, { registry }: Types): fc.Arbitrary<string> {
  const desc = registry.getMessage(name)!;
  return json(desc, 3).map((value) => toText(desc, fromJson(desc, value, { registry }), { registry }));
}
