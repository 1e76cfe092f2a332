// Tensors of Keras 3: the shapes of what its operations and layers make, and of parts of such tensors.
import { Attached } from '../../basics/attached';
import { KERAS_ELEMENTWISE, KERAS_PRODUCTS, KERAS_REDUCTIONS } from '../../catalogue/keras-operations';
import type { Arguments, Evaluator, OfMethod, Value } from '../../evaluator';
import { tupleOf } from '../../evaluator/containers';
import { isRunByModule, isStraight } from '../../evaluator/failures';
import { int, itemsOf, kinds, numberOf, truth, unknown } from '../../evaluator/value';
import { textMatches } from '../../python/text-matches';
import type { Node } from '../../python/tree';
import { inferredOf, type Shape } from '../calls/types';
import { isArithmetic } from './arithmetic';
import { about } from './by-package';
import { shapeAt } from './numpy';
import { countOf } from './shape-refusals';
import {
  areAlike,
  broadcast,
  convertedShape,
  isKerasTensor,
  product,
  type Symbolic,
  symbolicOf,
  symbolicOfAll,
  symbolicShape,
  tensorOfKeras,
} from './tensor-shapes';

/** A tensor that goes into an operation or a layer. */
export interface Part {
  readonly shape: Shape;
  readonly symbolic: Symbolic;
}

const NUMBERS = kinds('bool', 'int', 'float');

/** What is known of a value as a tensor. */
export function partOf(value: Value | undefined): Part | undefined {
  const shape = symbolicShape(value);
  return value && shape && { shape, symbolic: symbolicOf(value) };
}

const made = (part: Part | undefined, node: Node): Value | undefined =>
  part && tensorOfKeras(part.shape, part.symbolic, node);

/** Arguments of a call by position or name. */
export type Argument = (position: number, ...names: readonly string[]) => Value | undefined;

export const argumentsOf =
  ({ positional, keywords }: Arguments): Argument =>
  (position, ...names) =>
    positional[position] ?? names.map((name) => keywords.get(name)).find((value) => value !== undefined);

// ---------------------------------------------------------------- Shapes of shapes

const placeOf = (axis: number | undefined, rank: number): number | undefined =>
  axis === undefined || axis >= rank || axis < -rank ? undefined : axis < 0 ? axis + rank : axis;

function reshaped(shape: Shape | undefined, wanted: Value | undefined): Shape | undefined {
  const sizes = itemsOf(wanted)?.map((size) => (size.kind === 'int' ? numberOf(size) : undefined));
  const fixed = sizes && countOf(sizes.filter((size) => size !== -1));
  const count = shape && countOf(shape);
  const rest = fixed && count !== undefined && count % fixed === 0 ? count / fixed : undefined;
  return sizes?.map((size) => (size === -1 ? rest : size));
}

/** The shape of tensors that are put behind each other along an axis. */
function joined(shapes: readonly Shape[], axis: number | undefined): Shape | undefined {
  const [first] = shapes;
  const place = first && placeOf(axis, first.length);
  if (!first || place === undefined) return undefined;
  const without = (shape: Shape) => shape.filter((_, i) => i !== place);
  if (shapes.some((shape) => shape.length !== first.length || !areAlike(without(shape), without(first))))
    return undefined;
  return first.map((_, i) => {
    const sizes = shapes.map((shape) => shape[i]);
    if (i !== place) return sizes.find((size) => size !== undefined);
    return sizes.reduce((sum, size) => (sum === undefined || size === undefined ? undefined : sum + size), 0);
  });
}

function turned(shape: Shape, axes: Value | undefined): Shape | undefined {
  if (!axes || axes.kind === 'none') return shape.toReversed();
  const places = itemsOf(axes)?.map((axis) => placeOf(numberOf(axis), shape.length));
  return places?.length === shape.length && places.every((place) => place !== undefined)
    ? places.map((place) => shape[place])
    : undefined;
}

// ---------------------------------------------------------------- Operations

/** The shape of the result for the shape of the first argument. */
type OfOne = (shape: Shape, argument: Argument) => Shape | undefined;

const same: OfOne = (shape) => shape;

const reduced: OfOne = (shape, argument) => {
  const [axes, kept] = [argument(1, 'axis'), argument(2, 'keepdims')];
  const keeps = kept ? truth(kept) : false;
  if (keeps === undefined) return undefined;
  const places = (
    !axes || axes.kind === 'none' ? shape.map((_, i) => i) : (itemsOf(axes) ?? [axes]).map(numberOf)
  ).map((axis) => placeOf(axis, shape.length));
  if (places.includes(undefined)) return undefined;
  return keeps
    ? shape.map((size, i) => (places.includes(i) ? 1 : size))
    : shape.filter((_, i) => !places.includes(i));
};

