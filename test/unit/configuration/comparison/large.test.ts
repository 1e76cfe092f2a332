// Large configurations are compared like small ones.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareTexts } from '../../../support/comparison';

test('lists with more items than a call accepts as arguments', () => {
  const items = Array.from({ length: 300_000 }, () => 1).join();
  const text = (last: number) => `feature_descriptor { input_shape: 1 input_shape: [${items}, ${last}] }`;
  const { differences } = compareTexts(text(1), text(2));
  assert.deepEqual(
    differences.map(({ path }) => path),
    ['features[0].inputShape'],
  );
});

test('thousands of moved features', () => {
  const features = Array.from({ length: 4_000 }, (_, i) => `feature_descriptor { input_shape: ${i + 1} }`);
  const { differences } = compareTexts(features.join('\n'), features.toReversed().join('\n'));
  // One feature stays, whichever it is.
  assert.equal(differences.length, 3_999);
  assert.ok(differences.every(({ kind }) => kind === 'moved'));
});
