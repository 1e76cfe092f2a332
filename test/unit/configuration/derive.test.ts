// Values derived from a configuration, checked against manual calculations.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeConfiguration } from '../../../server/src/configuration/description';
import { sizesOf } from '../../../server/src/configuration/sizes';
import { descriptionText } from '../../../server/src/reports/described';
import { snapshotOf } from '../../support/snapshots';

function describe(text: string) {
  const { configuration, derived } = snapshotOf(text);
  return describeConfiguration(configuration!, derived!);
}

const ADAGRAD = 'adagrad {}';

/** One table of a million rows. */
function memory(dimension: number, parameters: string) {
  const [table] = describe(
    `table_descriptor { vocabulary_size: 1000000 dimension: ${dimension} optimization_parameters { ${parameters} } }`,
  ).tables;
  return [table!.deviceBytes, table!.hostBytes];
}

test('device memory counts a table, its slots and its gradient accumulator', () => {
  assert.deepEqual(memory(64, ADAGRAD), [768_000_000, 512_000_000]);
  assert.deepEqual(memory(64, 'adam {}'), [1_024_000_000, 768_000_000]);
  assert.deepEqual(memory(64, 'stochastic_gradient_descent {}'), [512_000_000, 256_000_000]);
  assert.deepEqual(
    memory(64, `${ADAGRAD} gradient_accumulation_status: DISABLED`),
    [512_000_000, 512_000_000],
  );
});

test('device memory pads rows to 8 floats', () => {
  assert.deepEqual(memory(1, ADAGRAD), [96_000_000, 8_000_000]);
  assert.deepEqual(memory(20, ADAGRAD), [288_000_000, 160_000_000]);
});

test('narrow rows are packed only for optimizers for which a gradient of 0 changes nothing', () => {
  const packed = 'low_dimensional_packing_status: ENABLED';
  assert.deepEqual(memory(1, `${ADAGRAD} ${packed}`), [12_000_000, 8_000_000]);
  assert.deepEqual(memory(4, `${ADAGRAD} ${packed}`), [48_000_000, 32_000_000]);
  const padded = [96_000_000, 32_000_000];
  assert.deepEqual(memory(4, `${ADAGRAD} ${packed} weight_decay_factor: 0.01`), padded);
  assert.deepEqual(memory(4, 'momentum {} low_dimensional_packing_status: ENABLED'), padded);
  assert.deepEqual(memory(3, `${ADAGRAD} ${packed}`), [96_000_000, 24_000_000]);
});

test('the width of a packed row is its own, and text says on what that depends', () => {
  const described = (packing: string) =>
    describe(`table_descriptor { name: "t" vocabulary_size: 1000000 dimension: 1 num_features: 1
      optimization_parameters { adagrad {} low_dimensional_packing_status: ${packing} } } batch_size_per_tensor_core: 8`);
  const packed = described('ENABLED');
  assert.equal(packed.tables[0]!.paddedDimension, 1);
  assert.match(
    descriptionText(packed).join('\n'),
    /t: 1,000,000 × 1 \(packed, if the table is large enough\), 1 lookup/,
  );
  const padded = described('DISABLED');
  assert.equal(padded.tables[0]!.paddedDimension, 8);
  assert.match(descriptionText(padded).join('\n'), /t: 1,000,000 × 1 \(padded to 8\), 1 lookup/);
});

test('remaining rows go to the first hosts', () => {
  const { tables } = describe('table_descriptor { vocabulary_size: 10 } num_hosts: 4');
  assert.deepEqual(tables[0]!.rowsPerHost, [3, 3, 2, 2]);
});

test('in feature style, features determine batch size and feature count of a table', () => {
  const { style, batchSizePerTensorCore, tables, outputs } = describe(`
    table_descriptor { name: "a" dimension: 16 } table_descriptor { name: "b" dimension: 8 }
    feature_descriptor { table_id: 0 input_shape: 64 }
    feature_descriptor { table_id: 1 input_shape: [32, 20] }
    feature_descriptor { table_id: 0 input_shape: [64, 3] }`);
  assert.equal(style, 'feature');
  assert.equal(batchSizePerTensorCore, 64);
  assert.deepEqual(
    tables.map(({ numFeatures }) => numFeatures),
    [4, 10],
  );
  assert.deepEqual(
    outputs.map(({ shape }) => shape),
    [
      [64, 16],
      [32, 20, 8],
      [64, 3, 16],
    ],
  );
});

test('an input shape with a size of 0 has no batch size', () => {
  const { batchSizePerTensorCore } = describe(`
    table_descriptor { dimension: 8 } feature_descriptor { table_id: 0 input_shape: [16, 0] }`);
  assert.equal(batchSizePerTensorCore, -1);
});

test('tags of learning rates are in the order of numbers', () => {
  const tables = [10, 9, 0].map(
    (tag) =>
      `table_descriptor { optimization_parameters { learning_rate { dynamic { tag: ${tag} } } ${ADAGRAD} } }`,
  );
  assert.deepEqual(snapshotOf(tables.join(' ')).derived!.learningRateTags, [0, 9, 10]);
});

test('how many vectors a table looks up is unknown where a feature is', () => {
  const { configuration, derived } = snapshotOf(
    'table_descriptor { dimension: 8 } feature_descriptor { table_id: 0 input_shape: 64 }',
  );
  const lookups = (...unknown: string[]) => sizesOf(configuration!, derived!, unknown).tables[0]!.lookups;
  assert.equal(lookups(), 64);
  assert.equal(lookups('featureDescriptor[1]'), undefined);
});

test('SPMD multiplies the first size of every output, unless partitioning is manual', () => {
  const shapes = (more: string) =>
    describe(`table_descriptor { dimension: 8 num_features: 3 } batch_size_per_tensor_core: 16
      spmd_sharding { enabled: true num_cores_per_replica: 2 ${more} }`).outputs.map(({ shape }) => shape);
  assert.deepEqual(shapes(''), [[96, 8]]);
  assert.deepEqual(shapes('use_manual_partitioning: true'), [[48, 8]]);
});

test('unreadable values make derived values unknown', () => {
  const { batchSizePerTensorCore, outputs, tables } = describe(
    'table_descriptor { dimension: x num_features: 3 } batch_size_per_tensor_core: 1.5',
  );
  assert.equal(batchSizePerTensorCore, -1);
  assert.deepEqual(outputs[0]!.shape, [-1, -1]);
  assert.equal(tables[0]!.dimension, -1);
});

test('settings of tables are equal in any order, with or without explicit defaults', () => {
  const settings = (parameters: string) => {
    const { configuration, derived } = snapshotOf(
      `table_descriptor { optimization_parameters { ${parameters} } }`,
    );
    return sizesOf(configuration!, derived!).tables[0]!.settings;
  };
  const written = settings('adam { beta1: 0.9 epsilon: 0 } learning_rate { constant: 0.1 }');
  assert.equal(
    settings(
      'learning_rate { constant: 0.1 } low_dimensional_packing_status: UNSPECIFIED adam { beta1: 0.9 }',
    ),
    written,
  );
  assert.notEqual(settings('adam { beta1: 0.8 } learning_rate { constant: 0.1 }'), written);
  assert.notEqual(settings('adagrad {} clipping_limits { lower { value: 0 } }'), settings('adagrad {}'));
});
