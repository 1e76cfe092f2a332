import { type IntType, inRange, rangeText, type Type } from '../../../catalogue';
import { argumentValue } from '../../../dataflow/calls/argument-values';
import { graphAround } from '../../../dataflow/calls/graphs';
import { numberOf, worthOf } from '../../../dataflow/calls/known-values';
import type { PythonFile } from '../../../dataflow/calls/python-file';
import type { Inferred, InferredArray, InferredTensor } from '../../../dataflow/calls/types';
import { isInGraphBlock, isInOwnGraph, RUNS_EAGERLY } from '../../../dataflow/libraries/strategies';
import { textMatches } from '../../../python/text-matches';
import type * as python from '../../../python/tree';
import type { TextFix } from '../call-rule';
import { replacing } from '../support/edits';
import { mayRefuseArrays } from '../support/numpy-release';
import { isWritten, oddNumber, refusedWhenWritten } from './coercions';
import {
  type ArgumentPlace,
  BUFFERS,
  hasAxes,
  isNumpyInteger,
  type Judge,
  mismatched,
  type Reader,
  takerOf,
  wrongType,
} from './mismatch';
import { shownValue } from './shown-value';
import { shapeText } from './tensors';

type NumberType = Extract<Type, { of: 'int' | 'float' }>;

export const judgeNumber: Judge<NumberType> = (expression, value, type, place) => {
  if (type.of === 'float' && type.scalar && hasAxes(value))
    return mismatched(
      'type',
      expression,
      place,
      `has the shape ${shapeText(value.shape)}, but must be one number without axes.`,
    );
  if (!isNumber(expression, value, type, place))
    return [wrongType(expression, value, type, place, () => numberFixes(expression, value, type, place))];
  const odd = oddNumber(expression, value, type, place);
  let number = worthOf(value);
  if (number === undefined) return odd ? [odd] : [];
  if (type.of === 'int' && place.reader === 'op') {
    if (!Number.isFinite(number)) return [wrongType(expression, value, type, place)];
    number = Math.trunc(number);
    if (isTooWide(number, type)) return mismatched('range', expression, place, `${tooWide(type)}.`);
  }
  const shown = shownValue(expression, value, place);
  if (type.accepts && !inRange(number, type.accepts))
    return mismatched('range', expression, place, `is ${shown}, but must be${rangeText(type.accepts)}.`);
  const most = type.of === 'int' && type.atMostOf ? argumentValue(place.call, type.atMostOf) : undefined;
  const limit = most && numberOf(most);
  if (limit !== undefined && number > limit)
    return mismatched(
      'range',
      expression,
      place,
      `is ${shown}, but \`${(type as IntType).atMostOf}\` is only ${limit}.`,
    );
  if (odd) return [odd];
  if (type.of === 'int' && isWritten(place.parameter) && isTooWide(number, type))
    return [refusedWhenWritten('range', expression, place, () => tooWide(type))];
  if (type.expects && !inRange(number, type.expects))
    return mismatched(
      'range',
      expression,
      { ...place, severity: 'warning' },
      `is ${shown}, but should be${rangeText(type.expects)}. ${takerOf(place)} does not notice.`,
    );
  return [];
};

const bitsOf = ({ bits }: IntType): number => bits ?? 64;

function isTooWide(number: number, type: IntType): boolean {
  const end = 2 ** (bitsOf(type) - 1);
  return number >= end || number < -end;
}

const tooWide = (type: IntType) => `does not fit into ${bitsOf(type)} bits`;

/** Objects of Python's own classes that count as numbers, by who takes them. */
const COUNTING: Readonly<Record<Reader, Readonly<Record<NumberType['of'], readonly string[]>>>> = {
  // `int(…)` converts them; of floats, only what is a real number by its class counts.
  op: { int: ['Fraction', 'Decimal', ...BUFFERS], float: ['Fraction'] },
  class: { int: ['Fraction', 'Decimal'], float: ['Fraction', 'Decimal'] },
  message: { int: [], float: ['Fraction', 'Decimal'] },
};

