// Converts between values and slider positions, which always count from 0 to `SLIDER_STEPS`.

export const SLIDER_STEPS = 1000;

export interface Range {
  min: number;
  max: number;
  /** Moves by factors. From 0, which has no logarithm, the first notch leads to a small fraction of `max`. */
  logarithmic: boolean;
  /** Moves by factors of what is missing to 1: for decay rates, of which 0.9, 0.99 and 0.999 are equally far apart. */
  decays?: true;
  /** Only whole numbers. */
  whole?: boolean;
}

/** The fraction of `max` at the first notch of a logarithmic slider that starts at 0. */
const SMALLEST = 1e-6;

const lowest = ({ min, max }: Range) => (min > 0 ? min : max * SMALLEST);

/** The range, extended if necessary to contain the value. */
export function including(range: Range, value: number): Range {
  if (!Number.isFinite(value)) return range;
  return { ...range, min: Math.min(range.min, value), max: Math.max(range.max, value) };
}

/** The notch nearest to a value. */
export function notchOf(range: Range, value: number): number {
  if (Number.isNaN(value) || value <= range.min) return 0;
  if (value >= range.max) return SLIDER_STEPS;
  if (isDecay(range)) return SLIDER_STEPS - notchOf(MISSING, 1 - value);
  if (!isLogarithmic(range))
    return Math.round(((value - range.min) / (range.max - range.min)) * SLIDER_STEPS);
  const low = lowest(range);
  const first = range.min > 0 ? 0 : 1;
  const part = Math.log(Math.max(value, low) / low) / Math.log(range.max / low);
  return Math.round(first + part * (SLIDER_STEPS - first));
}

/** The value at a notch, rounded to a number that people would write. */
export function valueAtNotch(range: Range, notch: number): number {
  const value = preciseValueAt(range, notch);
  return range.whole ? Math.round(value) : value;
}

function preciseValueAt(range: Range, notch: number): number {
  if (notch <= 0) return range.min;
  if (notch >= SLIDER_STEPS) return range.max;
  if (isDecay(range)) return Number((1 - preciseValueAt(MISSING, SLIDER_STEPS - notch)).toPrecision(12));
  if (!isLogarithmic(range)) {
    const value = range.min + (notch / SLIDER_STEPS) * (range.max - range.min);
    const unit = 10 ** Math.floor(Math.log10((range.max - range.min) / 500));
    return Number((Math.round(value / unit) * unit).toPrecision(12));
  }
  const low = lowest(range);
  const first = range.min > 0 ? 0 : 1;
  const part = (notch - first) / (SLIDER_STEPS - first);
  return round(low * (range.max / low) ** part);
}

/** For keys: the nearest notch in a direction that has another value, because some notches round to the same one. */
export function nextNotch(range: Range, notch: number, direction: number): number {
  const value = valueAtNotch(range, notch);
  let next = notch;
  while (next + direction >= 0 && next + direction <= SLIDER_STEPS) {
    next += direction;
    if (valueAtNotch(range, next) !== value) break;
  }
  return next;
}

/** Rounds to two digits, the second of them even from 5 on. */
function round(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const size = value / power;
  const unit = size < 5 ? 0.1 : 0.2;
  return Number((Math.round(size / unit) * unit * power).toPrecision(3));
}

/** What a decay rate lacks to 1. */
const MISSING: Range = { min: 0, max: 1, logarithmic: true };

/** One that was extended beyond 0 or 1 is like any other. */
const isDecay = ({ min, max, decays }: Range) => decays === true && min === 0 && max === 1;

/** A range below 0 has no logarithm. */
const isLogarithmic = ({ min, max, logarithmic }: Range) => logarithmic && min >= 0 && max > 0;
