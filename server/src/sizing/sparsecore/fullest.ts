// The fullest of all pairs of a SparseCore that sends ids and one that owns their rows.
import type { Count } from './counted';

export interface Fullest {
  readonly expected: number;
  /** So many, or fewer, in 999 of 1,000 steps. */
  readonly quantile: number;
}

export const QUANTILE = 0.999;

/** Of what each receiver gets from one sender; there are as many senders. */
export function fullestOf(receivers: readonly Count[], senders: number): Fullest {
  if (receivers.length === 0) return { expected: 0, quantile: 0 };
  const probably = (count: number): number => {
    let logarithm = 0;
    for (const receiver of receivers) {
      const more = receiver.more(count);
      logarithm += Math.log1p(-more);
      if (logarithm < -50) return 0;
    }
    return Math.exp(senders * logarithm);
  };
  const most = Math.max(
    ...receivers.map(({ counted }) => counted.mean + 12 * Math.sqrt(counted.variance) + 13),
  );
  const quantile = first(Math.ceil(most), (count) => probably(count) >= QUANTILE);
  const least = first(quantile, (count) => probably(count) > 1e-9);
  let expected = least;
  for (let count = least; ; count++) {
    const more = 1 - probably(count);
    expected += more;
    if (more < 1e-7) break;
  }
  return { expected, quantile };
}

/** The first whole number from 0 to `last` for which something holds that then always holds. */
function first(last: number, holds: (count: number) => boolean): number {
  let [low, high] = [0, last];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
