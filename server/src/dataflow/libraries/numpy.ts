import type { Arguments, Evaluator, Value } from '../../evaluator';
import { tupleOf } from '../../evaluator/containers';
import { float, int, kinds, NO_ARGUMENTS } from '../../evaluator/value';
import type * as python from '../../python/tree';
import {
  type Inferred,
  type InferredArray,
  inferredOf,
  numpyType,
  shapeOf,
  type TypeOf,
  tensorLike,
} from '../calls/types';
import { assignsAttribute } from './constructor-arguments';

/** Which parameters of a NumPy function give the shape and the dtype. Without one for the shape, all arguments are sizes. */
interface Maker {
  readonly shape?: readonly [name: string, position: number];
  readonly dtypeAt?: number;
  readonly dtype?: string;
}

const FLOATS: Maker = { shape: ['shape', 0], dtypeAt: 1, dtype: 'float64' };
const random = (position: number): Maker => ({ shape: ['size', position], dtype: 'float64' });

const MAKERS: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  ...['zeros', 'ones', 'empty'].map((name): [string, Maker] => [name, FLOATS]),
  ['full', { shape: ['shape', 0], dtypeAt: 2 }],
  ['random.rand', { dtype: 'float64' }],
  ['random.randn', { dtype: 'float64' }],
  ...['random', 'random_sample', 'standard_normal'].map((name): [string, Maker] => [
    `random.${name}`,
    random(0),
  ]),
  ...['uniform', 'normal', 'beta', 'gamma', 'laplace', 'lognormal'].map((name): [string, Maker] => [
    `random.${name}`,
    random(2),
  ]),
  ['random.randint', { shape: ['size', 2], dtypeAt: 3, dtype: 'int' }],
  ['random.integers', { shape: ['size', 2], dtypeAt: 3, dtype: 'int64' }],
]);

/** Functions that make an array from a value. */
const BY_VALUE = new Set(['array', 'asarray']);

/** Functions from a number to a number, and from many numbers to one. */
const FLOATING = new Set(['ceil', 'floor', 'trunc', 'rint', 'sqrt', 'log', 'log2', 'log10', 'exp', 'round']);
const REDUCING = new Set(['prod', 'sum', 'max', 'min', 'mean', 'median']);

const number = (dtype?: string): InferredArray => ({ kind: 'array', dtype, shape: [], scalar: true });

/** Some functions keep integers, but return NumPy's integer types. */
function numberFrom(value: Inferred): InferredArray | undefined {
  const isNumber = value.kind === 'int' || value.kind === 'float' || (value.kind === 'array' && value.scalar);
  return isNumber ? number(value.kind === 'float' ? 'float64' : undefined) : undefined;
}

const isMany = ({ kind }: Inferred) =>
  kind === 'list' || kind === 'tuple' || kind === 'range' || kind === 'array';

/** The array that a call of NumPy returns, as far as it is known. */
export function arrayOf(
  typeOf: TypeOf,
  given: readonly python.Argument[],
  callee: string,
): InferredArray | undefined {
  const type = numpyType(callee);
  if (type !== undefined) return number(type);
  const name = callee.slice('numpy.'.length);
  const argument = (keyword: string, position: number | undefined) =>
    given.find((each) => each.name === keyword) ??
    (position !== undefined && given[position]?.kind === 'positional' ? given[position] : undefined);
  const maker = MAKERS.get(name);
  if (maker) return arrayOfShape(typeOf, given, maker, argument);
  const [first] = given;
  if (first?.kind !== 'positional') return undefined;
  if (given.length === 1 && FLOATING.has(name)) return numberFrom(typeOf(first.value));
  if (given.length === 1 && REDUCING.has(name)) return isMany(typeOf(first.value)) ? number() : undefined;
  if (!BY_VALUE.has(name)) return undefined;
  const like = tensorLike(typeOf, first.value);
  const dtype = argument('dtype', 1);
  return {
    kind: 'array',
    dtype: dtype ? dtypeOf(typeOf(dtype.value)) : dtypeOfValues(typeOf, first.value),
    shape: like?.uneven ? undefined : like?.shape,
  };
}

