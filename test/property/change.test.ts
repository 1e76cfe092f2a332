import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { changeBetween } from '../../server/src/basics/change';
import { runs } from './runs';

const text = fc
  .array(fc.constantFrom('a', 'b', '\n', 'é', '😀'), { maxLength: 12 })
  .map((parts) => parts.join(''));

test('the change between two texts turns one into the other and leaves common parts untouched', () => {
  const property = fc.property(text, text, text, text, (head, removed, inserted, tail) => {
    const before = head + removed + tail;
    const after = head + inserted + tail;
    const { start, end, newLength } = changeBetween(before, after);
    assert.equal(before.slice(0, start) + after.slice(start, start + newLength) + before.slice(end), after);
    assert.ok(end - start <= removed.length && newLength <= inserted.length);
    if (start === end || newLength === 0) return;
    assert.notEqual(before.charAt(start), after.charAt(start));
    assert.notEqual(before.charAt(end - 1), after.charAt(start + newLength - 1));
  });
  fc.assert(property, runs(1000));
});
