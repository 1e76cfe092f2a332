import { flush, round } from './flush';
import type { Step } from './state';

/** Gradients of different rows, which can be applied at once. */
interface Batch {
  readonly rows: ArrayLike<number>;
  /** One row of gradients for each. */
  readonly gradients: Float32Array;
}

/**
 * The batches in which the gradients of a step are applied. With accumulation, the gradients of a row are summed in the
 * order given, which makes one batch; else the first gradients of all rows come together, then the second ones, and
 * so on. The first batch has every row that is touched: the `idle` ones, too, with a gradient of 0 if they have none.
 * The ids are below `rows`.
 */
export function batches(
  step: Step,
  rows: number,
  accumulate: boolean,
  idle: readonly number[],
): [Batch, ...Batch[]] {
  const { ids, gradients } = step;
  if (idle.length === 0 && areDistinct(ids, rows)) return [{ rows: ids, gradients: gradients.data }];
  const [first, ...later] = rounds(ids, rows);
  const whole = batch(step, first, idle);
  if (!accumulate) return [whole, ...later.map((round) => batch(step, round, []))];
  const places = new Map(Array.from(whole.rows, (row, place) => [row, place]));
  const { columns, data } = gradients;
  for (const i of later.flat()) {
    const to = places.get(ids[i]!)! * columns;
    for (let column = 0; column < columns; column++) {
      const sum = flush(whole.gradients[to + column]!) + flush(data[i * columns + column]!);
      whole.gradients[to + column] = round(sum);
    }
  }
  return [whole];
}

function areDistinct(ids: ArrayLike<number>, rows: number): boolean {
  const seen = new Uint8Array(rows);
  for (let i = 0; i < ids.length; i++) if (seen[ids[i]!]!++ > 0) return false;
  return true;
}

/** The places of all first occurrences of an id, then those of the second ones, and so on. */
function rounds(ids: ArrayLike<number>, rows: number): [number[], ...number[][]] {
  const rounds: [number[], ...number[][]] = [[]];
  const counts = new Int32Array(rows);
  for (let i = 0; i < ids.length; i++) {
    const count = counts[ids[i]!]!++;
    if (count === rounds.length) rounds.push([]);
    rounds[count]!.push(i);
  }
  return rounds;
}

function batch({ ids, gradients }: Step, occurrences: readonly number[], idle: readonly number[]): Batch {
  const { columns, data } = gradients;
  const rows = [...new Set([...occurrences.map((i) => ids[i]!), ...idle])];
  const result = new Float32Array(rows.length * columns);
  occurrences.forEach((i, place) => {
    result.set(data.subarray(i * columns, (i + 1) * columns), place * columns);
  });
  return { rows, gradients: result };
}
