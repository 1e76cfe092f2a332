import { excerpt } from '../../basics/excerpt';
import type { Expression, Node } from '../../python/tree';
import { wholeNumber } from '../calls/known-values';
import type { Inferred, TypeOf } from '../calls/types';
import { type Draft, Refusal } from './draft';
import { type FieldArgument, markUnknown } from './field-argument';
import type { EmbeddingPart } from './parts';

/** The sizes of a shape: null for `None`, undefined where a size is unknown. */
export type Shape = readonly (number | null | undefined)[];

/** The shape that `build` gives a feature, as far as it is known, and why it is not. */
export type Incoming =
  | { readonly shape: Shape; readonly node?: Node; readonly reason?: string }
  | { readonly reason: string };

/** Writes the shape of a feature, from its own arguments and from `build`. */
export function draftShape(draft: Draft, feature: EmbeddingPart, path: string, incoming: Incoming): void {
  const argument = feature.attribute('input_shape');
  if (!isLeftOut(argument)) draftOwnShape(draft, argument, path, incoming);
  else if (incoming.reason !== undefined) draft.setUnknown('inputShape', incoming.reason);
  else if ('shape' in incoming)
    setShape(
      draft,
      incoming.shape,
      path,
      { ...feature.attribute('sequence_length'), ...incoming },
      'gets the shape',
    );
}

/** Whether a feature gets its shape from `build` only. */
export const isLeftOut = ({ type }: FieldArgument): boolean =>
  type.kind === 'none' || (type.kind === 'object' && type.dims === null);

function draftOwnShape(draft: Draft, argument: FieldArgument, path: string, incoming: Incoming): void {
  const shape = shapeOf(argument);
  if (!shape) {
    markUnknown(draft, 'inputShape', argument);
    return;
  }
  if ('shape' in incoming && incoming.reason === undefined && isContrary(shape, incoming.shape)) {
    const by = incoming.node ? 'build' : `a batch of ${incoming.shape[0]} for each replica`;
    throw new Refusal(
      `${named(path)} has the output_shape ${quoted(shape)}, but ${by} gives ${quoted(incoming.shape)}: "Inconsistent shape" (ValueError).`,
      incoming.node ?? argument.node,
    );
  }
  setShape(draft, shape, path, argument);
}

function setShape(
  draft: Draft,
  shape: Shape,
  path: string,
  argument: FieldArgument,
  has = 'has the output_shape',
): void {
  if (shape.includes(null))
    throw new Refusal(
      `${named(path)} ${has} ${quoted(shape)}, but None is not allowed there: TensorFlow needs every size (ValueError).`,
      argument.node,
    );
  if (shape.some((size) => size && size > LARGEST))
    throw new Refusal(
      `${named(path)} has the shape ${quoted(shape)}, in which a size does not fit: the configuration takes 32-bit integers (ValueError).`,
      argument.node,
    );
  if (shape.includes(undefined)) markUnknown(draft, 'inputShape', argument);
  else draft.set('inputShape', shape as number[], argument.node);
}

/**
 * Whether two shapes contradict each other. For ragged inputs only the rank of a longer shape is known; a size of 0 agrees
 * with any other.
 */
export function isContrary(own: Shape, incoming: Shape): boolean {
  if ((incoming.length === 1 || incoming.length === 2) && own.length > incoming.length) return false;
  return (
    own.length !== incoming.length ||
    own.some((size, i) => Boolean(size) && Boolean(incoming[i]) && size !== incoming[i])
  );
}

/** The largest int32. */
const LARGEST = 2 ** 31 - 1;

const named = (path: string) => (path === '' ? 'The feature' : `The feature ${excerpt(path)}`);

const text = (shape: Shape) =>
  `(${shape.map((size) => (size === undefined ? '?' : (size ?? 'None'))).join(', ')}${shape.length === 1 ? ',' : ''})`;

const quoted = (shape: Shape) => excerpt(text(shape));

/** The shape in a list, a tuple or a `tf.TensorShape`. */
export function shapeOf({ type, typeOf }: FieldArgument): Shape | undefined {
  if (type.kind === 'list' || type.kind === 'tuple')
    return type.elements?.map((element) => sizeOf(element, typeOf));
  if (type.kind === 'int' && type.value !== undefined) return [sizeIn(type)];
  return (type.kind === 'object' && type.dims) || undefined;
}

function sizeOf(element: Expression, typeOf: TypeOf): number | null | undefined {
  const type = typeOf(element);
  return type.kind === 'none' ? null : sizeIn(type);
}

/** A whole number as a size. */
export function sizeIn(type: Inferred): number | undefined {
  const size = wholeNumber(type);
  return size === undefined ? undefined : Number(size);
}
