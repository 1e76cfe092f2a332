import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onceForEachPart } from '../../../server/src/basics/shared-parts';

interface Part {
  readonly held: Part[];
}

test('each part is looked at once, however often it is held', () => {
  let value: Part = { held: [] };
  for (let i = 0; i < 20; i++) value = { held: Array(30).fill(value) };
  let looks = 0;
  const rank = onceForEachPart<Part, number>(({ held }, inner) => {
    looks++;
    return held.length === 0 ? 0 : 1 + Math.max(...held.map(inner));
  }, -1);
  assert.equal(rank(value), 20);
  assert.equal(looks, 21);
});

test('a value that holds itself, or is too deep, ends', () => {
  const itself: Part = { held: [] };
  itself.held.push(itself);
  const isKnown = onceForEachPart<Part, boolean>(({ held }, inner) => held.every(inner), false);
  assert.equal(isKnown(itself), false);
  let deep: Part = { held: [] };
  for (let i = 0; i < 100_000; i++) deep = { held: [deep] };
  assert.equal(isKnown(deep), false);
});
