import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import protobuf from 'protobufjs';
import * as textformat from 'protobufjs/ext/textformat.js';
import { compileProtos, declarations } from '../../../scripts/proto-schema.mjs';
import type { FieldJson, SchemaJson } from '../../../server/src/schema/schema-json.ts';
import type { Location } from '../../../server/src/schema/types.ts';

const PROTOS = 'server/protos';
const schema: SchemaJson = compileProtos(PROTOS);
const tensorflow = JSON.parse(readFileSync('test/fixtures/tensorflow-descriptors.json', 'utf8'));

const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
const byNumber = (a: { number: number }, b: { number: number }) => a.number - b.number;
const ofTensorFlow = ({ name }: { name: string }) => name.startsWith('tensorflow.tpu.');
const simpleName = (name: string) => name.slice(name.lastIndexOf('.') + 1);

/** Properties that TensorFlow's descriptor has as well. */
function descriptor({ name, number, type, ref, repeated, oneof, deprecated }: FieldJson) {
  const field = { name, number, type, ref, repeated, oneof, deprecated };
  return Object.fromEntries(Object.entries(field).filter(([, value]) => value !== undefined));
}

const messageDescriptors = schema.messages
  .filter(ofTensorFlow)
  .map(({ name, fields, oneofs, reserved }) => ({
    name,
    oneofs: oneofs.map((oneof) => oneof.name),
    reservedNames: reserved,
    fields: fields.map(descriptor).sort((a, b) => Number(a['number']) - Number(b['number'])),
  }))
  .sort(byName);

/** All declarations with a name, a comment and a position. */
function* declared(): Generator<{ name: string; doc: string; location?: Location; declaration: RegExp }> {
  for (const { name, doc, location, fields, oneofs } of schema.messages) {
    yield { name, doc, location, declaration: RegExp(`^ *message ${simpleName(name)} {`) };
    for (const oneof of oneofs) yield { ...oneof, name: `${name}.${oneof.name}`, declaration: /oneof/ };
    for (const field of fields) {
      const declaration = RegExp(`^ +(repeated )?[\\w.]+ ${field.name} = ${field.number}( \\[.*\\])?;$`);
      yield { ...field, name: `${name}.${field.name}`, declaration };
    }
  }
  for (const { name, doc, location, values } of schema.enums) {
    yield { name, doc, location, declaration: RegExp(`^ *enum ${simpleName(name)} {$`) };
    for (const value of values) {
      const declaration = RegExp(`^ +${value.name} = ${value.number};$`);
      yield { ...value, name: `${name}.${value.name}`, declaration };
    }
  }
}

const fields = schema.messages.flatMap((message) =>
  message.fields.map((field) => ({ ...field, message: message.name, path: `${message.name}.${field.name}` })),
);

test('our messages and fields equal those of TensorFlow', () => {
  const expected = tensorflow.messages.map(
    // The compiled schema does not contain reserved numbers; the next test compares them.
    ({ reservedNumbers: _, ...message }: { reservedNumbers: number[] }) => message,
  );
  assert.deepEqual(messageDescriptors, expected);
});

test('our reserved numbers and names equal those of TensorFlow', () => {
  const { root } = protobuf.parse(
    readFileSync(`${PROTOS}/tensorflow/core/protobuf/tpu/tpu_embedding_configuration.proto`, 'utf8'),
    protobuf.parse(
      readFileSync(`${PROTOS}/tensorflow/core/protobuf/tpu/optimization_parameters.proto`, 'utf8'),
      new protobuf.Root(),
    ).root,
  );
  for (const { name, reservedNumbers } of tensorflow.messages) {
    const ranges = (root.lookupType(name).reserved ?? []).filter((entry) => typeof entry !== 'string');
    const numbers = ranges.flatMap(([first = 0, last = 0]) =>
      Array.from({ length: last - first + 1 }, (_, index) => first + index),
    );
    assert.deepEqual(numbers, reservedNumbers, name);
  }
});

test('our enums equal those of TensorFlow and are open as in proto3', () => {
  const enums = schema.enums.filter(ofTensorFlow).sort(byName);
  assert.deepEqual(
    enums.map(({ name, values }) => ({
      name,
      values: values.map(({ name, number }) => ({ name, number })).sort(byNumber),
    })),
    tensorflow.enums,
  );
  assert.deepEqual([...new Set(schema.enums.map((type) => type.open))], [true]);
});

test('every message and enum that a field refers to is declared', () => {
  const names = new Set([...schema.messages, ...schema.enums].map(({ name }) => name));
  const missing = fields.filter(({ ref }) => ref !== undefined && !names.has(ref)).map(({ path }) => path);
  assert.deepEqual(missing, []);
});

test('only partly declared messages accept unknown fields', () => {
  const open = schema.messages.filter((message) => message.open).map(({ name }) => name);
  assert.deepEqual(open, ['xla.HloModuleProto', 'xla.LayoutProto', 'xla.ShapeProto']);
});

test('every declaration is documented in sentences', () => {
  for (const { name, doc } of declared()) {
    assert.match(doc, /^[^a-z].{10}/, `${name}: too short, or no capital: ${doc}`);
    assert.match(doc, /\.$/, `${name}: no full stop: ${doc}`);
    assert.doesNotMatch(doc, /@(open|required|unit|range|default|example)|\/\/|TODO| {2}/, name);
    assert.equal(doc.split('`').length % 2, 1, `${name}: a code span is left open: ${doc}`);
    for (const line of doc.split('\n')) assert.equal(line, line.trim(), name);
  }
});

