import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareCodePoints } from '../../../server/src/basics/compare';

test('strings are in the order of their bytes in UTF-8', () => {
  const texts = ['', 'a', 'ab', 'b', 'é', '\u2028', '\uffff', '😀', '😁', '😁a', '🤀', 'a\uffff', 'a😀'];
  for (const a of texts)
    for (const b of texts)
      assert.equal(
        Math.sign(compareCodePoints(a, b)),
        Buffer.compare(Buffer.from(a), Buffer.from(b)),
        `${a} and ${b}`,
      );
});
