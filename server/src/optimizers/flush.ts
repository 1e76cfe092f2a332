/**
 * TPUs, and the threads on which TensorFlow's CPU kernels run, take subnormal numbers for 0 in operands and results.
 * The sign stays.
 */
export const SMALLEST_NORMAL = 2 ** -126;

/** A float32, or 0 with its sign if it is subnormal. */
export function flush(x: number): number {
  return x < SMALLEST_NORMAL && x > -SMALLEST_NORMAL ? 0 * x : x;
}

export const isFlushed = (x: number): boolean => x === 0 || !(Math.abs(x) < SMALLEST_NORMAL);

/** To the nearest float32, flushed. */
export function round(x: number): number {
  return flush(Math.fround(x));
}
