import type { Step } from './state';

/** Gradients of different rows, which can be applied at once. */
export interface Batch {
  /** In the order in which they first occur. */
  readonly rows: readonly number[];
  /** One row of gradients for each, to be written over at will. */
  readonly gradients: Float32Array;
}

/** One batch for the whole step: the gradients of a row are summed, in the order given. */
export function accumulated({ ids, gradients: { columns, data } }: Step): Batch {
  const places = new Map<number, number>();
  for (let i = 0; i < ids.length; i++) if (!places.has(ids[i]!)) places.set(ids[i]!, places.size);
  const gradients = new Float32Array(places.size * columns);
  for (let i = 0; i < ids.length; i++) {
    const to = places.get(ids[i]!)! * columns;
    const from = i * columns;
    for (let column = 0; column < columns; column++) gradients[to + column]! += data[from + column]!;
  }
  return { rows: [...places.keys()], gradients };
}

/** Every gradient by itself: first the first ones of all rows, then the second ones, and so on. */
export function inTurn({ ids, gradients: { columns, data } }: Step): Batch[] {
  const rounds: number[][] = [];
  const counts = new Map<number, number>();
  for (let i = 0; i < ids.length; i++) {
    const round = counts.get(ids[i]!) ?? 0;
    counts.set(ids[i]!, round + 1);
    if (round === rounds.length) rounds.push([]);
    rounds[round]!.push(i);
  }
  return rounds.map((round) => {
    const gradients = new Float32Array(round.length * columns);
    round.forEach((i, at) => {
      gradients.set(data.subarray(i * columns, (i + 1) * columns), at * columns);
    });
    return { rows: round.map((i) => ids[i]!), gradients };
  });
}

/** A batch with more rows, whose gradient is 0. */
export function withRows({ rows, gradients }: Batch, more: Iterable<number>, columns: number): Batch {
  const all = [...new Set([...rows, ...more])];
  const padded = new Float32Array(all.length * columns);
  padded.set(gradients);
  return { rows: all, gradients: padded };
}
