/** The shortest decimal number that reads back to the same float32: 0.1 rather than 0.10000000149011612. */
export function shortestFloat32(value: number): number {
  const rounded = Math.fround(value);
  if (!Number.isFinite(rounded)) return rounded;
  // Nine digits tell all float32 apart.
  for (let digits = 1; digits < 9; digits++) {
    const short = Number(rounded.toPrecision(digits));
    if (Math.fround(short) === rounded) return short;
  }
  return Number(rounded.toPrecision(9));
}

/** A finite float32 as people write it, such as `0.05`, `2` and `1e-7`. */
export function float32Text(value: number): string {
  return String(shortestFloat32(value)).replace('e+', 'e');
}
