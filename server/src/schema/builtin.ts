import json from 'tpu-embedding:schema';
import type { EnumJson, FieldJson, MessageJson } from './schema-json';
import type { EnumType, FieldType, MessageType, ScalarKind, Schema } from './types';

/** The message that this project is about. */
export const CONFIGURATION = 'tensorflow.tpu.TPUEmbeddingConfiguration';

/** TensorFlow's TPU embedding messages, from server/protos. */
export const builtin: Schema = createSchema();

function createSchema(): Schema {
  const enums = new Map(json.enums.map((e) => [e.name, e satisfies EnumJson as EnumType]));
  const messages = new Map<string, MessageType>();
  for (const message of json.messages) messages.set(message.name, lazyMessage(message, messages, enums));
  return {
    message: (name) => messages.get(name),
    extension: () => undefined,
    messageNames: [...messages.keys()],
  };
}

function lazyMessage(
  message: MessageJson,
  messages: ReadonlyMap<string, MessageType>,
  enums: ReadonlyMap<string, EnumType>,
): MessageType {
  let fields: FieldType[] | undefined;
  let byName: Map<string, FieldType> | undefined;
  return {
    name: message.name,
    doc: message.doc,
    open: message.open === true,
    get fields() {
      fields ??= message.fields.map((field) => fieldType(field, messages, enums));
      return fields;
    },
    get fieldsByName() {
      byName ??= new Map(this.fields.map((field) => [field.name, field]));
      return byName;
    },
    reserved: new Set(message.reserved),
    requiredFields: [],
    location: message.location,
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
