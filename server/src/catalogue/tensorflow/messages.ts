import schema from 'tpu-embedding:schema';
import type { EnumJson, FieldJson, MessageJson } from '../../schema/schema-json';
import { libraryOf } from '../libraries';
import { lastPart, parentPath } from '../names';
import { BOOL, STR } from '../parameters';
import type { Entry, Parameter, Range, Type } from '../types';

const SOURCES = 'https://github.com/tensorflow/tensorflow/blob/master/';

/** The messages and enum values of our schema, as the classes and constants of TensorFlow's pb2 modules. */
export function messageEntries(): Entry[] {
  return [...schema.messages.flatMap(messageEntry), ...schema.enums.flatMap(enumValueEntries)];
}

/** The Python name that protoc generates: declarations of `a/b.proto` are in `a.b_pb2`. */
export function pythonName(fullName: string, file: string): string | undefined {
  const inPackage = fullName.replace(/^(?:[a-z]\w*\.)+/, '');
  // XLA's messages are not part of TensorFlow's Python.
  return /^(tensorflow|google)\//.test(file)
    ? `${file.slice(0, -'.proto'.length).replaceAll('/', '.')}_pb2.${inPackage}`
    : undefined;
}

function messageEntry({ name: fullName, doc, fields, location }: MessageJson): Entry[] {
  const id = pythonName(fullName, location.file);
  if (id === undefined) return [];
  let parameters: readonly Parameter[] | undefined;
  return [
    {
      id,
      kind: 'class',
      name: lastPart(id),
      qualifiedNames: [id],
      group: 'message',
      library: libraryOf(id)!,
      ...split(doc),
      returns: `A new \`${lastPart(id)}\` message.`,
      message: fullName,
      keywordOnly: true,
      // There are many fields, and few of them are ever used.
      get parameters() {
        parameters ??= fields.map(fieldParameter);
        return parameters;
      },
      ...(location.file.startsWith('tensorflow/') && { url: SOURCES + location.file }),
    },
  ];
}

/** Values are attributes of the message that contains their enum, and of the enum itself. */
function enumValueEntries({ name: fullName, values, location }: EnumJson): Entry[] {
  const owner = pythonName(parentPath(fullName), location.file);
  if (owner === undefined) return [];
  return values.map((value) => ({
    id: `${owner}.${value.name}`,
    kind: 'constant',
    name: value.name,
    qualifiedNames: [`${owner}.${value.name}`, `${pythonName(fullName, location.file)}.${value.name}`],
    group: 'message',
    library: libraryOf(owner)!,
    ...split(value.doc),
    parameters: [],
    returns: '',
    value: { enum: fullName, number: value.number },
  }));
}

/** The first sentence is the summary. */
function split(doc: string): { summary: string; doc: string } {
  const summary = /^[^\n]*?\.(?=\s|$)/.exec(doc)?.[0] ?? doc;
  return { summary, doc: doc.slice(summary.length).trim() };
}

function fieldParameter({ name, repeated, doc, ...field }: FieldJson): Parameter {
  const type = fieldType(field);
  return {
    name,
    kind: 'keyword-only',
    required: false,
    nullable: true,
    type: repeated ? { of: 'list', item: type } : type,
    doc,
  };
}

/** Beyond 2^53 a bound would be inexact, so it is omitted. */
const INTEGERS: Readonly<Record<string, Range>> = {
  int32: { min: -(2 ** 31), max: 2 ** 31 - 1 },
  int64: {},
  uint32: { min: 0, max: 2 ** 32 - 1 },
  uint64: { min: 0 },
};

function fieldType({ type, ref = '' }: Pick<FieldJson, 'type' | 'ref'>): Type {
  switch (type) {
    case 'message':
      return { of: 'message', message: ref };
    case 'enum':
      return { of: 'enum', enum: ref };
    case 'bool':
      return BOOL;
    case 'string':
      return STR;
    case 'bytes':
      return { of: 'other', name: 'bytes' };
    default:
      return INTEGERS[type] ? { of: 'int', accepts: INTEGERS[type] } : { of: 'float' };
  }
}
