/** Draws `u` towards 0 by `l1` and `l2`, both weighed by `rate`, and sets `w` to the result. */
export function shrink(l1: number | boolean | undefined): string {
  return l1 === 0 ? 'w = u / (1 + l2 * rate)' : 'w = sign(u) * max(abs(u) - rate * l1, 0) / (1 + l2 * rate)';
}
