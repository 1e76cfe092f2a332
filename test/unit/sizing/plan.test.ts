// Tables on TPU slices, checked against manual calculations.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { likelySlice, planOf, smallestSlices } from '../../../server/src/sizing/plan';
import { generations, type Slice, sliceNamed, slicesOf } from '../../../server/src/sizing/slices';
import type { SizedTable, SizedTables } from '../../../server/src/sizing/tables';

const GIB = 2 ** 30;

function slice(name: string): Slice {
  const found = sliceNamed(name);
  assert.ok(!('problem' in found), name);
  return found;
}

const table = (more: Partial<SizedTable> = {}): SizedTable => ({
  name: 't',
  vocabularySize: 1_000_000,
  dimension: 64,
  optimizer: 'adagrad',
  slots: ['accumulators'],
  accumulatesGradients: true,
  asksForPacking: false,
  decaysWeights: false,
  ...more,
});
const tables = (...list: SizedTable[]): SizedTables => ({ tables: list, strategy: 'MOD' });

test('names of slices count TensorCores or chips, and hosts have up to 8 chips, depending on the generation', () => {
  const cases = [
    ['v2-8', 4, 1],
    ['v3-32', 16, 4],
    ['v4-16', 8, 2],
    ['v5litepod-4', 4, 1],
    ['v5litepod-16', 16, 2],
    ['v5e-256', 256, 32],
    ['v5p-8', 4, 1],
    ['v5p-16', 8, 2],
    ['v5p-12288', 6144, 1536],
    ['v6e-1', 1, 1],
    ['v6e-8', 8, 1],
    ['v6e-16', 16, 4],
  ] as const;
  assert.deepEqual(
    cases.map(([name]) => [name, slice(name).chips, slice(name).hosts]),
    cases,
  );
  assert.equal(slice('v5e-16').name, 'v5litepod-16');
});

test('an invalid slice name is answered with valid examples', () => {
  for (const name of [
    'v9-8',
    'v5p',
    'v5p-',
    'v5p-0',
    'v5p-4',
    'v5p-9',
    'v5p-12',
    'v6e-12000',
    'v6e-3',
    '',
    'v5p-1e9',
  ])
    assert.ok('problem' in sliceNamed(name), name);
});

test('a slice name with a wrong or missing size is answered with the valid sizes', () => {
  const problem = (name: string) => {
    const found = sliceNamed(name);
    return 'problem' in found ? found.problem : '';
  };
  for (const name of ['v5p-0', 'v5p-7', 'v5p-12', 'v5p-9999999'])
    assert.match(
      problem(name),
      /^No v5p slice has the size \d+\. .*two a chip: multiples of 8 up to 12288, as far as Google offers them\.$/,
    );
  for (const name of ['v5p', 'v5p-']) assert.match(problem(name), /has to be said, as in v5p-8\. The number/);
  // Their documentation lists all slices that there are.
  for (const name of ['v6e-2', 'v6e-3', 'v6e-12', 'v5litepod-2', 'v5e-12', 'v5e-24'])
    assert.match(problem(name), /counts chips: 1, 4, 8, 16, 32, 64, 128, 256\.$/);
});

test('the names of all listed slices can be read back', () => {
  for (const generation of generations)
    for (const each of slicesOf(generation)) assert.deepEqual(slice(each.name), each);
});

test('without a slice, memory is that of TPUEmbedding over all hosts', () => {
  const { tables: planned, deviceBytes, hostBytes, fits, perDevice } = planOf(tables(table()));
  assert.deepEqual(
    planned[0]!.slots.map(({ name, deviceBytes, hostBytes }) => [name, deviceBytes, hostBytes]),
    [
      ['parameters', 256_000_000, 256_000_000],
      ['accumulators', 256_000_000, 256_000_000],
      ['gradient_accumulators', 256_000_000, 0],
    ],
  );
  assert.deepEqual(
    [deviceBytes, hostBytes, fits, perDevice],
    [768_000_000, 512_000_000, undefined, undefined],
  );
});

