import {
  createFileRegistry,
  type DescEnum,
  type DescExtension,
  type DescField,
  type DescMessage,
  type FileRegistry,
  fromBinary,
  ScalarType,
} from '@bufbuild/protobuf';
import { FeatureSet_FieldPresence, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { errorMessage } from '../basics/error-message';
import { lazy, once } from '../basics/once';
import {
  type EnumType,
  type FieldType,
  type MessageType,
  type ScalarKind,
  type Schema,
  UNDOCUMENTED,
} from './types';

/**
 * The types of a serialized FileDescriptorSet (`protoc --include_imports --descriptor_set_out`, `buf build`). Throws an
 * Error with a message for the user if the bytes are not such a set, or lack an import.
 */
export function readDescriptorSet(bytes: Uint8Array): Schema {
  return registrySchema(readRegistry(bytes));
}

function readRegistry(bytes: Uint8Array): FileRegistry {
  try {
    const set = fromBinary(FileDescriptorSetSchema, bytes);
    if (set.file.length === 0) throw new Error('it contains no files');
    return createFileRegistry(set);
  } catch (error) {
    const cause = errorMessage(error);
    throw new Error(
      `Not a complete FileDescriptorSet (${cause}). Make one with: protoc --include_imports --descriptor_set_out=FILE …`,
    );
  }
}

/** Descriptors are converted on first use; types may refer to each other in cycles. */
const registrySchema = (registry: FileRegistry): Schema => ({
  message: (name) => {
    const message = registry.getMessage(name);
    return message && messageOf(message);
  },
  extension: (name) => {
    const extension = registry.getExtension(name);
    return extension && extensionOf(extension);
  },
  messageNames: [...registry].filter((desc) => desc.kind === 'message').map((desc) => desc.typeName),
});

const messageOf = once((desc: DescMessage) =>
  messageType(desc.typeName, new Set(desc.proto.reservedName), () => {
    const fields = new Map<string, FieldType>();
    for (const field of desc.fields) {
      const type = fieldOf(field);
      fields.set(type.name, type);
      // A group may also be written with its field name.
      fields.set(field.name, type);
    }
    return fields;
  }),
);

const enumOf = once(
  ({ typeName, open, values }: DescEnum): EnumType => ({
    name: typeName,
    doc: '',
    open,
    values: values.map(({ name, number }) => ({ name, number, doc: '' })),
  }),
);

const extensionOf = once((desc: DescExtension) => fieldOf(desc));

function fieldOf(desc: DescField | DescExtension): FieldType {
  const map = desc.fieldKind === 'map' ? mapEntry(desc) : undefined;
  const element = desc.fieldKind === 'list' ? desc.listKind : desc.fieldKind;
  const message = map ?? (element === 'message' && desc.message ? messageOf(desc.message) : undefined);
  const enumType = !map && desc.enum ? enumOf(desc.enum) : undefined;
  const repeated = desc.fieldKind === 'list' || desc.fieldKind === 'map';
  return {
    name: isGroupLike(desc) ? desc.message!.name : desc.kind === 'extension' ? desc.typeName : desc.name,
    number: desc.number,
    kind: message ? 'message' : enumType ? 'enum' : scalarKind(desc.scalar!),
    ...(message && { message }),
    ...(enumType && { enum: enumType }),
    repeated,
    required: desc.presence === FeatureSet_FieldPresence.LEGACY_REQUIRED,
    presence: !repeated && desc.presence !== FeatureSet_FieldPresence.IMPLICIT,
    ...(desc.oneof && { oneof: desc.oneof.name }),
    deprecated: desc.deprecated,
    ...(desc.kind === 'extension' && { extendee: desc.extendee.typeName }),
    doc: '',
    recommended: false,
  };
}

function mapEntry(desc: (DescField | DescExtension) & { fieldKind: 'map' }): MessageType {
  const part = (
    name: string,
    number: number,
    type: Pick<FieldType, 'kind' | 'message' | 'enum'>,
  ): FieldType => ({
    ...UNDOCUMENTED,
    name,
    number,
    ...type,
  });
  const value = () =>
    desc.mapKind === 'message'
      ? { kind: 'message' as const, message: messageOf(desc.message) }
      : desc.mapKind === 'enum'
        ? { kind: 'enum' as const, enum: enumOf(desc.enum) }
        : { kind: scalarKind(desc.scalar) };
  const name = `${desc.parent?.typeName ?? ''}.${desc.name}`;
  return messageType(
    name,
    new Set(),
    () =>
      new Map([
        ['key', part('key', 1, { kind: scalarKind(desc.mapKey) })],
        ['value', part('value', 2, value())],
      ]),
  );
}

function messageType(
  name: string,
  reserved: ReadonlySet<string>,
  load: () => ReadonlyMap<string, FieldType>,
): MessageType {
  const fieldsByName = lazy(load);
  const fields = lazy(() => [...new Set(fieldsByName().values())]);
  const requiredFields = lazy(() => fields().filter(({ required }) => required));
  return {
    name,
    doc: '',
    open: false,
    reserved,
    get fieldsByName() {
      return fieldsByName();
    },
    get fields() {
      return fields();
    },
    get requiredFields() {
      return requiredFields();
    },
  };
}

/** A delimited field that is declared like a group of proto2: named like its type, and beside it. */
function isGroupLike(desc: DescField | DescExtension): boolean {
  const { message } = desc;
  const delimited = 'delimitedEncoding' in desc && desc.delimitedEncoding;
  if (desc.kind === 'extension' || !delimited || !message) return false;
  return desc.name === message.name.toLowerCase() && message.parent === desc.parent;
}

function scalarKind(type: ScalarType): ScalarKind {
  return ScalarType[type].toLowerCase() as ScalarKind;
}
