import json from 'tpu-embedding:schema';
import type { Mutable } from '../basics/mutable';
import type { EnumJson, FieldJson, MessageJson } from './schema-json';
import type { EnumType, FieldType, MessageType, ScalarKind, Schema } from './types';

/** The message that this project is about. */
export const CONFIGURATION = 'tensorflow.tpu.TPUEmbeddingConfiguration';

/** TensorFlow's TPU embedding messages, from server/protos. */
export const builtin: Schema = createSchema();

export const CONFIGURATION_TYPE = builtin.message(CONFIGURATION)!;

function createSchema(): Schema {
  const enums = new Map(json.enums.map((e) => [e.name, e satisfies EnumJson as EnumType]));
  // Messages refer to each other, so all are created before any gets its fields.
  const messages = new Map(json.messages.map((message) => [message.name, messageType(message)]));
  for (const { name, fields } of json.messages) {
    const type = messages.get(name)!;
    type.fields = fields.map((field) => fieldType(field, messages, enums));
    type.fieldsByName = new Map(type.fields.map((field) => [field.name, field]));
  }
  return {
    message: (name) => messages.get(name),
    extension: () => undefined,
    messageNames: [...messages.keys()],
  };
}

function messageType({ name, doc, open, reserved, location }: MessageJson): Mutable<MessageType> {
  return {
    name,
    doc,
    open: open === true,
    fields: [],
    fieldsByName: new Map(),
    reserved: new Set(reserved),
    requiredFields: [],
    location,
  };
}

function fieldType(
  field: FieldJson,
  messages: ReadonlyMap<string, MessageType>,
  enums: ReadonlyMap<string, EnumType>,
): FieldType {
  const { ref, required, repeated, deprecated, type, ...rest } = field;
  const message = type === 'message' && ref ? messages.get(ref) : undefined;
  const enumType = type === 'enum' && ref ? enums.get(ref) : undefined;
  return {
    ...rest,
    kind: type as ScalarKind | 'enum' | 'message',
    ...(message && { message }),
    ...(enumType && { enum: enumType }),
    repeated: repeated === true,
    required: false,
    presence: !repeated && (type === 'message' || field.oneof !== undefined),
    deprecated: deprecated === true,
    recommended: required === true,
  };
}
