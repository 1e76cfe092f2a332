// How many ids a SparseCore sends to another one in a step, if samples are independent of each other.
import { type Counted, happens, type Moments, NOTHING, sumOf, times } from './counted';
import type { Rows } from './laws';

/** What a SparseCore looks up of a table in a step. */
export interface Lookups {
  readonly samples: number;
  readonly idsPerSample: number;
}

export const drawsOf = (lookups: readonly Lookups[]): number =>
  lookups.reduce((sum, each) => sum + each.samples * each.idsPerSample, 0);

/** The ids of a table that one SparseCore looks up on another one. */
export interface Share {
  /** Ascending. */
  readonly rows: readonly Rows[];
  readonly lookups: readonly Lookups[];
}

/** The ids of a partition and its different ids, for the rows so far. An id counts once for each sample that has it. */
export class Tally {
  readonly #different: Different;
  readonly #ofSamples: readonly (readonly [samples: number, Different])[];

  constructor(lookups: readonly Lookups[]) {
    this.#different = new Different(drawsOf(lookups));
    this.#ofSamples = lookups.map(({ samples, idsPerSample }) => [samples, new Different(idsPerSample)]);
  }

  add(rows: Rows): void {
    this.#different.add(rows);
    for (const [, ofSample] of this.#ofSamples) ofSample.add(rows);
  }

  /** The probability that a row occurs. */
  probably({ likely }: Rows): number {
    return foundIn(this.#different.draws, likely);
  }

  different(): Counted {
    return { ...this.#different.moments(), likely: this.#different.likely };
  }

  ids(): Counted {
    return this.#ofSamples
      .map(([samples, ofSample]) => times(samples, ofSample.moments()))
      .reduce(sumOf, NOTHING);
  }
}

export function tallyOf({ rows, lookups }: Share): Tally {
  const tally = new Tally(lookups);
  for (const each of rows) tally.add(each);
  return tally;
}

/** Rows that occur with this probability count as likely ones. */
const LIKELY = 0.1;

/** The number of different rows among independent draws. */
class Different {
  /** The probabilities of single rows that are likely. */
  readonly likely: number[] = [];
  #mean = 0;
  #variance = 0;
  #third = 0;
  /** Joint moments with the number of draws, which is fixed: that takes away from the others. */
  #withDraws = 0;
  #twiceWithDraws = 0;
  #withDrawsTwice = 0;

  constructor(readonly draws: number) {}

  add({ rows, likely }: Rows): void {
    const { draws } = this;
    const found = foundIn(draws, likely);
    const missing = 1 - found;
    if (rows === 1 && found > LIKELY) this.likely.push(found);
    const rate = draws * likely;
    /** The expected number of draws of a row that is drawn just once. */
    const single = likely < 1 ? (rate * missing) / (1 - likely) : draws === 1 ? 1 : 0;
    this.#mean += rows * found;
    this.#variance += rows * (found * missing + single ** 2 / draws);
    this.#third += rows * found * missing * (missing - found);
    this.#withDraws += rows * single;
    this.#twiceWithDraws += rows * single * (missing - found);
    this.#withDrawsTwice += rows * single * (1 - rate);
  }

  moments(): Moments {
    const { draws } = this;
    if (draws === 1) return happens(this.#mean);
    const slope = this.#withDraws / draws;
    return {
      mean: this.#mean,
      variance: Math.max(this.#variance - slope * this.#withDraws, 0),
      third:
        this.#third -
        3 * slope * this.#twiceWithDraws +
        3 * slope ** 2 * this.#withDrawsTwice -
        slope ** 3 * draws,
    };
  }
}

/** The probability that one of some independent draws has a row. */
const foundIn = (draws: number, likely: number): number => -Math.expm1(draws * Math.log1p(-likely));
