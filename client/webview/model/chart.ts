// Line charts as plain shapes. The page draws them as SVG, saves them as SVG or paints them into a picture.

import { t } from './l10n';
import { formatNumber } from './numbers';
import { spread } from './spread';
import { type Axis, along, axisFor, heldAxis } from './ticks';

/** The purpose of a shape; it decides the colour. */
export type Role =
  | 'grid'
  | 'label'
  | 'now'
  | 'a'
  | 'b'
  | 'ghost'
  | 'target'
  | 'frequent'
  | 'middling'
  | 'rare';

/** Dash patterns tell lines apart without colour. */
type Dash = 'solid' | 'dashed' | 'dotted' | 'long';

export type Shape =
  | { kind: 'line'; role: Role; d: string; dash: Dash; faint?: true }
  | { kind: 'marker'; role: Role; d: string; hollow: boolean }
  | { kind: 'text'; role: Role; x: number; y: number; anchor: 'start' | 'middle' | 'end'; text: string };

export const DASHES: Record<Role, Dash> = {
  grid: 'solid',
  label: 'solid',
  now: 'solid',
  a: 'solid',
  b: 'dashed',
  ghost: 'dotted',
  target: 'long',
  frequent: 'dashed',
  middling: 'long',
  rare: 'dotted',
};

/** Lengths of strokes and gaps. */
export const STROKES: Record<Dash, readonly number[]> = {
  solid: [],
  dashed: [6, 3],
  dotted: [1.5, 3],
  long: [10, 4],
};

export interface Series {
  role: 'a' | 'b' | 'ghost';
  /** Label at the end of the curve, if it needs one. */
  name?: string;
  /** One value per step, starting with the state before the first step. Values that are not finite leave a gap. */
  values: ArrayLike<number>;
}

/** The curves of a chart. */
export interface Drawing {
  series: readonly Series[];
  /** The current step: everything after it is drawn faint. */
  now: number;
  /** The value that the curves should reach. */
  target?: number;
}

export interface ChartSize {
  width: number;
  height: number;
}

/** Room around the plot, for labels. */
export const MARGIN = { left: 50, right: 10, top: 8, bottom: 18 };

/** Minimum distance between two labels at the ends of curves. */
const LINE_HEIGHT = 12;

export interface Chart {
  shapes: Shape[];
  axis: Axis;
  /** Number of the last step. */
  last: number;
}

/** What of a chart does not depend on the current step. */
export interface ChartFrame {
  axis: Axis;
  last: number;
  /** The shapes with the curves as they are at a step. */
  at(now: number): Shape[];
}

const lastOf = (series: readonly Series[]) => Math.max(1, ...series.map(({ values }) => values.length - 1));

/** A chart of values over steps. */
export function chartOf({ now, ...drawing }: Drawing, size: ChartSize, hold?: Axis): Chart {
  const { axis, last, at } = frameOf(drawing, size, hold);
  return { shapes: at(now), axis, last };
}