test('SparseCores pad rows to 8 each, and accumulate no gradients', () => {
  const {
    tables: planned,
    perDevice,
    perHost,
    fits,
  } = planOf(tables(table({ dimension: 20 })), slice('v5p-16'));
  // 1,000,000 rows on 8 chips of 4 SparseCores: a multiple of 256.
  const shard = (1_000_192 / 8) * 24 * 4;
  const own = { deviceBytes: 8 * shard, hostBytes: 80_000_000, perDeviceBytes: shard };
  assert.deepEqual(planned[0]!.slots, [
    { name: 'parameters', ...own },
    { name: 'accumulators', ...own },
  ]);
  assert.equal(planned[0]!.paddingBytes, 2 * (8 * shard - 80_000_000));
  assert.deepEqual(perDevice, { bytes: 2 * shard, capacity: 95 * GIB });
  assert.deepEqual(perHost, { bytes: 2 * 500_000 * 80, capacity: 448 * 10 ** 9 });
  assert.equal(fits, true);
});

test('a slice is too small as soon as the fullest chip has more than its memory', () => {
  // 8 bytes a row and variable of width 8 on one chip of 32 GB, rows in units of 16.
  const full = table({
    dimension: 8,
    slots: [],
    optimizer: 'stochastic_gradient_descent',
    vocabularySize: 10 ** 9,
  });
  assert.deepEqual(planOf(tables(full), slice('v6e-1')).perDevice, {
    bytes: 32 * 10 ** 9,
    capacity: 32 * 10 ** 9,
  });
  assert.equal(planOf(tables(full), slice('v6e-1')).fits, true);
  const more = { ...full, vocabularySize: 10 ** 9 + 1 };
  assert.equal(planOf(tables(more), slice('v6e-1')).fits, false);
});

test('a TPU without TensorFlow is reported to run nothing', () => {
  const { fits, notes } = planOf(tables(table()), slice('tpu7x-8'));
  assert.equal(fits, false);
  assert.deepEqual(notes, [
    'TensorFlow does not run on tpu7x.',
    'The figures are those of the same tables on SparseCores.',
  ]);
});

test('tables that are counted as packed are named, because small ones may not be packed', () => {
  const narrow = table({ dimension: 1, asksForPacking: true });
  for (const on of [undefined, slice('v3-8')]) {
    const { notes, tables: planned } = planOf(
      tables(narrow, table({ name: 'wide', asksForPacking: true })),
      on,
    );
    assert.deepEqual(planned[0]!.onDevice, { rows: 1_000_000, width: 1, isPacked: true });
    assert.match(notes.join(), /"t" is counted as packed\. .* not published/);
  }
  const padded = table({ dimension: 1 });
  assert.doesNotMatch(planOf(tables(padded), slice('v3-8')).notes.join(), /packed/);
  assert.doesNotMatch(planOf(tables(narrow), slice('v5p-8')).notes.join(), /packed/);
});

test('if the accelerator is unknown, memory is shown without a verdict', () => {
  const v3 = planOf(tables(table()), slice('v3-32'));
  assert.equal(v3.fits, undefined);
  // 250,000 rows a host, on its 4 chips.
  assert.deepEqual(v3.perDevice, { bytes: 3 * 62_500 * 256, capacity: 32 * GIB });
  assert.match(v3.notes.join(), /Google does not document whether v3 runs TPUEmbedding\./);
  const v4 = planOf(tables(table()), slice('v4-32'));
  assert.deepEqual([v4.fits, v4.perDevice, v4.perHost], [undefined, { capacity: 32 * GIB }, undefined]);
  assert.match(v4.notes.join(), /Google does not document whether v4 runs/);
});

