/** Below this, the series for large arguments is not exact enough. */
const LARGE = 12;

/** The logarithmic derivative of the gamma function: sums of reciprocals of any length at once. */
export function digamma(x: number): number {
  let argument = x;
  let shift = 0;
  for (; argument < LARGE; argument++) shift += 1 / argument;
  const square = 1 / argument ** 2;
  return Math.log(argument) - 0.5 / argument - square * (1 / 12 - square * (1 / 120 - square / 252)) - shift;
}