function arrayOfShape(
  typeOf: TypeOf,
  given: readonly python.Argument[],
  { shape: place, dtypeAt, dtype: byDefault }: Maker,
  argument: (keyword: string, position: number | undefined) => python.Argument | undefined,
): InferredArray | undefined {
  const dtype = argument('dtype', dtypeAt);
  const made = (shape: InferredArray['shape']): InferredArray => ({
    kind: 'array',
    dtype: dtype ? dtypeOf(typeOf(dtype.value)) : byDefault,
    shape,
  });
  if (!place)
    return given.length > 0 && given.every(({ kind }) => kind === 'positional')
      ? made(given.map(({ value }) => sizeOf(typeOf(value))))
      : undefined;
  const sizes = argument(...place);
  const value = sizes && typeOf(sizes.value);
  switch (value?.kind) {
    case 'int':
      return made([sizeOf(value)]);
    case 'list':
    case 'tuple':
      return made(shapeOf(typeOf, sizes!.value));
    default:
      // Without a size, the random functions return single numbers.
      return place[0] === 'shape' && value ? made(undefined) : undefined;
  }
}

const sizeOf = (value: Inferred) =>
  value.kind === 'int' && value.value !== undefined ? Number(value.value) : undefined;

const DTYPE = /^(?:bool|u?int(?:8|16|32|64)|float(?:16|32|64))$/;
const BUILTIN: ReadonlyMap<string, string> = new Map([
  ['bool', 'bool'],
  ['int', 'int'],
  ['float', 'float64'],
]);

function dtypeOf(value: Inferred): string | undefined {
  if (value.kind === 'str') return DTYPE.test(value.value ?? '') ? value.value : undefined;
  if (value.kind !== 'routine') return undefined;
  return value.name.startsWith('np.') ? value.dtype : BUILTIN.get(value.name);
}

const MAX_DEPTH = 16;
const MAX_INT = 2n ** 63n;

/** The dtype of an array of Python's own values. */
function dtypeOfValues(typeOf: TypeOf, expression: python.Expression, depth = 0): string | undefined {
  const value = typeOf(expression);
  switch (value.kind) {
    case 'bool':
      return 'bool';
    case 'range':
      return 'int';
    case 'int':
      return value.value === undefined || (value.value < MAX_INT && value.value >= -MAX_INT)
        ? 'int'
        : undefined;
    case 'float':
      return 'float64';
    case 'str':
    case 'bytes':
      return 'string';
    case 'array':
      return value.dtype;
    case 'list':
    case 'tuple': {
      if (depth >= MAX_DEPTH) return undefined;
      const all = new Set(value.elements?.map((each) => dtypeOfValues(typeOf, each, depth + 1)));
      const [only] = all;
      if (all.size === 1) return only;
      return all.size === 2 && all.has('int') && all.has('float64') ? 'float64' : undefined;
    }
    default:
      return undefined;
  }
}

// -------------------------------------------------------------- Results of arrays

function factsOf(value: Value): InferredArray | undefined {
  const inferred = inferredOf(value);
  return inferred?.kind === 'array' ? inferred : undefined;
}

const made = (facts: InferredArray, node: python.Node): Value => ({
  kind: 'made',
  callee: 'numpy.ndarray',
  given: NO_ARGUMENTS,
  facts,
  node,
});

/** An element of a vector, if it is a number, or a row of an array with more axes. */
export function arrayElementOf(value: Value, node: python.Node): Value | undefined {
  const { shape = [], dtype } = factsOf(value) ?? {};
  if (shape.length > 1) return made({ kind: 'array', dtype, shape: shape.slice(1) }, node);
  return shape.length === 1 && isNumeric(dtype) ? made(number(dtype), node) : undefined;
}

