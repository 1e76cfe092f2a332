/**
 * `a ** b` for float32 numbers: 2 to the power of `b · log2(a)`, both by polynomials in double precision, whose error of
 * 2^-38 seldom changes what the result rounds to. `vector-power.ts` computes the same, operation by operation, for several
 * cells at a time; so all that run formulas agree.
 * A power of a negative number is NaN, like its root. Square roots, the usual powers, are computed as such.
 */

/** Bits of the float32 √½: numbers are split into a power of 2 and a factor from there to √2. */
export const ROOT_OF_HALF = 0x3f3504f3;

// Both polynomials agree with the function at the Chebyshev nodes of its range.

/** log2(m) / s for s = (m − 1) / (m + 1) and m from √½ to √2, by the powers of s². */
export const LOGARITHM = [
  2.885390081789987, 0.9617966734515485, 0.5770835660048659, 0.41167376623771057, 0.3407120415619086,
] as const;

/** 2^f for f from -½ to ½, by the powers of f. */
export const EXPONENTIAL = [
  1.0, 0.6931471805459335, 0.2402265069581299, 0.05550410941205933, 0.009618129159402558,
  0.0013333450568000645, 0.00015403455852453838, 1.5310079402249296e-5, 1.3255224878668817e-6,
] as const;

/** 2 to this power is infinite in float32, and its inverse 0. */
export const LARGEST = 200;

/** Added and subtracted again, it rounds a double to a whole number. */
export const ROUNDING = 1.5 * 2 ** 52;

const [l0, l1, l2, l3, l4] = LOGARITHM;
const [e0, e1, e2, e3, e4, e5, e6, e7, e8] = EXPONENTIAL;
const float = new Float32Array(1);
const bits = new Int32Array(float.buffer);
const POWERS = Float64Array.from({ length: 2 * LARGEST + 1 }, (_, i) => 2 ** (i - LARGEST));

/** In double precision, for the caller to round. Subnormal operands are 0 by now. */
export function power(a: number, b: number): number {
  if (b === 0.5) return Math.sqrt(a);
  if (b === -0.5) return 1 / Math.sqrt(a + 0);
  return b === 0 ? 1 : exponential(b * logarithm(a));
}

function logarithm(a: number): number {
  if (!(a > 0 && a < Number.POSITIVE_INFINITY)) return a === 0 ? Number.NEGATIVE_INFINITY : Math.sqrt(a);
  float[0] = a;
  const given = bits[0]!;
  const exponent = (given - ROOT_OF_HALF) >> 23;
  bits[0] = given - (exponent << 23);
  const m = float[0]!;
  const s = (m - 1) / (m + 1);
  const x = s * s;
  const x2 = x * x;
  return exponent + s * (l0 + l1 * x + (l2 + l3 * x) * x2 + l4 * (x2 * x2));
}

function exponential(y: number): number {
  const limited = y > LARGEST ? LARGEST : y < -LARGEST ? -LARGEST : y;
  const whole = limited + ROUNDING - ROUNDING;
  const x = limited - whole;
  const x2 = x * x;
  const x4 = x2 * x2;
  const low = e0 + e1 * x + (e2 + e3 * x) * x2 + (e4 + e5 * x + (e6 + e7 * x) * x2) * x4;
  return (low + e8 * (x4 * x4)) * POWERS[whole + LARGEST]!;
}
