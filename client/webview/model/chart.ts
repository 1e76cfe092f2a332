// Line charts as plain shapes, which the page draws as SVG, saves as SVG or paints into a picture.

import { t } from './l10n';
import { formatNumber } from './numbers';
import { type Axis, along, axisFor } from './ticks';

/** What a shape is for: it decides the colour. */
export type Role = 'grid' | 'label' | 'now' | 'a' | 'b';

export type Shape =
  | { kind: 'line'; role: Role; d: string; dashed: boolean }
  | { kind: 'marker'; role: Role; d: string; hollow: boolean }
  | { kind: 'text'; role: Role; x: number; y: number; anchor: 'start' | 'middle' | 'end'; text: string };

export interface Series {
  /** `b` is dashed, with hollow squares for markers, so that it differs without colour too. */
  role: 'a' | 'b';
  /** One a step, beginning with the state before the first. What is not finite leaves a gap. */
  values: ArrayLike<number>;
}

export interface ChartSize {
  width: number;
  height: number;
}

/** Room around the plot, for labels. */
export const MARGIN = { left: 46, right: 10, top: 8, bottom: 18 };

export interface Chart {
  shapes: Shape[];
  axis: Axis;
}

/** A chart of values over steps, with a line at the step `now`. */
export function chartOf(series: readonly Series[], now: number, { width, height }: ChartSize): Chart {
  const at = Math.min(now, Math.max(0, ...series.map(({ values }) => values.length - 1)));
  const axis = axisFor(valuesOf(series), Math.max(2, Math.round(height / 34)));
  const last = Math.max(1, ...series.map(({ values }) => values.length - 1));
  const plot = { x: MARGIN.left, y: MARGIN.top, width: 0, height: 0 };
  plot.width = Math.max(1, width - MARGIN.left - MARGIN.right);
  plot.height = Math.max(1, height - MARGIN.top - MARGIN.bottom);
  const x = (step: number) => plot.x + (step / last) * plot.width;
  const y = (value: number) => plot.y + (1 - along(axis, value)) * plot.height;

  const shapes: Shape[] = [];
  const labels = tickLabels(axis.ticks);
  for (const [index, tick] of axis.ticks.entries()) {
    const at = y(tick);
    shapes.push({
      kind: 'line',
      role: 'grid',
      dashed: false,
      d: `M${plot.x} ${px(at)}H${plot.x + plot.width}`,
    });
    shapes.push({
      kind: 'text',
      role: 'label',
      x: plot.x - 6,
      y: at + 3.5,
      anchor: 'end',
      text: labels[index]!,
    });
  }
  for (const step of stepTicks(last, plot.width)) {
    const anchor = step === 0 ? 'start' : step === last ? 'end' : 'middle';
    shapes.push({ kind: 'text', role: 'label', x: x(step), y: height - 4, anchor, text: String(step) });
  }
  shapes.push({
    kind: 'line',
    role: 'now',
    dashed: false,
    d: `M${px(x(at))} ${plot.y}V${plot.y + plot.height}`,
  });
  for (const { role, values } of series) {
    shapes.push({ kind: 'line', role, dashed: role === 'b', d: pathOf(values, x, y) });
    const markers = markerSteps(values.length - 1, role);
    const d = [...markers]
      .filter((step) => Number.isFinite(values[step]))
      .map(markAt(role, values, x, y, 2.2));
    if (d.length > 0) shapes.push({ kind: 'marker', role, hollow: role === 'b', d: d.join('') });
    if (Number.isFinite(values[at]))
      shapes.push({ kind: 'marker', role, hollow: role === 'b', d: markAt(role, values, x, y, 3.6)(at) });
  }
  return { shapes, axis };
}

/** The step nearest to a place in a chart. */
export function stepAt(x: number, width: number, last: number): number {
  const part = (x - MARGIN.left) / Math.max(1, width - MARGIN.left - MARGIN.right);
  return Math.round(Math.min(1, Math.max(0, part)) * last);
}

function* valuesOf(series: readonly Series[]): Iterable<number> {
  for (const { values } of series) for (let step = 0; step < values.length; step++) yield values[step]!;
}

const px = (value: number) => Number(value.toFixed(1));

/** More points than this in a chart fall on the same pixels. */
const MAX_POINTS = 1200;

/** A line through the finite values; a lone one between gaps is a dot. */
function pathOf(
  values: ArrayLike<number>,
  x: (step: number) => number,
  y: (value: number) => number,
): string {
  const parts: string[] = [];
  const stride = Math.max(1, Math.ceil(values.length / MAX_POINTS));
  let open = false;
  for (let step = 0; step < values.length; step += stride) {
    const value = values[step]!;
    if (!Number.isFinite(value)) {
      open = false;
      continue;
    }
    const point = `${px(x(step))} ${px(y(value))}`;
    parts.push(open ? `L${point}` : `M${point}h0`);
    open = true;
  }
  return parts.join('');
}

/** A few steps spread over the chart, those of `b` between those of `a`. */
function* markerSteps(last: number, role: 'a' | 'b'): Iterable<number> {
  const apart = Math.max(2, Math.ceil(last / 6));
  for (let step = role === 'a' ? 0 : Math.floor(apart / 2); step <= last; step += apart) yield step;
}

/** A circle for `a`, a square for `b`. */
const markAt =
  (
    role: 'a' | 'b',
    values: ArrayLike<number>,
    x: (step: number) => number,
    y: (value: number) => number,
    r: number,
  ) =>
  (step: number): string => {
    const [cx, cy] = [px(x(step)), px(y(values[step]!))];
    const size = 2 * r;
    return role === 'a'
      ? `M${px(cx - r)} ${cy}a${r} ${r} 0 1 0 ${size} 0a${r} ${r} 0 1 0 ${-size} 0Z`
      : `M${px(cx - r)} ${px(cy - r)}h${size}v${size}h${-size}Z`;
  };

const STEP_DISTANCES = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000];

/** Steps to label, as many as there is room for, all equally far apart; the last is among them where it can be. */
export function stepTicks(last: number, width: number): number[] {
  const fitting = STEP_DISTANCES.filter((distance) => last / distance <= Math.max(1, Math.floor(width / 60)));
  const step = fitting.find((distance) => last % distance === 0) ?? Math.min(fitting[0] ?? last, last);
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, index) => index * step);
}

/** Longer labels have no room beside the plot. */
const MAX_LABEL = 6;

/** Labels of an axis, all written in one way. Ticks are round, so trailing zeros say nothing. */
export function tickLabels(ticks: readonly number[]): string[] {
  const plain = ticks.map((tick) => String(tick).replace('-', '−'));
  const powers = ticks.map((tick) => (tick === 0 ? '0' : withPower(tick)));
  const longest = (labels: string[]) => Math.max(...labels.map(({ length }) => length));
  return longest(plain) > MAX_LABEL && longest(powers) < longest(plain) ? powers : plain;
}

function withPower(tick: number): string {
  return tick.toExponential().replace('+', '').replaceAll('-', '−');
}

/** What a chart shows, in a sentence for those who do not see it. */
export function describe(title: string, label: string, values: ArrayLike<number>): string {
  const list = Array.from(values).filter(Number.isFinite);
  if (list.length === 0) return t('{0}: {1} has no finite value.', title, label);
  const gaps = values.length - list.length;
  const numbers = [list[0]!, list.at(-1)!, Math.min(...list), Math.max(...list)].map(formatNumber);
  const course = t('{0}: {1} goes from {2} to {3}, between {4} and {5}.', title, label, ...numbers);
  return gaps > 0 ? `${course} ${t('{0} steps have no finite value.', gaps)}` : course;
}
