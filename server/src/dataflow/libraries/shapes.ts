import { isWithin } from '../../basics/range';
import type { Arguments, Evaluator, Failure, OfMethod, Value } from '../../evaluator';
import { indices, listOf, tupleOf } from '../../evaluator/containers';
import { fails, isCertain } from '../../evaluator/failures';
import { refused, refusedValue } from '../../evaluator/refusals';
import {
  argumentAt,
  equal,
  int,
  itemsOf,
  kinds,
  mixedValue,
  none,
  numberOf,
  passing,
  unknown,
} from '../../evaluator/value';
import { textMatches } from '../../python/text-matches';
import type { Node } from '../../python/tree';
import { type Dims, type Inferred, inferredOf, instanceOf } from '../calls/types';
import { about } from './by-package';
import { argumentOfMaker, assignsAttribute } from './constructor-arguments';
import { SPEC } from './specs';

const SHAPE = /^tensorflow\.(?:compat\.v[12]\.)?TensorShape$/;

/** A float among the sizes of a `tf.TensorShape`. */
export const sizesFailure = about<Failure>(
  (name) => SHAPE.test(name),
  (_name, { positional: [dims] }) =>
    itemsOf(dims)?.some(({ kind }) => kind === 'float')
      ? refused('The sizes of a shape are ints, and one of these is a float (`//` divides ints)')
      : undefined,
);

const NAME = 'TensorShape';

const madeShape = (sizes: readonly Value[], node: Node): Value =>
  shapeMade(tupleOf(sizes, node), sizes.map(sizeOf), node);

function shapeMade(given: Value, dims: Dims, node: Node): Value {
  const facts: Inferred = { kind: 'object', name: NAME, dims };
  return { kind: 'made', callee: 'tensorflow.TensorShape', given: passing(given), facts, node };
}

/** The sizes in a `tf.TensorShape` as they are when it is made. */
export function dimsOf(name: string, given: Arguments): Dims | undefined {
  const dims = SHAPE.test(name) && !given.hasUnknownArguments ? argumentAt(given, 0, 'dims') : undefined;
  if (!dims || dims.kind === 'none') return dims && null;
  const facts = inferredOf(dims);
  if (facts?.kind === 'object') return facts.dims;
  return dims.kind === 'int' ? [sizeOf(dims)] : itemsOf(dims)?.map(sizeOf);
}

const sizeOf = (value: Value): number | null | undefined =>
  value.kind === 'none' ? null : numberOf(mixedValue(value) ?? value);

/** The sizes in a `tf.TensorShape` whose rank is known. */
function sizesIn(value: Value): readonly Value[] | undefined {
  const facts = inferredOf(value);
  if (value.kind !== 'made' || facts?.kind !== 'object' || facts.name !== NAME) return undefined;
  const [sizes, ...more] = value.given.positional;
  const isPlain = more.length === 0 && value.given.keywords.size === 0 && !value.given.hasUnknownArguments;
  return isPlain ? sizesListed(sizes, value.node) : undefined;
}

/** The sizes that a call gets. A list that is written elsewhere may have changed since. */
function sizesListed(sizes: Value | undefined, call: Node): readonly Value[] | undefined {
  const isOwn = sizes?.kind === 'tuple' || (sizes && isWithin(sizes.node, call));
  const items = isOwn ? itemsOf(sizes) : undefined;
  return items?.every(({ kind }) => SIZES.has(kind)) ? items : undefined;
}
const SIZES = kinds('int', 'none', 'unknown');

/** With the behavior of TensorFlow 1, the sizes of a shape are objects. */
const OLD_SIZES = /\bdisable_(?:v2_\w+|tensorshape)\b/;

/** The shape of a tensor. */
function shapeOfTensor(object: Value, node: Node, { tree }: Evaluator): Value | undefined {
  const facts = inferredOf(object);
  if (facts?.kind !== 'tensor' || !facts.shape || textMatches(tree, OLD_SIZES)) return undefined;
  const isKnown = (size: number | undefined, i: number): size is number =>
    size !== undefined && !(i === 0 && facts.isOpen);
  return madeShape(
    facts.shape.map((size, i) => (isKnown(size, i) ? int(node, BigInt(size)) : unknown(node, 'call'))),
    node,
  );
}

/** The shape that a `TensorSpec` describes. */
function shapeOfSpec(object: Value, node: Node): Value | undefined {
  if (object.kind !== 'made' || SPEC.exec(object.callee)?.[1] !== '' || object.given.hasUnknownArguments)
    return undefined;
  const given = argumentAt(object.given, 0, 'shape');
  const sizes = (given && sizesIn(given)) ?? sizesListed(given, object.node);
  return sizes && madeShape(sizes, node);
}