/** A chart before the current step is known; `hold` keeps the given axis. */
export function frameOf(
  { series, target }: Omit<Drawing, 'now'>,
  { width, height }: ChartSize,
  hold?: Axis,
): ChartFrame {
  const last = lastOf(series);
  const plot = { x: MARGIN.left, y: MARGIN.top, width: 0, height: 0 };
  plot.width = Math.max(1, width - MARGIN.left - MARGIN.right);
  plot.height = Math.max(1, height - MARGIN.top - MARGIN.bottom);
  const values = [...series.map(({ values }) => values), target === undefined ? [] : [target]];
  const axis = hold ? heldAxis(hold, values) : axisFor(values, Math.max(2, Math.round(height / 34)));
  const x = (step: number) => plot.x + (step / last) * plot.width;
  // Values outside a held axis are drawn along its edge.
  const y = (value: number) => {
    const part = along(axis, value);
    return plot.y + (1 - Math.min(1.03, Math.max(-0.03, part))) * plot.height;
  };
  const line = (role: Role, d: string, faint = false): Shape => ({
    kind: 'line',
    role,
    d,
    dash: DASHES[role],
    ...(faint && { faint }),
  });
  const text = (
    role: Role,
    x: number,
    y: number,
    anchor: 'start' | 'middle' | 'end',
    text: string,
  ): Shape => ({
    kind: 'text',
    role,
    x: px(x),
    y: px(y),
    anchor,
    text,
  });

  const below: Shape[] = [];
  const labels = tickLabels(axis.ticks, axis.logarithmic);
  below.push(line('grid', axis.ticks.map((tick) => `M${plot.x} ${px(y(tick))}h${plot.width}`).join('')));
  for (const [index, tick] of axis.ticks.entries())
    below.push(text('label', plot.x - 6, y(tick) + 3.5, 'end', labels[index]!));
  for (const step of stepTicks(last, plot.width)) {
    const [anchor, label] =
      step === 0 ? (['start', t('step {0}', 0)] as const) : (['middle', `${step}`] as const);
    below.push(text('label', x(step), height - 4, step === last ? 'end' : anchor, label));
  }
  if (target !== undefined) below.push(line('target', `M${plot.x} ${px(y(target))}H${plot.x + plot.width}`));

  const above: Shape[] = [];
  if (target !== undefined) {
    const isLow = y(target) > plot.y + 14;
    above.push(text('target', plot.x + 4, y(target) + (isLow ? -4 : 11), 'start', t('target')));
  }
  const names = series.flatMap(({ role, name, values }) => {
    const end = values[values.length - 1]!;
    return name === undefined || !Number.isFinite(end) ? [] : [{ role, name, y: y(end) - 5 }];
  });
  spread(names, { top: plot.y + 8, bottom: plot.y + plot.height }, LINE_HEIGHT);
  for (const { role, name, y } of names) above.push(text(role, plot.x + plot.width - 2, y, 'end', name));

  const curves = series.map(({ role, values }) => ({
    role,
    parts: curveOf(values, plot.width * 2, x, y),
  }));
  return {
    axis,
    last,
    at(now) {
      const at = Math.min(now, last);
      const lines = curves.flatMap(({ role, parts }) => {
        const [done, rest] = parts(at);
        return [line(role, done), ...(rest === undefined ? [] : [line(role, rest, true)])];
      });
      const mark = line('now', `M${px(x(at))} ${plot.y}V${plot.y + plot.height}`);
      return [...below, mark, ...lines, ...marksAt(series, at, x, y), ...above];
    },
  };
}

/** The curves' markers at a step: a circle for `a`, a square for `b`. */
function marksAt(
  series: readonly Series[],
  step: number,
  x: (step: number) => number,
  y: (value: number) => number,
): Shape[] {
  return series.flatMap(({ role, values }): Shape[] =>
    role !== 'ghost' && Number.isFinite(values[step])
      ? [{ kind: 'marker', role, hollow: role === 'b', d: mark(role, x(step), y(values[step]!)) }]
      : [],
  );
}

/** The step nearest to a place in a chart. */
export function stepAt(x: number, width: number, last: number): number {
  const part = (x - MARGIN.left) / Math.max(1, width - MARGIN.left - MARGIN.right);
  return Math.round(Math.min(1, Math.max(0, part)) * last);
}

/** The x position of a step in a chart. */
export const xOf = (step: number, width: number, last: number): number =>
  px(MARGIN.left + (step / last) * Math.max(1, width - MARGIN.left - MARGIN.right));

const px = (value: number) => Math.round(value * 10) / 10;

/**
 * A line through the finite values. A single value between gaps becomes a dot. For steps that share a pixel, only the
 * smallest and the largest value are drawn. Returns a function that cuts the line at a step; nothing is left behind the
 * last one.
 */
