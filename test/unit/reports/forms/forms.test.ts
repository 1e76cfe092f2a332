import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { JsonMessage } from '../../../../server/src/configuration/to-json';
import { readBinary } from '../../../../server/src/reports/forms/binary-reader';
import { writeBinary } from '../../../../server/src/reports/forms/binary-writer';
import { readBytesLiteral } from '../../../../server/src/reports/forms/bytes-literal';
import { readJson } from '../../../../server/src/reports/forms/json-reader';
import { writeJson } from '../../../../server/src/reports/forms/json-writer';
import { readProgram } from '../../../../server/src/reports/forms/python-reader';
import { writePython } from '../../../../server/src/reports/forms/python-writer';
import { readForm } from '../../../../server/src/reports/forms/read';
import { writeText } from '../../../../server/src/reports/forms/text-writer';
import { builtin, CONFIGURATION } from '../../../../server/src/schema/builtin';

const TYPE = builtin.message(CONFIGURATION)!;

/** A configuration as TensorFlow's protobuf writes it; text and JSON only if it has no unknown fields. */
interface Row {
  readonly binary: string;
  readonly text?: string;
  readonly json?: JsonMessage;
  /** As it was written. */
  readonly jsonText: string;
}

const ROWS = readFileSync('test/fixtures/forms.jsonl', 'utf8')
  .trimEnd()
  .split('\n')
  .map((line): Row => ({ ...JSON.parse(line), jsonText: line.slice(line.indexOf('"json":') + 7, -1) }));

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const fromText = (text: string) => {
  const read = readForm('textproto', text);
  assert.ok('content' in read, `${text}${'problems' in read ? JSON.stringify(read.problems) : ''}`);
  return read.content;
};

test("TensorFlow's binary is unchanged by reading and writing", () => {
  for (const { binary } of ROWS)
    assert.equal(base64(writeBinary(readBinary(Buffer.from(binary, 'base64'), TYPE))), binary);
});

test("text format of TensorFlow's binary gives the same bytes", () => {
  for (const { binary } of ROWS) {
    const text = writeText(readBinary(Buffer.from(binary, 'base64'), TYPE));
    assert.equal(base64(writeBinary(fromText(text))), binary, text);
  }
});

test("TensorFlow's text format gives TensorFlow's bytes", () => {
  for (const { binary, text } of ROWS)
    if (text !== undefined) assert.equal(base64(writeBinary(fromText(text))), binary, text);
});

/** Each number as the nearest float32, which may have shorter digits; negative zero is a word here. */
const asFloats = (json: unknown) =>
  JSON.parse(
    JSON.stringify(json, (_, value) => (Object.is(value, -0) ? '-0' : value)),
    (_, value) => (typeof value === 'number' ? Math.fround(value) : value),
  );

test("ProtoJSON equals TensorFlow's", () => {
  for (const { binary, json } of ROWS)
    if (json)
      assert.deepEqual(asFloats(writeJson(readBinary(Buffer.from(binary, 'base64'), TYPE))), asFloats(json));
});

const fromJson = (text: string) => {
  const { content, problems } = readJson(text, TYPE);
  assert.deepEqual(problems, [], text);
  return content;
};

test("TensorFlow's ProtoJSON gives TensorFlow's bytes", () => {
  for (const { binary, json, jsonText } of ROWS)
    if (json) assert.equal(base64(writeBinary(fromJson(jsonText))), binary, jsonText);
});

test('our ProtoJSON gives the same bytes', () => {
  for (const { binary, json } of ROWS) {
    if (!json) continue;
    const text = JSON.stringify(writeJson(readBinary(Buffer.from(binary, 'base64'), TYPE)));
    assert.equal(base64(writeBinary(fromJson(text))), binary, text);
  }
});

test('a byte order mark before ProtoJSON is ignored and shifts no position', () => {
  assert.deepEqual(writeJson(fromJson('\ufeff{"numHosts": 2}')), { numHosts: 2 });
  assert.equal(readJson('\ufeff{"numHosts": true}', TYPE).problems[0]!.start, 14);
});

test('ProtoJSON may use names of the schema, and null means unset', () => {
  const text =
    '{"num_hosts": "2", "mode": null, "tableDescriptor": [{"vocabulary_size": 1e3, "optimizationParameters": null}]}';
  assert.deepEqual(writeJson(fromJson(text)), { tableDescriptor: [{ vocabularySize: '1000' }], numHosts: 2 });
});