const repeated: OfOne = (shape, argument) => {
  const [times, axis] = [argument(1, 'repeats'), argument(2, 'axis')];
  const place = axis && placeOf(numberOf(axis), shape.length);
  const count = times && numberOf(times);
  if (place === undefined) return undefined;
  return shape.map((size, i) =>
    i !== place ? size : size === undefined || count === undefined ? undefined : size * count,
  );
};

function expanded(shape: Shape, axis: number | undefined): Shape | undefined {
  const place = placeOf(axis, shape.length + 1);
  return place === undefined ? undefined : shape.toSpliced(place, 0, 1);
}

const squeezed: OfOne = (shape, argument) => {
  const axis = argument(1, 'axis');
  const place = axis && placeOf(numberOf(axis), shape.length);
  return place === undefined ? undefined : shape.filter((_, i) => i !== place);
};

const taken: OfOne = (shape, argument) => {
  const [indices, axis] = [convertedShape(argument(1, 'indices')), argument(2, 'axis')];
  const place = axis && placeOf(numberOf(axis), shape.length);
  return indices && place !== undefined
    ? [...shape.slice(0, place), ...indices, ...shape.slice(place + 1)]
    : undefined;
};

const marked: OfOne = (shape, argument) => {
  const axis = argument(2, 'axis');
  return axis && numberOf(axis) !== -1 ? undefined : [...shape, numberOf(argument(1, 'num_classes'))];
};

/** Bounds that are arrays may be larger than what is clipped. */
const clipped: OfOne = (shape, argument) =>
  [argument(1, 'x_min'), argument(2, 'x_max')].every((bound) => bound && NUMBERS.has(bound.kind))
    ? shape
    : undefined;

/** Without an axis, everything is put in one row. */
const sorted: OfOne = (shape, argument) => {
  const axis = argument(1, 'axis');
  return !axis || axis.kind === 'int' ? shape : undefined;
};

const OF_ONE: ReadonlyMap<string, OfOne> = new Map([
  ...KERAS_REDUCTIONS.map((name) => [name, reduced] as const),
  ...(
    [
      [
        same,
        'abs cast elu exp flip floor gelu leaky_relu log log1p log_softmax logical_not negative ones_like relu round sigmoid sign silu softmax softplus sqrt square stop_gradient tanh zeros_like',
      ],
      [repeated, 'repeat'],
      [(shape, argument) => expanded(shape, numberOf(argument(1, 'axis'))), 'expand_dims'],
      [squeezed, 'squeeze'],
      [taken, 'take'],
      [(shape, argument) => turned(shape, argument(1, 'axes')), 'transpose'],
      [marked, 'one_hot'],
      [clipped, 'clip'],
      [sorted, 'sort argsort'],
    ] satisfies [OfOne, string][]
  ).flatMap(([of, names]) => names.split(' ').map((name) => [`keras.ops.${name}`, of] as const)),
]);

const OF_TWO: ReadonlyMap<string, (a: Shape, b: Shape) => Shape | undefined> = new Map([
  ...KERAS_ELEMENTWISE.map((name) => [name, broadcast] as const),
  ...KERAS_PRODUCTS.map((name) => [name, product] as const),
]);

const OPERATION = /^keras\.ops\.(\w+)$/;

/** What an operation of Keras gives, if it is one of those whose shapes follow from those of its arguments. */
export function resultOfOperation(name: string, given: Arguments, node: Node): Value | undefined {
  const operation = OPERATION.exec(name)?.[1];
  if (operation === undefined || given.hasUnknownArguments) return undefined;
  const argument = argumentsOf(given);
  const first = argument(0, 'x', 'x1', 'xs', 'arrays');
  switch (operation) {
    case 'concatenate':
    case 'stack':
      return made(joinedParts(first, argument(1, 'axis'), operation), node);
    case 'reshape': {
      const shape = reshaped(symbolicShape(first), argument(1, 'newshape'));
      // What is not known may be symbolic.
      return shape && tensorOfKeras(shape, symbolicOf(first), node);
    }
    case 'shape': {
      const part = partOf(first);
      return part && sizesTuple(part.shape, node);
    }
    case 'top_k': {
      const part = partOf(first);
      const shape = part && [...part.shape.slice(0, -1), numberOf(argument(1, 'k'))];
      return shape && tupleOf([made({ ...part, shape }, node)!, made({ ...part, shape }, node)!], node);
    }
  }
  const ofTwo = OF_TWO.get(name);
  if (ofTwo) return made(combined(first, argument(1, 'x2'), ofTwo), node);
  const part = partOf(first);
  const shape = part && OF_ONE.get(name)?.(part.shape, argument);
  return shape && made({ ...part, shape }, node);
}

