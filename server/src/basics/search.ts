/** Binary search: the first index from `low` to `high` (exclusive) for which a monotonic condition holds; else `high`. */
export function bisect(low: number, high: number, holds: (index: number) => boolean): number {
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The last of some sorted ranges that begins at or before an offset. */
export function lastStartingBy<T extends { readonly start: number }>(
  ranges: readonly T[],
  offset: number,
): T | undefined {
  return ranges[bisect(0, ranges.length, (i) => ranges[i]!.start > offset) - 1];
}
