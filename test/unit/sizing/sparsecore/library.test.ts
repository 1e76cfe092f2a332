// Stacks and buffers as the libraries themselves make them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stackTables, withLargestLimits } from '../../../../server/src/sizing/sparsecore/stacks';
import { asInFixture, stackCases } from '../../../support/stack-cases';

test('stacks, offsets, rotations, limits and buffers equal those of the libraries', () => {
  for (const { chips, tables, features, stackings, program, stacks, error } of stackCases) {
    const made = stackTables(tables, features, chips, stackings);
    if ('refused' in made) {
      assert.ok(error, made.refused);
      continue;
    }
    const found = program.includes('keras_rs') ? withLargestLimits(made.stacks, tables) : made.stacks;
    assert.deepEqual(
      found.map((stack) => asInFixture(stack, chips)),
      stacks,
      program,
    );
  }
});
