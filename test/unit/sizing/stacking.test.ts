// Stacks of SparseCores, compared with TensorFlow's SparseCoreLayoutStacker.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paddedRows } from '../../../server/src/sizing/sparsecore/padding';
import { type StackableTable, shardBytes, stacksOf } from '../../../server/src/sizing/stacking';

const chips = (partitions: number, sparseCoresPerPartition = 4) => ({ partitions, sparseCoresPerPartition });
const table = (
  name: string,
  vocabularySize: number,
  dimension: number,
  more: Partial<StackableTable> = {},
) => ({
  name,
  vocabularySize,
  dimension,
  lookups: 64,
  group: 'one',
  ...more,
});

test('tables with equal width and group share a stack in order of names; others get their own', () => {
  const tables = [
    table('d', 10, 6, { group: 'other' }),
    table('b', 1000, 8),
    table('c', 10, 9),
    table('a', 100, 6),
  ];
  const stacks = stacksOf(tables, chips(2));
  assert.deepEqual(
    stacks.map(({ name, width, rowsPerSparseCore }) => [name, width, rowsPerSparseCore]),
    [
      ['a_b', 8, 144],
      ['c', 16, 8],
      ['d', 8, 8],
    ],
  );
  assert.deepEqual(stacks[0]!.tables, [
    { name: 'a', paddedRows: 128, rowOffset: 0, rotation: 0 },
    { name: 'b', paddedRows: 1024, rowOffset: 16, rotation: 4 },
  ]);
});

const rotations = (partitions: number) =>
  stacksOf(
    ['a', 'b', 'c', 'd', 'e'].map((name) => table(name, 100, 8)),
    chips(partitions),
  )[0]!.tables.map(({ rotation }) => rotation);

test('each table of a stack starts one chip further', () => {
  assert.deepEqual(rotations(4), [0, 4, 8, 12, 0]);
  assert.deepEqual(rotations(1), [0, 0, 0, 0, 0]);
});

const names = (tables: readonly StackableTable[], partitions = 1) =>
  stacksOf(tables, chips(partitions)).map(({ name }) => name);

test('activations of a stack stay below 2 MiB; a table that would exceed that gets its own stack', () => {
  // 4 bytes × 8 floats × a quarter of the look-ups.
  const withBytes = (name: string, bytes: number) => table(name, 10, 8, { lookups: bytes / 8 });
  assert.deepEqual(names([withBytes('a', 1_048_576), withBytes('b', 1_048_576)]), ['a', 'b']);
  assert.deepEqual(names([withBytes('a', 1_048_576), withBytes('b', 1_048_064)]), ['a_b']);
});

test('shards of a stack stay below 2 GiB, and a small table joins the first stack with space', () => {
  const large = 2 ** 21;
  const tables = [table('a', large, 128), table('b', large, 128), table('c', 8, 128)];
  assert.equal(shardBytes(large, 128, chips(1)), 2 ** 30);
  assert.deepEqual(names(tables), ['a_c', 'b']);
});

test('a single table may exceed every limit', () => {
  assert.deepEqual(names([table('a', 2 ** 25, 128, { lookups: 2 ** 20 })]), ['a']);
});

test('rows are padded to 8 per SparseCore', () => {
  assert.equal(paddedRows(100, chips(2)), 128);
  assert.equal(paddedRows(10, chips(2)), 64);
  assert.equal(paddedRows(64, chips(2)), 64);
  assert.equal(paddedRows(65, chips(4, 2)), 128);
});