/** What becomes of tensors that are put together, of which some may be symbolic. */
export function joinedParts(
  values: Value | undefined,
  axis: Value | undefined,
  how: string,
): Part | undefined {
  const parts = itemsOf(values)?.map(partOf);
  if (!parts?.length || !parts.every((part) => part !== undefined)) return undefined;
  const shapes = parts.map(({ shape }) => shape);
  const number = axis ? numberOf(axis) : 0;
  const shape =
    how === 'stack'
      ? joined(
          shapes.map((each) => expanded(each, number) ?? []),
          number,
        )
      : joined(shapes, number);
  return shape && { shape, symbolic: symbolicOfAll(parts) };
}

/** What becomes of two tensors, or of a tensor and a number. */
function combined(
  left: Value | undefined,
  right: Value | undefined,
  how: (a: Shape, b: Shape) => Shape | undefined,
): Part | undefined {
  const [a, b] = [left, right].map(
    (value) =>
      partOf(value) ??
      (value && NUMBERS.has(value.kind) ? { shape: [], symbolic: 'no' as const } : undefined),
  );
  const shape = a && b && how(a.shape, b.shape);
  return shape && { shape, symbolic: symbolicOfAll([a, b]) };
}

/** The result of an operator with a tensor of Keras. */
export function kerasAfter(left: Value, operator: string, right: Value, node: Node): Value | undefined {
  if (!isKerasTensor(left) && !isKerasTensor(right)) return undefined;
  const how = operator === '@' ? product : isArithmetic(operator) ? broadcast : undefined;
  return how && made(combined(left, right, how), node);
}

// ---------------------------------------------------------------- Parts of tensors

/** Sizes as a program reads them. */
const sizesTuple = (shape: Shape, node: Node): Value =>
  tupleOf(
    shape.map((size) => (size === undefined ? unknown(node, 'call') : int(node, BigInt(size)))),
    node,
  );

/** An attribute of a tensor of Keras. */
export function attributeOfKeras(object: Value, name: string, node: Node): Value | undefined {
  if (!isKerasTensor(object)) return undefined;
  const shape = symbolicShape(object);
  if (shape && name === 'shape') return sizesTuple(shape, node);
  if (shape && name === 'ndim') return int(node, BigInt(shape.length));
  return unknown(node, 'call');
}

/** `tensor[index]` with a number, `None`, `...` or several indices. */
export function kerasElement(object: Value, index: Value, node: Node): Value | undefined {
  if (!isKerasTensor(object) || node.kind !== 'subscript') return undefined;
  const part = partOf(object);
  const values = index.kind === 'tuple' ? index.elements : [index];
  const shape = part && values && shapeAt([...part.shape], values, node.indices);
  return shape && made({ ...part, shape }, node);
}

/** `tensor[from:to]` */
export function kerasSlice(
  object: Value,
  parts: readonly (Value | undefined)[],
  node: Node,
): Value | undefined {
  const part = isKerasTensor(object) ? partOf(object) : undefined;
  if (!part || part.shape.length === 0) return undefined;
  const isWhole = parts.every((each) => each === undefined || each.kind === 'none');
  const [rows, ...others] = part.shape;
  const bounds = parts.map((each) => each ?? ({ kind: 'none', node } satisfies Value));
  const cut = isWhole ? rows : shapeAt([rows], [{ kind: 'tuple', elements: bounds, node }], [SLICE])?.[0];
  return made({ ...part, shape: [cut, ...others] }, node);
}

const SLICE = { kind: 'slice' } as const;

// ---------------------------------------------------------------- Layers

const LAYER = /^keras\.(?:layers\.)?([A-Z]\w*)$/;

const SAME =
  /^(?:Activation|BatchNormalization|Dropout|ELU|GaussianDropout|GaussianNoise|GroupNormalization|Identity|LayerNormalization|LeakyReLU|PReLU|RMSNormalization|ReLU|Softmax|UnitNormalization)$/;

const MERGING = /^(?:Add|Average|Maximum|Minimum|Multiply|Subtract)$/;

/** The layers of a `keras.Sequential`, as they were when it was made. */
const inside = new Attached<Arguments, readonly Value[] | undefined>();
/** The number of axes that a `keras.Sequential` was called with first, to which it fits others. */
const ranks = new Attached<Arguments, number>();

const SEQUENTIAL = /^keras\.(?:models\.)?Sequential$/;

/** Notes the layers that a model is made of, which its list may not hold later. */
export const noteSequential = about<void>(
  (name) => SEQUENTIAL.test(name),
  (_name, given) => {
    if (!given.hasUnknownArguments)
      inside.set(given, itemsOf(given.positional[0] ?? given.keywords.get('layers'))?.slice(0));
  },
);

