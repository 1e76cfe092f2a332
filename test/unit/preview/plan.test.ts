// Changes on the memory page, and the resulting sizes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { restoreMemory, unwrittenSizes, withChanges } from '../../../client/webview/model/plan';
import type { SizedTables } from '../../../server/src/sizing/tables';

const sizes: SizedTables = {
  tables: [
    {
      name: 'a',
      vocabularySize: 1000,
      dimension: 16,
      optimizer: 'adagrad',
      slots: ['accumulators'],
      settings: 'x',
    },
    { name: 'b' },
  ],
  numHosts: 2,
  strategy: 'MOD',
};

test("changes replace the document's values, and fill in missing ones", () => {
  const changed = withChanges(sizes, {
    numHosts: 4,
    'tables[0].dimension': 32,
    'tables[0].optimizer': 'adam',
    'tables[1].vocabularySize': 7,
    'tables[9].dimension': 8,
  });
  const [a, b, ...others] = changed.tables;
  assert.deepEqual([changed.numHosts, others], [4, []]);
  assert.deepEqual([a!.vocabularySize, a!.dimension, a!.slots], [1000, 32, ['momenta', 'velocities']]);
  // SparseCores no longer stack it with others.
  assert.notEqual(a!.settings, 'x');
  assert.deepEqual(b, { name: 'b', vocabularySize: 7 });
  assert.deepEqual(withChanges(sizes, {}), sizes);
});

test('a change is dropped once the document has its value, or its table is gone', () => {
  const changes = {
    numHosts: 2,
    'tables[0].dimension': 16,
    'tables[0].vocabularySize': 1001,
    'tables[1].dimension': 8,
    'tables[2].dimension': 8,
  };
  assert.deepEqual(unwrittenSizes(sizes, changes), {
    'tables[0].vocabularySize': 1001,
    'tables[1].dimension': 8,
  });
});

test('a saved state is restored, and an invalid one is ignored', () => {
  const kept = { page: 'memory' as const, tpu: 'v6e-4', index: 1, table: 2, changes: { numHosts: 3 } };
  assert.deepEqual(restoreMemory(kept), kept);
  const usual = restoreMemory(undefined);
  assert.deepEqual(
    restoreMemory({ page: 'x', tpu: 5, index: -1, table: 'a', changes: { numHosts: {} } }),
    usual,
  );
  assert.equal(usual.page, 'updates');
});
