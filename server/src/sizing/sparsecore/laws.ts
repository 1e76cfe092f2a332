// How often each id of a table is looked up.

/** Rows of a SparseCore, one after the other, that are equally likely. */
export interface Rows {
  /** How many they are. */
  readonly rows: number;
  /** The probability that a looked-up id is one of them, of each. */
  readonly likely: number;
}

/** For the ids that leave a remainder when they are divided by the number of SparseCores: their rows in ascending order. */
export type Law = (remainder: number, shards: number) => readonly Rows[];

export const uniform =
  (vocabulary: number): Law =>
  (remainder, shards) =>
    someRows(rowsOf(vocabulary, remainder, shards), 1 / vocabulary);

/** Rows that count one by one; the others are taken together where they are about as likely. */
const EXACT_ROWS = 128;
const ALIKE = 1.03;

/** Zipf's law: the id i is looked up 1 / (i + 1)^exponent as often as the id 0. */
export function zipf(exponent: number, vocabulary: number): Law {
  const total = powers(exponent, vocabulary);
  return (remainder, shards) => {
    const result: Rows[] = [];
    const count = rowsOf(vocabulary, remainder, shards);
    for (let row = 0; row < Math.min(count, EXACT_ROWS); row++)
      result.push({ rows: 1, likely: (remainder + 1 + shards * row) ** -exponent / total });
    const rankOf = (row: number) => remainder + 1 + shards * (row - 0.5);
    for (let row = EXACT_ROWS; row < count; ) {
      const end = Math.min(Math.ceil(row * ALIKE), count);
      const mass = integral(exponent, rankOf(row), rankOf(end)) / shards;
      result.push({ rows: end - row, likely: mass / (end - row) / total });
      row = end;
    }
    return result;
  };
}

/** As often as counted: pairs of an id and its count, the ids ascending. */
export function counted(pairs: readonly (readonly [id: number, count: number])[]): Law {
  const total = pairs.reduce((sum, [, count]) => sum + count, 0);
  const byShards = new Map<number, readonly Rows[][]>();
  const split = (shards: number) => {
    const result = Array.from({ length: shards }, (): { rows: number; readonly likely: number }[] => []);
    for (const [id, count] of pairs) {
      const rows = result[id % shards]!;
      const last = rows.at(-1);
      // Rare ids are many, and many of them equally rare.
      if (last?.likely === count / total) last.rows++;
      else rows.push({ rows: 1, likely: count / total });
    }
    byShards.set(shards, result);
    return result;
  };
  return (remainder, shards) => (byShards.get(shards) ?? split(shards))[remainder]!;
}

/** Ids below `vocabulary` that leave the remainder. */
const rowsOf = (vocabulary: number, remainder: number, shards: number): number =>
  Math.max(Math.ceil((vocabulary - remainder) / shards), 0);

const someRows = (rows: number, likely: number): Rows[] => (rows > 0 ? [{ rows, likely }] : []);

/** The sum of 1 / i^exponent for i from 1 to `last`. */
function powers(exponent: number, last: number): number {
  const exact = Math.min(last, 10_000);
  let sum = 0;
  for (let i = 1; i <= exact; i++) sum += i ** -exponent;
  return sum + integral(exponent, exact + 0.5, last + 0.5);
}

/** The integral of 1 / x^exponent. */
const integral = (exponent: number, from: number, to: number): number =>
  to <= from
    ? 0
    : Math.abs(exponent - 1) < 1e-9
      ? Math.log(to / from)
      : (to ** (1 - exponent) - from ** (1 - exponent)) / (1 - exponent);
