import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withEntry } from '../../../server/src/basics/with-entry';

test('a copy has the other entry where it was, or at the end, and the map stays as it is', () => {
  const map = new Map([
    ['a', 1],
    ['b', 2],
  ]);
  assert.deepEqual(
    [...withEntry(map, 'a', 3)],
    [
      ['a', 3],
      ['b', 2],
    ],
  );
  assert.deepEqual([...withEntry(map, 'c', 3)], [...map, ['c', 3]]);
  assert.equal(map.size, 2);
});
