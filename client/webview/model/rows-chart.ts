// Lines over steps on a logarithmic axis, each labelled at its end.

import type { Role } from '../../../server/src/optimizers/scenarios';
import { DASHES, type Shape } from './chart';
import { t } from './l10n';
import type { Names } from './names';
import { formatCount, formatShare } from './numbers';
import type { RowsShown } from './rows';
import { spread } from './spread';

export interface Line {
  name: string;
  /** What stands behind the name at the line's end. */
  end?: string;
  /** One value per step, starting with the state before the first step. Values of 0 or less are not drawn. */
  values: ArrayLike<number>;
  /** Decides colour and dashes. */
  role: LineRole;
}

type LineRole = 'a' | 'b' | Role;

export interface RowsChart {
  grid: { y: number; label: string }[];
  steps: { x: number; label: string; anchor: 'start' | 'middle' | 'end' }[];
  lines: { role: LineRole; d: string; end: { x: number; y: number; name: string } | undefined }[];
  plot: { left: number; right: number; top: number; bottom: number };
  /** The last step. */
  last: number;
  /** Powers of ten at the ends of the axis. */
  ends: Decades;
}

interface Decades {
  low: number;
  high: number;
}

/** Points of a line: more would share pixels. */
const MAX_POINTS = 400;
/** Minimum distance between two labels at the ends of lines. */
const LINE_HEIGHT = 13;

/** `format` writes the numbers of the axis, which contains those of a held axis. */
export function rowsChartOf(
  lines: readonly Line[],
  width: number,
  height: number,
  format: (value: number) => string = formatPower,
  held?: Decades,
): RowsChart {
  const room = Math.max(0, ...lines.map((line) => labelOf(line).length)) * LETTER + 8;
  const plot = { left: 48, right: width - room, top: 8, bottom: height - 18 };
  const last = Math.max(1, ...lines.map(({ values }) => values.length - 1));
  const own = decades(lines);
  const low = Math.min(own.low, held?.low ?? own.low);
  const high = Math.max(own.high, held?.high ?? own.high);
  const x = (step: number) => plot.left + (step / last) * (plot.right - plot.left);
  const y = (value: number) =>
    plot.bottom - ((Math.log10(value) - low) / (high - low)) * (plot.bottom - plot.top);
  const apart = Math.max(1, Math.ceil((high - low) / Math.max(1, Math.floor((plot.bottom - plot.top) / 18))));
  const powers = Array.from({ length: Math.floor((high - low) / apart) + 1 }, (_, i) => low + i * apart);
  const drawn = lines.map((line) => {
    const { role, values } = line;
    const points = pointsOf(values).map(([step, value]) => [px(x(step)), px(y(value))] as const);
    const [endX, endY] = points.at(-1) ?? [];
    const d = points.map(([px, py], i) => `${i === 0 ? 'M' : 'L'}${px} ${py}`).join('');
    return {
      role,
      d,
      end: endX === undefined ? undefined : { x: plot.right + 6, y: endY!, name: labelOf(line) },
    };
  });
  spread(
    drawn.flatMap(({ end }) => end ?? []),
    plot,
    LINE_HEIGHT,
  );
  return {
    plot,
    last,
    ends: { low, high },
    grid: powers.map((power) => ({ y: px(y(10 ** power)), label: format(10 ** power) })),
    steps: [0, Math.round(last / 2), last].map((step, i) => ({
      x: x(step),
      label: i === 0 ? t('step {0}', 0) : formatCount(step),
      anchor: (['start', 'middle', 'end'] as const)[i]!,
    })),
    lines: drawn,
  };
}

/** Longer names do not fit beside the plot. */
const LONGEST_NAME = 12;
const shortened = (name: string) =>
  name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
const labelOf = ({ name, end }: Line) => [shortened(name), ...(end === undefined ? [] : [end])].join(' ');

/** The width of a letter, on average. */
const LETTER = 6.2;

const px = (value: number) => Number(value.toFixed(1));

/** Powers of ten near 1 as plain decimals, others as powers. */
const formatPower = (value: number) => {
  const power = Math.round(Math.log10(value));
  return power >= -3 && power <= 3 ? String(10 ** power) : `1e${power}`.replace('-', '−');
};

/** The range of powers of ten that contains all values; it has at least two. */
function decades(lines: readonly Line[]): Decades {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { values } of lines)
    for (let step = 0; step < values.length; step++) {
      if (!isDrawn(values[step]!)) continue;
      low = Math.min(low, values[step]!);
      high = Math.max(high, values[step]!);
    }
  if (low > high) return { low: -1, high: 0 };
  const floor = Math.floor(Math.log10(low));
  return { low: floor, high: Math.max(floor + 1, Math.ceil(Math.log10(high) - 1e-9)) };
}

const isDrawn = (value: number) => value > 0 && value < Number.POSITIVE_INFINITY;

/** A sample of steps with their values, including the first and the last. */
function pointsOf(values: ArrayLike<number>): [number, number][] {
  const stride = Math.max(1, Math.ceil(values.length / MAX_POINTS));
  const points: [number, number][] = [];
  for (let step = 0; step < values.length; step++) {
    const isWanted = step % stride === 0 || step === values.length - 1;
    if (isWanted && isDrawn(values[step]!)) points.push([step, values[step]!]);
  }
  return points;
}

/** What is left of the losses, and the effective learning rates, of a side's run, with what is left in the other run. */
export function linesOf(
  rows: { a?: RowsShown; b?: RowsShown },
  side: 'a' | 'b',
  names: Names,
): { losses: Line[]; rates: Line[] } {
  const shown = rows[side] ? side : 'a';
  const run = rows[shown];
  if (!run) return { losses: [], rates: [] };
  const another = shown === 'a' ? 'b' : 'a';
  const other = rows[another];
  const left = (name: string, role: LineRole, losses: Float64Array): Line => {
    const values = losses.map((loss) => loss / losses[0]!);
    return { name, role, values, end: formatShare(values.at(-1)!) };
  };
  return {
    losses: [
      ...(other ? [left(names[another], another, other.loss)] : []),
      left(other ? names[shown] : t('all'), shown, run.loss),
      left(t('frequent'), 'frequent', run.frequent),
      left(t('rare'), 'rare', run.rare),
    ],
    rates: run.tracked.map(({ name, role, rates }) => ({ name: t('row {0}', name), values: rates, role })),
  };
}

/** The chart as shapes for saving. */
export function shapesOf({ grid, steps, lines, plot }: RowsChart, height: number): Shape[] {
  const line = (role: Shape['role'], d: string): Shape => ({ kind: 'line', role, d, dash: DASHES[role] });
  return [
    ...grid.flatMap(({ y, label }): Shape[] => [
      line('grid', `M${plot.left} ${y}H${plot.right}`),
      { kind: 'text', role: 'label', x: plot.left - 6, y: y + 3.5, anchor: 'end', text: label },
    ]),
    ...steps.map(
      ({ x, label, anchor }): Shape => ({
        kind: 'text',
        role: 'label',
        x,
        y: height - 4,
        anchor,
        text: label,
      }),
    ),
    ...lines.flatMap(({ role, d, end }): Shape[] => [
      line(role, d),
      ...(end
        ? [
            {
              kind: 'text' as const,
              role,
              x: end.x,
              y: end.y + 4,
              anchor: 'start' as const,
              text: end.name,
            },
          ]
        : []),
    ]),
  ];
}