test('a default is what protobuf gives a field that is not set', () => {
  const zero = ({ type, ref }: FieldJson) =>
    type === 'enum'
      ? schema.enums.find(({ name }) => name === ref)!.values[0]!.name
      : type === 'bool'
        ? 'false'
        : type === 'string'
          ? '""'
          : '0';
  for (const field of fields)
    if (field.default !== undefined) {
      assert.equal(field.default.split(',')[0], zero(field), field.path);
      assert.ok(!field.ref || field.type === 'enum', `${field.path}: a message has no default`);
    }
});

test('a value that stands for another names one of its enum', () => {
  for (const { name, values } of schema.enums)
    for (const { number, means } of values)
      if (means !== undefined) {
        assert.equal(number, 0, name);
        assert.ok(
          values.slice(1).some((value) => value.name === means),
          name,
        );
      }
});

test('no two fields of a message share their documentation', () => {
  for (const { name, fields } of schema.messages) {
    assert.equal(new Set(fields.map(({ doc }) => doc)).size, fields.length, name);
  }
});

test('every location points at the declaration of its name', () => {
  const seen = new Set<string>();
  for (const { name, location, declaration } of declared()) {
    if (!location) continue;
    const { file, line, character, length } = location;
    const text = readFileSync(`${PROTOS}/${file}`, 'utf8').split('\n')[line] ?? '';
    assert.equal(text.slice(character, character + length), simpleName(name));
    assert.match(text, declaration, name);
    const key = `${file}:${line}:${character}`;
    assert.ok(!seen.has(key), `${name} shares its location with another name`);
    seen.add(key);
  }
});

test('declarations are found among comments, strings, options and nested blocks', () => {
  const text = `syntax = "proto3"; // message No { int32 no = 1; }
package a.b;
import "x/{y}.proto";
option java_package = "message No {";
/* enum No {
   NO = 0; } */
message Outer {
  reserved 2, 4 to 6;
  reserved "old";
  message Inner { int32 name = 1; };
  oneof choice { int32 name = 1; a.b.Outer.Inner inner = 2 [deprecated = true, json_name = "n = 3"]; }
  enum Kind { option allow_alias = true; ZERO = 0; NIL
    = 0; }
  map<string, Kind> kinds = 3;
  reserved 9;
}
enum Kind { ZERO = 0; }
`;
  const lines = text.split('\n');
  const found = [...declarations(text, 'a.proto')].map(([name, { file, line, character, length }]) => {
    assert.equal(file, 'a.proto');
    assert.equal(lines[line]?.slice(character, character + length), simpleName(name));
    return `${name} ${line}`;
  });
  assert.deepEqual(found, [
    'a.b.Outer 6',
    'a.b.Outer.Inner 9',
    'a.b.Outer.Inner.name 9',
    'a.b.Outer.choice 10',
    'a.b.Outer.name 10',
    'a.b.Outer.inner 10',
    'a.b.Outer.Kind 11',
    'a.b.Outer.Kind.ZERO 11',
    'a.b.Outer.Kind.NIL 11',
    'a.b.Outer.kinds 13',
    'a.b.Kind 16',
    'a.b.Kind.ZERO 16',
  ]);
});

test('examples are legal text format for their field', () => {
  textformat.install();
  const root = new protobuf.Root();
  for (const file of new Set(schema.messages.map(({ location }) => location.file))) {
    protobuf.parse(readFileSync(`${PROTOS}/${file}`, 'utf8'), root, { keepCase: true });
  }
  root.resolveAll();
  for (const { message, name, path, example, type } of fields) {
    if (example === undefined) continue;
    assert.equal(example.startsWith('{'), type === 'message', path);
    assert.doesNotThrow(() => root.lookupType(message).fromText(`${name}: ${example}`), path);
  }
});

test('a required scalar has an example, which lies in its range', () => {
  for (const { path, type, required, range, example } of fields) {
    if (required && type !== 'message') assert.ok(example !== undefined, path);
    if (range !== undefined && example !== undefined) assert.ok(within(range)(Number(example)), path);
  }
});

/** Reads the two notations of `@range`. */
function within(range: string): (value: number) => boolean {
  const comparison = /^(>=|>|<=|<) (-?[\d.]+)$/.exec(range);
  if (comparison) {
    const [, operator, bound] = comparison;
    const limit = Number(bound);
    if (operator === '>') return (value) => value > limit;
    if (operator === '>=') return (value) => value >= limit;
    if (operator === '<') return (value) => value < limit;
    return (value) => value <= limit;
  }
  const interval = /^([[(])(-?[\d.]+), (-?[\d.]+)([\])])$/.exec(range);
  assert.ok(interval, `"${range}" is neither a comparison nor an interval`);
  const [, open, low, high, close] = interval;
  return (value) =>
    (open === '[' ? value >= Number(low) : value > Number(low)) &&
    (close === ']' ? value <= Number(high) : value < Number(high));
}

test('proto files are compiled without protoc', () => {
  const path = process.env['PATH'];
  process.env['PATH'] = '';
  try {
    assert.deepEqual(compileProtos(PROTOS), schema);
  } finally {
    process.env['PATH'] = path;
  }
});