const JSON_MISTAKES: readonly (readonly [text: string, at: string, words: RegExp])[] = [
  ['[]', '[]', /JSON object/],
  ['{"numHosts": 1,}', '}', /not JSON/],
  ['{"numHosts": 1} // one', '// one', /not JSON/],
  ['{"numHost": 1}', '"numHost"', /no field "numHost"\. Did you mean "numHosts"/],
  ['{"constructor": 1}', '"constructor"', /no field "constructor"/],
  ['{"__proto__": {"numHosts": 1}}', '"__proto__"', /no field "__proto__"/],
  ['{"numHosts": 1, "num_hosts": 2}', '"num_hosts"', /twice/],
  ['{"numHosts": 2147483648}', '2147483648', /int32/],
  ['{"numHosts": 0.5}', '0.5', /int32/],
  ['{"numHosts": true}', 'true', /int32/],
  ['{"mode": "TRAINING ", "numHosts": 1}', '"TRAINING "', /Did you mean "TRAINING"/],
  ['{"pipelineExecutionWithTensorCore": 1}', '1', /true or false/],
  ['{"profileDataDirectory": 1}', '1', /a string/],
  ['{"profileDataDirectory": "\\ud800"}', '"\\ud800"', /surrogate/],
  ['{"tableDescriptor": {}}', '{}', /list/],
  ['{"tableDescriptor": [1]}', '1', /message/],
  ['{"tableDescriptor": [null]}', 'null', /message/],
  ['{"spmdSharding": []}', '[]', /message/],
  ['{"tableDescriptor": [{"vocabularySize": "9223372036854775808"}]}', '"9223372036854775808"', /int64/],
  [optimizer('"weightDecayFactor": 1e39'), '1e39', /float can hold/],
  [optimizer('"weightDecayFactor": "x"'), '"x"', /"NaN"/],
  [optimizer('"clippingLimits": {"lower": {"value": 1}}'), '{"value": 1}', /lower takes a number/],
  [optimizer('"adagrad": {}, "adam": {}'), '"adam"', /beside adagrad/],
];

function optimizer(members: string) {
  return `{"tableDescriptor": [{"optimizationParameters": {${members}}}]}`;
}

test('mistakes in ProtoJSON are reported at their place', () => {
  for (const [text, at, words] of JSON_MISTAKES) {
    const { problems } = readJson(text, TYPE);
    assert.deepEqual(
      problems.map(({ start, end }) => text.slice(start, end)),
      [at],
      text,
    );
    assert.match(problems[0]!.message, words);
  }
});

test('deeply nested brackets are read or rejected', () => {
  const deep = 100_000;
  for (const open of ['[', '{"a":']) assert.equal(readJson(open.repeat(deep), TYPE).problems.length, 1);
  // Unknown groups.
  const groups = Uint8Array.from({ length: 2 * deep }, (_, i) => (i < deep ? 0x6b : 0x6c));
  assert.throws(() => readBinary(groups, TYPE), /deep within each other/);
});

test('our Python gives the same bytes', () => {
  // Evaluating a program takes longer than parsing a text.
  const some = ROWS.filter(({ text }, i) => text !== undefined && i % 4 === 0);
  for (const { binary } of some) {
    const python = writePython(readBinary(Buffer.from(binary, 'base64'), TYPE));
    // XLA modules are not followed.
    if (python.includes('hlo_pb2')) continue;
    const read = readProgram({ text: python }, 'config.py', {})[0]!.read();
    assert.ok('content' in read, python);
    assert.equal(base64(writeBinary(read.content)), binary, python);
  }
});

test('names that look like other values stay names in every form', () => {
  for (const name of ['0', '-0', '1', 'false', 'null', 'nan', 'NaN', 'TRAINING', '__proto__']) {
    const binary = Buffer.from(
      `\n${String.fromCharCode(name.length + 2)}\n${String.fromCharCode(name.length)}${name}`,
    );
    const content = readBinary(binary, TYPE);
    const python = readProgram({ text: writePython(content) }, 'config.py', {})[0]!.read();
    assert.ok('content' in python);
    for (const again of [
      fromText(writeText(content)),
      fromJson(JSON.stringify(writeJson(content))),
      python.content,
    ])
      assert.equal(base64(writeBinary(again)), base64(binary), name);
  }
});

