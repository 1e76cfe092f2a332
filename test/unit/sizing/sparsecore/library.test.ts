// Stacks and buffers as the library itself makes them: scripts/fixtures/stacks.py wrote down some.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { buffersOf, rowPointersOf } from '../../../../server/src/sizing/sparsecore/buffers';
import type { Chips } from '../../../../server/src/sizing/sparsecore/padding';
import {
  type Stack,
  type StackableFeature,
  type StackableTable,
  type Stacking,
  stackTables,
} from '../../../../server/src/sizing/sparsecore/stacks';

interface Case {
  readonly chips: Chips;
  readonly tables: readonly StackableTable[];
  readonly features: readonly StackableFeature[];
  readonly stackings: readonly Stacking[];
  readonly stacks?: readonly object[];
  readonly error?: string;
}

const cases = readFileSync('test/fixtures/stacks.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line): Case => JSON.parse(line));
const MINIBATCHING = [false, true];

/** What the library's objects hold of a stack. */
const asLibrary = (stack: Stack, chips: Chips) => {
  const { name, width, rows, sampleCount, maxIds, maxUniqueIds, suggestedBufferSize = null } = stack;
  return {
    name,
    width,
    rows,
    sampleCount,
    maxIds: maxIds?.inForce,
    maxUniqueIds: maxUniqueIds?.inForce,
    suggestedBufferSize,
    ids: MINIBATCHING.map((has) => {
      const { ids, refused } = buffersOf(stack, chips, has)!;
      return refused?.includes('suggested') ? -1 : ids;
    }),
    rowPointers: MINIBATCHING.map((has) => rowPointersOf(chips, has)),
    tables: stack.tables.map((table) => [
      table.name,
      table.paddedRows,
      table.paddedWidth,
      table.rowOffset,
      table.rotation,
    ]),
    features: Object.fromEntries(
      stack.features.map((feature) => [
        feature.name,
        [
          feature.sampleOffset,
          feature.idOffset,
          stack.tables.find((table) => table.name === feature.table)!.rotation,
        ],
      ]),
    ),
  };
};

test('stacks, offsets, rotations, limits and buffers equal those of the library', () => {
  for (const { chips, tables, features, stackings, stacks, error } of cases) {
    const made = stackTables(tables, features, chips, stackings);
    const found = 'stacks' in made ? made.stacks.map((stack) => asLibrary(stack, chips)) : made.refused;
    if (error) assert.equal(typeof found, 'string', JSON.stringify({ tables, stackings }));
    else assert.deepEqual(found, stacks);
  }
});
