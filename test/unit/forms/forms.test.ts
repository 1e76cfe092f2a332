import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { bind } from '../../../server/src/config/bind';
import type { JsonMessage } from '../../../server/src/config/to-json';
import { readBinary } from '../../../server/src/forms/binary-reader';
import { writeBinary } from '../../../server/src/forms/binary-writer';
import { writeJson } from '../../../server/src/forms/json-writer';
import { readText } from '../../../server/src/forms/text-reader';
import { writeText } from '../../../server/src/forms/text-writer';
import { builtin, CONFIGURATION } from '../../../server/src/schema/builtin';
import { parse } from '../../../server/src/textproto/parser';

const TYPE = builtin.message(CONFIGURATION)!;

/** A configuration as TensorFlow's protobuf writes it; text and JSON where the schema knows all of it. */
interface Row {
  readonly binary: string;
  readonly text?: string;
  readonly json?: JsonMessage;
}

const ROWS = readFileSync('test/fixtures/forms.jsonl', 'utf8')
  .trimEnd()
  .split('\n')
  .map((line): Row => JSON.parse(line));

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const fromText = (text: string) => readText(bind(parse(text), TYPE, builtin)).content;

test('binary that TensorFlow wrote is the same bytes after it was read', () => {
  for (const { binary } of ROWS)
    assert.equal(base64(writeBinary(readBinary(Buffer.from(binary, 'base64'), TYPE))), binary);
});

test('text format of binary that TensorFlow wrote gives the same bytes', () => {
  for (const { binary } of ROWS) {
    const text = writeText(readBinary(Buffer.from(binary, 'base64'), TYPE));
    assert.equal(base64(writeBinary(fromText(text))), binary, text);
  }
});

test('text format that TensorFlow wrote gives the bytes that TensorFlow writes', () => {
  for (const { binary, text } of ROWS)
    if (text !== undefined) assert.equal(base64(writeBinary(fromText(text))), binary, text);
});

/** Each number as the float32 that it stands for, of which other digits may be shorter; negative zero is a word here. */
const asFloats = (json: unknown) =>
  JSON.parse(
    JSON.stringify(json, (_, value) => (Object.is(value, -0) ? '-0' : value)),
    (_, value) => (typeof value === 'number' ? Math.fround(value) : value),
  );

test('ProtoJSON is what TensorFlow writes', () => {
  for (const { binary, json } of ROWS)
    if (json)
      assert.deepEqual(asFloats(writeJson(readBinary(Buffer.from(binary, 'base64'), TYPE))), asFloats(json));
});