const COMMENTED = `${writeText({ type: TYPE, fields: [], unknown: [] })}
# About the whole.

# Above a table.
table_descriptor {
  # Above a name.
  name: "t"  # Behind it.
  optimization_parameters {
    adagrad {}
    # At the end of the optimizer.
  }
  # At the end of the table.
}

mode: TRAINING

# Above a feature.
feature_descriptor {
  input_shape: [128, 20]  # Behind a list.
}

# At the end.
`;

test('comments survive text format and Python', () => {
  const content = fromText(COMMENTED);
  assert.equal(writeText(content), COMMENTED);
  const python = writePython(content);
  const read = readProgram({ text: python }, 'config.py', {})[0]!.read();
  assert.ok('content' in read);
  assert.equal(writeText(read.content), COMMENTED, python);
});

const MERGED = `from tensorflow.core.protobuf.tpu import tpu_embedding_configuration_pb2 as pb
config = pb.TPUEmbeddingConfiguration(num_hosts=2, table_descriptor=[{"name": "t"}])
`;
/** Field 1000, and `num_hosts`. */
const [STRANGE, KNOWN] = ['b"\\xc0>\\x05"', 'b" \\x07"'];

test('bytes that a program merges into its message are read as unknown fields', () => {
  const read = (more: string) => readProgram({ text: MERGED + more }, 'config.py', {})[0]!.read();
  for (const [more, written] of [
    [`config.MergeFromString(${STRANGE})\n`, /^1000: 5$/m],
    [`config.table_descriptor[0].MergeFromString(${STRANGE})\n`, /^ {2}1000: 5$/m],
  ] as const) {
    const found = read(more);
    assert.ok('content' in found, more);
    assert.match(writeText(found.content), written);
    assert.match(writeText(found.content), /^num_hosts: 2$/m);
  }
  // Other, or possible other, changes of the message are rejected, not guessed.
  for (const more of [
    `config.MergeFromString(${KNOWN})\n`,
    'config.MergeFromString(b"\\xff")\n',
    `config.table_descriptor[1].MergeFromString(${STRANGE})\n`,
    `config.spmd_sharding.MergeFromString(${STRANGE})\n`,
    `config.MergeFromString(${STRANGE})\nconfig.num_hosts = 3\n`,
    `if config.num_hosts:\n    config.MergeFromString(${STRANGE})\n`,
    `config = config\nconfig.MergeFromString(${STRANGE})\n`,
  ])
    assert.ok('problems' in read(more), more);
});

test('a message nested too deeply is rejected, not truncated', () => {
  const nested = (depth: number) => `num_hosts: 1 ${'99 {'.repeat(depth)} 1: 2 ${'}'.repeat(depth)}`;
  fromText(nested(90));
  const read = readForm('textproto', nested(200));
  assert.ok('problems' in read);
  assert.deepEqual(
    read.problems.map(({ code }) => code),
    ['nesting-too-deep'],
  );
});

test('unknown names in a message that TensorFlow knows fully are rejected, not dropped', () => {
  const program = (inside: string) =>
    `table_descriptor { optimization_parameters { user_defined_program { program { ${inside} } } } }`;
  fromText(program('name: "m" 1000: 7 host_program_shape { result { element_type: 99 } }'));
  for (const lost of [
    'hlo_module_name: "m"',
    '[xla.more] {}',
    'host_program_shape { result { element_type: BF99 } }',
  ]) {
    const read = readForm('textproto', program(lost));
    assert.ok('problems' in read, lost);
    assert.match(read.problems[0]!.message, /schema lacks names of xla\.\w+\. Write the number/);
  }
});

test('a list of any length survives every form', () => {
  const list = `feature_descriptor { input_shape: [${'7, '.repeat(70_000)}7] }`;
  // Each entry is one value of one field.
  for (const text of [list, list.replace('input_shape', '1000').replace('feature_descriptor', '1001')]) {
    const content = fromText(text);
    assert.equal(base64(writeBinary(fromText(writeText(content)))), base64(writeBinary(content)));
  }
  assert.equal(writePython(fromText(list)).match(/\b7\b/g)?.length, 70_001);
});

