// Round numbers along an axis.

export interface Axis {
  /** Values at the ends of the axis. */
  low: number;
  high: number;
  logarithmic: boolean;
  ticks: number[];
}

/** Positive values that span more powers of ten get a logarithmic axis. */
const MANY_DECADES = 2.5;

/** An axis that contains all finite values of all lists. */
export function axisFor(values: Iterable<ArrayLike<number>>, wantedTicks = 4): Axis {
  const [low, high] = extentOf(values);
  if (low > high) return { low: 0, high: 1, logarithmic: false, ticks: [0, 1] };
  if (low > 0 && Math.log10(high / low) > MANY_DECADES) return logarithmicAxis(low, high, wantedTicks);
  return linearAxis(low, high, wantedTicks);
}

/** The factor by which a held axis may grow at either end before curves leave it. */
const MOST_GROWTH = 2;

/**
 * The axis while a slider moves: it stays the same, so that the curves move and not the scale. It grows just enough for
 * a curve that leaves it, up to a limit.
 */
export function heldAxis(axis: Axis, values: Iterable<ArrayLike<number>>): Axis {
  const [least, most] = extentOf(values);
  const { logarithmic, low, high } = axis;
  const [scale, back] = logarithmic ? [Math.log, Math.exp] : [Number, Number];
  const room = MOST_GROWTH * (scale(high) - scale(low));
  const floor = back(scale(low) - room);
  const ceiling = back(scale(high) + room);
  return {
    ...axis,
    low: logarithmic && least <= 0 ? low : Math.min(low, Math.max(least, floor)) + 0,
    high: Math.max(high, Math.min(most, ceiling)),
  };
}

function extentOf(lists: Iterable<ArrayLike<number>>): [low: number, high: number] {
  let low = Infinity;
  let high = -Infinity;
  for (const values of lists)
    for (let i = 0; i < values.length; i++) {
      const value = values[i]!;
      if (!Number.isFinite(value)) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  return [low, high];
}

/** Position of a value on the axis: 0 at the low end, 1 at the high end. */
export function along({ low, high, logarithmic }: Axis, value: number): number {
  const log = Math.log;
  if (logarithmic) return (log(value) - log(low)) / (log(high) - log(low));
  // Halved, because the difference of two large floats may be infinite.
  return (value / 2 - low / 2) / (high / 2 - low / 2);
}

function linearAxis(low: number, high: number, wanted: number): Axis {
  // A flat line gets space on both sides in proportion to its value.
  const room = high === low ? Math.abs(low) * 0.1 || 1 : 0;
  const from = low - room;
  const to = high + room;
  const step = roundStep(to / wanted - from / wanted);
  const first = Math.floor(from / step);
  const last = Math.ceil(to / step);
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => rounded((first + index) * step));
  return { low: ticks[0]!, high: ticks.at(-1)!, logarithmic: false, ticks };
}

function logarithmicAxis(low: number, high: number, wanted: number): Axis {
  const first = Math.floor(Math.log10(low));
  const last = Math.ceil(Math.log10(high));
  const step = Math.max(1, Math.ceil((last - first) / wanted));
  const count = Math.ceil((last - first) / step);
  const ticks = Array.from({ length: count + 1 }, (_, index) => Number(`1e${first + index * step}`)).filter(
    (tick) => tick > 0 && Number.isFinite(tick),
  );
  return {
    low: Math.min(ticks[0] ?? low, low),
    high: Math.max(ticks.at(-1) ?? high, high),
    logarithmic: true,
    ticks,
  };
}

/** The smallest of 1, 2 and 5 times a power of ten that is at least `rough`. */
function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= rough * (1 - 1e-9)) ?? 10;
  return factor * power || Number.MIN_VALUE;
}

const rounded = (value: number) => Number(value.toPrecision(12)) + 0;
