// The distribution of a count that is a sum of many things that happen or do not: how many ids a partition gets.

/** The mean, the variance and the third central moment. Those of independent counts add up. */
export interface Moments {
  readonly mean: number;
  readonly variance: number;
  readonly third: number;
}

/** What is counted: the moments of the sum, and the probabilities of single things that are among the likely ones. */
export interface Counted extends Moments {
  readonly likely: readonly number[];
}

export const NOTHING: Counted = { mean: 0, variance: 0, third: 0, likely: [] };

export const sumOf = (a: Counted, b: Counted): Counted => ({
  ...plus(a, b, 1),
  likely: b.likely.length === 0 ? a.likely : [...a.likely, ...b.likely],
});

const plus = (a: Moments, b: Moments, sign: 1 | -1): Moments => ({
  mean: a.mean + sign * b.mean,
  variance: a.variance + sign * b.variance,
  third: a.third + sign * b.third,
});

export const times = (factor: number, { mean, variance, third }: Moments): Counted => ({
  mean: factor * mean,
  variance: factor * variance,
  third: factor * third,
  likely: [],
});

/** Of one thing that happens or does not. */
export const happens = (probably: number): Moments => ({
  mean: probably,
  variance: probably * (1 - probably),
  third: probably * (1 - probably) * (1 - 2 * probably),
});

/** A count of this variance or less is its mean. */
const CERTAIN = 1e-9;
/** From this variance on, the moments alone tell the distribution. */
const SMOOTH = 25;

export class Count {
  readonly #whole: Shifted;
  /** No count is farther from the mean. */
  readonly #reach: number;
  #split: { readonly chances: readonly number[]; readonly rest: Shifted } | undefined;
  #isSplit: boolean;

  constructor(readonly counted: Counted) {
    this.#reach = 12 * Math.sqrt(Math.max(counted.variance, 0)) + 12;
    this.#whole = new Shifted(counted);
    this.#isSplit = counted.likely.length === 0 || counted.variance > SMOOTH;
  }

  /** The probability of at most so many. */
  atMost(count: number): number {
    return 1 - this.more(count);
  }

  /** The probability of more. */
  more(count: number): number {
    const { mean, variance } = this.counted;
    if (variance < CERTAIN) return count >= Math.round(mean) ? 0 : 1;
    if (count < mean - this.#reach) return 1;
    if (count > mean + this.#reach) return 0;
    const split = this.#parts();
    if (!split) return this.#whole.more(count);
    return split.chances.reduce((sum, chance, found) => sum + chance * split.rest.more(count - found), 0);
  }

  /** How many more than a limit are expected. */
  beyond(limit: number): number {
    const { mean, variance } = this.counted;
    if (variance < CERTAIN) return Math.max(Math.round(mean) - limit, 0);
    let beyond = Math.max(mean - limit, 0);
    if (limit < mean)
      for (let count = limit - 1, less = 1; count >= 0 && less > 0; count--) {
        less = this.atMost(count);
        beyond += less;
      }
    else
      for (let count = limit, more = 1; more > 0; count++) {
        more = this.more(count);
        beyond += more;
      }
    return beyond;
  }

  /** The likely things, counted exactly, and the rest. */
  #parts() {
    if (!this.#isSplit) {
      this.#isSplit = true;
      const { likely } = this.counted;
      const rest = likely.map(happens).reduce((sum, each) => plus(sum, each, -1), this.counted as Moments);
      // That the number of draws is fixed takes from the variance; where that is much, the parts are not independent.
      if (rest.variance > rest.mean / 2)
        this.#split = { chances: chancesOf(likely), rest: new Shifted(rest) };
    }
    return this.#split;
  }
}

/** The probability that 0, 1, … of independent things happen. */
function chancesOf(likely: readonly number[]): number[] {
  const chances = [1];
  for (const probably of likely) {
    chances.push(0);
    for (let i = chances.length - 1; i >= 0; i--)
      chances[i] = chances[i]! * (1 - probably) + (i > 0 ? chances[i - 1]! * probably : 0);
  }
  return chances;
}

/** Beyond these, a binomial distribution is that of Poisson, and its gammas would lose all digits. */
const LEAST_RARE = 1e-5;

/** A shifted binomial distribution with given moments: exact where all that is counted is equally likely. */
class Shifted {
  readonly #shift: number;
  readonly #trials: number;
  readonly #likely: number;
  /** The logarithm of `trials!`. */
  readonly #factorial: number;

  constructor({ mean, variance, third }: Moments) {
    const spread = Math.max(variance, CERTAIN);
    this.#likely = Math.min(Math.max((1 - third / spread) / 2, LEAST_RARE), 1 - LEAST_RARE);
    this.#trials = spread / (this.#likely * (1 - this.#likely));
    this.#shift = mean - this.#trials * this.#likely;
    this.#factorial = logGamma(this.#trials + 1);
  }

  /** The probability of more, which keeps its digits where it is small. */
  more(count: number): number {
    const found = count - this.#shift;
    if (found <= -1) return 1;
    if (found >= this.#trials) return 0;
    // The regularized incomplete beta function, by Lentz's continued fraction.
    const [a, b, x] = [this.#trials - found, found + 1, 1 - this.#likely];
    const front = Math.exp(
      this.#factorial - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(this.#likely),
    );
    return x < (a + 1) / (a + b + 2)
      ? 1 - (front * fraction(a, b, x)) / a
      : (front * fraction(b, a, 1 - x)) / b;
  }
}

const TINY = 1e-300;

function fraction(a: number, b: number, x: number): number {
  let c = 1;
  let d = 1 / nonZero(1 - ((a + b) * x) / (a + 1));
  let result = d;
  for (let m = 1; m < 10_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / nonZero(1 + even * d);
    c = nonZero(1 + even / c);
    result *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / nonZero(1 + odd * d);
    c = nonZero(1 + odd / c);
    const step = d * c;
    result *= step;
    if (Math.abs(step - 1) < 1e-13) break;
  }
  return result;
}

const nonZero = (x: number) => (Math.abs(x) < TINY ? TINY : x);

const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

/** The logarithm of the gamma function of a positive number, by Lanczos. */
function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const base = x + 6.5;
  const sum = LANCZOS.reduce(
    (total, coefficient, i) => total + (i === 0 ? coefficient : coefficient / (x - 1 + i)),
    0,
  );
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(base) - base + Math.log(sum);
}
