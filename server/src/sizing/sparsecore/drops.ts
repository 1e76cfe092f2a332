// Ids that SparseCores drop: each partition keeps its rows in ascending order, up to the limits.
import { Count, NOTHING, sumOf } from './counted';
import { drawsOf, type Lookups, type Share, Tally } from './partitions';

export interface Limits {
  readonly ids: number;
  readonly uniqueIds: number;
}

/** The ids of a partition that are dropped in a step, as expected; the tables of a stack in their order. */
export function droppedOf(shares: readonly Share[], ids: Count, uniqueIds: Count, limits: Limits): number {
  const beyondIds = ids.beyond(limits.ids);
  // As many ids have at most as many different ones.
  return limits.uniqueIds >= limits.ids || uniqueIds.more(limits.uniqueIds) < LEAST
    ? beyondIds
    : beyondIds + droppedForUnique(shares, limits);
}

const LEAST = 1e-12;

/** The ids that are dropped because the different ids before them are too many, but not already for the number of ids. */
function droppedForUnique(shares: readonly Share[], limits: Limits): number {
  let dropped = 0;
  let [ids, different] = [NOTHING, NOTHING];
  const isLate = (before: Tally) => {
    const late = new Count(sumOf(different, before.different())).more(limits.uniqueIds - 1);
    return late > 0 ? Math.max(late - new Count(sumOf(ids, before.ids())).more(limits.ids - 1), 0) : 0;
  };
  const step = Math.max(Math.sqrt(limits.uniqueIds) / STEPS_OF_DEVIATION, 1);
  for (const { rows, lookups } of shares) {
    const tally = new Tally(lookups);
    // What else is looked up where an id is.
    const others = new Tally(withoutOne(lookups));
    for (const all of rows) {
      const parts = Math.max(Math.ceil((all.rows * tally.probably(all)) / step), 1);
      const some = { ...all, rows: all.rows / parts };
      // On average, half of the others come before a row.
      const half = { ...some, rows: Math.max(some.rows - 1, 0) / 2 };
      const rest = { ...some, rows: some.rows - half.rows };
      for (let part = 0; part < parts; part++) {
        const before = tally.ids().mean;
        tally.add(some);
        others.add(half);
        dropped += (tally.ids().mean - before) * isLate(others);
        others.add(rest);
      }
    }
    [ids, different] = [sumOf(ids, tally.ids()), sumOf(different, tally.different())];
  }
  return dropped;
}

function withoutOne(lookups: readonly Lookups[]): Lookups[] {
  const draws = drawsOf(lookups);
  return lookups.map(({ samples, ...rest }) => ({
    samples: (samples * Math.max(draws - 1, 0)) / draws,
    ...rest,
  }));
}

/** How many steps are taken for the deviation of the number of different ids near the limit. */
const STEPS_OF_DEVIATION = 4;