/** Whether a program may change the layers of a model that is made already. */
const CHANGING = /\.(?:add|pop)\(/;

/** What a layer of Keras gives for a tensor, if it is one whose shape follows from that of its input. */
export const resultOfLayer: OfMethod<Value> = (object, name, given, node, ev) => {
  if (name !== '__call__' || object.kind !== 'made' || !object.callee.startsWith('keras.')) return undefined;
  return given.hasUnknownArguments ? undefined : made(partAfter(object, given.positional[0], ev), node);
};

function partAfter(layer: Value, input: Value | undefined, ev: Evaluator): Part | undefined {
  const merging = mergedBy(layer, input);
  if (merging) return merging;
  const part = partOf(input);
  const shape = part && shapeAfter(layer, part.shape, ev);
  return shape && { ...part, shape };
}

function mergedBy(layer: Value, input: Value | undefined): Part | undefined {
  const [, name = ''] = layer.kind === 'made' ? (LAYER.exec(layer.callee) ?? []) : [];
  if (layer.kind !== 'made' || layer.given.hasUnknownArguments) return undefined;
  const parts = itemsOf(input)?.map(partOf);
  if (!parts?.length || !parts.every((part) => part !== undefined)) return undefined;
  const shapes = parts.map(({ shape }) => shape);
  const [first] = shapes;
  const axis = argumentsOf(layer.given)(0, 'axis');
  const shape =
    name === 'Concatenate'
      ? joined(shapes, axis ? numberOf(axis) : -1)
      : MERGING.test(name) && shapes.every((each) => areAlike(each, first!))
        ? first!.map((_, i) => shapes.map((each) => each[i]).find((size) => size !== undefined))
        : undefined;
  return shape && { shape, symbolic: symbolicOfAll(parts) };
}

const MAX_DEPTH = 8;

const isWithoutArguments = ({ positional, keywords }: Arguments): boolean =>
  positional.length === 0 && keywords.size === 0;

/** The shape that a layer makes of another one. */
function shapeAfter(layer: Value, shape: Shape, ev: Evaluator, depth = 0): Shape | undefined {
  if (layer.kind !== 'made' || layer.given.hasUnknownArguments || depth > MAX_DEPTH) return undefined;
  if (SEQUENTIAL.test(layer.callee)) return shapeAfterAll(layer, shape, ev, depth);
  const [, name = ''] = LAYER.exec(layer.callee) ?? [];
  const argument = argumentsOf(layer.given);
  const [rows, ...others] = shape;
  switch (name) {
    case 'Dense':
      return shape.length < 2 ? undefined : [...shape.slice(0, -1), numberOf(argument(0, 'units'))];
    case 'Embedding':
      return [...shape, numberOf(argument(1, 'output_dim'))];
    case 'Flatten':
      return shape.length < 2 ? undefined : [rows, countOf(others)];
    case 'Reshape': {
      const target = reshaped(others, argument(0, 'target_shape'));
      return target && [rows, ...target];
    }
    case 'GlobalAveragePooling1D':
    case 'GlobalMaxPooling1D':
      return shape.length === 3 && isWithoutArguments(layer.given) ? [rows, others[1]] : undefined;
    default:
      return SAME.test(name) ? shape : undefined;
  }
}

function shapeAfterAll(
  { given }: Extract<Value, { kind: 'made' }>,
  shape: Shape,
  ev: Evaluator,
  depth: number,
): Shape | undefined {
  const layers = inside.get(given);
  const rank = ranks.get(given) ?? shape.length;
  // What is only tried, or perhaps skipped, is no first call.
  if (isRunByModule(ev.around) && isStraight(ev)) ranks.set(given, rank);
  if (!layers || rank !== shape.length || textMatches(ev.tree, CHANGING)) return undefined;
  return layers.reduce<Shape | undefined>(
    (before, layer) => before && shapeAfter(layer, before, ev, depth + 1),
    shape,
  );
}

/** What the methods of layers and models of the program get in the place of an array or a tensor of Keras. */
export function receivedTensor(value: Value, node: Node): Value | undefined {
  const isArray = inferredOf(value)?.kind === 'array';
  const isOther = value.kind === 'made' && inferredOf(value) !== undefined;
  return isOther && !isArray ? undefined : made(traced(partOf(value)), node);
}

/** Keras computes the shapes of symbolic results with tensors of the backend, which have the attributes of arrays. */
const traced = (part: Part | undefined): Part | undefined =>
  part?.symbolic === 'certainly' ? { ...part, symbolic: 'perhaps' } : part;
