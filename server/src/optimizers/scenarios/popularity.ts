// How likely each row of a table is to be looked up.
import type { Random } from './random';

/** Zipf's law: the row of rank i, counted from 1, is looked up 1 / i^exponent as often as the first. */
export function zipf(exponent: number, rows: number): Float64Array {
  return shares(Float64Array.from({ length: rows }, (_, row) => (row + 1) ** -exponent));
}

/** Numbers as parts of their sum. */
export function shares(counts: ArrayLike<number>): Float64Array {
  const most = Float64Array.from(counts).reduce((a, b) => Math.max(a, b), 0);
  // Large ones would have an infinite sum.
  const result = Float64Array.from(counts, (count) => count / most);
  const sum = result.reduce((a, b) => a + b, 0);
  return result.map((part) => part / sum);
}

/** The rows from the likeliest to the least likely one. */
export function byPopularity(probabilities: Float64Array): Int32Array {
  const rows = Int32Array.from(probabilities, (_, row) => row);
  return rows.sort((a, b) => probabilities[b]! - probabilities[a]! || a - b);
}

/**
 * Draws rows by their probabilities with Walker's alias method: one random number per draw, for any number of rows. Fills
 * `drawn` with rows and `counts` with how often each row is among them, and returns those that are, each once.
 */
export function sampler(
  probabilities: Float64Array,
  { uniform }: Random,
): (drawn: Int32Array, counts: Int32Array) => Int32Array {
  const rows = probabilities.length;
  const { heights, aliases } = aliasTable(probabilities);
  return (drawn, counts) => {
    const different = new Int32Array(Math.min(drawn.length, rows));
    let found = 0;
    counts.fill(0);
    for (let i = 0; i < drawn.length; i++) {
      const at = uniform() * rows;
      const column = Math.floor(at);
      const row = at - column < heights[column]! ? column : aliases[column]!;
      drawn[i] = row;
      if (counts[row]!++ === 0) different[found++] = row;
    }
    return different.subarray(0, found);
  };
}

/** A column of height 1 for each row; the part that a row cannot fill belongs to a likelier row, its alias. */
function aliasTable(probabilities: Float64Array): { heights: Float64Array; aliases: Int32Array } {
  const heights = probabilities.map((probability) => probability * probabilities.length);
  const aliases = new Int32Array(heights.length);
  const low: number[] = [];
  const high: number[] = [];
  for (const [row, height] of heights.entries()) (height < 1 ? low : high).push(row);
  while (low.length > 0 && high.length > 0) {
    const [lacking, giving] = [low.pop()!, high.at(-1)!];
    aliases[lacking] = giving;
    heights[giving]! -= 1 - heights[lacking]!;
    if (heights[giving]! < 1) low.push(high.pop()!);
  }
  // Rounding leaves heights that are not quite 1.
  for (const row of [...low, ...high]) heights[row] = 1;
  return { heights, aliases };
}
