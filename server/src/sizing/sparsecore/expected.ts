// What partitions of a stack get, as expected from how often each id occurs.
import { Count, NOTHING, sumOf } from './counted';
import { droppedOf, type Limits } from './drops';
import { type Fullest, fullestOf } from './fullest';
import type { Law } from './laws';
import { type Share, tallyOf } from './partitions';
import type { StackedTable } from './stacks';

/** The ids that partitions of a stack get in a step. */
export interface Traffic {
  readonly ids: Fullest;
  readonly uniqueIds: Fullest;
  /** Expected in a step, over all partitions; undefined where limits or drops are unknown. */
  readonly dropped: number | undefined;
}

type Table = Pick<StackedTable, 'name' | 'rotation'>;

/** How the ids of a table are looked up. */
export interface Looked {
  readonly law: Law;
  readonly features: readonly { readonly samples: number; readonly idsPerSample: number }[];
}

/** Samples and ids are independent of each other. Tables come in the order of the stack; `shards` are its SparseCores. */
export function expectedTraffic(
  tables: readonly Table[],
  lookedOf: (table: Table) => Looked,
  shards: number,
  limits: Limits | undefined,
): Traffic {
  const looked = tables.map((table) => ({ table, ...lookedOf(table) }));
  const lookups = looked.map(({ features }) =>
    features.map(({ samples, idsPerSample }) => ({ samples: samples / shards, idsPerSample })),
  );
  const receivers = Array.from({ length: shards }, (_, receiver) => {
    const shares = looked.map(({ table: { rotation }, law }, i): Share => {
      const remainder = (receiver - rotation + shards) % shards;
      return { rows: law(remainder, shards), lookups: lookups[i]! };
    });
    const tallies = shares.map(tallyOf);
    const ids = new Count(tallies.map((tally) => tally.ids()).reduce(sumOf, NOTHING));
    const uniqueIds = new Count(tallies.map((tally) => tally.different()).reduce(sumOf, NOTHING));
    return { ids, uniqueIds, dropped: limits && droppedOf(shares, ids, uniqueIds, limits) };
  });
  return {
    ids: fullestOf(
      receivers.map(({ ids }) => ids),
      shards,
    ),
    uniqueIds: fullestOf(
      receivers.map(({ uniqueIds }) => uniqueIds),
      shards,
    ),
    dropped: limits && receivers.reduce((sum, { dropped }) => sum + shards * dropped!, 0),
  };
}
