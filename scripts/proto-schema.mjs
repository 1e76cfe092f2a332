// Compiles server/protos into the language server's JSON schema. Structure and documentation come from protobufjs.
// Positions come from a scan of the text, because protobufjs does not keep them.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import protobuf from 'protobufjs';

/** @import { EnumJson, FieldDocumentation, FieldJson, MessageJson, SchemaJson } from '../server/src/schema/schema-json.ts' */
/** @import { Location } from '../server/src/schema/types.ts' */

/**
 * Everything declared in the .proto files below a directory, in file and declaration order.
 * @param {string} directory
 * @returns {SchemaJson}
 */
export function compileProtos(directory) {
  const root = new protobuf.Root();
  /** @type {Map<string, Location>} */
  const locations = new Map();
  for (const file of protoFiles(directory)) {
    const text = readFileSync(join(directory, file), 'utf8');
    protobuf.parse.filename = file;
    protobuf.parse(text, root, { keepCase: true, alternateCommentMode: true });
    for (const [name, location] of declarations(text, file)) locations.set(name, location);
  }
  root.resolveAll();
  const types = [...declaredTypes(root)];
  return {
    messages: types.filter((type) => type instanceof protobuf.Type).map((type) => message(type, locations)),
    enums: types.filter((type) => type instanceof protobuf.Enum).map((type) => enumeration(type, locations)),
  };
}

/**
 * What the fields of a message mean, by their paths in ProtoJSON.
 * @param {SchemaJson} schema
 * @param {string} name
 * @param {string} path
 * @returns {Record<string, FieldDocumentation>}
 */
function fieldDocumentation(schema, name, path) {
  const fields = schema.messages.find((message) => message.name === name)?.fields ?? [];
  return Object.assign(
    {},
    ...fields.map(({ name, ref, oneof, doc, range, default: byDefault }) => {
      const place = `${path}.${name.replaceAll(/_(\w)/g, (_, letter) => letter.toUpperCase())}`;
      const inside = ref?.startsWith('tensorflow.tpu.') ? fieldDocumentation(schema, ref, place) : {};
      // A member of a oneof is a choice, not a value to set.
      const documented = { doc, ...(range && { range }), ...(byDefault && { default: byDefault }) };
      return { ...(!oneof && { [place]: documented }), ...inside };
    }),
  );
}

/**
 * An esbuild plugin: `import schema from 'tpu-embedding:schema'` is `compileProtos(directory)`, and
 * `tpu-embedding:optimizer-documentation` is what of it concerns optimizers, as `fieldDocumentation` gives it.
 */
export function protoSchema(directory = resolve('server/protos')) {
  return {
    name: 'proto-schema',
    /** @param {import('esbuild').PluginBuild} build */
    setup(build) {
      const namespace = 'proto-schema';
      build.onResolve({ filter: /^tpu-embedding:/ }, ({ path }) => ({ path, namespace }));
      build.onLoad({ filter: /.*/, namespace }, ({ path }) => {
        const watchFiles = protoFiles(directory).map((file) => join(directory, file));
        try {
          const schema = compileProtos(directory);
          const contents = path.endsWith(':schema') ? schema : optimizerDocumentation(schema);
          return { contents: JSON.stringify(contents), loader: 'json', watchFiles };
        } catch (error) {
          // Returned, not thrown, so that esbuild keeps watching the files and notices a fix.
          return { errors: [{ text: String(error) }], watchFiles };
        }
      });
    },
  };
}

/** @param {SchemaJson} schema */
const optimizerDocumentation = (schema) =>
  fieldDocumentation(schema, 'tensorflow.tpu.OptimizationParameters', 'optimizationParameters');

/** Sorted paths relative to the directory, with '/' as separator. @param {string} directory */
function protoFiles(directory) {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.proto'))
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
}

/**
 * Messages and enums, each before those nested in it.
 * @param {protobuf.NamespaceBase} namespace
 * @returns {Generator<protobuf.Type | protobuf.Enum>}
 */
function* declaredTypes(namespace) {
  for (const nested of namespace.nestedArray) {
    if (nested instanceof protobuf.Type || nested instanceof protobuf.Enum) yield nested;
    if (nested instanceof protobuf.Namespace) yield* declaredTypes(nested);
  }
}

/** @param {protobuf.ReflectionObject} object */
const fullName = (object) => object.fullName.slice(1);

/**
 * @param {protobuf.Type} type
 * @param {Map<string, Location>} locations
 * @returns {MessageJson}
 */