/** The shape that an object of a library makes of an argument. */
function shapeOfArgument(object: Value, name: string, node: Node, { tree }: Evaluator): Value | undefined {
  const made = instanceOf(object);
  const isShape = made?.entry.parameters.some(
    ({ type, attributes }) => type.of === 'shape' && attributes?.includes(name),
  );
  if (object.kind !== 'made' || !made?.call || !isShape || assignsAttribute(tree, name)) return undefined;
  if (object.given.hasUnknownArguments) return undefined;
  const given = argumentOfMaker(object, name) ?? none(object.node);
  if (given.kind === 'none') return shapeMade(given, null, node);
  const sizes = sizesListed(given, object.node);
  return sizes && madeShape(sizes, node);
}

/** The shape of a tensor or of what describes one, or an attribute of a shape. */
export function attributeOfShape(object: Value, name: string, node: Node, ev: Evaluator): Value | undefined {
  if (name === 'shape') return shapeOfTensor(object, node, ev) ?? shapeOfSpec(object, node);
  if (!RANKS.test(name)) return shapeOfArgument(object, name, node, ev);
  const sizes = sizesIn(object);
  return sizes ? int(node, BigInt(sizes.length)) : isWithoutRank(object) ? none(node) : undefined;
}

const isWithoutRank = (value: Value): boolean => {
  const facts = inferredOf(value);
  return facts?.kind === 'object' && facts.name === NAME && facts.dims === null;
};

/** Why sizes cannot be taken from a shape. */
export const refusedSizes = (object: Value, ev: Evaluator): Failure | undefined =>
  isWithoutRank(object) && isCertain(ev, object)
    ? refusedValue(
        'This shape is unknown and has no sizes: give it some, or test before that its `rank` is not `None`',
      )
    : undefined;
const RANKS = /^(?:rank|ndims)$/;

/** The same as methods have it. */
export const methodOfShape: OfMethod<Value> = (object, name, given, node, ev) => {
  if (given.positional.length > 0 || given.hasUnknownArguments) return undefined;
  if (name === 'get_shape') return shapeOfTensor(object, node, ev);
  if (name === 'as_list') fails(ev, node, refusedSizes(object, ev));
  const sizes = name === 'as_list' ? sizesIn(object) : undefined;
  return sizes && listOf(ev, sizes, node);
};

/** The sizes that a loop over a shape goes through. */
export const elementsOfShape = (value: Value, { tree }: Evaluator): readonly Value[] | undefined =>
  textMatches(tree, OLD_SIZES) ? undefined : sizesIn(value);

export function elementOfShape(object: Value, index: Value, ev: Evaluator): Value | undefined {
  return index.kind === 'int' && index.value !== undefined
    ? elementsOfShape(object, ev)?.at(Number(index.value))
    : undefined;
}

/** `shape[start:stop]` */
export function sliceOfShape(
  object: Value,
  parts: readonly (Value | undefined)[],
  node: Node,
): Value | undefined {
  const sizes = sizesIn(object);
  const chosen = sizes && indices(sizes.length, parts);
  return (
    chosen &&
    madeShape(
      chosen.map((i) => sizes[i]!),
      node,
    )
  );
}

/** `[batch] + shape`: the sizes of both. */
export function joinedShapes(left: Value, operator: string, right: Value, node: Node): Value | undefined {
  const [a, b] = [sizesIn(left), sizesIn(right)];
  if (operator !== '+' || (!a && !b)) return undefined;
  const [first, second] = [a ?? itemsOf(left), b ?? itemsOf(right)];
  const all = first && second && [...first, ...second];
  return all?.every(({ kind }) => SIZES.has(kind)) ? madeShape(all, node) : undefined;
}

/** Whether a shape is the same as another one, or as sizes in a list. */
export function comparedShapes(left: Value, operator: string, right: Value): boolean | undefined {
  if (operator !== '==' && operator !== '!=') return undefined;
  const [a, b] = [sizesIn(left), sizesIn(right)];
  const [first, second] = [a ?? (b && itemsOf(left)), b ?? (a && itemsOf(right))];
  if (!first || !second || ![...first, ...second].every(({ kind }) => kind === 'int')) return undefined;
  const tests = first.length === second.length ? first.map((size, i) => equal(size, second[i]!)) : [false];
  const isSame = tests.includes(false) ? false : tests.includes(undefined) ? undefined : true;
  return isSame === undefined ? undefined : isSame === (operator === '==');
}
