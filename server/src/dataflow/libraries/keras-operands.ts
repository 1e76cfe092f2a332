// Shapes of tensors that operations and operators of Keras 3 cannot work with.
import {
  KERAS_ELEMENTWISE,
  KERAS_PRODUCTS,
  KERAS_REDUCTIONS,
  KERAS_SEARCHES,
} from '../../catalogue/keras-operations';
import { lastPart } from '../../catalogue/names';
import type { Evaluator, Failure, OfCall, Value } from '../../evaluator';
import { fails, isCertain } from '../../evaluator/failures';
import { refused, SOME_EXCEPTION } from '../../evaluator/refusals';
import { itemsOf, kinds, numberOf, valuesOf } from '../../evaluator/value';
import type { Node } from '../../python/tree';
import type { Shape } from '../calls/types';
import { isArithmetic } from './arithmetic';
import { type Argument, argumentsOf } from './keras-tensors';
import { axisBeyond, joinedRefusal, reshapedRefusal, type Shapes, stackedRefusal } from './shape-refusals';
import {
  convertedShape,
  isKerasTensor,
  mayBroadcast,
  shapeText,
  symbolicOf,
  symbolicShape,
} from './tensor-shapes';

type Check = (argument: Argument) => string | undefined;

/** An operation on tensors whose shapes it refuses. */
export const operandsFailure: OfCall<Failure> = (name, given) => {
  const reason = given.hasUnknownArguments ? undefined : CHECKS.get(name)?.(argumentsOf(given));
  return reason === undefined ? undefined : refusedFor(valuesOf(given), reason);
};

/** Keras itself refuses symbolic tensors; for others, each backend raises an exception of its own. */
const refusedFor = (operands: readonly Value[], reason: string): Failure =>
  refused(reason, operands.some(holdsSymbolic) ? 'ValueError' : SOME_EXCEPTION);

const isSymbolic = (value: Value | undefined): boolean => symbolicOf(value) === 'certainly';

const holdsSymbolic = (value: Value): boolean =>
  isSymbolic(value) || itemsOf(value)?.some(isSymbolic) === true;

/** An operator between tensors whose shapes it refuses. */
export function operatorFailure(left: Value, operator: string, right: Value): Failure | undefined {
  const check = operator === '@' ? mayMultiply : isArithmetic(operator) ? mayBroadcast : undefined;
  const reason = check && unfit(operator, left, right, check);
  return reason === undefined ? undefined : refusedFor([left, right], reason);
}

/** Whether tensors may fit each other; numbers fit all. */
function unfit(
  name: string,
  left: Value | undefined,
  right: Value | undefined,
  mayFit: (a: Shape, b: Shape) => boolean,
): string | undefined {
  const [a, b] = [shapeIn(left), shapeIn(right)];
  return !a?.length || !b?.length || mayFit(a, b)
    ? undefined
    : `\`${name}\` does not take tensors of the shapes ${shapeText(a)} and ${shapeText(b)}`;
}

function mayMultiply(a: Shape, b: Shape): boolean {
  const [columns, rows] = [a.at(-1), b.length === 1 ? b[0] : b.at(-2)];
  return columns === undefined || rows === undefined || columns === rows;
}

const shapeIn = (value: Value | undefined): Shape | undefined =>
  symbolicShape(value) ?? convertedShape(value);

const shapesIn = (values: Value | undefined): Shapes => itemsOf(values)?.map(shapeIn) ?? [];

const axisOf = (value: Value | undefined, otherwise?: number) => (value ? numberOf(value) : otherwise);

const reduced: Check = (argument) => {
  const [shape, axis] = [shapeIn(argument(0, 'x')), axisOf(argument(1, 'axis'))];
  return shape?.length && axis !== undefined ? axisBeyond(axis, shape.length) : undefined;
};

const squeezed: Check = (argument) => {
  const [tensor, axis] = [argument(0, 'x'), axisOf(argument(1, 'axis'))];
  const shape = shapeIn(tensor);
  // With PyTorch, an axis of another size is left as it is.
  const size = axis === undefined || !isSymbolic(tensor) ? undefined : shape?.at(axis);
  return size === undefined || size === 1
    ? reduced(argument)
    : `Axis ${axis} of the shape ${shapeText(shape!)} is of size ${size}, but \`squeeze\` removes only axes of size 1`;
};

const CHECKS: ReadonlyMap<string, Check> = new Map([
  ...KERAS_ELEMENTWISE.map((name) => [name, ofTwo(name, mayBroadcast)] as const),
  ...KERAS_PRODUCTS.map((name) => [name, ofTwo(name, mayMultiply)] as const),
  ...[...KERAS_REDUCTIONS, ...KERAS_SEARCHES].map((name) => [name, reduced] as const),
  ['keras.ops.squeeze', squeezed],
  ['keras.ops.reshape', (argument) => reshapedRefusal(shapeIn(argument(0, 'x')), argument(1, 'newshape'))],
  [
    'keras.ops.concatenate',
    (argument) => joinedRefusal(shapesIn(argument(0, 'xs')), axisOf(argument(1, 'axis'), 0)),
  ],
  ['keras.ops.stack', (argument) => stackedRefusal(shapesIn(argument(0, 'x')))],
]);

function ofTwo(name: string, mayFit: (a: Shape, b: Shape) => boolean): Check {
  return (argument) => unfit(lastPart(name), argument(0, 'x1'), argument(1, 'x2'), mayFit);
}

/** Notes `tensor[index]` with more indices than axes, or a number that none of a symbolic tensor has. */
export function checkKerasIndex(object: Value, index: Value, node: Node, ev: Evaluator): void {
  if (!isKerasTensor(object) || node.kind !== 'subscript') return;
  const shape = symbolicShape(object);
  const indices = index.kind === 'tuple' ? index.elements : [index];
  if (!shape || !indices || !isCertain(ev, object)) return;
  const counted = indices.filter(({ kind }) => kind !== 'none' && kind !== 'ellipsis');
  // A mask takes several axes, and what is not known may be `None`.
  const areSingle = indices.every(({ kind }, i) => SINGLE.has(kind) || node.indices[i]?.kind === 'slice');
  if (areSingle && counted.length > shape.length)
    fails(
      ev,
      node,
      refusedFor(
        [object],
        `A tensor of the shape ${shapeText(shape)} does not take ${counted.length} ${counted.length === 1 ? 'index' : 'indices'}`,
      ),
    );
  else if (isSymbolic(object) && counted.length === indices.length)
    fails(ev, node, outOfBounds(shape, indices));
}

const SINGLE = kinds('int', 'none', 'ellipsis');

/** Other tensors may take the last element in the place of one that is not there. */
function outOfBounds(shape: Shape, indices: readonly Value[]): Failure | undefined {
  const beyondEnd = indices.findIndex((each, axis) => {
    const [number, size] = [each.kind === 'int' ? numberOf(each) : undefined, shape[axis]];
    return number !== undefined && size !== undefined && (number >= size || number < -size);
  });
  return beyondEnd < 0
    ? undefined
    : refused(
        `There is no index ${numberOf(indices[beyondEnd])} in axis ${beyondEnd} of a tensor of the shape ${shapeText(shape)}`,
        'ValueError',
      );
}
