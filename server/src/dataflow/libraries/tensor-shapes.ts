// Shapes of arrays and tensors as layers and losses of Keras see them.
import { onceForEachPart } from '../../basics/shared-parts';
import type { Arguments, Value } from '../../evaluator';
import { itemsOf, kinds, numberOf } from '../../evaluator/value';
import { differ, inferredOf, type Shape } from '../calls/types';

const SCALAR = kinds('bool', 'int', 'float');

/** The shape of an array or a tensor, if its rank is known. */
export function shapeOf(value: Value | undefined): Shape | undefined {
  const facts = inferredOf(value);
  if (facts?.kind === 'array' || facts?.kind === 'tensor') return facts.shape ?? madeShape(value);
  return madeShape(value);
}

/** The same where lists of numbers become tensors. */
export const convertedShape = (value: Value | undefined): Shape | undefined =>
  value &&
  onceForEachPart<Value, Shape | undefined>((part, inner) => {
    if (SCALAR.has(part.kind)) return [];
    const items = part.kind === 'list' || part.kind === 'tuple' ? itemsOf(part) : undefined;
    if (!items) return shapeOf(part);
    const [first, ...others] = items.slice(0, MAX_ROWS).map(inner);
    return first && others.every((each) => each && areAlike(each, first))
      ? [items.length, ...first]
      : undefined;
  }, undefined)(value);

const MAX_ROWS = 1000;

/** Where calls have the shape of what they make, by their names. */
const SHAPES: readonly (readonly [callee: RegExp, shape: (given: Arguments) => Shape | undefined])[] = [
  [
    /^keras\.(?:ops\.(?:zeros|ones|empty|full)|random\.(?:normal|uniform|truncated_normal))$/,
    (given) => sizesIn(argument(given, 0, 'shape')),
  ],
  [/^jax\.random\.(?:normal|uniform)$/, (given) => sizesIn(argument(given, 1, 'shape'))],
  [
    /^(?:keras\.ops|jax\.numpy)\.(?:convert_to_tensor|array|asarray)$/,
    (given) => convertedShape(given.positional[0]),
  ],
  [
    /^keras\.ops\.(?:eye|identity)$/,
    ({ positional: [rows, columns] }) => rows && [numberOf(rows), numberOf(columns ?? rows)],
  ],
  [
    /^(?:numpy|jax\.numpy|keras\.ops)\.arange$/,
    ({ positional: [end, ...more] }) => (more.length === 0 && end ? [numberOf(end)] : undefined),
  ],
];

function madeShape(value: Value | undefined): Shape | undefined {
  if (value?.kind !== 'made' || value.given.hasUnknownArguments) return undefined;
  return SHAPES.find(([callee]) => callee.test(value.callee))?.[1](value.given);
}

const INPUT = /^keras\.(?:layers\.)?Input$/;

/** The same of a symbolic input of a model, too, which has no numbers yet. */
export function symbolicShape(value: Value | undefined): Shape | undefined {
  if (value?.kind !== 'made' || !INPUT.test(value.callee)) return shapeOf(value);
  if (value.given.hasUnknownArguments) return undefined;
  const sizes = sizesIn(argument(value.given, 0, 'shape'));
  return sizes && [numberOf(argument(value.given, 1, 'batch_size')), ...sizes];
}

const argument = ({ positional, keywords }: Arguments, position: number, name: string) =>
  positional[position] ?? keywords.get(name);

const sizesIn = (value: Value | undefined): Shape | undefined =>
  value?.kind === 'list' || value?.kind === 'tuple'
    ? itemsOf(value)?.map((size) => (size.kind === 'none' ? undefined : numberOf(size)))
    : undefined;

/** Whether two shapes may be the same. */
export const areAlike = (a: Shape, b: Shape): boolean => !differ(a, b);

/** Whether arithmetic may fit two shapes to each other, where sizes of 1 stand for any. */
export function mayBroadcast(a: Shape, b: Shape): boolean {
  const last = (shape: Shape, i: number) => shape.at(-1 - i);
  return Array.from({ length: Math.min(a.length, b.length) }, (_, i) => [last(a, i), last(b, i)]).every(
    ([x, y]) => x === undefined || y === undefined || x === 1 || y === 1 || x === y,
  );
}

export const shapeText = (shape: Shape): string =>
  `(${shape.map((size) => size ?? '?').join(', ')}${shape.length === 1 ? ',' : ''})`;