const isNumeric = (dtype: string | undefined) => dtype !== undefined && dtype !== 'string';

/** The number of elements in a loop over an array. */
export const rowCountOf = (value: Value): number | undefined => factsOf(value)?.shape?.[0];

export function attributeOfArray(
  value: Value,
  name: string,
  node: python.Node,
  { tree }: Evaluator,
): Value | undefined {
  const facts = factsOf(value);
  if (!facts || facts.scalar) return undefined;
  const size = (each: number | undefined) => int(node, each === undefined ? undefined : BigInt(each));
  // The program may give the array another shape.
  const shape = assignsAttribute(tree, 'shape') || RESIZING.test(tree.text) ? undefined : facts.shape;
  switch (name) {
    case 'shape':
      return tupleOf(shape?.map(size), node);
    case 'ndim':
      return size(shape?.length);
    case 'size':
      return size(shape?.every((each) => each !== undefined) ? shape.reduce((a, b) => a * b, 1) : undefined);
    case 'T':
      return made({ ...facts, shape: facts.shape?.toReversed() }, node);
    default:
      return undefined;
  }
}

const RESIZING = /\.resize\(/;

/** Methods that reduce all elements to one number, with the dtype of the result; and methods that keep the dtype. */
const TO_ONE: ReadonlyMap<string, 'same' | 'int' | 'unknown'> = new Map([
  ...['max', 'min'].map((name) => [name, 'same'] as const),
  ...['argmax', 'argmin'].map((name) => [name, 'int'] as const),
  ...['mean', 'prod', 'std', 'sum', 'var'].map((name) => [name, 'unknown'] as const),
]);
const RESHAPING: ReadonlySet<string> = new Set(['flatten', 'ravel', 'repeat', 'reshape', 'transpose']);

export function methodOfArray(
  value: Value,
  name: string,
  given: Arguments,
  node: python.Node,
  typeOf: TypeOf,
  [dtype]: readonly python.Argument[],
): Value | undefined {
  const facts = factsOf(value);
  if (!facts || given.hasUnknownArguments) return undefined;
  if (name === 'astype') return dtype && made({ ...facts, dtype: dtypeOf(typeOf(dtype.value)) }, node);
  if (name === 'copy') return made(facts, node);
  if (RESHAPING.has(name)) return made({ kind: 'array', dtype: facts.dtype, shape: undefined }, node);
  const isAll = given.positional.length === 0 && given.keywords.size === 0;
  if (!isAll || !isNumeric(facts.dtype)) return undefined;
  if (name === 'item') {
    if (/int/.test(facts.dtype!)) return int(node, undefined);
    return /float/.test(facts.dtype!) ? float(node, undefined) : undefined;
  }
  const one = TO_ONE.get(name);
  return one && made(number(one === 'same' ? facts.dtype : one === 'int' ? 'int64' : undefined), node);
}

const NUMBERS = kinds('int', 'float', 'bool');
const ARITHMETIC: ReadonlySet<string> = new Set(['+', '-', '*', '/', '//', '%', '**']);

/** The result of an operator: NumPy numbers stay NumPy numbers; an array of floats and a number give such an array. */
export function arrayAfter(
  left: Value,
  operator: string,
  right: Value,
  node: python.Node,
): Value | undefined {
  if (!ARITHMETIC.has(operator)) return undefined;
  const [a, b] = [factsOf(left), factsOf(right)];
  const isOne = (value: Value, facts: InferredArray | undefined) => facts?.scalar ?? NUMBERS.has(value.kind);
  if ((a || b) && isOne(left, a) && isOne(right, b)) return made(number(), node);
  const array = [a, b].find((each) => each && !each.scalar);
  const other = array === a ? right : left;
  if (!array || !NUMBERS.has(other.kind)) return undefined;
  const isFloat = /^float/.test(array.dtype ?? '');
  return made({ ...array, dtype: isFloat ? array.dtype : undefined }, node);
}
