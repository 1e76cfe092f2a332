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

function registrySchema(registry: FileRegistry): Schema {
  const types = new TypeCache();
  return {
    message: (name) => {
      const message = registry.getMessage(name);
      return message && types.message(message);
    },
    extension: (name) => {
      const extension = registry.getExtension(name);
      return extension && types.extension(extension);
    },
    messageNames: [...registry].filter((desc) => desc.kind === 'message').map((desc) => desc.typeName),
  };
}

/** Converts descriptors on first use; types may refer to each other in cycles. */
class TypeCache {
  private readonly messages = new Map<DescMessage, MessageType>();
  private readonly enums = new Map<DescEnum, EnumType>();
  private readonly extensions = new Map<DescExtension, FieldType>();

  message(desc: DescMessage): MessageType {
    let message = this.messages.get(desc);
    if (!message) {
      message = new DescriptorMessage(desc.typeName, new Set(desc.proto.reservedName), () => {
        const fields = new Map<string, FieldType>();
        for (const field of desc.fields) {
          const type = this.field(field);
          fields.set(type.name, type);
          // A group may also be written with its field name.
          fields.set(field.name, type);
        }
        return fields;
      });
      this.messages.set(desc, message);
    }
    return message;
  }

  extension(desc: DescExtension): FieldType {
    let field = this.extensions.get(desc);
    if (!field) {
      field = this.field(desc);
      this.extensions.set(desc, field);
    }
    return field;
  }

  private field(desc: DescField | DescExtension): FieldType {
    const map = desc.fieldKind === 'map' ? this.mapEntry(desc) : undefined;
    const element = desc.fieldKind === 'list' ? desc.listKind : desc.fieldKind;
    const message = map ?? (element === 'message' && desc.message ? this.message(desc.message) : undefined);
    const enumType = !map && desc.enum ? this.enumeration(desc.enum) : undefined;
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

  private mapEntry(desc: (DescField | DescExtension) & { fieldKind: 'map' }): MessageType {
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
        ? { kind: 'message' as const, message: this.message(desc.message) }
        : desc.mapKind === 'enum'
          ? { kind: 'enum' as const, enum: this.enumeration(desc.enum) }
          : { kind: scalarKind(desc.scalar) };
    const name = `${desc.parent?.typeName ?? ''}.${desc.name}`;
    return new DescriptorMessage(
      name,
      new Set(),
      () =>
        new Map([
          ['key', part('key', 1, { kind: scalarKind(desc.mapKey) })],
          ['value', part('value', 2, value())],
        ]),
    );
  }

  private enumeration(desc: DescEnum): EnumType {
    let type = this.enums.get(desc);
    if (!type) {
      const values = desc.values.map(({ name, number }) => ({ name, number, doc: '' }));
      type = { name: desc.typeName, doc: '', open: desc.open, values };
      this.enums.set(desc, type);
    }
    return type;
  }
}

class DescriptorMessage implements MessageType {
  readonly doc = '';
  readonly open = false;
  private byName: Map<string, FieldType> | undefined;
  private all: readonly FieldType[] | undefined;
  private required: readonly FieldType[] | undefined;

  constructor(
    readonly name: string,
    readonly reserved: ReadonlySet<string>,
    private readonly load: () => Map<string, FieldType>,
  ) {}

  get fieldsByName(): ReadonlyMap<string, FieldType> {
    this.byName ??= this.load();
    return this.byName;
  }

  get fields(): readonly FieldType[] {
    this.all ??= [...new Set(this.fieldsByName.values())];
    return this.all;
  }

  get requiredFields(): readonly FieldType[] {
    this.required ??= this.fields.filter((field) => field.required);
    return this.required;
  }
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
