// Shapes that tensors cannot have together, whatever library works with them.
import type { Value } from '../../evaluator';
import { itemsOf, numberOf } from '../../evaluator/value';
import type { Shape } from '../calls/types';
import { areAlike, shapeText } from './tensor-shapes';

export type Shapes = readonly (Shape | undefined)[];

/** Tensors that are put behind each other along an axis. */
export function joinedRefusal(shapes: Shapes, axis: number | undefined): string | undefined {
  const [first] = shapes;
  // The axis of a single tensor is not looked at.
  if (!first || shapes.length < 2 || !shapes.every((shape) => shape !== undefined)) return undefined;
  const outside = axis === undefined ? undefined : axisBeyond(axis, first.length);
  if (outside !== undefined) return outside;
  const place = axis === undefined || axis >= 0 ? axis : axis + first.length;
  const other = shapes.find(
    (shape) =>
      shape.length !== first.length ||
      (place !== undefined &&
        shape.some((size, i) => i !== place && size !== undefined && (first[i] ?? size) !== size)),
  );
  return other
    ? `Tensors of the shapes ${shapeText(first)} and ${shapeText(other)} cannot be joined${place === undefined ? '' : ` along axis ${place}`}: all other sizes must be the same`
    : undefined;
}

/** Tensors of which one stands behind the other along a new axis. */
export function stackedRefusal(shapes: Shapes): string | undefined {
  const known = shapes.filter((shape) => shape !== undefined);
  return unlike(
    known[0],
    known.find((shape) => !areAlike(shape, known[0]!)),
    'stacked',
  );
}

export const unlike = (a: Shape | undefined, b: Shape | undefined, how: string): string | undefined =>
  a && b && !areAlike(a, b)
    ? `Tensors of the shapes ${shapeText(a)} and ${shapeText(b)} cannot be ${how}: they must be of the same shape`
    : undefined;

export const axisBeyond = (axis: number, rank: number): string | undefined =>
  axis >= rank || axis < -rank
    ? `There is no axis ${axis}: the tensor has ${rank === 1 ? '1 axis' : `${rank} axes`}, so it must be from ${-rank} to ${rank - 1}`
    : undefined;

export function reshapedRefusal(shape: Shape | undefined, wanted: Value | undefined): string | undefined {
  const sizes = itemsOf(wanted)?.map(numberOf);
  const count = shape && countOf(shape);
  if (count === undefined || !sizes?.every((size) => size !== undefined)) return undefined;
  const open = sizes.filter((size) => size < 0).length;
  const fixed = countOf(sizes.filter((size) => size >= 0))!;
  const fits = open === 0 ? fixed === count : open > 1 || (fixed > 0 && count % fixed === 0);
  return fits
    ? undefined
    : `A tensor of the shape ${shapeText(shape!)} has ${count} elements, which do not make the shape (${sizes.join(', ')})`;
}

/** How many elements a tensor has. */
export const countOf = (shape: Shape): number | undefined =>
  shape.reduce<number | undefined>(
    (count, size) => (count === undefined || size === undefined ? undefined : count * size),
    1,
  );
