import { SMALLEST_NORMAL } from './flush';

/**
 * The shortest decimal that reads back to the same float32, in JavaScript's notation: `0.1`, `1e-45`, `-0`, `NaN`,
 * `Infinity`.
 */
export function formatFloat32(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (Object.is(value, -0)) return '-0';
  if (Number.isInteger(value) && Math.abs(value) < 1e6) return String(value);
  // Six digits survive the way through a normal float32, so fewer need not be tried; nine are enough for any.
  const magnitude = Math.abs(value);
  for (let digits = magnitude < SMALLEST_NORMAL ? 1 : 6; digits < 9; digits++) {
    const short = toDigits(value, magnitude, digits);
    if (Math.fround(short) === value) return String(short);
  }
  return String(toDigits(value, magnitude, 9));
}

/** Powers of ten that double precision holds exactly. */
const POWERS = Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`));

/** The double nearest to the value rounded to so many digits. */
function toDigits(value: number, magnitude: number, digits: number): number {
  // A whole number over an exact power of ten rounds as a decimal does, and is many times faster.
  if (magnitude >= 1e-6 && magnitude < 1e6) {
    let exponent = 0;
    while (magnitude >= POWERS[exponent]!) exponent++;
    if (exponent === 0) while (magnitude * POWERS[1 - exponent]! < 1) exponent--;
    const power = POWERS[digits - exponent]!;
    return Math.round(value * power) / power;
  }
  return Number(value.toPrecision(digits));
}
