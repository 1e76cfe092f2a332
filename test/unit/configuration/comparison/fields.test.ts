// Two configurations that differ in a single field have just that difference, for every field.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { builtin, CONFIGURATION } from '../../../../server/src/schema/builtin';
import type { EnumType, FieldType, MessageType } from '../../../../server/src/schema/types';
import { compareTexts } from '../../../support/comparison';

/** A field with its enclosing fields, from the configuration on. */
type Way = readonly FieldType[];

const CONFIGURATION_TYPE = builtin.message(CONFIGURATION)!;

/** All fields; those of a recursive message one level deep. */
function* waysIn(type: MessageType, before: Way = []): Generator<Way> {
  for (const field of type.fields) {
    if (before.filter((each) => each === field).length > 1) continue;
    const way = [...before, field];
    yield way;
    if (field.message && !isWrapper(field)) yield* waysIn(field.message, way);
  }
}

const isWrapper = ({ message }: FieldType) => message?.name === 'google.protobuf.FloatValue';

const ways = [...waysIn(CONFIGURATION_TYPE)];

/** A value in text format and in the answer. */
type Value = readonly [text: string, json: unknown];

/** Values with different meanings; the first is the value of an unset field. */
function valuesOf(field: FieldType): readonly Value[] {
  if (isWrapper(field))
    return [
      ['', null],
      [`${field.name} {}`, 0],
      [`${field.name} { value: -1.5 }`, -1.5],
    ];
  const written = (values: readonly Value[]): readonly Value[] => [
    ['', field.repeated ? [] : values[0]![1]],
    ...values
      .slice(1)
      .map(([text, json]): Value => [`${field.name}: ${text}`, field.repeated ? [json] : json]),
  ];
  const values = field.enum ? meaningsOf(field.enum) : SCALARS[field.kind];
  assert.ok(values, `There are no values for ${field.name}`);
  if (field.oneof !== undefined) return written([['', undefined], ...values]).slice(1);
  return written(field.repeated ? [['', undefined], ...values] : values);
}

const INTEGERS: readonly Value[] = [
  ['0', 0],
  ['3', 3],
  ['2147483647', 2147483647],
];
const SCALARS: Readonly<Record<string, readonly Value[]>> = {
  bool: [
    ['false', false],
    ['true', true],
  ],
  int32: INTEGERS,
  int64: [...INTEGERS, ['5000000000', 5e9], ['9007199254740993', '9007199254740993']],
  float: [
    ['0', 0],
    ['0.1', 0.1],
    ['-2.5', -2.5],
    ['nan', 'NaN'],
    ['inf', 'Infinity'],
  ],
  string: [
    ['""', ''],
    ['"a"', 'a'],
    [`'b"'`, 'b"'],
  ],
};

/** Names with different meanings, the default first. */
function meaningsOf({ values }: EnumType): readonly Value[] {
  const byDefault = values[0]!.means;
  const [first, ...others] = values.map((value) => value.name);
  const names = byDefault
    ? [byDefault, ...others.filter((other) => other !== byDefault)]
    : [first!, ...others];
  return names.map((each) => [each, each] as const);
}

/** A text that sets a field, inside all of its parents. */
function textOf(way: Way, value: string): string {
  const inner = way
    .slice(0, -1)
    .reduceRight((text, { name }) => `${name} { ${NAMED.get(name) ?? ''} ${text} }`, value);
  return `${OTHERS} ${inner}`;
}

const NAMED: ReadonlyMap<string, string> = new Map([
  ['table_descriptor', 'name: "t"'],
  ['feature_descriptor', 'name: "f"'],
]);

/** A table and a feature without differences. */
const OTHERS = `table_descriptor { name: "first" } table_descriptor { name: "second" }
  feature_descriptor { name: "other" table_id: 1 }`;

const camel = (name: string) => name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase());

function pathOf(way: Way): string {
  return way
    .map(({ name, repeated, message }, i) => {
      if (i === 0 && name === 'table_descriptor') return 'tables.t';
      if (i === 0 && name === 'feature_descriptor') return 'features.f';
      return camel(name) + (repeated && message ? '[0]' : '');
    })
    .join('.');
}

const OWNERS: ReadonlySet<string> = new Set(['TableDescriptor', 'FeatureDescriptor']);
/** Names and `table_id` are tested elsewhere, because they are more than plain values. */
const isValue = (way: Way) => {
  const { name } = way.at(-1)!;
  const holder = way.at(-2)?.message?.name.split('.').at(-1) ?? '';
  return !OWNERS.has(holder) || (name !== 'name' && name !== 'table_id');
};

const leaves = ways.filter((way) => (!way.at(-1)!.message || isWrapper(way.at(-1)!)) && isValue(way));

suite('configurations that differ in one field', () => {
  let pairs = 0;
  for (const way of leaves) {
    test(`differ in ${way.map(({ name }) => name).join('.')}`, () => {
      const values = valuesOf(way.at(-1)!);
      for (const [before, old] of values)
        for (const [after, now] of values) {
          if (before === after) continue;
          pairs++;
          const { differences, unknown } = compareTexts(textOf(way, before), textOf(way, after));
          assert.deepEqual(
            differences.map(({ kind, path, before, after }) => ({ kind, path, before, after })),
            [{ kind: 'changed', path: pathOf(way), before: old, after: now }],
          );
          assert.deepEqual(unknown, []);
        }
    });
  }

  test('cover all fields of all messages in a configuration', () => {
    const messages = new Set([CONFIGURATION_TYPE, ...ways.flatMap((way) => way.at(-1)!.message ?? [])]);
    const scalars = [...messages].flatMap(({ name, fields }) =>
      name === 'google.protobuf.FloatValue'
        ? []
        : fields.filter((field) => !field.message || isWrapper(field)),
    );
    const covered = new Set(leaves.map((way) => way.at(-1)!));
    const others = scalars.filter((field) => !covered.has(field)).map(({ name }) => name);
    assert.deepEqual(others.sort(), ['name', 'name', 'table_id']);
    assert.ok(pairs > 1_000, `${pairs} pairs`);
  });
});

suite('configurations that differ in the member of a oneof', () => {
  const holders = ways.filter((way) => way.at(-1)!.message?.fields.some(({ oneof }) => oneof !== undefined));
  for (const way of holders) {
    const members = way.at(-1)!.message!.fields.filter(({ oneof }) => oneof !== undefined);
    test(`show both members of ${way.map(({ name }) => name).join('.')}`, () => {
      const choices = [undefined, ...members];
      const textFor = (member: FieldType | undefined) =>
        textOf([...way, members[0]!], member ? `${member.name}${member.message ? ' {}' : ': 0.5'}` : '');
      const jsonOf = (member: FieldType | undefined) =>
        member ? { [camel(member.name)]: member.message ? {} : 0.5 } : null;
      const holder = pathOf(way);
      const path = holder.replace(/\.optimizationParameters$/, '.optimizer');
      for (const old of choices)
        for (const now of choices) {
          if (old === now) continue;
          const { differences } = compareTexts(textFor(old), textFor(now));
          assert.deepEqual(
            differences.map(({ kind, path, before, after }) => ({ kind, path, before, after })),
            [{ kind: 'changed', path, before: jsonOf(old), after: jsonOf(now) }],
          );
        }
    });
  }
});
