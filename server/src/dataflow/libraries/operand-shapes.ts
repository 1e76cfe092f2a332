// Shapes of tensors that TensorFlow's functions and operators cannot work with.

import { onceForEachPart } from '../../basics/shared-parts';
import { pathInTensorFlow } from '../../catalogue/names';
import type { Arguments, Evaluator, Failure, Value } from '../../evaluator';
import { fails, isJudged, isStraight } from '../../evaluator/failures';
import { refused } from '../../evaluator/refusals';
import { argumentAt, itemsOf, numberOf, truth } from '../../evaluator/value';
import { textMatches } from '../../python/text-matches';
import type { Node } from '../../python/tree';
import { lastSize, type Shape, tensorFacts } from '../calls/types';
import { isArithmetic } from './arithmetic';
import { about } from './by-package';
import { einsumRefusal } from './einsum';
import { operatorFailure } from './keras-operands';
import {
  axisBeyond,
  joinedRefusal,
  reshapedRefusal,
  type Shapes,
  stackedRefusal,
  unlike,
} from './shape-refusals';
import { isEager } from './strategies';
import { convertedShape, isKerasTensor, mayBroadcast, shapeText } from './tensor-shapes';

/** How a function is called, with the names of its parameters in order. */
interface Checked {
  readonly parameters: readonly string[];
  readonly check: (argument: (name: string) => Value | undefined, given: Arguments) => string | undefined;
  /** What it raises where that is the same in a graph and outside. */
  readonly raises?: string;
}

/** A call of a function of TensorFlow with tensors whose shapes it refuses. */
export const shapesFailure = about<Failure>(
  (name) => CHECKED.has(pathInTensorFlow(name) ?? ''),
  (name, given, _node, ev) => {
    const checked = CHECKED.get(pathInTensorFlow(name) ?? '');
    if (!checked || given.hasUnknownArguments || !isStraight(ev)) return undefined;
    const argument = (key: string) => argumentAt(given, checked.parameters.indexOf(key), key);
    return failureOf(checked.check(argument, given), ev, checked.raises);
  },
);

/** Notes an operator between tensors whose shapes it refuses. */
export function checkOperands(left: Value, operator: string, right: Value, node: Node, ev: Evaluator): void {
  if (!isJudged(ev) || !isStraight(ev)) return;
  if (isKerasTensor(left) || isKerasTensor(right)) fails(ev, node, operatorFailure(left, operator, right));
  if (!tensorFacts(left) || !tensorFacts(right)) return;
  if (operator === '@' && textMatches(ev.tree, AS_NUMPY)) return;
  const check = operator === '@' ? product : isArithmetic(operator) ? elementwise : undefined;
  fails(ev, node, failureOf(check?.(left, right), ev));
}

