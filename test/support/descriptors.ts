import schema from 'tpu-embedding:schema';
import { create, createFileRegistry, type FileRegistry, type MessageInitShape } from '@bufbuild/protobuf';
import {
  type DescriptorProtoSchema,
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  type FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
} from '@bufbuild/protobuf/wkt';
import type { EnumJson, MessageJson } from '../../server/src/schema/schema-json';

type MessageInit = MessageInitShape<typeof DescriptorProtoSchema>;
type FileInit = MessageInitShape<typeof FileDescriptorProtoSchema>;

/** Our schema as descriptors for other protobuf implementations. */
export function builtinDescriptorSet() {
  const files = new Map<string, FileInit>();
  for (const message of schema.messages) {
    if (ownerOf(message.name)) continue;
    const file = fileOf(message.location.file, message.name);
    file.messageType = [...(file.messageType ?? []), messageInit(message)];
  }
  for (const { location, ...type } of schema.enums) {
    if (ownerOf(type.name)) continue;
    const file = fileOf(location.file, type.name);
    file.enumType = [...(file.enumType ?? []), enumInit(type)];
  }
  // Each file is listed after its imports; the order is written by hand.
  const order = ['wrappers', 'xla_data', 'hlo', 'optimization_parameters', 'tpu_embedding_configuration'];
  const names = order.map((part) => [...files.keys()].find((name) => name.endsWith(`/${part}.proto`))!);
  const file = names.map((name, i) => ({ ...files.get(name)!, dependency: names.slice(0, i) }));
  return create(FileDescriptorSetSchema, { file });

  function fileOf(name: string, type: string): FileInit {
    const file = files.get(name) ?? { name, syntax: 'proto3', package: packageOf(type) };
    files.set(name, file);
    return file;
  }
}

export function builtinRegistry(): FileRegistry {
  return createFileRegistry(builtinDescriptorSet());
}

function ownerOf(name: string): MessageJson | undefined {
  const outer = packageOf(name);
  return schema.messages.find((message) => message.name === outer);
}

function packageOf(name: string): string {
  return name.slice(0, name.lastIndexOf('.'));
}

function shortName(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

function messageInit({ name, fields, oneofs, reserved }: MessageJson): MessageInit {
  return {
    name: shortName(name),
    field: fields.map((field) => ({
      name: field.name,
      number: field.number,
      label: field.repeated ? FieldDescriptorProto_Label.REPEATED : FieldDescriptorProto_Label.OPTIONAL,
      type: FieldDescriptorProto_Type[field.type.toUpperCase() as keyof typeof FieldDescriptorProto_Type],
      ...(field.ref !== undefined && { typeName: `.${field.ref}` }),
      ...(field.oneof !== undefined && {
        oneofIndex: oneofs.findIndex((oneof) => oneof.name === field.oneof),
      }),
    })),
    oneofDecl: oneofs.map((oneof) => ({ name: oneof.name })),
    nestedType: schema.messages.filter((inner) => packageOf(inner.name) === name).map(messageInit),
    enumType: schema.enums.filter((inner) => packageOf(inner.name) === name).map(enumInit),
    reservedName: [...reserved],
  };
}

function enumInit({ name, values }: Pick<EnumJson, 'name' | 'values'>) {
  return {
    name: shortName(name),
    value: values.map((value) => ({ name: value.name, number: value.number })),
  };
}
