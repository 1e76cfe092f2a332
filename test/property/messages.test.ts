// What another printer of the text format writes is right: any message at all, printed, has no error.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { JsonObject, JsonValue } from '@bufbuild/protobuf';
import {
  create,
  type DescExtension,
  type DescField,
  type DescMessage,
  fromJson,
  setExtension,
} from '@bufbuild/protobuf';
import { toText } from '@bufbuild/protobuf/txtpb';
import fc from 'fast-check';
import { builtin } from '../../server/src/schema/builtin';
import { readDescriptorSet } from '../../server/src/schema/descriptor-set';
import type { FieldType, MessageType } from '../../server/src/schema/types';
import { bytesOf, configurations, errorsIn, kitchenSink, type Types } from './judge';
import { runs } from './runs';

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
  // An Any and a wrapper have forms of their own in JSON, and are parts of the parity tests.
  return depth > 0 && message && !message.typeName.startsWith('google.')
    ? json(message, depth - 1)
    : undefined;
}

function prints(name: string, { registry }: Types): fc.Arbitrary<string> {
  const desc = registry.getMessage(name)!;
  return json(desc, 3).map((value) => toText(desc, fromJson(desc, value, { registry }), { registry }));
}

suite('printed messages have no error', () => {
  test('random configurations', () => {
    const name = 'tensorflow.tpu.TPUEmbeddingConfiguration';
    const property = fc.property(prints(name, configurations), (text) => {
      assert.deepEqual(errorsIn(text, name, configurations), [], text);
    });
    fc.assert(property, runs(1_500));
  });

  test('proto3 messages with all kinds of fields', () => {
    const property = fc.property(prints('kitchen.Sink', kitchenSink), (text) => {
      assert.deepEqual(errorsIn(text, 'kitchen.Sink', kitchenSink), [], text);
    });
    fc.assert(property, runs(1_500));
  });

  test('proto2 messages with groups and required fields', () => {
    const property = fc.property(prints('kitchen.legacy.Counter', kitchenSink), (text) => {
      const errors = errorsIn(text, 'kitchen.legacy.Counter', kitchenSink);
      assert.deepEqual(
        errors.filter((code) => code !== 'missing-required'),
        [],
        text,
      );
    });
    fc.assert(property, runs(1_500));
  });

  test('messages with extensions', () => {
    const { registry } = kitchenSink;
    const counter = registry.getMessage('kitchen.legacy.Counter')!;
    const message = create(counter);
    setExtension(message, registry.getExtension('kitchen.legacy.height')!, 3);
    setExtension(message, registry.getExtension('kitchen.legacy.stickers')!, ['a', 'b']);
    setExtension(message, registry.getExtension('kitchen.legacy.Showroom.on_display')!, true);
    const text = toText(counter, message, { registry });
    assert.match(text, /\[kitchen\.legacy\.height\]/);
    assert.deepEqual(errorsIn(text, counter.typeName, kitchenSink), []);
  });
});

test('the descriptor set of the configuration is that of server/protos', () => {
  const compiled = readDescriptorSet(bytesOf('tpu_embedding_configuration'));
  const summary = (message: MessageType) => ({
    name: message.name,
    fields: [...message.fields].map(fieldSummary).sort((a, b) => a.number - b.number),
    reserved: [...message.reserved].sort(),
  });
  const fieldSummary = (field: FieldType) => ({
    name: field.name,
    number: field.number,
    kind: field.kind,
    type: field.message?.name ?? field.enum?.name,
    values: field.enum?.values.map(({ name, number }) => `${name} = ${number}`),
    repeated: field.repeated,
    presence: field.presence,
    oneof: field.oneof,
    deprecated: field.deprecated,
  });
  for (const name of builtin.messageNames) {
    const message = compiled.message(name);
    assert.ok(message, `${name}: make the descriptor set again, as test/fixtures/protos/README.md says`);
    assert.deepEqual(summary(message), summary(builtin.message(name)!));
  }
});
