import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_NAMES } from '../../../../server/src/project/names/names';
import { tablesOf } from '../../../../server/src/project/names/tables';

const file = (key: string, ...tables: readonly [name: string | undefined, isDeclared: boolean][]) => ({
  key,
  names: {
    ...NO_NAMES,
    configurations: key.endsWith('.pbtxt') ? 1 : 0,
    symbols: tables.map(([name, isDeclared]) => ({
      kind: 'table' as const,
      name,
      isDeclared,
      id: undefined,
      container: undefined,
      places: [],
    })),
  },
});

test('the tables are those in files, including those that several files use', () => {
  const found = tablesOf([
    file('/a.pbtxt', ['user', true]),
    file('/a.py', ['item', true], ['usr', false], ['usr', false], ['page', false]),
    file('/b.py', ['page', false]),
  ]);
  assert.deepEqual(found, { declared: new Set(['user', 'item']), shared: new Set(['page']) });
});

test('the tables of a folder are unknown without a configuration in text format, or if one has no readable name', () => {
  assert.equal(tablesOf([file('/a.py', ['user', true])]), undefined);
  assert.equal(tablesOf([file('/a.pbtxt', ['user', true]), file('/a.py', [undefined, true])]), undefined);
});
