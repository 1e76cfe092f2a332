// Shapes of arrays and tensors as layers and losses of Keras see them.
import { onceForEachPart } from '../../basics/shared-parts';
import type { Arguments, Value } from '../../evaluator';
import { tupleOf } from '../../evaluator/containers';
import { argumentAt, int, itemsOf, kinds, none, numberOf, passing } from '../../evaluator/value';
import type { Node } from '../../python/tree';
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
    const items = itemsOf(part);
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
    /^keras\.(?:ops\.(?:zeros|ones|empty|full|Tensor)|random\.(?:normal|uniform|truncated_normal|randint))$/,
    (given) => sizesIn(argumentAt(given, 0, 'shape')),
  ],
  [/^jax\.random\.(?:normal|uniform)$/, (given) => sizesIn(argumentAt(given, 1, 'shape'))],
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

/** Whether a tensor has no numbers yet, but stands for those that a model gets. */
export type Symbolic = 'no' | 'perhaps' | 'certainly';

/** A tensor of Keras of which its shape is known, by whether it is symbolic; its shape is its only argument. */
const TENSORS: Readonly<Record<Symbolic, string>> = {
  no: 'keras.ops.Tensor',
  // Keras' own names for these are public, so that programs may use them otherwise.
  perhaps: 'keras.<perhaps symbolic tensor>',
  certainly: 'keras.<symbolic tensor>',
};

/** A tensor that Keras makes. */
export const tensorOfKeras = (shape: Shape, symbolic: Symbolic, node: Node): Value => {
  const sizes = shape.map((size) => (size === undefined ? none(node) : int(node, BigInt(size))));
  return { kind: 'made', callee: TENSORS[symbolic], given: passing(tupleOf(sizes, node)), node };
};

export const isKerasTensor = (value: Value): boolean =>
  value.kind === 'made' && KERAS_TENSORS.has(value.callee);

const KERAS_TENSORS: ReadonlySet<string> = new Set(Object.values(TENSORS));

/** The symbolic tensor that Keras makes of one of its backend. */
export const asSymbolic = (value: Value): Value =>
  value.kind === 'made' && isKerasTensor(value) ? { ...value, callee: TENSORS.certainly } : value;

export function symbolicOf(value: Value | undefined): Symbolic {
  const callee = value?.kind === 'made' ? value.callee : '';
  if (callee === TENSORS.certainly || INPUT.test(callee)) return 'certainly';
  return shapeOf(value) === undefined ? 'perhaps' : 'no';
}

/** What becomes of tensors that are put together. */
export const symbolicOfAll = (parts: readonly { readonly symbolic: Symbolic }[]): Symbolic =>
  SYMBOLIC.find((each) => parts.some(({ symbolic }) => symbolic === each)) ?? 'no';

const SYMBOLIC = ['certainly', 'perhaps'] as const;

/** The same of a symbolic tensor of a model, too, which has no numbers yet. */
export function symbolicShape(value: Value | undefined): Shape | undefined {
  const isMade = value?.kind === 'made' && !value.given.hasUnknownArguments;
  if (isMade && isKerasTensor(value)) return sizesIn(value.given.positional[0]);
  if (!isMade || !INPUT.test(value.callee)) return shapeOf(value);
  const sizes = sizesIn(argumentAt(value.given, 0, 'shape'));
  return sizes && [numberOf(argumentAt(value.given, 1, 'batch_size')), ...sizes];
}

const sizesIn = (value: Value | undefined): Shape | undefined => itemsOf(value)?.map(numberOf);

/** Whether two shapes may be the same. */
export const areAlike = (a: Shape, b: Shape): boolean => !differ(a, b);

/** The shape of what arithmetic makes of two tensors; undefined if they do not fit. Sizes of 1 stand for any. */
export function broadcast(a: Shape, b: Shape): Shape | undefined {
  const rank = Math.max(a.length, b.length);
  const sizes = Array.from({ length: rank }, (_, i) => {
    const [x, y] = [a, b].map((shape) => (i < rank - shape.length ? 1 : shape[i - rank + shape.length]));
    if (x === 1) return y;
    if (y === 1 || x === y) return x;
    return x === undefined ? y : y === undefined ? x : Number.NaN;
  });
  return sizes.some(Number.isNaN) ? undefined : sizes;
}

/** Whether arithmetic may fit two shapes to each other. */
export const mayBroadcast = (a: Shape, b: Shape): boolean => broadcast(a, b) !== undefined;

export const shapeText = (shape: Shape): string =>
  `(${shape.map((size) => size ?? '?').join(', ')}${shape.length === 1 ? ',' : ''})`;

/** The shape of a product with a matrix. */
export const product = (a: Shape, b: Shape): Shape | undefined =>
  a.length >= 2 && b.length === 2 ? [...a.slice(0, -1), b[1]] : undefined;