function curveOf(
  values: ArrayLike<number>,
  points: number,
  x: (step: number) => number,
  y: (value: number) => number,
): (at: number) => [done: string, rest: string | undefined] {
  const last = values.length - 1;
  const stride = Math.max(1, Math.ceil((2 * last) / points));
  const point = (step: number) => `${px(x(step))} ${px(y(values[step]!))}`;
  let path = '';
  let open = false;
  const add = (step: number) => {
    path += open ? `L${point(step)}` : `M${point(step)}h0`;
    open = true;
  };
  /** The length of the path up to each pixel. */
  const ends: number[] = [0];
  for (let from = 0; from <= last; from += stride) {
    let [low, high] = [-1, -1];
    for (let step = from; step < from + stride && step <= last; step++) {
      const value = values[step]!;
      if (!Number.isFinite(value)) {
        open = false;
        continue;
      }
      if (low < 0 || value < values[low]!) low = step;
      if (high < 0 || value > values[high]!) high = step;
    }
    if (low >= 0) add(Math.min(low, high));
    if (low !== high) add(Math.max(low, high));
    ends.push(path.length);
  }
  const isThere = (step: number) => Number.isFinite(values[step]);
  return (at) => {
    if (at >= last) return [path, undefined];
    const pixel = Math.floor(at / stride);
    const isWhole = (at + 1) % stride === 0;
    const before = pixel * stride - 1;
    const joined = before >= 0 && isThere(before) ? `L${point(at)}` : `M${point(at)}h0`;
    const done = path.slice(0, ends[isWhole ? pixel + 1 : pixel]) + (isWhole || !isThere(at) ? '' : joined);
    const rest = path.slice(ends[pixel + 1]);
    return [done, isThere(at) ? `M${point(at)}h0${rest}` : rest.replace(/^L/, 'M')];
  };
}

function mark(role: 'a' | 'b', x: number, y: number): string {
  const r = 3.6;
  const [cx, cy] = [px(x), px(y)];
  const size = 2 * r;
  return role === 'a'
    ? `M${px(cx - r)} ${cy}a${r} ${r} 0 1 0 ${size} 0a${r} ${r} 0 1 0 ${-size} 0Z`
    : `M${px(cx - r)} ${px(cy - r)}h${size}v${size}h${-size}Z`;
}

const STEP_DISTANCES = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000];

/** Steps to label: as many as fit, evenly spaced, with the last one included if possible. */
export function stepTicks(last: number, width: number): number[] {
  const fitting = STEP_DISTANCES.filter((distance) => last / distance <= Math.max(1, Math.floor(width / 60)));
  const step = fitting.find((distance) => last % distance === 0) ?? Math.min(fitting[0] ?? last, last);
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, index) => index * step);
}

/** Longer labels do not fit beside the plot. */
const MAX_LABEL = 6;

/** Labels of an axis in one number format. Evenly spaced ticks get just enough digits to differ. */
export function tickLabels(ticks: readonly number[], logarithmic = false): string[] {
  const texts = ticks.map(String);
  const decimals = Math.max(0, ...texts.map((text) => text.split('.')[1]?.length ?? 0));
  const digits = Math.max(0, ...ticks.map((tick) => tick.toExponential().match(/\.(\d+)/)?.[1]?.length ?? 0));
  const labels = (write: (tick: number) => string) => ticks.map((tick) => (tick === 0 ? '0' : write(tick)));
  const plain = logarithmic ? texts : labels((tick) => tick.toFixed(Math.min(decimals, 20)));
  const powers = labels((tick) => tick.toExponential(digits));
  const longest = (labels: readonly string[]) => Math.max(...labels.map(({ length }) => length));
  const isPlain = texts.every((text) => !text.includes('e'));
  return (isPlain && longest(plain) <= Math.max(MAX_LABEL, longest(powers)) ? plain : powers).map(readable);
}

const readable = (label: string) => label.replace('+', '').replaceAll('-', '−');

/** Describes a chart in a sentence for screen readers. */
export function describe(title: string, label: string, values: ArrayLike<number>): string {
  const list = Array.from(values).filter(Number.isFinite);
  if (list.length === 0) return t('{0}: {1} has no finite value.', title, label);
  const gaps = values.length - list.length;
  const numbers = [list[0]!, list.at(-1)!, Math.min(...list), Math.max(...list)].map(formatNumber);
  const course = t('{0}: {1} goes from {2} to {3}, between {4} and {5}.', title, label, ...numbers);
  return gaps > 0 ? `${course} ${t('{0} steps have no finite value.', gaps)}` : course;
}