/** Operators that are those of NumPy multiply vectors as well. */
const AS_NUMPY = /enable_numpy_behavior\(/;

const failureOf = (reason: string | undefined, ev: Evaluator, raises?: string): Failure | undefined =>
  reason === undefined
    ? undefined
    : refused(reason, raises ?? (isEager(ev.around, ev.tree) ? 'InvalidArgumentError' : 'ValueError'));

const shapeOf = (value: Value | undefined): Shape | undefined => tensorFacts(value)?.shape;

const shapesIn = (values: Value | undefined): Shapes => itemsOf(values)?.map(shapeOf) ?? [];

// ---------------------------------------------------------------- What is refused

function product(
  left: Value | undefined,
  right: Value | undefined,
  isLeftTurned = false,
  isRightTurned = false,
): string | undefined {
  const [a, b] = [shapeOf(left), shapeOf(right)];
  const flat = [a, b].find((shape) => shape && shape.length < 2);
  if (flat)
    return `A product of matrices takes tensors of rank 2 or more, and one here has the shape ${shapeText(flat)}`;
  const columns = isLeftTurned ? a?.at(-2) : lastOf(left);
  const rows = isRightTurned ? lastOf(right) : b?.at(-2);
  return columns !== undefined && rows !== undefined && columns !== rows
    ? `The matrices do not fit each other: the first has ${columns} ${isLeftTurned ? 'rows' : 'columns'}, and the second ${rows} ${isRightTurned ? 'columns' : 'rows'}`
    : undefined;
}

/** The parts of a sparse tensor: a row of indices for each value, with a size of the tensor for each column. */
function sparse(
  indices: Shape | undefined,
  values: Shape | undefined,
  sizes: Shape | undefined,
): string | undefined {
  if (indices && indices.length !== 2)
    return `The indices of a sparse tensor are of rank 2, and these have the shape ${shapeText(indices)}`;
  const [rows, columns] = indices ?? [];
  if (rows !== undefined && values?.length === 1 && values[0] !== undefined && values[0] !== rows)
    return `A sparse tensor has a row of indices for each value, and here ${rows} of them for ${values[0]} values`;
  return columns !== undefined && sizes?.length === 1 && sizes[0] !== undefined && sizes[0] !== columns
    ? `The \`dense_shape\` of a sparse tensor has a size for each column of the indices, and here ${sizes[0]} of them for ${columns} columns`
    : undefined;
}

const lastOf = (value: Value | undefined): number | undefined => {
  const tensor = tensorFacts(value);
  return tensor && lastSize(tensor);
};

function elementwise(left: Value | undefined, right: Value | undefined): string | undefined {
  const [a, b] = [left, right].map((value) => shapeOf(value) ?? endOf(value));
  if (!a || !b) return undefined;
  return mayBroadcast(a, b)
    ? undefined
    : `The shapes ${described(left)} and ${described(right)} do not fit each other: sizes must be the same, or one of them 1`;
}

/** The end of a shape whose rank is not known. */
const endOf = (value: Value | undefined): Shape | undefined => {
  const size = lastOf(value);
  return size === undefined ? undefined : [size];
};

const described = (value: Value | undefined): string => {
  const shape = shapeOf(value);
  return shape ? shapeText(shape) : `(…, ${lastOf(value)})`;
};

function divided(value: Value | undefined, parts: Value | undefined, axis = 0): string | undefined {
  const shape = shapeOf(value);
  if (!shape) return undefined;
  const outside = axisBeyond(axis, shape.length);
  if (outside !== undefined) return outside;
  const size = shape.at(axis);
  if (size === undefined || !parts) return undefined;
  const sizes = itemsOf(parts)?.map(numberOf);
  const count = sizes ? undefined : numberOf(parts);
  if (count && count > 0 && size % count !== 0)
    return `${size} rows cannot be split into ${count} equal parts: give a size that ${count} divides, or a list of sizes`;
  const sum = sizes?.every((each) => each !== undefined && each >= 0) ? sumOf(sizes as number[]) : undefined;
  return sum === undefined || sum === size
    ? undefined
    : `The parts have ${sum} rows together, but there are ${size}`;
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);

/** Of lists in lists, the sizes; `uneven` if they have different ones. */
const evenness = (value: Value) =>
  onceForEachPart<Value, readonly number[] | 'uneven' | undefined>((part, inner) => {
    const items = itemsOf(part);
    if (!items) return PLAIN.has(part.kind) ? [] : undefined;
    const inside = items.map(inner);
    if (inside.includes('uneven')) return 'uneven';
    const known = [...new Set(inside)].filter((each) => each !== undefined);
    const [first] = known;
    if (known.some((each) => String(each) !== String(first))) return 'uneven';
    return first && !inside.includes(undefined) ? [items.length, ...(first as number[])] : undefined;
  }, undefined)(value);

const PLAIN: ReadonlySet<Value['kind']> = new Set<Value['kind']>(['int', 'float', 'bool', 'str']);

// ---------------------------------------------------------------- Functions

const axisIn = (value: Value | undefined, otherwise?: number): number | undefined =>
  value ? numberOf(value) : otherwise;

const PRODUCT: Checked = {
  parameters: ['a', 'b', 'transpose_a', 'transpose_b'],
  check: (argument, { positional, keywords }) => {
    const turned = ['transpose_a', 'transpose_b'].map((name) => {
      const value = argument(name);
      return value ? truth(value) : false;
    });
    const isPlain =
      positional.length <= PRODUCT.parameters.length &&
      [...keywords.keys()].every((name) => /^(?:a|b|transpose_[ab]|name)$/.test(name));
    return isPlain && turned.every((each) => each !== undefined)
      ? product(argument('a'), argument('b'), ...(turned as [boolean, boolean]))
      : undefined;
  },
};

const ELEMENTWISE_OF_TWO: Checked = {
  parameters: ['x', 'y'],
  check: (argument) => elementwise(argument('x'), argument('y')),
};

const REDUCED: Checked = {
  parameters: ['input_tensor', 'axis'],
  check(argument) {
    const [shape, axis] = [shapeOf(argument('input_tensor')), argument('axis')];
    const axes = axis ? (itemsOf(axis) ?? [axis]).map(numberOf) : [];
    return (
      (shape && axes.map((each) => each !== undefined && axisBeyond(each, shape.length)).find(Boolean)) ||
      undefined
    );
  },
};

const EVEN: Checked = {
  raises: 'ValueError',
  parameters: ['value'],
  check(argument) {
    const value = argument('value') ?? argument('initial_value');
    return value && evenness(value) === 'uneven'
      ? 'Lists of different lengths make no tensor: fill them up, or use `tf.ragged.constant`'
      : undefined;
  },
};

const CHECKED: ReadonlyMap<string, Checked> = new Map(
  (
    [
      [PRODUCT, ['matmul', 'linalg.matmul']],
      [
        ELEMENTWISE_OF_TWO,
        ['add', 'subtract', 'multiply', 'divide', 'maximum', 'minimum', 'pow'].flatMap((of) => [
          of,
          `math.${of}`,
        ]),
      ],
      [REDUCED, ['max', 'mean', 'min', 'prod', 'sum'].flatMap((of) => [`reduce_${of}`, `math.reduce_${of}`])],
      [EVEN, ['constant', 'convert_to_tensor', 'Variable']],
      [
        {
          parameters: ['values', 'axis'],
          check: (argument) => joinedRefusal(shapesIn(argument('values')), axisIn(argument('axis'))),
        },
        ['concat'],
      ],
      [
        {
          parameters: ['indices', 'values', 'dense_shape'],
          check: (argument) =>
            sparse(
              convertedShape(argument('indices')),
              convertedShape(argument('values')),
              convertedShape(argument('dense_shape')),
            ),
          raises: 'ValueError',
        },
        ['SparseTensor', 'sparse.SparseTensor'],
      ],
      [
        { parameters: ['values'], check: (argument) => stackedRefusal(shapesIn(argument('values'))) },
        ['stack'],
      ],
      [
        {
          parameters: ['labels', 'logits'],
          check: (argument) => unlike(shapeOf(argument('labels')), shapeOf(argument('logits')), 'compared'),
        },
        ['nn.sigmoid_cross_entropy_with_logits'],
      ],
      [
        {
          parameters: ['equation'],
          check: (argument, { positional }) => einsumRefusal(argument('equation'), positional.slice(1)),
        },
        ['einsum', 'linalg.einsum'],
      ],
      [
        {
          parameters: ['tensor', 'shape'],
          check: (argument) => reshapedRefusal(shapeOf(argument('tensor')), argument('shape')),
        },
        ['reshape'],
      ],
      [
        {
          parameters: ['value', 'num_or_size_splits', 'axis'],
          check(argument) {
            const axis = axisIn(argument('axis'), 0);
            return axis === undefined
              ? undefined
              : divided(argument('value'), argument('num_or_size_splits'), axis);
          },
        },
        ['split'],
      ],
    ] satisfies [Checked, string[]][]
  ).flatMap(([checked, names]) => names.map((name) => [name, checked] as const)),
);
