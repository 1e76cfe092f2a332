/**
 * The shortest decimal that reads back to the same float32, in JavaScript's notation: `0.1`, `1e-45`, `-0`, `NaN`,
 * `Infinity`.
 */
export function formatFloat32(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  if (Object.is(value, -0)) return '-0';
  // Six digits survive the way through a normal float32, so fewer need not be tried; nine are enough for any.
  for (let digits = Math.abs(value) < 1.2e-38 ? 1 : 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(Number(value.toPrecision(9)));
}