function isNumber(
  expression: python.Expression,
  value: Inferred,
  type: NumberType,
  place: ArgumentPlace,
): boolean {
  const { reader, call, parameter } = place;
  const strict = type.of === 'int' ? type.strict : undefined;
  const isExact = type.of === 'float' && type.strict === true;
  // These classes only negate the value, which complex numbers and tensors of any shape allow. Comparing would fail.
  const uncompared = reader === 'class' && type.of === 'float' && !type.accepts;
  switch (value.kind) {
    case 'bool':
      return strict !== 'exact' && !isExact;
    case 'int':
    case 'enum':
      return !isExact;
    case 'float':
      return !strict;
    case 'dtype':
      // `int(tf.float32)` is its number among the dtypes.
      return reader === 'op' && type.of === 'int';
    case 'array':
    case 'tensor':
      // Of NumPy's floats, C++ refuses only the one that is a float of Python.
      if (strict === 'index')
        return value.kind === 'tensor' || (value.scalar ? value.dtype !== 'float64' : isNumpyInteger(value));
      // An attribute of floats takes plain numbers only.
      if (reader === 'op' && type.of === 'float')
        return value.kind === 'array' && value.scalar === true && value.dtype !== 'bool';
      // A tensor of one number converts in eager mode, but not in a graph, and the step runs in a graph.
      if (
        value.kind === 'tensor' &&
        reader === 'op' &&
        (call.entry.group === 'step' || isOfGraph(expression, place))
      )
        return false;
      if (value.kind === 'array' && hasAxes(value) && refusesAxes(type, place)) return false;
      // The limits are `-1.0` times one, and TensorFlow multiplies no tensor of whole numbers by a float.
      if (parameter.conversion === 'limits' && value.kind === 'tensor' && /int/.test(value.dtype ?? ''))
        return false;
      return !strict && (uncompared ? value.dtype !== 'string' : !isNoNumber(value));
    case 'object':
      // The limits are `-v` times one, which is no product of a float and a decimal.
      if (value.name === 'Decimal' && parameter.conversion === 'limits') return false;
      return value.name === 'complex'
        ? uncompared
        : !strict && !isExact && COUNTING[reader][type.of].includes(value.name);
    case 'bytes':
      // `int(b'1')` is 1.
      return (
        reader === 'op' &&
        type.of === 'int' &&
        (value.value === undefined || /^\s*[+-]?\d+\s*$/.test(value.value))
      );
    default:
      return false;
  }
}

/** Whether a tensor certainly is made in the graph that the call belongs to, so that it has no value yet. */
function isOfGraph(
  expression: python.Expression,
  { call: { event, node }, file: { tree } }: ArgumentPlace,
): boolean {
  const maker = event?.types.originOf(expression) ?? expression;
  const around = event?.place?.around;
  const isTraced = around && isInOwnGraph(around) && !textMatches(tree, RUNS_EAGERLY);
  if (maker.kind !== 'call' || !(isTraced || (around && isInGraphBlock(around)))) return false;
  const graph = graphAround(tree, node);
  return graph !== undefined && graph === graphAround(tree, maker);
}

/** Whether an array with an axis is refused, even of one number. */
function refusesAxes(type: NumberType, { reader, call, file }: ArgumentPlace): boolean {
  if (type.of !== 'int' || !mayRefuseArrays(file)) return false;
  const unless = type.scalarUnless;
  return reader === 'op' || (unless !== undefined && argumentValue(call, unless).kind === 'none');
}

/** Whether a tensor certainly holds a string, or not just one element. */
function isNoNumber({ dtype, shape }: InferredTensor | InferredArray): boolean {
  if (dtype === 'string') return true;
  const sizes = shape?.filter((size) => size !== undefined);
  return shape !== undefined && sizes?.length === shape.length && sizes.reduce((a, b) => a * b, 1) !== 1;
}

/** The fix that makes a true division, which gives a float, a floor division. */
export function floorDivision(expression: python.Expression, { text }: PythonFile): TextFix | undefined {
  if (expression.kind !== 'binary' || expression.operators.join() !== '/') return undefined;
  const [left, right] = expression.operands;
  const start = text.indexOf('/', left!.end);
  if (start < 0 || start >= right!.start) return undefined;
  return {
    title: 'Divide with //',
    changes: [{ start, end: start + 1, newText: '//' }],
    preferred: true,
  };
}

function numberFixes(
  expression: python.Expression,
  value: Inferred,
  type: NumberType,
  { file }: ArgumentPlace,
): TextFix[] {
  const { start, end } = expression;
  if (value.kind === 'str' && expression.kind === 'string' && value.value !== undefined) {
    const text = value.value.trim();
    const pattern = type.of === 'int' ? /^[+-]?\d+$/ : /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
    if (pattern.test(text)) return [replacing(expression, text, true)];
  }
  if (type.of !== 'int') return [];
  if (value.kind === 'float') {
    const division = floorDivision(expression, file);
    if (division) return [division];
  }
  if (
    value.kind === 'float' &&
    value.value !== undefined &&
    Number.isSafeInteger(value.value) &&
    expression.kind === 'number'
  )
    return [replacing(expression, String(value.value), true)];
  return isNumpyInteger(value) ? [replacing(expression, `int(${file.text.slice(start, end)})`, true)] : [];
}
