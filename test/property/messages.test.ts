// Output of another text-format printer is valid: any printed message has no error.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { create, setExtension } from '@bufbuild/protobuf';
import { toText } from '@bufbuild/protobuf/txtpb';
import fc from 'fast-check';
import { builtin } from '../../server/src/schema/builtin';
import { readDescriptorSet } from '../../server/src/schema/descriptor-set';
import type { FieldType, MessageType } from '../../server/src/schema/types';
import { bytesOf, configurations, errorsIn, kitchenSink } from './judge';
import { prints } from './printed';
import { runs } from './runs';

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
