// Any message survives every form, and anything else is rejected with a message.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { INTEGERS } from '../../server/src/configuration/bind';
import { FORMS } from '../../server/src/configuration/form-names';
import { writeBinary } from '../../server/src/reports/forms/binary-writer';
import {
  type Content,
  type ContentField,
  type ContentValue,
  isDefault,
  type UnknownField,
} from '../../server/src/reports/forms/content';
import { convertFile } from '../../server/src/reports/forms/convert';
import type { Read } from '../../server/src/reports/forms/form';
import { guessForm } from '../../server/src/reports/forms/guess';
import { writeJson } from '../../server/src/reports/forms/json-writer';
import { readProgram } from '../../server/src/reports/forms/python-reader';
import { writePython } from '../../server/src/reports/forms/python-writer';
import { readBytes, readForm } from '../../server/src/reports/forms/read';
import { writeText } from '../../server/src/reports/forms/text-writer';
import { TARGETS, writeForm } from '../../server/src/reports/forms/write';
import { builtin, CONFIGURATION } from '../../server/src/schema/builtin';
import type { FieldType, MessageType } from '../../server/src/schema/types';
import { anyText, document } from './generators';
import { runs } from './runs';

const TYPE = builtin.message(CONFIGURATION)!;

const wide = (low: bigint, high: bigint) =>
  fc.oneof(fc.constantFrom(low, high, 0n, 1n), fc.bigInt({ min: low, max: high }));

