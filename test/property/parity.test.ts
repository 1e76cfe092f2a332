// Texts are accepted and rejected as by another text-format parser, except for the differences listed here.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { fromText } from '@bufbuild/protobuf/txtpb';
import fc from 'fast-check';
import { applyEdit, configuration, type Edit, literal } from './generators';
import { configurations, errorsIn, kitchenSink, type Types } from './judge';
import { runs } from './runs';

interface Difference {
  /** The behaviour of the specification and protobuf's C++ parser. */
  readonly reason: string;
  /** Why the other parser rejects a valid text, or accepts an invalid one. */
  readonly applies: (text: string, rejection: string | undefined, errors: readonly string[]) => boolean;
}

const DIFFERENCES: readonly Difference[] = [
  {
    reason: 'A minus may stand before nan, inf and infinity.',
    applies: (_, rejection) => /invalid float value "-/i.test(rejection ?? ''),
  },
  {
    reason: 'Blanks and comments may stand between a minus and its number or word.',
    applies: (text, rejection) => rejection !== undefined && /-\s*(#.*\n\s*|\s)[\w.]/.test(text),
  },
  {
    reason: 'The X of a hexadecimal escape may be a capital.',
    applies: (_, rejection) => rejection?.includes('invalid escape \\X') === true,
  },
  {
    reason: 'Octal escapes above \\377 keep their lowest eight bits.',
    applies: (_, rejection) => /octal escape .* out of range/.test(rejection ?? ''),
  },
  {
    reason: 'A field without presence that was set to its default may be set again.',
    applies: (_, rejection) => /non-repeated field ".*" is repeated/.test(rejection ?? ''),
  },
  {
    reason: 'NUL is no character, not even in comments and strings.',
    applies: (text, rejection) => rejection === undefined && text.includes('\0'),
  },
  {
    reason: 'A byte order mark is no part of the grammar.',
    applies: (text, rejection) => rejection === undefined && text.startsWith('\ufeff'),
  },
  {
    reason: 'What proto2 requires must be there.',
    applies: (_, rejection, errors) =>
      rejection === undefined && errors.every((code) => code === 'missing-required'),
  },
  {
    reason: 'What stands behind a reserved name keeps to the grammar like everything else.',
    applies: (text, rejection, errors) =>
      rejection === undefined && RESERVED.test(text) && errors.every((code) => GRAMMAR.has(code)),
  },
];

const RESERVED = /\b(old_tap|old_drain|initial_accumulator)\b/;
const GRAMMAR = new Set(['missing-colon', 'field-number', 'nested-list']);

const SINK = `a_double: 1.5 a_float: -2.5f an_int32: -3, an_int64: 4;
a_uint32: 5 a_uint64: 0x10 a_sint32: -010 a_sint64: 8
a_fixed32: 9 a_fixed64: 10 a_sfixed32: -11 a_sfixed64: 12
a_bool: true a_string: "s" some_bytes: '\\001\\xff'
colour: RED finish: 1
tap { flow: 1 label: "l" sink { tap <flow: 2> } taps: [{flow: 1}, {}] }
doubles: [1, -2.5, inf, nan] floats: 1 int32s: [1, 2] int32s: [] bools: [true, f, 0]
strings: ["a" "b", 'c'] byte_strings: "x" colours: [RED, 2] taps { } taps: { label: 'x' }
chosen_text: "t"
counts { key: "a" value: 1 } counts: [{ key: "b" }, { value: 3 }]
taps_by_id { key: -1 value { flow: 1 } } colours_by_flag { key: true value: ULTRAVIOLET }
boxed { value: 1.5 } worn_out: 1 old_tap: 5 old_drain { x: [1, "a"] y < z: -1 > }
`;

const MORE_SINK = `anything { [type.googleapis.com/kitchen.Sink.Tap] { flow: 5 } }
maybe_int32: 0 maybe_string: "" maybe_colour: COLOUR_UNSPECIFIED
chosen_tap { flow: 1 }
bytes_by_number { key: 1 value: "x" }
`;

const COUNTER = `length: 60 label: "x" sealed: false material: WOOD layers: [WOOD, 2]
Drawer { depth: 1 Divider { offset: 1.5 } Divider: [{}, {offset: 2}] }
hinge { screws: 1 maker: "m" spare { screws: 2 maker: "n" } }
hinges: [{ screws: 1 maker: "m" }, { screws: 1 maker: "m" }]
Bevel { angle: 45 }
[kitchen.legacy.height]: 3
[kitchen.legacy.stickers]: ["a", "b"]
[kitchen.legacy.lid] { screws: 1 maker: "m" }
[kitchen.legacy.backsplash]: STONE
[kitchen.legacy.Showroom.on_display]: true
`;

const HINGE = 'screws: 1 maker: "m" spare { screws: 2 maker: "n" }';

/** A text with one value in it replaced by another. */
function replaceValue(text: string, at: number, value: string): string {
  const values = [...text.matchAll(/(?<=[:[,]\s*)[^\s,;:{}[\]<>]+/g)];
  const chosen = values[at % values.length];
  return chosen ? text.slice(0, chosen.index) + value + text.slice(chosen.index + chosen[0].length) : text;
}

type Mutation = Edit | { readonly value: string; readonly of: number };

/** Small mutations, so that many texts stay valid. */
const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.record({ of: fc.nat({ max: 1000 }), value: literal }),
  fc.record({
    at: fc.nat({ max: 5000 }),
    remove: fc.nat({ max: 2 }),
    insert: fc.oneof(
      literal,
      fc.constantFrom('', '', ...' \n#:,;{}<>[]"\'\\-.0123456789abefxX_%/+\u00e9\u00a0\0\ufeff'),
    ),
  }),
);

function mutate(text: string, mutations: readonly Mutation[]): string {
  return mutations.reduce(
    (result, next) =>
      'of' in next ? replaceValue(result, next.of, next.value) : applyEdit(result, next).text,
    text,
  );
}

function rejection(text: string, messageName: string, { registry }: Types): string | undefined {
  try {
    fromText(registry.getMessage(messageName)!, text, { registry });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

interface Subject {
  readonly messageName: string;
  readonly types: Types;
  readonly texts: fc.Arbitrary<string>;
  readonly runs: number;
}

const SUBJECTS: readonly Subject[] = [
  {
    messageName: 'tensorflow.tpu.TPUEmbeddingConfiguration',
    types: configurations,
    texts: configuration,
    runs: 4_000,
  },
  { messageName: 'kitchen.Sink', types: kitchenSink, texts: fc.constantFrom(SINK, MORE_SINK), runs: 8_000 },
  { messageName: 'kitchen.legacy.Counter', types: kitchenSink, texts: fc.constant(COUNTER), runs: 5_000 },
  { messageName: 'kitchen.legacy.Hinge', types: kitchenSink, texts: fc.constant(HINGE), runs: 2_000 },
];

suite('texts are accepted and rejected as @bufbuild/protobuf does', () => {
  for (const { messageName, types, texts, runs: count } of SUBJECTS) {
    test(messageName, () => {
      let accepted = 0;
      let rejected = 0;
      const property = fc.property(texts, fc.array(mutation, { maxLength: 2 }), (start, mutations) => {
        const text = mutate(start, mutations);
        const errors = errorsIn(text, messageName, types);
        const other = rejection(text, messageName, types);
        if (errors.length === 0) accepted++;
        else rejected++;
        if (errors.length > 0 === (other !== undefined)) return;
        const known = DIFFERENCES.find(({ applies }) => applies(text, other, errors));
        assert.ok(known, `errors here: ${errors.join(', ') || 'none'}; there: ${other ?? 'none'}\n${text}`);
      });
      fc.assert(property, runs(count));
      assert.ok(
        Math.min(accepted, rejected) > (accepted + rejected) / 20,
        `${accepted} right, ${rejected} wrong`,
      );
    });
  }
});

suite('single texts are rejected as @bufbuild/protobuf does', () => {
  const cases: readonly (readonly [string, string, readonly string[]])[] = [
    ['kitchen.legacy.Hinge', 'screws: 1', ['missing-required']],
    ['kitchen.legacy.Hinge', '', ['missing-required', 'missing-required']],
    ['kitchen.legacy.Counter', '[kitchen.legacy.height]: 1 [kitchen.legacy.height]: 2', ['duplicate-field']],
    ['kitchen.Sink', '\ufeffan_int32: 1', ['byte-order-mark']],
    ['kitchen.Sink', 'an_int32: 1 # \0', ['invalid-character']],
    ['kitchen.Sink', 'a_string: "\\ud83d\\ude00"', ['invalid-escape', 'invalid-escape']],
  ];
  for (const [messageName, text, errors] of cases) {
    test(JSON.stringify(text), () => assert.deepEqual(errorsIn(text, messageName, kitchenSink), errors));
  }
});
