// Differences between configurations: none with itself, symmetric in both directions, and one per edit.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromBinary, fromJson, toBinary } from '@bufbuild/protobuf';
import { fromText, toText } from '@bufbuild/protobuf/txtpb';
import fc from 'fast-check';
import { compare, type Difference } from '../../server/src/configuration/comparison/compare';
import { match } from '../../server/src/configuration/comparison/matching';
import { CONFIGURATION } from '../../server/src/schema/builtin';
import { comparableOf, compareTexts } from '../support/comparison';
import { configurations } from './judge';
import { prints } from './printed';
import { runs } from './runs';

const NAMES = ['user', 'item', 'query', 'ad', 'a.b', '__proto__', ''];
const optimizer = fc.oneof(
  fc.constant('adagrad {}'),
  fc.float({ noNaN: true }).map((beta) => `adam { beta1: ${beta} }`),
  fc.nat(3).map((tag) => `frequency_aware_adagrad { step_counter { tag: ${tag} } }`),
);
const status = fc.constantFrom(
  '',
  ...['UNSPECIFIED', 'ENABLED', 'DISABLED'].map((each) => `gradient_accumulation_status: ${each}`),
);
const table = fc
  .tuple(fc.constantFrom(...NAMES), fc.nat(3), fc.constantFrom(8, 16), optimizer, status)
  .map(
    ([name, rows, dimension, chosen, accumulation]) =>
      `table_descriptor { name: "${name}" vocabulary_size: ${rows} dimension: ${dimension} optimization_parameters { ${chosen} ${accumulation} } }`,
  );
const feature = fc
  .tuple(fc.constantFrom(...NAMES), fc.nat(4), fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 2 }))
  .map(
    ([name, id, shape]) => `feature_descriptor { name: "${name}" table_id: ${id} input_shape: [${shape}] }`,
  );
const own = fc.constantFrom('', 'mode: TRAINING', 'num_hosts: 2', 'spmd_sharding { enabled: true }');
/** Names may be duplicate or missing, and ids out of range. */
const configuration = fc
  .tuple(fc.array(table, { maxLength: 6 }), fc.array(feature, { maxLength: 6 }), own)
  .map(([tables, features, rest]) => [...tables, ...features, rest].join('\n'));

test('a configuration does not differ from itself, however it is written', () => {
  const { registry } = configurations;
  const desc = registry.getMessage(CONFIGURATION)!;
  fc.assert(
    fc.property(configuration, (text) => {
      const { message } = comparableOf(text);
      const again = toText(desc, fromJson(desc, message, { registry }), { registry });
      for (const other of [
        text,
        again,
        `# A comment.\n${text.replaceAll('\n', '\n\n').replaceAll(' ', '  ')}`,
      ]) {
        const { differences, unknown, deviceBytes } = compareTexts(text, other);
        assert.deepEqual([differences, unknown], [[], []]);
        assert.equal(deviceBytes.before, deviceBytes.after);
      }
    }),
    runs(250),
  );
});

test('any message equals its output from another printer', () => {
  const { registry } = configurations;
  const desc = registry.getMessage(CONFIGURATION)!;
  fc.assert(
    fc.property(prints(CONFIGURATION, configurations), (text) => {
      const again = toText(desc, fromBinary(desc, toBinary(desc, fromText(desc, text, { registry }))), {
        registry,
      });
      const { differences, unknown } = compareTexts(text, again);
      assert.deepEqual([differences, unknown], [[], []]);
    }),
    runs(250),
  );
});

test('messages differ exactly if protobuf says so', () => {
  const { registry } = configurations;
  const desc = registry.getMessage(CONFIGURATION)!;
  const texts = fc.oneof(
    fc.tuple(configuration, configuration),
    configuration.map((text) => [text, text.replace('dimension: 8', 'dimension: 9')] as const),
  );
  /** Messages that differ in protobuf but are equal for TensorFlow. */
  const plain = (text: string) =>
    text
      .replaceAll(/gradient_accumulation_status: (UNSPECIFIED|ENABLED)/g, '')
      .replaceAll(/step_counter \{ tag: 0 \}/g, '')
      .replaceAll(/beta1: -0\b(?!\.)/g, 'beta1: 0')
      .replaceAll(/spmd_sharding \{ \}/g, '');
  const bytes = (text: string) =>
    Buffer.from(toBinary(desc, fromText(desc, plain(text), { registry }))).toString('hex');
  fc.assert(
    fc.property(texts, ([a, b]) => {
      const { differences } = compareTexts(a, b);
      assert.equal(differences.length === 0, bytes(a) === bytes(b));
    }),
    runs(500),
  );
});

test('swapping both sides swaps the values of each difference', () => {
  const OPPOSITES = {
    added: 'removed',
    removed: 'added',
    changed: 'changed',
    renamed: 'renamed',
    moved: 'moved',
  };
  const plain = ({ kind, owner, change, before, after }: Difference) => ({
    kind,
    owner: owner && { kind: owner.kind, before: owner.index.before, after: owner.index.after },
    steps: change?.steps.map(({ field, index }) => [field?.name, index]),
    before,
    after,
  });
  const turned = ({ kind, owner, steps, before, after }: ReturnType<typeof plain>) => ({
    kind: OPPOSITES[kind],
    owner: owner && { kind: owner.kind, before: owner.after, after: owner.before },
    steps,
    before: after,
    after: before,
  });
  const sorted = (all: readonly unknown[]) => all.map((each) => JSON.stringify(each)).sort();
  fc.assert(
    fc.property(configuration, configuration, (a, b) => {
      const there = compareTexts(a, b);
      const back = compareTexts(b, a);
      assert.deepEqual(sorted(there.differences.map(plain)), sorted(back.differences.map(plain).map(turned)));
      assert.deepEqual(there.deviceBytes, { before: back.deviceBytes.after, after: back.deviceBytes.before });
    }),
    runs(500),
  );
});

