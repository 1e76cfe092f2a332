import { pythonName } from '../../catalogue/tensorflow/messages';
import { float32Text } from '../../configuration/float32';
import { CONFIGURATION } from '../../schema/builtin';
import { type EnumType, enumValueOf, type MessageType } from '../../schema/types';
import { writeFields } from './binary-writer';
import { type Content, type ContentField, isContent, unknownFields } from './content';
import {
  type Brackets,
  type Code,
  type CodePart,
  call,
  list,
  pythonBytes,
  pythonFloat,
  pythonString,
  statement,
  WIDTH,
} from './python-layout';

/**
 * Python that builds a message with protobuf's generated classes, in the style of handwritten code: fields in order with
 * their comments, and at the end the fields that the schema does not know.
 */
export function writePython(content: Content): string {
  const modules = new Set<string>();
  const name = content.type.name === CONFIGURATION ? 'config' : 'message';
  const body = statement(`${name} = `, messageCode(content, modules));
  const unknown = Array.from(
    unknownFields(content),
    (each) => `${name}.${each.path}MergeFromString(${pythonBytes(writeFields(each.unknown))})`,
  );
  const rest = unknown.length === 0 ? [] : ['', '# What the schema does not know, as bytes.', ...unknown];
  return [...importLines(modules), '', ...(content.heading ?? []), ...body, ...rest, ''].join('\n');
}

/** One import statement for each package, sorted. */
function importLines(modules: ReadonlySet<string>): string[] {
  const packages = new Map<string, string[]>();
  for (const module of [...modules].sort()) {
    const at = module.lastIndexOf('.');
    const names = packages.get(module.slice(0, at)) ?? [];
    packages.set(module.slice(0, at), [...names, module.slice(at + 1)]);
  }
  return [...packages].flatMap(([name, modules]) => {
    const short = `from ${name} import ${modules.join(', ')}`;
    return short.length <= WIDTH
      ? [short]
      : [`from ${name} import (`, ...modules.map((each) => `    ${each},`), ')'];
  });
}

function messageCode({ type, fields, remarks = [] }: Content, modules: Set<string>): Brackets {
  const parts: CodePart[] = [];
  const lists = new Map<string, CodePart[]>();
  for (const each of fields) {
    const { field, comments } = each;
    const part: CodePart = {
      code: valueCode(each, modules),
      before: comments?.before ?? [],
      behind: comments?.behind,
    };
    const items = lists.get(field.name);
    if (items) items.push(part);
    else if (field.repeated) {
      const first = [part];
      lists.set(field.name, first);
      parts.push({ prefix: `${field.name}=`, code: list(first) });
    } else parts.push({ ...part, prefix: `${field.name}=` });
  }
  if (remarks.length > 0) parts.push({ code: undefined, before: remarks });
  return call(className(type, modules), parts);
}

function valueCode({ field, value }: ContentField, modules: Set<string>): Code {
  if (isContent(value)) return messageCode(value, modules);
  if (value instanceof Uint8Array) return pythonBytes(value);
  if (typeof value === 'string') return pythonString(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (field.enum) return enumCode(field.enum, Number(value), modules);
  if (field.kind === 'float') return pythonFloat(Number(value), float32Text);
  return field.kind === 'double' ? pythonFloat(Number(value), String) : String(value);
}

/** The class of a message, in the module that protobuf generates from its file. */
function className({ name, location }: Pick<MessageType, 'name' | 'location'>, modules: Set<string>): string {
  const file = location!.file;
  // TensorFlow contains a copy of its compiler's protos.
  const path = pythonName(name, file.startsWith('xla/') ? `tensorflow/compiler/${file}` : file)!;
  const [, module = '', inside] = /^(.*?_pb2)(\..*)$/.exec(path)!;
  modules.add(module);
  return module.slice(module.lastIndexOf('.') + 1) + inside;
}

/** Values of an enum are members of the message that contains it. */
function enumCode(type: EnumType, number: number, modules: Set<string>): string {
  const value = enumValueOf(type, number);
  return value ? `${className(type, modules).replace(/\.\w+$/, '')}.${value.name}` : String(number);
}
