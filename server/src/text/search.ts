/** The first index from `low` to `high` (exclusive) for which something holds that then holds for all behind it; else `high`. */
export function bisect(low: number, high: number, holds: (index: number) => boolean): number {
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