const LITERALS: readonly (readonly [literal: string, bytes: string | RegExp])[] = [
  ["b' \\x02'", ' \x02'],
  ["' \\x02'", ' \x02'],
  ["rb' \\x02'", ' \\x02'],
  ["Br' \\x02'", ' \\x02'],
  ["config = b' ' b'\\2'", ' \x02'],
  ["b'\\400\\u0041'", '\0\\u0041'],
  ["b'\\xe9'", '\xe9'],
  ["b'\xe9'", /ASCII/],
  ["b' \\x02", /no quote at their end/],
  ["b'\\x2'", /escape/],
  ["b'' == b''", /more than one/],
  ['1', /no bytes literal/],
];

test('a bytes literal is read as by Python', () => {
  for (const [literal, wanted] of LITERALS) {
    const read = readBytesLiteral(literal);
    if (typeof wanted !== 'string') assert.match('message' in read ? read.message : '', wanted, literal);
    else assert.deepEqual(read, Uint8Array.from(Buffer.from(wanted, 'latin1')), literal);
  }
});

const BROKEN: readonly (readonly [bytes: readonly number[], offset: number, words: RegExp])[] = [
  [[0x0e], 0, /no field/],
  [[0x00, 0x01], 0, /no field/],
  [[0x20], 1, /left: 0 bytes/],
  [[0x20, 0x80], 1, /left: 1 byte\./],
  [[0x20, ...Array(10).fill(0x80)], 1, /no field/],
  [[0x4a, 0x05, 0x61], 1, /longer than what is left/],
  [[0x4a, 0x01, 0xff], 1, /not UTF-8/],
  [[0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f], 1, /longer than what is left/],
  // Numbers of more than 32 bits, in which the low ones alone would be valid.
  [[0x0a, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x40], 1, /longer than what is left: 9 bytes/],
  [[0x0a, 0x83, 0x80, 0x80, 0x80, 0x10, 0x0a, 0x01, 0x78], 1, /longer than what is left/],
  [[0x0a, 0x07, 0x0a, 0x81, 0x80, 0x80, 0x80, 0x10, 0x78], 3, /longer than what is left/],
  [[0x4a, 0x81, 0x80, 0x80, 0x80, 0x10, 0x78], 1, /longer than what is left/],
  [[0xfa, 0x3f, 0x81, 0x80, 0x80, 0x80, 0x10, 0x78], 2, /longer than what is left/],
  [[0x8a, 0x80, 0x80, 0x80, 0x10, 0x00], 0, /no field/],
  [[0x6c], 0, /ends where none has begun/],
  [[0x6b, 0x74], 1, /ends where one of field 13 is open/],
];

test('a length may take more bytes than it needs', () => {
  const { fields } = readBinary(Uint8Array.from([0x0a, 0x80, 0x80, 0x80, 0x80, 0x80, 0x00]), TYPE);
  assert.deepEqual(
    fields.map(({ field }) => field.name),
    ['table_descriptor'],
  );
});

/** Bytes that hold many values, in each way that one value can take few bytes. */
const MANY: Readonly<Record<string, (count: number) => Buffer>> = {
  messages: (count) => Buffer.from('0a00'.repeat(count), 'hex'),
  'unknown fields': (count) => Buffer.from('7800'.repeat(count), 'hex'),
  'fields of a group': (count) => Buffer.from(`7b${'0800'.repeat(count)}7c`, 'hex'),
  'packed numbers': (count) => packed(0x52, packed(0x1a, Buffer.alloc(count, 1))),
};
const packed = (tag: number, bytes: Buffer) => {
  const length = [0, 7, 14].map((bits) => ((bytes.length >> bits) & 127) | 128);
  return Buffer.concat([Buffer.of(tag, ...length, bytes.length >> 21), bytes]);
};

for (const [what, make] of Object.entries(MANY))
  test(`a message of too many ${what} is refused before it takes all memory`, () => {
    assert.throws(() => readBinary(make(500_001), TYPE), {
      message: 'The message has more than 500000 values.',
    });
    assert.ok(readBinary(make(1000), TYPE));
  });

test('mistakes in bytes are reported at their place', () => {
  for (const [bytes, offset, words] of BROKEN)
    assert.throws(() => readBinary(Uint8Array.from(bytes), TYPE), { offset, message: words }, `${bytes}`);
});