const float = fc.oneof(
  fc.constantFrom(0, -0, 0.1, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
  fc.float(),
);

/** Strings that look like values of other kinds, and names that every object has. */
const ALIKE = ['0', 'false', 'null', 'NaN', '-0', 'TRAINING', '__proto__', 'constructor', '\ufeff'];

function anyValue(field: FieldType, depth: number): fc.Arbitrary<ContentValue> {
  const { kind } = field;
  if (kind === 'message') return messageOf(field.message!, depth + 1);
  if (kind === 'string')
    return fc.oneof(fc.constantFrom(...ALIKE), fc.string({ unit: 'binary', maxLength: 12 }));
  if (kind === 'bytes') return fc.uint8Array({ maxLength: 12 });
  if (kind === 'bool') return fc.boolean();
  if (kind === 'float' || kind === 'double') return float;
  if (kind === 'enum')
    return fc.oneof(fc.constantFrom(...field.enum!.values.map(({ number }) => number)), fc.constant(99));
  const { wide: isWide, low, high } = INTEGERS[kind];
  return wide(low, high).map((value) => (isWide ? value : Number(value)));
}

const number = fc.integer({ min: 1000, max: 2 ** 29 - 1 });
const { unknown: anyUnknown } = fc.letrec<{ unknown: UnknownField }>((tie) => ({
  unknown: fc.oneof(
    { maxDepth: 3 },
    fc.record({ number, wire: fc.constant('varint' as const), value: wide(0n, 2n ** 64n - 1n) }),
    fc.record({ number, wire: fc.constant('fixed64' as const), value: wide(0n, 2n ** 64n - 1n) }),
    fc.record({ number, wire: fc.constant('fixed32' as const), value: fc.nat(2 ** 32 - 1) }),
    fc.record({ number, wire: fc.constant('bytes' as const), value: fc.uint8Array({ maxLength: 20 }) }),
    fc.record({
      number,
      wire: fc.constant('group' as const),
      value: fc.array(tie('unknown'), { maxLength: 3 }),
    }),
  ),
}));

const comment = fc.constantFrom('# One.', '#', '# "quoted" { not: this }', '# ü');
const comments = fc.option(fc.record({ before: fc.array(comment, { minLength: 1, maxLength: 2 }) }), {
  nil: undefined,
});

/** A message with some of its fields; of each oneof one at most. */
function messageOf(type: MessageType, depth = 0): fc.Arbitrary<Content> {
  const some = depth > 3 ? type.fields.filter(({ kind }) => kind !== 'message') : type.fields;
  const unknown = fc.array(anyUnknown, { maxLength: depth < 2 ? 1 : 0 });
  if (some.length === 0) return unknown.map((fields) => ({ type, fields: [], unknown: fields }));
  const chosen = fc.uniqueArray(fc.constantFrom(...some), {
    maxLength: 5,
    selector: (field) => field.oneof ?? field.name,
  });
  const fields = chosen.chain((picked) =>
    fc.tuple(...picked.map((field) => fieldsOf(field, depth))).map((groups): ContentField[] => groups.flat()),
  );
  return fc.tuple(fields, unknown).map(([fields, unknown]) => ({ type, fields, unknown }));
}

const fieldsOf = (field: FieldType, depth: number): fc.Arbitrary<ContentField[]> =>
  fc.array(
    fc.tuple(anyValue(field, depth), comments).map(([value, said]) => ({
      field,
      value,
      ...(said && { comments: said }),
    })),
    { minLength: 1, maxLength: field.repeated ? 3 : 1 },
  );

const anyMessage = messageOf(TYPE);

const hex = (content: Content) => Buffer.from(writeBinary(content)).toString('hex');

function contentOf(read: Read, source: string): Content {
  assert.ok('content' in read, source + ('problems' in read ? JSON.stringify(read.problems) : ''));
  return read.content;
}

const withoutUnknown = ({ fields, ...content }: Content): Content => ({
  ...content,
  unknown: [],
  fields: fields.map(({ value, ...field }) => ({
    ...field,
    value: typeof value === 'object' && 'fields' in value ? withoutUnknown(value) : value,
  })),
});

suite('forms', { concurrency: true }, () => {
  test('a message survives binary and text format', () => {
    const property = fc.property(anyMessage, (content) => {
      const wanted = hex(content);
      assert.equal(hex(contentOf(readBytes(writeBinary(content)), wanted)), wanted);
      const text = writeText(content);
      const again = contentOf(readForm('textproto', text), text);
      assert.equal(hex(again), wanted, text);
      assert.equal(writeText(again), text, 'comments included');
    });
    fc.assert(property, runs(200));
  });

  test('base64 and bytes literals are recognised by their content', () => {
    const property = fc.property(anyMessage, (content) => {
      // A message with unknown fields only cannot be identified.
      if (content.fields.every(isDefault)) return;
      for (const form of ['base64', 'bytes'] as const) {
        const written = writeForm(form, content);
        assert.ok('output' in written);
        const { output } = written;
        assert.equal(guessForm('', Buffer.from(output)).form, form, String(output));
      }
    });
    fc.assert(property, runs(200));
  });

  test('a message without unknown fields survives ProtoJSON', () => {
    const property = fc.property(anyMessage.map(withoutUnknown), (content) => {
      const text = JSON.stringify(writeJson(content));
      assert.equal(hex(contentOf(readForm('json', text), text)), hex(content), text);
    });
    fc.assert(property, runs(150));
  });

  test('any message survives Python', () => {
    const property = fc.property(anyMessage, (content) => {
      const text = writePython(content);
      // XLA modules are not followed.
      if (text.includes('hlo_pb2')) return;
      const [found] = readProgram({ text }, 'config.py', {});
      assert.equal(hex(contentOf(found!.read(), text)), hex(content), text);
    });
    fc.assert(property, runs(15));
  });

  test('any bytes are rejected, or read as a message that survives writing and reading', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      // A message with a byte changed.
      fc.tuple(anyMessage, fc.nat(), fc.nat(255)).map(([content, at, byte]) => {
        const written = writeBinary(content);
        if (written.length > 0) written[at % written.length] = byte;
        return written;
      }),
    );
    const property = fc.property(bytes, (given) => {
      const read = readBytes(given);
      if ('problems' in read) return assert.ok(read.problems[0]!.message !== '');
      const wanted = hex(read.content);
      assert.equal(hex(contentOf(readBytes(writeBinary(read.content)), wanted)), wanted);
      const text = writeText(read.content);
      // The text does not say which of the many NaNs it is.
      if (/\bnan\b/.test(text)) return;
      assert.equal(hex(contentOf(readForm('textproto', text), text)), wanted, text);
    });
    fc.assert(property, runs(500));
  });

  test('any text in any form is converted or rejected', () => {
    const text = fc.oneof(
      document,
      anyText,
      anyMessage.map((content) => JSON.stringify(writeJson(content)).slice(0, -1)),
    );
    const property = fc.property(
      text,
      fc.option(fc.constantFrom(...FORMS), { nil: undefined }),
      fc.constantFrom(...TARGETS),
      (given, from, to) => {
        const bytes = Buffer.from(given);
        const converted = convertFile({ path: 'a', bytes, from, to, strategy: {} });
        if ('problems' in converted) assert.ok(converted.problems.length > 0);
      },
    );
    fc.assert(property, runs(250));
  });
});
