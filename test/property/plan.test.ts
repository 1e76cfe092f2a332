// `plan` gives the same figures as `describe`, for a configuration and for a program that builds it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { describeConfiguration } from '../../server/src/configuration/description';
import { sizesOf } from '../../server/src/configuration/sizes';
import { languageOf } from '../../server/src/languages';
import { Analyzer } from '../../server/src/languages/snapshot';
import { optimizers } from '../../server/src/optimizers';
import { DEFAULT_SETTINGS } from '../../server/src/project/settings';
import { builtin } from '../../server/src/schema/builtin';
import { planOf } from '../../server/src/sizing/plan';
import { generations, slicesOf } from '../../server/src/sizing/slices';
import { snapshotOf } from '../support/snapshots';
import { runs } from './runs';

const sizesIn = (text: string) => {
  const { configuration, derived } = snapshotOf(text);
  return sizesOf(configuration!, derived!);
};
const slice = fc.constantFrom(...generations.flatMap((generation) => slicesOf(generation)));

const STATUS = ['', 'UNSPECIFIED', 'ENABLED', 'DISABLED'];
const status = (field: string) =>
  fc.constantFrom(...STATUS.map((value) => (value === '' ? '' : `${field}: ${value}`)));
const table = fc
  .record({
    rows: fc.oneof(fc.nat(40), fc.nat(2 ** 31)),
    dimension: fc.oneof(fc.constantFrom(1, 2, 4, 8), fc.integer({ min: 1, max: 300 })),
    optimizer: fc.constantFrom('', ...[...optimizers.keys()].map((name) => `${name} {}`)),
    accumulation: status('gradient_accumulation_status'),
    packing: status('low_dimensional_packing_status'),
    decay: fc.constantFrom('', 'weight_decay_factor: 0', 'weight_decay_factor: 0.5'),
  })
  .map(
    ({ rows, dimension, ...settings }) =>
      `table_descriptor { vocabulary_size: ${rows} dimension: ${dimension} optimization_parameters { ${Object.values(settings).join(' ')} } }`,
  );
const configuration = fc
  .tuple(fc.array(table, { minLength: 1, maxLength: 5 }), fc.nat(70), fc.constantFrom('MOD', 'DIV_DEFAULT'))
  .map(([tables, hosts, strategy]) =>
    [...tables, `num_hosts: ${hosts} sharding_strategy: ${strategy}`].join('\n'),
  );

test('the bytes of a plan equal those of describe, table by table', () => {
  fc.assert(
    fc.property(configuration, (text) => {
      const { configuration, derived } = snapshotOf(text);
      const described = describeConfiguration(configuration!, derived!);
      const { tables, deviceBytes, hostBytes } = planOf(sizesOf(configuration!, derived!));
      const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);
      assert.deepEqual(
        tables.map(({ slots, rowsPerHost }) => ({
          deviceBytes: sum(slots.map((slot) => slot.deviceBytes)),
          hostBytes: sum(slots.map((slot) => slot.hostBytes)),
          slotVariables: slots.map(({ name }) => name).filter((name) => !HIDDEN.has(name)),
          rowsPerHost,
        })),
        described.tables.map(({ deviceBytes, hostBytes, slotVariables, rowsPerHost }) => ({
          deviceBytes,
          hostBytes,
          slotVariables,
          rowsPerHost,
        })),
      );
      assert.equal(deviceBytes, sum(described.tables.map((each) => each.deviceBytes)));
      assert.equal(hostBytes, sum(described.tables.map((each) => each.hostBytes)));
    }),
    runs(100),
  );
});

const HIDDEN: ReadonlySet<string> = new Set(['parameters', 'gradient_accumulators']);

test('on any slice, chips and hosts together hold the memory of the tables', () => {
  fc.assert(
    fc.property(configuration, slice, (text, each) => {
      const { tables, perDevice, perHost, deviceBytes, hostBytes } = planOf(sizesIn(text), each);
      const { accelerator } = each.generation;
      if (perDevice?.bytes !== undefined) {
        assert.ok(perDevice.bytes * each.chips >= deviceBytes!);
        if (accelerator === 'V2') assert.equal(perDevice.bytes * each.chips, deviceBytes);
      }
      if (perHost) assert.ok(perHost.bytes * each.hosts >= hostBytes!);
      for (const { slots, onDevice, paddingBytes } of tables) {
        const { rows, width, isPacked } = onDevice!;
        const floats = isPacked ? 8 * Math.ceil((rows * width) / 8) : rows * width;
        for (const slot of slots) assert.equal(slot.deviceBytes, 4 * floats);
        assert.ok(paddingBytes! >= 0);
      }
    }),
    runs(100),
  );
});

const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS);

test('the plan of a program equals that of the configuration TensorFlow builds, on every slice', () => {
  const samples = readFileSync('test/fixtures/derived_configs.sample.jsonl', 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ raises }) => !raises);
  assert.ok(samples.length > 20);
  for (const { id, code, hosts, replicas, batch } of samples) {
    const analysis = languageOf('python').analyze(code, { analyzer, path: 'model.py' });
    const strategy = { numHosts: hosts, numReplicas: replicas, perReplicaBatchSize: batch };
    const [sized, ...more] = analysis.sizes(strategy);
    assert.deepEqual([more, sized?.refused], [[], undefined], id);
    const text = analysis.derive(strategy)[0]!.lines.map((line) => `${line.text}\n`);
    const configuration = sizesIn(text.join(''));
    assert.deepEqual(sized!.sizes, configuration, id);
    for (const { slots } of planOf(sized!.sizes!).tables) assert.ok(slots.length > 0, id);
  }
});

const names = fc.constantFrom('SGD', 'Adagrad', 'AdagradMomentum', 'FTRL', 'Adam');
const ROW = { SGD: 2, Adagrad: 3, AdagradMomentum: 4, FTRL: 4, Adam: 4 };
type Name = keyof typeof ROW;

test("a program's values decide the bytes of tables, and unknown values leave them unknown", () => {
  const part = fc.record({
    rows: fc.integer({ min: 4096, max: 2 ** 31 }),
    width: fc.integer({ min: 1, max: 99 }),
    name: names,
    open: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 3 }), (parts) => {
      const made = parts.map(
        ({ rows, width, name, open }, i) =>
          `e.FeatureConfig(e.TableConfig(${open ? 'n' : rows}, ${width}, optimizer=e.${name}(0.1), name='t${i}'))`,
      );
      const code = `import tensorflow as tf\ne = tf.tpu.experimental.embedding\nn = int(input())\ne.TPUEmbedding([${made.join(', ')}], None)\n`;
      const [sized] = languageOf('python').analyze(code, { analyzer, path: 'model.py' }).sizes({});
      const bytes = planOf(sized!.sizes!).tables.map(({ slots }) =>
        slots.length === 0 ? undefined : slots.reduce((sum, slot) => sum + slot.deviceBytes, 0),
      );
      assert.deepEqual(
        bytes,
        parts.map(({ rows, width, name, open }) =>
          open ? undefined : rows * 8 * Math.ceil(width / 8) * 4 * ROW[name as Name],
        ),
      );
    }),
    runs(30),
  );
});
