// Stacks of jax-tpu-embedding and their buffers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buffersOf } from '../../../../server/src/sizing/sparsecore/buffers';
import { stackName } from '../../../../server/src/sizing/sparsecore/names';
import {
  type StackableTable,
  type Stacking,
  stackTables,
  withLargestLimits,
} from '../../../../server/src/sizing/sparsecore/stacks';

const CHIPS = { partitions: 2, sparseCoresPerPartition: 2 };

const table = (name: string, more: Partial<StackableTable> = {}): StackableTable => ({
  name,
  vocabularySize: 100,
  embeddingDim: 16,
  optimizer: 'sgd',
  combiner: 'sum',
  maxIds: null,
  maxUniqueIds: null,
  ...more,
});

function stacked(tables: readonly StackableTable[], ...stackings: readonly Stacking[]) {
  const features = tables.map(({ name }) => ({ name: `f_${name}`, table: name, samples: 64 }));
  const found = stackTables(tables, features, CHIPS, stackings);
  return 'refused' in found ? found.refused : found.stacks;
}

test('long names of stacks are cut and get digits of a SHA-256', () => {
  assert.equal(stackName(['a', 'b']), 'a_b');
  assert.equal(stackName(['é'.repeat(50)]), 'é'.repeat(50));
  assert.equal(stackName(['x'.repeat(51)]), `${'x'.repeat(50)}...3ecd502af72c`);
  assert.equal(stackName(['x'.repeat(51)], false), 'x'.repeat(51));
});

test('a list that the library cannot stack is refused with the reason', () => {
  const tables = [table('a'), table('b', { combiner: 'mean' }), table('c')];
  const list = (...names: string[]): Stacking => ({ kind: 'tables', tables: names });
  for (const [reason, ...lists] of [
    [/empty/, list()],
    [/"d"/, list('a', 'd')],
    [/"a" is already in the stack "a_c"/, list('a', 'c'), list('a')],
    [/"c" occurs twice/, list('a', 'c', 'c')],
    [/"a" and "b" cannot share/, list('a', 'b')],
    [/is already in the stack/, list('a', 'c'), { kind: 'auto' }],
  ] as const)
    assert.match(String(stacked(tables, ...lists)), reason);
});

test('limits of a stack with several tables are the default, and for keras-rs the largest of its tables', () => {
  const tables = [table('a', { maxIds: 300 }), table('b', { maxIds: 8 }), table('c', { combiner: 'mean' })];
  const found = stacked(tables, { kind: 'auto' });
  assert.ok(typeof found !== 'string');
  assert.deepEqual(
    found.map(({ name, maxIds }) => [name, maxIds]),
    [
      ['a_b', { given: null, inForce: 256 }],
      ['c', { given: null, inForce: 256 }],
    ],
  );
  assert.deepEqual(
    withLargestLimits(found, tables).map(({ maxIds }) => maxIds),
    [
      { given: 300, inForce: 300 },
      { given: null, inForce: 256 },
    ],
  );
});

test('a limit that is unknown leaves that of its stack unknown', () => {
  const { maxIds: _, ...unknown } = table('a');
  const found = stacked([unknown, table('b')], { kind: 'tables', tables: ['a'] });
  assert.ok(typeof found !== 'string');
  assert.deepEqual(
    found.map(({ name, maxIds }) => [name, maxIds?.inForce]),
    [
      ['a', undefined],
      ['b', 256],
    ],
  );
  assert.equal(withLargestLimits(found, [unknown, table('b')])[0]?.maxIds, undefined);
});

test('buffers grow with chips and SparseCores, and a suggestion is rounded up', () => {
  const chips = { partitions: 16, sparseCoresPerPartition: 4 };
  const maxIds = { given: null, inForce: 256 };
  assert.equal(buffersOf({ maxIds }, chips)?.ids, 65_536);
  assert.equal(buffersOf({ maxIds }, chips, true)?.ids, 4_194_304);
  assert.equal(buffersOf({ maxIds, suggestedBufferSize: 33 }, chips)?.ids, 64);
  assert.match(buffersOf({ maxIds, suggestedBufferSize: 65_537 }, chips)?.refused ?? '', /larger/);
  assert.match(buffersOf({ maxIds: { given: 0, inForce: 0 } }, chips)?.refused ?? '', /more than 0/);
  assert.equal(buffersOf({}, chips), undefined);
});
