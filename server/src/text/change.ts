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

/** Characters that stand so far from the end of a text. */
const fromEnd = (text: string, from: number, to: number) => text.slice(text.length - to, text.length - from);

/** How long a common part is. Halves what is left, as comparing whole stretches is much faster than each character. */
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