function message(type, locations) {
  const { doc, tags } = documentation(type.comment);
  return {
    name: fullName(type),
    doc,
    ...(tags.has('open') && { open: true }),
    fields: type.fieldsArray.map((member) => field(member, locations)),
    oneofs: type.oneofsArray.map((oneof) => ({ name: oneof.name, doc: documentation(oneof.comment).doc })),
    reserved: (type.reserved ?? []).filter((entry) => typeof entry === 'string'),
    location: located(fullName(type), locations),
  };
}

/**
 * @param {protobuf.Field} member
 * @param {Map<string, Location>} locations
 * @returns {FieldJson}
 */
function field(member, locations) {
  const { doc, tags } = documentation(member.comment);
  const ref = member.resolvedType;
  const kind = ref instanceof protobuf.Enum ? 'enum' : 'message';
  return {
    name: member.name,
    number: member.id,
    ...(ref ? { type: kind, ref: fullName(ref) } : { type: member.type }),
    ...(member.repeated && { repeated: true }),
    ...(member.partOf && { oneof: member.partOf.name }),
    ...(member.options?.deprecated && { deprecated: true }),
    doc,
    ...(tags.has('required') && { required: true }),
    ...Object.fromEntries(
      ['unit', 'range', 'default', 'example']
        .filter((tag) => tags.has(tag))
        .map((tag) => [tag, tags.get(tag)]),
    ),
    location: located(fullName(member), locations),
  };
}

/**
 * @param {protobuf.Enum} type
 * @param {Map<string, Location>} locations
 * @returns {EnumJson}
 */
function enumeration(type, locations) {
  return {
    name: fullName(type),
    doc: documentation(type.comment).doc,
    // Unknown numbers are legal in proto3's enums, not in proto2's.
    open: type._features.enum_type === 'OPEN',
    values: Object.entries(type.values).map(([name, number]) => {
      const { doc, tags } = documentation(type.comments[name]);
      const means = tags.get('default');
      return {
        name,
        number,
        doc: means ? `The default, which means \`${means}\`.` : doc,
        ...(means && { means }),
        location: located(`${fullName(type)}.${name}`, locations),
      };
    }),
    location: located(fullName(type), locations),
  };
}

/** @param {string} name @param {Map<string, Location>} locations */
function located(name, locations) {
  const location = locations.get(name);
  if (!location) throw new Error(`${name} is declared, but its name was not found in the .proto text.`);
  return location;
}

const TAG = /^@(open|required|unit|range|default|example)\b *(.*)$/;

/**
 * Splits a comment into Markdown (a paragraph or list item a line, so that clients wrap it to their own width)
 * and its tags.
 * @param {string | null | undefined} comment
 */
function documentation(comment) {
  /** @type {Map<string, string>} */
  const tags = new Map();
  const lines = (comment ?? '').split('\n').filter((line) => {
    const tag = TAG.exec(line);
    if (tag) tags.set(tag[1], tag[2]);
    return !tag;
  });
  const doc = lines
    .join('\n')
    .replace(/([^\n])\n(?!\n|- )/g, '$1 ')
    .trim();
  return { doc, tags };
}

/** Matches whole comments and strings, so that their content is not taken for a declaration. */
const TOKEN = /\/\/.*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[\w.]+|[^\s\w]/g;

/**
 * The full name and position of every message, enum, oneof, field and enum value that a .proto text declares.
 * (An enum value is named below its enum.)
 * @param {string} text
 * @param {string} file
 * @returns {Generator<[string, Location]>}
 */
export function* declarations(text, file) {
  const lineStarts = [0, ...[...text.matchAll(/\n/g)].map((newline) => newline.index + 1)];
  /** Name prefixes of the open blocks. */
  const scopes = [''];
  /** @type {RegExpExecArray[]} */
  let statement = [];

  for (const token of text.matchAll(TOKEN)) {
    const [word] = token;
    if (word.startsWith('//') || word.startsWith('/*')) continue;
    if (!['{', '}', ';'].includes(word)) {
      statement.push(token);
      continue;
    }
    const [keyword, name] = statement;
    const scope = scopes.at(-1) ?? '';
    if (word === '}') scopes.pop();
    else if (word === '{') {
      const block = scope + name[0];
      yield [block, location(name)];
      // The members of a oneof belong to the message around it.
      scopes.push(keyword[0] === 'oneof' ? scope : `${block}.`);
    } else if (keyword?.[0] === 'package') scopes[0] = `${name[0]}.`;
    else if (!['syntax', 'import', 'option', 'reserved', undefined].includes(keyword?.[0])) {
      const member = statement[statement.findIndex(([symbol]) => symbol === '=') - 1];
      yield [scope + member[0], location(member)];
    }
    statement = [];
  }

  /** @param {RegExpExecArray} token */
  function location({ 0: name, index }) {
    const line = lineStarts.findLastIndex((start) => start <= index);
    return { file, line, character: index - lineStarts[line], length: name.length };
  }
}