test('tables that cannot run on a slice do not fit, with the reason', () => {
  const cases: [string, SizedTable, RegExp][] = [
    ['v5e-16', table(), /no accelerator for embeddings/],
    ['tpu7x-16', table(), /TensorFlow does not run/],
    ['v5p-16', table({ optimizer: 'momentum', slots: ['momenta'] }), /TPUEmbeddingV2 has no Momentum/i],
    ['v5p-16', table({ decaysWeights: true }), /weight decay/],
    ['v5p-16', table({ optimizer: null, slots: [] }), /no optimizer/],
    ['v5p-24', table(), /power of two/],
  ];
  for (const [name, each, reason] of cases) {
    const { fits, notes } = planOf(tables(each), slice(name));
    assert.equal(fits, false, name);
    assert.match(notes[0]!, reason);
  }
});

test('with an unknown table there is no verdict, unless the others are too large already', () => {
  const small = planOf(tables(table(), { name: 'u', vocabularySize: 10 }), slice('v6e-1'));
  assert.deepEqual(
    [small.fits, small.perDevice!.bytes, small.deviceBytes],
    [undefined, undefined, undefined],
  );
  assert.deepEqual(small.tables[1], { name: 'u', slots: [], rowsPerHost: [] });
  assert.match(small.notes.join(), /memory of "u" is unknown/);
  const large = planOf(tables(table({ vocabularySize: 10 ** 10 }), { name: 'u' }), slice('v6e-1'));
  assert.equal(large.fits, false);
});

test('with possible weight decay, which SparseCores reject, there is no verdict', () => {
  const { decaysWeights: _, ...open } = table();
  const { fits, perDevice, notes } = planOf(tables(open), slice('v5p-16'));
  assert.deepEqual([fits, typeof perDevice!.bytes], [undefined, 'number']);
  assert.match(notes.join(), /may have weight decay/);
});

test('the fullest host has an additional row of each table that does not divide evenly', () => {
  const { sharding, perHost } = planOf({
    ...tables(table({ vocabularySize: 10, dimension: 8 })),
    numHosts: 4,
  });
  assert.deepEqual(
    sharding.map(({ strategy, isChosen, imbalance }) => [strategy, isChosen, imbalance]),
    [
      ['DIV_DEFAULT', false, 1.2],
      ['MOD', true, 1.2],
    ],
  );
  assert.deepEqual(perHost, { bytes: 3 * 32 * 2 });
  const [div, mod] = sharding.map(({ shares }) => shares[0]!.share);
  assert.ok(div! > mod!);
});

test('the smallest slices are the first that hold the tables, marked if that is uncertain', () => {
  const found = smallestSlices(tables(table({ vocabularySize: 10 ** 9 })));
  assert.deepEqual(
    found.map(({ slice: { name }, isCertain }) => [name, isCertain]),
    // 768 GB with, 512 GB without accumulated gradients.
    [
      ['v2-128', false],
      ['v3-64', false],
      ['v5p-16', true],
      ['v6e-16', true],
    ],
  );
  assert.deepEqual(smallestSlices(tables({ name: 't' })), []);
  for (const { slice: each, isCertain } of found) {
    const { perDevice } = planOf(tables(table({ vocabularySize: 10 ** 9 })), each);
    assert.ok(perDevice!.bytes! <= perDevice!.capacity, `${each.name} ${isCertain}`);
  }
});

test('without a choice the slice is the one that the configuration names, else the smallest of its API', () => {
  const nameOf = (sized: SizedTables) => likelySlice(sized)?.name;
  const small = tables(table());
  assert.equal(nameOf({ ...small, numTensorCores: 32 }), 'v3-32');
  assert.equal(nameOf({ ...small, numTensorCores: 7 }), 'v2-8', 'no slice has 7 TensorCores');
  assert.equal(nameOf(small), 'v2-8');
  assert.equal(nameOf({ ...small, numTensorCores: 32, sparseCoreTrainer: 'keras-rs' }), 'v5p-8');
  const devices = { partitions: 8, sparseCoresPerPartition: 4 };
  const stacking = { features: [], calls: [], devices, overflow: {} };
  assert.equal(nameOf({ ...small, sparseCoreTrainer: 'jax-tpu-embedding', stacking }), 'v5p-16');
  assert.equal(nameOf(tables({ name: 'unknown' })), undefined);
});