test('moved items have another index, and all others keep their order', () => {
  const items = fc
    .uniqueArray(fc.nat(12), { maxLength: 10 })
    .map((names) => names.map((name, index) => ({ index, name: `n${name}`, content: undefined })));
  fc.assert(
    fc.property(items, items, (before, after) => {
      const { pairs, removed, added } = match(before, after);
      assert.equal(pairs.length + removed.length, before.length);
      assert.equal(pairs.length + added.length, after.length);
      for (const pair of pairs) {
        assert.equal(pair.before.name, pair.after.name);
        if (pair.isMoved) assert.notEqual(pair.before.index, pair.after.index);
      }
      const staying = pairs.filter(({ isMoved }) => !isMoved).map((pair) => pair.after.index);
      assert.deepEqual(
        staying,
        [...staying].sort((a, b) => a - b),
      );
    }),
    runs(1_000),
  );
});

interface Model {
  mode: string;
  hosts: number;
  tables: { name: string; rows: number; dimension: number; beta: number; rate: string; limit: string }[];
  features: { name: string; table: string; shape: number }[];
}

const START: Model = {
  mode: 'TRAINING',
  hosts: 1,
  tables: ['a', 'b', 'c', 'd'].map((name, i) => ({
    name,
    rows: 100 + i,
    dimension: 8 * (i + 1),
    beta: 0.5,
    rate: 'constant: 0.1',
    limit: '',
  })),
  features: ['e', 'f', 'g', 'h'].map((name, i) => ({ name, table: 'abcd'[i]!, shape: 2 + i })),
};

/** Independent edits; each is one difference. */
const EDITS: Readonly<Record<string, (model: Model) => void>> = {
  mode: (model) => {
    model.mode = 'INFERENCE';
  },
  numHosts: (model) => {
    model.hosts = 2;
  },
  'tables.a.vocabularySize': ({ tables }) => {
    tables.find(({ name }) => name === 'a')!.rows = 7;
  },
  'tables.a.dimension': ({ tables }) => {
    tables.find(({ name }) => name === 'a')!.dimension = 64;
  },
  'tables.b.optimizationParameters.adam.beta1': ({ tables }) => {
    tables.find(({ name }) => name === 'b')!.beta = 0.75;
  },
  'tables.b.optimizationParameters.learningRate': ({ tables }) => {
    tables.find(({ name }) => name === 'b')!.rate = 'dynamic { tag: 3 }';
  },
  'tables.a.optimizationParameters.clippingLimits.lower': ({ tables }) => {
    tables.find(({ name }) => name === 'a')!.limit = 'clipping_limits { lower { value: 0 } }';
  },
  'tables.c.name': ({ tables, features }) => {
    tables.find(({ name }) => name === 'c')!.name = 'other';
    for (const each of features) if (each.table === 'c') each.table = 'other';
  },
  'tables.z': ({ tables }) => {
    tables.push({ name: 'z', rows: 3, dimension: 3, beta: 0.25, rate: 'constant: 3', limit: '' });
  },
  'tables.d.position': ({ tables }) => {
    tables.unshift(
      ...tables.splice(
        tables.findIndex(({ name }) => name === 'd'),
        1,
      ),
    );
  },
  'features.e.table': ({ features }) => {
    features.find(({ name }) => name === 'e')!.table = 'b';
  },
  'features.f.inputShape': ({ features }) => {
    features.find(({ name }) => name === 'f')!.shape = 99;
  },
  'features.g': ({ features }) => {
    features.splice(
      features.findIndex(({ name }) => name === 'g'),
      1,
    );
  },
};

const textOf = ({ mode, hosts, tables, features }: Model) =>
  [
    `mode: ${mode} num_hosts: ${hosts}`,
    ...tables.map(
      ({ name, rows, dimension, beta, rate, limit }) =>
        `table_descriptor { name: "${name}" vocabulary_size: ${rows} dimension: ${dimension} optimization_parameters { adam { beta1: ${beta} } learning_rate { ${rate} } ${limit} } }`,
    ),
    ...features.map(
      ({ name, table, shape }) =>
        `feature_descriptor { name: "${name}" table_id: ${tables.findIndex((each) => each.name === table)} input_shape: ${shape} }`,
    ),
  ].join('\n');

test('n edits give n differences, each at its place', () => {
  const before = comparableOf(textOf(START));
  fc.assert(
    fc.property(fc.subarray(Object.keys(EDITS)), (paths) => {
      const model = structuredClone(START);
      for (const path of paths) EDITS[path]!(model);
      const { differences } = compare(before, comparableOf(textOf(model)));
      assert.deepEqual(differences.map(({ path }) => path).sort(), [...paths].sort());
    }),
    runs(500),
  );
});
