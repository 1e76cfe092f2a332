// Normally distributed numbers that are spread evenly: few of them look like the distribution.
import { type Random, randomFrom } from './random';

/** The number below which a standard normal one is with this probability: Acklam's approximation, good to 1e-9. */
export function normalQuantile(probability: number): number {
  if (probability > 0.5) return -normalQuantile(1 - probability);
  if (probability < 0.02425) {
    const q = Math.sqrt(-2 * Math.log(probability));
    return polynomial(TAIL[0], q) / (polynomial(TAIL[1], q) * q + 1);
  }
  const q = probability - 0.5;
  return (polynomial(MIDDLE[0], q * q) * q) / (polynomial(MIDDLE[1], q * q) * q * q + 1);
}

/** Numerator and denominator, the highest power first; a denominator's last coefficient, 1, is left out. */
const MIDDLE = [
  [
    -3.969683028665376e1, 2.209460984245205e2, -2.759285104469687e2, 1.38357751867269e2, -3.066479806614716e1,
    2.506628277459239,
  ],
  [
    -5.447609879822406e1, 1.615858368580409e2, -1.556989798598866e2, 6.680131188771972e1,
    -1.328068155288572e1,
  ],
] as const;
const TAIL = [
  [
    -7.784894002430293e-3, -3.223964580411365e-1, -2.400758277161838, -2.549732539343734, 4.374664141464968,
    2.938163982698783,
  ],
  [7.784695709041462e-3, 3.224671290700398e-1, 2.445134137142996, 3.754408661907416],
] as const;

const polynomial = (coefficients: readonly number[], x: number) =>
  coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0);

/**
 * Numbers that are spread as those of N(0, 1) are, in each row and in any few rows together, instead of drawn from it: what
 * comes of them is what draws give on average. A row has one number from each of as many equally likely ranges as it has
 * columns, in any order. Where in its range one lies follows evenly from row to row, and of two ranges that mirror each
 * other, one number is as far out as the other is far in.
 */
export function stratified(rows: number, columns: number, random: Random): Float64Array {
  const result = new Float64Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    const own = result.subarray(row * columns, (row + 1) * columns);
    // With a quarter, the first row's mean square is near 1.
    const inside = (0.25 + row * GOLDEN) % 1;
    for (let range = 0; 2 * range < columns; range++) {
      own[range] = normalQuantile((range + inside) / columns);
      if (2 * range + 1 < columns) own[columns - 1 - range] = -normalQuantile((range + 1 - inside) / columns);
    }
    shuffle(own, random);
  }
  return result;
}

/** Multiples of it, without their whole parts, are spread evenly however many they are. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

function shuffle(numbers: Float64Array, { uniform }: Random): void {
  for (let last = numbers.length - 1; last > 0; last--) {
    const other = Math.floor(uniform() * (last + 1));
    [numbers[last], numbers[other]] = [numbers[other]!, numbers[last]!];
  }
}

/** So many that repeating them goes unnoticed. */
const POOL = 2 ** 16;
let pool = new Float64Array();

/**
 * A shuffled pool of numbers from N(0, 1). From `anywhere` in it, at least `count` follow: reading them takes a tenth of the
 * time that it takes to make them.
 */
export function normals(count: number): Float64Array {
  if (pool.length < POOL + count) {
    const numbers = Float64Array.from({ length: POOL }, (_, i) => normalQuantile((i + 0.5) / POOL));
    shuffle(numbers, randomFrom(1));
    pool = Float64Array.from({ length: POOL + count }, (_, i) => numbers[i % POOL]!);
  }
  return pool;
}

/** A place in the pool. */
export const anywhere = ({ uniform }: Random): number => Math.floor(uniform() * POOL);
