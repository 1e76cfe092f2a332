// The way of a row over its loss, in its first two columns, as a square picture.
import type { Placed, Point, Role } from '../../../server/src/optimizers/scenarios';
import type { Shape } from './chart';
import { t } from './l10n';
import type { RowsShown } from './rows';

export interface Trail {
  role: Role;
  /** The row's name. */
  name: string;
  start: Point;
  target: Point;
  /** Two numbers for each step, for each run. */
  paths: { a: ArrayLike<number>; b?: ArrayLike<number> };
}

/** What the picture shows of the plane: a square around a point. */
export interface Window {
  centre: Point;
  /** Half of its width. */
  reach: number;
}

/** A path drawn so far as a step: the first `ends[step]` characters of `d`. */
export interface Drawn {
  d: string;
  ends: Int32Array;
  /** Where the row is after each step, in the picture. */
  at(step: number): Point;
}

export const trailsOf = ({ a, b }: { a?: RowsShown; b?: RowsShown }): Trail[] =>
  (a ?? b)?.tracked.map(({ role, name, path, target }, i) => {
    const other = a && b?.tracked[i]?.path;
    return {
      role,
      name,
      target,
      start: [path[0]!, path[1]!],
      paths: { a: path, ...(other && { b: other }) },
    };
  }) ?? [];

/** More than this many times the way from start to target is cut off. */
const FARTHEST = 2.5;
/** A start at its target still has a window. */
const LEAST = 0.05;
const MARGIN = 1.15;

/** A window with the target in the middle, so that the rings around it are whole. */
export function windowOf({ start, target, paths }: Trail): Window {
  const away = (x: number, y: number) => Math.max(Math.abs(x - target[0]), Math.abs(y - target[1]));
  const direct = Math.max(LEAST, away(...start));
  let reach = direct;
  for (const path of [paths.a, paths.b ?? []])
    for (let i = 0; i < path.length; i += 2) {
      const distance = away(path[i]!, path[i + 1]!);
      if (distance > reach) reach = distance;
    }
  return { centre: target, reach: MARGIN * Math.min(reach, FARTHEST * direct) };
}

/** From numbers to places in a picture of this width, `left` from the edge; up is more. */
export const toPicture =
  ({ centre, reach }: Window, width: number, left = 0) =>
  ([x, y]: Point): Point => [
    left + ((x - centre[0]) / reach + 1) * (width / 2),
    (1 - (y - centre[1]) / reach) * (width / 2),
  ];

export const fromPicture =
  ({ centre, reach }: Window, width: number) =>
  ([x, y]: Point): Point => [
    rounded(centre[0] + (x / (width / 2) - 1) * reach),
    rounded(centre[1] + (1 - y / (width / 2)) * reach),
  ];

const rounded = (value: number) => Number(value.toFixed(3));

/** Radii around the target where the row's loss is 1, 1/4, 1/16 and 1/64 of that at its start. */
export const ringsOf = ({ start, target }: Trail): number[] => {
  const distance = Math.hypot(start[0] - target[0], start[1] - target[1]);
  return [1, 1 / 2, 1 / 4, 1 / 8].map((part) => part * distance);
};

/** The part of the way to the target that is left in the end; undefined if there was none to go. */
export function wayLeft({ start, target, paths: { a } }: Trail): number | undefined {
  const away = (x: number, y: number) => Math.hypot(x - target[0], y - target[1]);
  const way = away(...start);
  return way === 0 ? undefined : away(a[a.length - 2]!, a[a.length - 1]!) / way;
}

/** Shorter moves are not drawn. */
const MIN_MOVE = 0.6;

export function drawnPath(path: ArrayLike<number>, window: Window, width: number, left = 0): Drawn {
  const place = toPicture(window, width, left);
  const steps = path.length / 2;
  const ends = new Int32Array(steps);
  // The picture cuts off what is beyond, but not numbers that no picture can have.
  const clamped = (value: number, from = 0) => Math.max(from - width, Math.min(from + 2 * width, value));
  const at = (step: number): Point => {
    const [x, y] = place([path[2 * step]!, path[2 * step + 1]!]);
    return [clamped(x, left), clamped(y)];
  };
  let d = '';
  let [drawnX, drawnY] = [Number.NaN, Number.NaN];
  for (let step = 0; step < steps; step++) {
    const [x, y] = at(step);
    const isMove = !(Math.hypot(x - drawnX, y - drawnY) < MIN_MOVE);
    if (isMove && Number.isFinite(x) && Number.isFinite(y)) {
      d += `${d === '' ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
      [drawnX, drawnY] = [x, y];
    }
    ends[step] = d.length;
  }
  return { d, ends, at };
}

/** The placed rows with one point moved. */
export const withPlace = (
  placed: Placed | undefined,
  role: Role,
  end: 'start' | 'target',
  point: Point,
): Placed => ({ ...placed, [role]: { ...placed?.[role], [end]: point } });

/** Each with the row's name. */
export const TITLES: Record<Role, (name: string) => string> = {
  frequent: (name) => t('Frequent: row {0}', name),
  middling: (name) => t('Middling: row {0}', name),
  rare: (name) => t('Rare: row {0}', name),
};

/** The pictures as shapes for saving, side by side. */
export function shapesOfTrails(
  trails: readonly Trail[],
  { width, height }: { width: number; height: number },
): Shape[] {
  const room = Math.min(height - CAPTION, width / trails.length - CAPTION);
  return trails.flatMap((trail, i) => {
    const left = (i * width) / trails.length;
    const window = windowOf(trail);
    const target = toPicture(window, room, left)(trail.target);
    const circle = (radius: number, [x, y] = target) => {
      const r = radius.toFixed(1);
      return `M${(x - radius).toFixed(1)} ${y.toFixed(1)}a${r} ${r} 0 1 0 ${(2 * radius).toFixed(1)} 0a${r} ${r} 0 1 0 ${(-2 * radius).toFixed(1)} 0`;
    };
    const pathOf = (path: ArrayLike<number>) => drawnPath(path, window, room, left);
    const own = pathOf(trail.paths.a);
    const end = own.at(own.ends.length - 1);
    return [
      ...ringsOf(trail).map(
        (radius): Shape => ({
          kind: 'line',
          role: 'grid',
          dash: 'solid',
          d: circle((radius / window.reach) * (room / 2)),
        }),
      ),
      ...(trail.paths.b
        ? [{ kind: 'line', role: 'b', dash: 'dashed', d: pathOf(trail.paths.b).d } as const]
        : []),
      { kind: 'line', role: trail.role, dash: 'solid', d: own.d },
      { kind: 'marker', role: 'label', hollow: true, d: circle(4) },
      ...(end.every(Number.isFinite)
        ? [{ kind: 'marker', role: trail.role, hollow: false, d: circle(3, end) } as const]
        : []),
      {
        kind: 'text',
        role: 'label',
        x: left,
        y: room + CAPTION - 4,
        anchor: 'start',
        text: TITLES[trail.role](trail.name),
      },
    ];
  });
}

/** Height of a line below a picture. */
const CAPTION = 18;
