// Programs whose tables the libraries themselves have stacked: scripts/fixtures/stacks.py wrote them down.
import { readFileSync } from 'node:fs';
import { buffersOf, rowPointersOf } from '../../server/src/sizing/sparsecore/buffers';
import type { Chips } from '../../server/src/sizing/sparsecore/padding';
import type {
  Stack,
  StackableFeature,
  StackableTable,
  Stacking,
} from '../../server/src/sizing/sparsecore/stacks';

interface StackCase {
  readonly chips: Chips;
  readonly tables: readonly StackableTable[];
  readonly features: readonly StackableFeature[];
  readonly stackings: readonly Stacking[];
  readonly program: string;
  /** What the library makes of them, or the class of its error. */
  readonly stacks?: readonly object[];
  readonly error?: string;
}

export const stackCases = readFileSync('test/fixtures/stacks.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line): StackCase => JSON.parse(line));

const MINIBATCHING = [false, true];

/** A stack in the words of the fixture. */
export function asInFixture(stack: Stack, chips: Chips) {
  const { name, width, rows, sampleCount, maxIds, maxUniqueIds, suggestedBufferSize = null } = stack;
  const rotations = new Map(stack.tables.map((table) => [table.name, table.rotation]));
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
        [feature.sampleOffset, feature.idOffset, rotations.get(feature.table)],
      ]),
    ),
  };
}
