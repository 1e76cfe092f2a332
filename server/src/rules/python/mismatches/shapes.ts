import { excerpt } from '../../../basics/excerpt';
import type { Type } from '../../../catalogue';
import { dtypeNamed } from '../../../catalogue/dtypes';
import { numberOf } from '../../../dataflow/calls/known-values';
import type { Inferred } from '../../../dataflow/calls/types';
import type { Expression } from '../../../python/tree';
import { replacing } from '../support/edits';
import { isFloat, oddNumber } from './coercions';
import {
  type ArgumentPlace,
  BUFFERS,
  describe,
  hasAxes,
  type Judge,
  MAX_ITEMS,
  type Mismatch,
  mismatch,
  mismatched,
  wrongType,
} from './mismatch';
import { floorDivision } from './numbers';

export const judgeShape: Judge = (expression, value, type, place) => {
  switch (value.kind) {
    case 'int':
      return isNegative(value)
        ? mismatched('range', expression, place, OPEN_SIZE)
        : [oneSize(expression, value, place)];
    case 'bool':
    case 'range':
    case 'set':
    case 'dict':
      return [insteadOfSizes(expression, value, place)];
    case 'float':
    case 'dtype':
    case 'function':
      return [wrongType(expression, value, type, place)];
    case 'routine':
      return value.isIterable
        ? [insteadOfSizes(expression, value, place)]
        : [wrongType(expression, value, type, place)];
    case 'array':
      return isFloat(value) ? [wrongType(expression, value, type, place)] : [];
    case 'object':
      if (BUFFERS.includes(value.name)) return [insteadOfSizes(expression, value, place)];
      return value.name === 'TensorShape' ? [] : [wrongType(expression, value, type, place)];
    case 'str':
      return value.value ? [wrongType(expression, value, type, place)] : [];
    case 'list':
    case 'tuple':
      return (value.elements ?? []).slice(0, MAX_ITEMS).flatMap((element) => {
        const size = place.call.typeOf(element);
        const sized = { ...place, subject: `A size in \`${place.parameter.name}\`` };
        if (NO_SIZE.has(size.kind)) {
          const division = size.kind === 'float' ? floorDivision(element, place.file) : undefined;
          return [wrongType(element, size, { of: 'int' }, sized, () => (division ? [division] : []))];
        }
        if (size.kind === 'bool') return oddNumber(element, size, { of: 'int' }, sized) ?? [];
        if (isNegative(size)) return mismatched('range', element, sized, OPEN_SIZE);
        return [];
      });
    default:
      return [];
  }
};

const isNegative = (value: Inferred) => value.kind === 'int' && value.value !== undefined && value.value < 0n;

const OPEN_SIZE = 'is negative. Use `None` where it is not known.';

/** TensorFlow takes what gives whole numbers one by one. */
const insteadOfSizes = (expression: Expression, value: Inferred, { subject }: ArgumentPlace): Mismatch => ({
  ...mismatch('type', expression, 'warning', `${subject} should be a list of sizes, not ${describe(value)}.`),
  near: true,
});

/** TensorFlow takes a number for a shape of that one size. */
function oneSize(
  expression: Expression,
  { value }: Inferred & { kind: 'int' },
  place: ArgumentPlace,
): Mismatch {
  const size = value === undefined ? 'size' : String(value);
  const { start, end } = expression;
  return {
    ...mismatch(
      'type',
      expression,
      'warning',
      `${place.subject} is a number: TensorFlow takes it as the shape \`[${size}]\`. Write the list.`,
    ),
    fixes: () => [
      { ...replacing(expression, `[${place.file.text.slice(start, end)}]`, true), title: 'Put it in a list' },
    ],
  };
}

const NO_SIZE: ReadonlySet<Inferred['kind']> = new Set([
  'float',
  'str',
  'bytes',
  'list',
  'tuple',
  'dict',
  'set',
  'function',
  'object',
  'routine',
  'dtype',
]);

/** The numbers that TensorFlow itself has for float32 and int32, which count as these. */
const NUMBERED: ReadonlySet<number> = new Set([1, 3]);

const NO_DTYPE: ReadonlySet<Inferred['kind']> = new Set([
  ...(['none', 'float', 'list', 'tuple', 'dict', 'set', 'function', 'routine', 'tensor'] as const),
]);

/** Other libraries take policies of dtypes, which may be such values. */
const NOT_FOR_TENSORFLOW: ReadonlySet<Inferred['kind']> = new Set([
  ...(['bytes', 'object', 'enum', 'iterable', 'range'] as const),
]);

export const judgeDtype: Judge<Extract<Type, { of: 'dtype' }>> = (expression, value, type, place) => {
  const { accepts, orQuantized } = type;
  if (!accepts) return [];
  const dtype =
    value.kind === 'dtype' || value.kind === 'routine'
      ? value.dtype
      : value.kind === 'str'
        ? // Those of Keras have no synonyms.
          ((orQuantized ? undefined : dtypeNamed(value.value ?? '')) ?? value.value)
        : undefined;
  if (dtype !== undefined)
    return accepts.includes(dtype) || (orQuantized && dtype.includes('_from_'))
      ? []
      : mismatched('choice', expression, place, `is ${excerpt(dtype)}, but must be ${accepts.join(' or ')}.`);
  // NumPy's numbers and arrays have a dtype, which counts.
  if (!orQuantized && value.kind === 'array' && (value.dtype === undefined || accepts.includes(value.dtype)))
    return [];
  const isNumber = orQuantized === true && ['int', 'bool', 'array'].includes(value.kind);
  const isOfTensorFlow = place.call.entry.library === 'tensorflow';
  const number = isOfTensorFlow ? numberOf(value) : undefined;
  if (number !== undefined)
    return [
      wrongType(expression, value, type, { ...place, ...(NUMBERED.has(number) && { severity: 'warning' }) }),
    ];
  return isNumber ||
    NO_DTYPE.has(value.kind) ||
    (isOfTensorFlow && (NOT_FOR_TENSORFLOW.has(value.kind) || hasAxes(value)))
    ? [wrongType(expression, value, type, place)]
    : [];
};
