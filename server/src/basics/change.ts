import type { TextChange } from './range';

/** The smallest single change that turns one text into another. */
export function changeBetween(before: string, after: string): TextChange {
  const shorter = Math.min(before.length, after.length);
  const start = commonLength(shorter, (from, to) => before.slice(from, to) === after.slice(from, to));
  const same = commonLength(
    shorter - start,
    (from, to) => fromEnd(before, from, to) === fromEnd(after, from, to),
  );
  return { start, end: before.length - same, newLength: after.length - same - start };
}

/** The characters in a range that counts from the end of a text. */
const fromEnd = (text: string, from: number, to: number) => text.slice(text.length - to, text.length - from);

/** The length of a common part. A binary search, as comparing whole substrings is much faster than each character. */
function commonLength(length: number, isSame: (from: number, to: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (isSame(low, middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
