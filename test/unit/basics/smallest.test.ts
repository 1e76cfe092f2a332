import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { smallest } from '../../../server/src/basics/smallest';

test('exactly what is needed is left, in its order, whatever is around it', () => {
  const cases = fc.tuple(
    fc.integer({ min: 1, max: 200 }),
    fc.array(fc.nat(199), { minLength: 1, maxLength: 4 }),
  );
  fc.assert(
    fc.property(cases, ([count, indices]) => {
      const needed = [...new Set(indices.map((index) => index % count))].sort((one, other) => one - other);
      const parts = Array.from({ length: count }, (_, i) => i);
      const shows = (left: readonly number[]) => needed.every((part) => left.includes(part));
      assert.deepEqual(smallest(parts, shows), needed);
    }),
  );
});

test('all is left if not even all shows it, and one part is never taken away', () => {
  assert.deepEqual(
    smallest([1, 2, 3], () => false),
    [1, 2, 3],
  );
  assert.equal(smallest([1, 2, 3], () => true).length, 1);
});

test('a part that needs another one goes with it', () => {
  // 1 works without 2, but not the other way round.
  const shows = (left: readonly number[]) => left.includes(3) && (!left.includes(2) || left.includes(1));
  assert.deepEqual(smallest([1, 2, 3], shows), [3]);
});

test('the work on many parts has a limit', () => {
  let tries = 0;
  const parts = Array.from({ length: 20_000 }, (_, i) => i);
  const left = smallest(parts, (some) => {
    tries++;
    return some.filter((part) => part % 200 === 0).length === 100;
  });
  assert.ok(left.length < parts.length);
  assert.ok(tries <= 601, `${tries}`);
});
