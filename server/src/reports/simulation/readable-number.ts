/** A number for people: six digits at most, except for whole numbers, and with a power of ten if it is long. */
export function readableNumber(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const magnitude = Math.abs(value);
  if (Number.isInteger(value) && magnitude < 1e9) return Object.is(value, -0) ? '0' : String(value);
  const rounded = Number(value.toPrecision(6));
  if (magnitude < 1e9 && magnitude >= 1e-4) return String(rounded);
  return rounded.toExponential().replace('e+', 'e');
}
