// Snappy: literals and copies unpack to the bytes they stand for, and whatever is broken or of another size throws.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { snappyCompress } from 'hysnappy';
import { unpackSnappy } from '../../../../server/src/cli/ids/snappy';
import { runs } from '../../../property/runs';

/** Runs of bytes that come back, so that there are copies of many lengths and distances. */
const bytes = fc
  .array(fc.tuple(fc.uint8Array({ minLength: 1, maxLength: 80 }), fc.integer({ min: 1, max: 9 })), {
    minLength: 1,
    maxLength: 20,
  })
  .map((pieces) =>
    Uint8Array.from(
      pieces.flatMap(([piece, times]) =>
        Array(times)
          .fill([...piece])
          .flat(),
      ),
    ),
  );

test('what is packed comes back, and no other size is taken', () => {
  fc.assert(
    fc.property(bytes, (original) => {
      const packed = snappyCompress(original);
      assert.deepEqual(unpackSnappy(packed, original.length), original);
      for (const size of [original.length - 1, original.length + 1, 0])
        assert.throws(() => unpackSnappy(packed, size));
      assert.throws(() => unpackSnappy(packed.subarray(0, -1), original.length));
    }),
    runs(200),
  );
});

test('copies of long distances, and bytes without a size', () => {
  // Forty bytes, then four of them from forty bytes before, with a distance of four bytes.
  const first = Array.from({ length: 40 }, (_, i) => i);
  const input = Uint8Array.from([44, 39 << 2, ...first, 3 | (3 << 2), 40, 0, 0, 0]);
  assert.deepEqual([...unpackSnappy(input, 44)], [...first, 0, 1, 2, 3]);
  assert.throws(() => unpackSnappy(new Uint8Array(0), 1));
});

test('broken bytes throw, or unpack to the size that they give', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), (input) => {
      try {
        assert.equal(unpackSnappy(input, input[0]! & 127).length, input[0]! & 127);
      } catch (error) {
        assert(error instanceof Error && error.name !== 'AssertionError');
      }
    }),
    runs(500),
  );
});
