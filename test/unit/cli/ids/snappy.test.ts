// Snappy: what literals and copies of every size unpack to, and that no bytes are written elsewhere.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { snappyUncompress } from 'hyparquet';
import { unpackSnappy } from '../../../../server/src/cli/ids/snappy';
import { runs } from '../../../property/runs';

const literal = fc
  .uint8Array({ minLength: 1, maxLength: 300 })
  .map((bytes) =>
    bytes.length <= 60
      ? [(bytes.length - 1) << 2, ...bytes]
      : [61 << 2, (bytes.length - 1) & 255, (bytes.length - 1) >> 8, ...bytes],
  );
const copy = fc.oneof(
  fc.tuple(fc.nat(7), fc.integer({ min: 1, max: 40 })).map(([length, back]) => [1 | (length << 2), back]),
  fc.tuple(fc.nat(63), fc.integer({ min: 1, max: 40 })).map(([length, back]) => [2 | (length << 2), back, 0]),
  fc
    .tuple(fc.nat(63), fc.integer({ min: 1, max: 40 }))
    .map(([length, back]) => [3 | (length << 2), back, 0, 0, 0]),
);
const sizeOf = ([tag = 0, low = 0, high = 0]: readonly number[]) => {
  if ((tag & 3) === 1) return ((tag >> 2) & 7) + 4;
  return tag === 61 << 2 ? low + high * 256 + 1 : (tag >> 2) + 1;
};

test('pieces unpack as by hyparquet', () => {
  const pieces = fc.tuple(fc.array(literal, { minLength: 1 }), fc.array(fc.oneof(literal, copy)));
  fc.assert(
    fc.property(pieces, ([first, then]) => {
      const all = [[39 << 2, ...Array.from({ length: 40 }, (_, i) => i)], ...first, ...then];
      const input = Uint8Array.from([0, ...all.flat()]);
      const size = all.reduce((sum, piece) => sum + sizeOf(piece), 0);
      const [ours, theirs] = [new Uint8Array(size), new Uint8Array(size)];
      snappyUncompress(input, theirs);
      assert(unpackSnappy(input, ours));
      assert.deepEqual(ours, theirs);
      assert(
        !unpackSnappy(input, new Uint8Array(size - 1)) && !unpackSnappy(input, new Uint8Array(size + 1)),
      );
      assert(!unpackSnappy(input.subarray(0, -1), ours));
    }),
    runs(200),
  );
});

test('broken bytes are refused, and nothing beyond the output is written', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const room = new Uint8Array(128).fill(7);
      unpackSnappy(bytes, room.subarray(32, 96));
      assert([...room.subarray(0, 32), ...room.subarray(96)].every((byte) => byte === 7));
    }),
    runs(500),
  );
});
