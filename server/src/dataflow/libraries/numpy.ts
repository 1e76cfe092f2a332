import {
  type ArrayResult,
  JAX_FUNCTIONS,
  NUMPY_CONSTANTS,
  NUMPY_FUNCTIONS,
  NUMPY_REDUCTIONS,
  NUMPY_RESHAPING,
  numpyType,
} from '../../catalogue/numpy';
import type { Arguments, Evaluator, Value } from '../../evaluator';
import { indices, iterate, listOf, tupleOf } from '../../evaluator/containers';
import { letEscape } from '../../evaluator/join';
import { roundedAlike } from '../../evaluator/numbers';
import { float, int, kinds, NO_ARGUMENTS, numberOf, passing, valuesOf } from '../../evaluator/value';
import { textMatches } from '../../python/text-matches';
import type * as python from '../../python/tree';
import {
  type Inferred,
  type InferredArray,
  inferredOf,
  shapeOf,
  type TypeOf,
  tensorFacts,
  tensorLike,
  typeOfName,
} from '../calls/types';
import { isArithmetic } from './arithmetic';
import { computedAfter, elementwise, plainNumber, reduced } from './numpy-math';

const number = (dtype?: string, value?: number): InferredArray => ({
  kind: 'array',
  dtype,
  shape: [],
  scalar: true,
  ...(value !== undefined && { value }),
});

/** The value of a number that a class of NumPy makes of another. Those that lose digits are left out. */
function valueAs(dtype: string, given: Inferred): number | undefined {
  if ((given.kind !== 'int' && given.kind !== 'float') || given.value === undefined) return undefined;
  const value = Number(given.value);
  if (/^float(?:32|64)$/.test(dtype)) return value;
  return /int/.test(dtype) && Number.isFinite(value) ? Math.trunc(value) : undefined;
}

/** Some functions keep integers, but return NumPy's integer types. */
function numberFrom(value: Inferred): InferredArray | undefined {
  return isNumber(value) ? number(value.kind === 'float' ? 'float64' : undefined) : undefined;
}

/** Whether a name is a constant of NumPy. */
export const isConstantOfNumPy = (name: string): boolean =>
  TRUTH_VALUES.has(name) || (name.startsWith('numpy.') && NUMPY_CONSTANTS.has(name.slice('numpy.'.length)));

export function constantOfNumPy(name: string, node: python.Node): Value | undefined {
  if (TRUTH_VALUES.has(name))
    return {
      kind: 'made',
      callee: 'numpy.bool_',
      given: { ...NO_ARGUMENTS },
      facts: { ...number('bool') },
      node,
    };
  const value = name.startsWith('numpy.') ? NUMPY_CONSTANTS.get(name.slice('numpy.'.length)) : undefined;
  return value === undefined ? undefined : float(node, value);
}

const TRUTH_VALUES: ReadonlySet<string> = new Set(['numpy.True_', 'numpy.False_']);

const isMany = ({ kind }: Inferred) =>
  kind === 'list' || kind === 'tuple' || kind === 'range' || kind === 'array';

type ArgumentOf = (keyword: string, position: number | undefined) => python.Argument | undefined;

/** The array that a call of NumPy or JAX returns, as far as it is known. */
export function arrayOf(
  typeOf: TypeOf,
  given: readonly python.Argument[],
  callee: string,
): InferredArray | undefined {
  const ofJax = JAX_FUNCTIONS.get(callee);
  if (ofJax !== undefined) return withJaxDtype(likeNumPys(typeOf, given, ofJax));
  const array = likeNumPys(typeOf, given, callee);
  const how = NUMPY_FUNCTIONS.get(callee.slice('numpy.'.length))?.of ?? 'number';
  return array && (OVERRIDDEN.has(how) ? array : { ...array, isNumPys: true });
}

/** What other libraries do in their own way for their own arrays. */
const OVERRIDDEN: ReadonlySet<ArrayResult['of']> = new Set(['like', 'distinct']);

/** The array that a function of NumPy returns, or one of JAX that does the same. */
function likeNumPys(
  typeOf: TypeOf,
  given: readonly python.Argument[],
  callee: string,
): InferredArray | undefined {
  const type = numpyType(callee);
  if (type !== undefined) {
    const [only] = given;
    return number(type, only?.kind === 'positional' ? valueAs(type, typeOf(only.value)) : undefined);
  }
  const argument = argumentsIn(given);
  const result = NUMPY_FUNCTIONS.get(callee.slice('numpy.'.length));
  if (result?.of === 'shape') {
    const fill = callee === 'numpy.full' ? argument('fill_value', 1) : undefined;
    const filled = fill ? sizeOf(typeOf(fill.value)) : FILLED.get(callee);
    return arrayOfShape(typeOf, given, result, argument, filled);
  }
  if (result?.of === 'vector') {
    const dtype = argument('dtype', result.dtypeAt);
    return {
      kind: 'array',
      dtype: dtype && dtypeOf(typeOf(dtype.value)),
      shape: [undefined],
      ...arrangedAs(
        ['start', 'stop', 'step'].map((name, i) => {
          const bound = argument(name, i);
          return bound && typeOf(bound.value);
        }),
      ),
    };
  }
  if (result?.of === 'steps') return stepsOf(typeOf, given, result, argument);
  const [first] = given;
  if (!result || first?.kind !== 'positional') return undefined;
  if (result.of === 'matrix') return matrixOf(typeOf, first, result, argument);
  if (result.of === 'values' || result.of === 'like') {
    const like = tensorLike(typeOf, first.value);
    const dtype = argument('dtype', result.of === 'like' ? result.dtypeAt : 1);
    // Only what is made like another array takes a shape of its own.
    if (argument('shape', undefined)) return { kind: 'array', dtype: undefined, shape: undefined };
    const least = argument('ndmin', undefined);
    const shape = like?.uneven ? undefined : like?.shape;
    return {
      kind: 'array',
      dtype: dtype ? dtypeOf(typeOf(dtype.value)) : dtypeOfValues(typeOf, first.value),
      shape: least ? extended(shape, sizeOf(typeOf(least.value))) : shape,
    };
  }
  if (result.of === 'distinct') {
    // Other arguments ask for more than one array.
    const dtype = given.length === 1 ? dtypeOfValues(typeOf, first.value) : undefined;
    return dtype === undefined ? undefined : { kind: 'array', dtype, shape: [undefined] };
  }
  const value = typeOf(first.value);
  const axis = result.of === 'reduction' && given.length === 2 ? argument('axis', 1) : undefined;
  if (axis && value.kind === 'array')
    return reducedAlong(sizeOf(typeOf(axis.value)), callee.slice('numpy.'.length), value);
  if (given.length > 1) return undefined;
  const each = value.kind === 'array' ? elementwise(callee, value) : undefined;
  if (each) return each;
  if (result.of === 'number') return numberFrom(value);
  return isMany(value) ? number() : undefined;
}

const argumentsIn =
  (given: readonly python.Argument[]): ArgumentOf =>
  (keyword, position) =>
    given.find((each) => each.name === keyword) ??
    (position !== undefined && given[position]?.kind === 'positional' ? given[position] : undefined);

/** The one number that a random function gives without a size, if its bounds are numbers. */
export function singleNumber(
  typeOf: TypeOf,
  given: readonly python.Argument[],
  callee: string,
): Inferred | undefined {
  const result = NUMPY_FUNCTIONS.get(callee.slice('numpy.'.length));
  if (result?.of !== 'shape' || !result.single) return undefined;
  const argument = argumentsIn(given);
  const [size, dtype] = [result.shape && argument(...result.shape), argument('dtype', result.dtypeAt)];
  const bounds = given.filter((each) => each !== size && each !== dtype).map(({ value }) => typeOf(value));
  const isSingle = (!size || typeOf(size.value).kind === 'none') && (result.shape || given.length === 0);
  if (!isSingle || !bounds.every(isNumber)) return undefined;
  if (dtype || result.single === 'numpy') {
    const type = dtype ? dtypeOf(typeOf(dtype.value)) : result.defaultDtype;
    // Python's own types give Python's own numbers.
    return type && /\d$/.test(type) ? number(type) : undefined;
  }
  return { kind: result.single, value: undefined };
}

const isNumber = (value: Inferred): boolean =>
  value.kind === 'int' || value.kind === 'float' || (value.kind === 'array' && value.scalar === true);

/** The numbers with which functions fill arrays. */
const FILLED: ReadonlyMap<string, number> = new Map([
  ['numpy.zeros', 0],
  ['numpy.ones', 1],
]);

/** The numbers of `np.arange`: the first of two bounds is 0 if only one is given. */
function arrangedAs(
  given: readonly (Inferred | undefined)[],
): Pick<InferredArray, 'shape' | 'spaced'> | undefined {
  const bounds = given.filter((value) => value && value.kind !== 'none');
  if (!bounds.every((value) => value?.kind === 'int' && value.value !== undefined)) return undefined;
  const [start, stop, step = 1] = given.map((value) =>
    value?.kind === 'int' ? Number(value.value) : undefined,
  );
  const [first, end] = stop === undefined ? [0, start] : [start ?? 0, stop];
  return end === undefined || step === 0
    ? undefined
    : { shape: [Math.max(0, Math.ceil((end - first) / step))], spaced: { first, step } };
}

/** Numbers from one to another; bounds that are arrays give more axes, and options other results. */
function stepsOf(
  typeOf: TypeOf,
  given: readonly python.Argument[],
  { count: [name, position, otherwise] }: Extract<ArrayResult, { of: 'steps' }>,
  argument: ArgumentOf,
): InferredArray | undefined {
  const bounds = ['start', 'stop'].map((each, i) => argument(each, i));
  const count = argument(name, position);
  const areNumbers = bounds.every((each) => each && isNumber(typeOf(each.value)));
  const isPlain = given.length === bounds.length + (count ? 1 : 0);
  return areNumbers && isPlain
    ? { kind: 'array', dtype: 'float64', shape: [count ? sizeOf(typeOf(count.value)) : otherwise] }
    : undefined;
}

function matrixOf(
  typeOf: TypeOf,
  rows: python.Argument,
  { columnsAt, dtypeAt }: Extract<ArrayResult, { of: 'matrix' }>,
  argument: ArgumentOf,
): InferredArray {
  const [columns, dtype] = [
    columnsAt === undefined ? undefined : argument('M', columnsAt),
    argument('dtype', dtypeAt),
  ].map((each) => each && typeOf(each.value));
  const number = sizeOf(typeOf(rows.value));
  return {
    kind: 'array',
    dtype: dtype ? dtypeOf(dtype) : 'float64',
    shape: [number, !columns || columns.kind === 'none' ? number : sizeOf(columns)],
  };
}

/** Whether JAX has 64 bits is a matter of configuration. */
const withJaxDtype = (array: InferredArray | undefined): InferredArray | undefined =>
  array && { ...array, dtype: array.dtype?.endsWith('64') ? undefined : array.dtype };

function arrayOfShape(
  typeOf: TypeOf,
  given: readonly python.Argument[],
  { shape: place, dtypeAt, defaultDtype }: Extract<ArrayResult, { of: 'shape' }>,
  argument: ArgumentOf,
  filled: number | undefined,
): InferredArray | undefined {
  const dtype = argument('dtype', dtypeAt);
  const made = (shape: InferredArray['shape']): InferredArray => ({
    kind: 'array',
    dtype: dtype ? dtypeOf(typeOf(dtype.value)) : defaultDtype,
    shape,
    ...(filled !== undefined && { spaced: { first: filled, step: 0 } }),
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

/** A shape with axes of 1 before its own, so that there are as many as are asked for. */
const extended = (shape: InferredArray['shape'], least: number | undefined): InferredArray['shape'] =>
  shape && least !== undefined && least <= MAX_AXES
    ? [...Array.from({ length: Math.max(0, least - shape.length) }, () => 1), ...shape]
    : undefined;

const MAX_AXES = 32;

const sizeOf = (value: Inferred) =>
  value.kind === 'int' && value.value !== undefined ? Number(value.value) : undefined;

const DTYPE = /^(?:bool|u?int(?:8|16|32|64)|b?float(?:16|32|64))$/;
/** What NumPy calls texts, with a length or without. */
const TEXT = /^(?:str|[<>=|]?[US]\d*)$/;
const BUILTIN: ReadonlyMap<string, string> = new Map([
  ['bool', 'bool'],
  ['int', 'int'],
  ['float', 'float64'],
  ['str', 'string'],
]);

function dtypeOf(value: Inferred): string | undefined {
  if (value.kind === 'str') {
    const { value: name = '' } = value;
    return DTYPE.test(name) ? name : TEXT.test(name) ? 'string' : undefined;
  }
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

// -------------------------------------------------------------- Arrays of whole numbers

/** The array that a call makes, if its numbers are known. They are in a list, which changes as the array does. */
export function listedArrayOf(
  name: string,
  given: Arguments,
  node: python.Node,
  ev: Evaluator,
): Value | undefined {
  const { positional, keywords, hasUnknownArguments } = given;
  const [source, ...more] = positional;
  const type = keywords.get('dtype');
  const dtype = type ? type.kind === 'reference' && dtypeOf(typeOfName(type.name)) : 'int';
  if (
    mayReshape(ev.tree) ||
    keywords.size > (type ? 1 : 0) ||
    hasUnknownArguments ||
    !dtype ||
    !dtype.includes('int')
  )
    return undefined;
  if (name === 'numpy.arange') return type ? undefined : listed(ev, arranged(positional), node, dtype);
  if (!['numpy.array', 'numpy.asarray'].includes(name) || more.length > 0 || !isSequence(source))
    return undefined;
  const outer = iterate(ev, source);
  if (!outer?.every(isSequence)) return listed(ev, outer, node, dtype);
  const rows = outer.map((row) => iterate(ev, row) ?? []);
  const [first] = rows;
  return first && rows.every((row) => row.length === first.length)
    ? listed(ev, rows.flat(), node, dtype, [rows.length, first.length])
    : undefined;
}

const isSequence = (value: Value | undefined): value is Value =>
  value?.kind === 'list' || value?.kind === 'tuple' || value?.kind === 'range';

function listed(
  ev: Evaluator,
  numbers: readonly Value[] | undefined,
  node: python.Node,
  dtype = 'int',
  shape = [numbers?.length],
): Value | undefined {
  if (!numbers || numbers.length === 0 || numbers.length > MAX_LISTED || !numbers.every(isSmall))
    return undefined;
  const [first] = numbers;
  const areInOrder = numbers.every((number, i) => number.value === first!.value! + BigInt(i));
  const facts: InferredArray = {
    kind: 'array',
    dtype,
    shape,
    isListed: true,
    isNumPys: true,
    ...(areInOrder && { spaced: { first: Number(first!.value), step: 1 } }),
  };
  return holding(numbers, facts, node, ev);
}

/** An array with a list that becomes unknown as soon as something may change the array. */
const holding = (
  numbers: readonly Value[],
  facts: InferredArray,
  node: python.Node,
  ev: Evaluator,
): Value => ({
  kind: 'made',
  callee: 'numpy.ndarray',
  given: passing(listOf(ev, numbers, node)),
  facts,
  node,
});

/** The array with its facts; undefined if nothing has to be remembered of its numbers. */
export const spacedArray = (
  facts: Inferred | undefined,
  node: python.Node,
  ev: Evaluator,
): Value | undefined => (facts?.kind === 'array' && facts.spaced ? holding([], facts, node, ev) : undefined);

/** Whether a value certainly is an array of NumPy, unless the program has JAX compile what may make it an array of JAX. */
export const isArrayOfNumPy = (value: Value, { tree }: Evaluator): boolean => {
  const facts = factsOf(value);
  return facts?.isNumPys === true && !facts.scalar && !textMatches(tree, COMPILES);
};

const COMPILES = /\b(?:p?jit|pmap|shard_map|eval_shape|make_jaxpr|jax\.(?:checkpoint|remat|named_call))\b/;

/** The number at a place of an array, row by row. */
export type NumberAt = (i: number) => number;

/** Undefined if not all numbers of the array are known now. */
export function numberAt(value: Value): NumberAt | undefined {
  const { spaced, isListed } = factsOf(value) ?? {};
  const content = heldBy(value);
  if (content && spaced) return (i) => spaced.first + i * spaced.step;
  return content && isListed ? (i) => Number((content[i] as { readonly value: bigint }).value) : undefined;
}

/** A whole number that each of NumPy's default types holds. */
const isSmall = (value: Value): value is Extract<Value, { kind: 'int' }> =>
  value.kind === 'int' && value.value !== undefined && value.value < 2n ** 31n && value.value >= -(2n ** 31n);

/** The numbers of `np.arange`, which takes the arguments of `range`. */
function arranged(given: readonly Value[]): readonly Value[] | undefined {
  if (!given.every(isSmall)) return undefined;
  const [first, second, third, ...more] = given;
  if (!first || more.length > 0) return undefined;
  const from = second ? Number(first.value) : 0;
  const step = third ? Number(third.value) : 1;
  const count = Math.ceil((Number((second ?? first).value) - from) / step);
  if (!(count > 0 && count <= MAX_LISTED)) return undefined;
  return Array.from({ length: count }, (_, i) => int(first.node, BigInt(from + i * step)));
}

const MAX_LISTED = 1000;

function heldBy(value: Value): readonly Value[] | undefined {
  const list = value.kind === 'made' ? value.given.positional[0] : undefined;
  return list?.kind === 'list' ? list.cell.content : undefined;
}

/** The numbers of a vector, while they are known. */
function numbersOf(value: Value): readonly Value[] | undefined {
  const { isListed, shape } = factsOf(value) ?? {};
  return isListed && shape?.length === 1 ? heldBy(value) : undefined;
}

/** A number of a vector. */
const numberIn = (value: Value, node: python.Node): Value =>
  made(number('int', value.kind === 'int' ? Number(value.value) : undefined), node);

/** What `int` makes of a number of NumPy. */
export function wholeIn(value: Value): bigint | undefined {
  const number = value.kind === 'made' ? plainNumber(value) : undefined;
  if (!number || number.kind === 'int') return number?.value;
  const whole =
    number.value === undefined && number.near !== undefined
      ? roundedAlike(number.near, Math.trunc)
      : Math.trunc(number.value ?? Number.NaN);
  return Number.isSafeInteger(whole) ? BigInt(whole!) : undefined;
}

/** The elements of a vector in a loop. */
export const listedElements = (value: Value): readonly Value[] | undefined =>
  numbersOf(value)?.map((each) => numberIn(each, value.node));

/** The element of a vector at a place. */
export function listedElement(
  value: Value,
  index: Value,
  node: python.Node,
  ev: Evaluator,
): Value | undefined {
  // Other indices may give an array that shares the numbers.
  if (index.kind !== 'int' || factsOf(value)?.shape?.length !== 1) touchArrays('[]', [value], ev);
  const found =
    index.kind === 'int' && index.value !== undefined ? numbersOf(value)?.at(Number(index.value)) : undefined;
  return found && numberIn(found, node);
}

/** Functions, methods and attributes of arrays that neither change an array nor give another one that shares its numbers. */
const READING =
  /^(?:tolist|copy|astype|item|max|min|argmax|argmin|mean|prod|std|sum|var|any|all|median|shape|ndim|size|dtype|array|ceil|floor|trunc|rint|sqrt|log|log2|log10|exp|round)$/;

/** A function of NumPy may change the arrays that it gets. */
export const noteTouched = (name: string, given: Arguments, _node: python.Node, ev: Evaluator): void =>
  touchArrays(given.keywords.has('out') ? 'out' : name.slice('numpy.'.length), valuesOf(given), ev);

/** What NumPy does to an array by a name, which may be to change it or to share its numbers. */
export function touchArrays(name: string, values: Iterable<Value>, { state }: Evaluator): void {
  if (READING.test(name)) return;
  for (const value of values) {
    const { isListed, spaced } = factsOf(value) ?? {};
    if (isListed || spaced) letEscape(value, state);
  }
}

// -------------------------------------------------------------- Results of arrays

export function factsOf(value: Value): InferredArray | undefined {
  const inferred = inferredOf(value);
  return inferred?.kind === 'array' ? inferred : undefined;
}

const made = (facts: InferredArray, node: python.Node): Extract<Value, { kind: 'made' }> => ({
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

/** `array[index]` with `None`, `...` or several indices. */
export function arrayAt(value: Value, index: Value, node: python.Node): Value | undefined {
  const { shape, dtype } = factsOf(value) ?? {};
  const picked = shape && shape.length > 0 ? pickedBy(index) : undefined;
  if (picked) return made({ kind: 'array', dtype, shape: [...picked, ...shape!.slice(1)] }, node);
  const values = index.kind === 'tuple' ? index.elements : [index];
  const left =
    shape && values && node.kind === 'subscript' ? shapeAt([...shape], values, node.indices) : undefined;
  if (left?.length === 0) return isNumeric(dtype) ? made(number(dtype), node) : undefined;
  return left && made({ kind: 'array', dtype, shape: left }, node);
}

/** The sizes that whole numbers in a list or an array take of the first axis; truth values are a mask. */
function pickedBy(index: Value): InferredArray['shape'] {
  const picked = factsOf(index);
  if (picked) return /^u?int/.test(picked.dtype ?? '') && !picked.scalar ? picked.shape : undefined;
  const listed = index.kind === 'list' ? index.cell.content : undefined;
  return listed?.length && listed.every(({ kind }) => kind === 'int') ? [listed.length] : undefined;
}

/** The sizes that indices leave of an array; undefined where one may be anything. */
export function shapeAt(
  axes: (number | undefined)[],
  values: readonly Value[],
  nodes: readonly Pick<python.Expression, 'kind'>[],
): InferredArray['shape'] {
  const others = axes.length - values.filter((each) => !isNewAxis(each) && each.kind !== 'ellipsis').length;
  const left: (number | undefined)[] = [];
  for (const [i, value] of values.entries()) {
    const isSlice = nodes[i]?.kind === 'slice';
    if (isNewAxis(value)) left.push(1);
    else if (value.kind === 'ellipsis') left.push(...axes.splice(0, others));
    else if (isSlice || value.kind === 'int') {
      const [axis] = axes.splice(0, 1);
      const bounds = isSlice && value.kind === 'tuple' ? value.elements : undefined;
      if (isSlice) left.push(axis === undefined ? undefined : bounds && indices(axis, bounds)?.length);
    } else return undefined;
  }
  return others < 0 ? undefined : [...left, ...axes];
}

/** `None`, which libraries also name `newaxis`. */
const isNewAxis = (index: Value): boolean =>
  index.kind === 'none' || (index.kind === 'reference' && NEW_AXIS.test(index.name));
const NEW_AXIS = /^(?:tensorflow|numpy|jax\.numpy)\.newaxis$/;

/** The number of elements in a loop over an array. */
export const rowCountOf = (value: Value): number | undefined => factsOf(value)?.shape?.[0];

export function attributeOfArray(
  value: Value,
  name: string,
  node: python.Node,
  ev: Evaluator,
): Value | undefined {
  const { tree } = ev;
  const facts = factsOf(value);
  if (!facts || facts.scalar) return undefined;
  if (SHARING.test(name)) touchArrays(name, [value], ev);
  const size = (each: number | undefined) => int(node, each === undefined ? undefined : BigInt(each));
  const shape = mayReshape(tree) ? undefined : facts.shape;
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

/** Attributes that share the numbers of an array. */
const SHARING = /^(?:T|base|ctypes|data|flat|real)$/;

/** Whether a program gives some array another shape. */
export const mayReshape = (tree: python.Tree): boolean => textMatches(tree, RESHAPES);

/** Objects of classes have a `shape` of their own, and images are resized to others. */
const RESHAPES = /(?<!\bself)\.shape\s*=(?!=)|\bsetattr\([^,]+,\s*['"]shape\b|(?<!\bimage)\.resize\(/;

/** What is known of an array, whatever shape a program may give it. */
export const unlessReshaped = (facts: Inferred | undefined, tree: python.Tree): Inferred | undefined =>
  facts?.kind === 'array' && !facts.scalar && mayReshape(tree) ? { ...facts, shape: undefined } : facts;

export function methodOfArray(
  value: Value,
  name: string,
  given: Arguments,
  node: python.Node,
  typeOf: TypeOf,
  [dtype]: readonly python.Argument[],
  ev: Evaluator,
): Value | undefined {
  const facts = factsOf(value);
  if (!facts) return undefined;
  // A reshaped array holds the same list.
  if (name !== 'reshape')
    touchArrays(name, given.keywords.size > 0 ? [value, ...given.keywords.values()] : [value], ev);
  if (given.hasUnknownArguments) return undefined;
  const numbers = numbersOf(value);
  if (name === 'tolist' && !facts.scalar && facts.shape?.length !== 0) return listOf(ev, numbers, node);
  if (name === 'copy' && numbers) return listed(ev, numbers, node);
  if (name === 'astype') return dtype && made({ ...facts, dtype: dtypeOf(typeOf(dtype.value)) }, node);
  if (name === 'copy') return made(facts, node);
  if (NUMPY_RESHAPING.has(name)) {
    if (name !== 'reshape') return made({ kind: 'array', dtype: facts.dtype, shape: undefined }, node);
    const shape = given.keywords.size === 0 ? sizesIn(given.positional, facts.shape) : undefined;
    return { ...made({ ...facts, shape }, node), ...(value.kind === 'made' && { given: value.given }) };
  }
  const axis = axisIn(given);
  if (axis !== undefined && NUMPY_REDUCTIONS.has(name)) {
    const along = reducedAlong(axis, name, facts);
    return along && made(along, node);
  }
  const isAll = given.positional.length === 0 && given.keywords.size === 0;
  if (!isAll || !isNumeric(facts.dtype)) return undefined;
  if (name === 'item') {
    const plain = plainNumber(value);
    if (plain) return { ...plain, node };
    if (/int/.test(facts.dtype!)) return int(node, undefined);
    return /float/.test(facts.dtype!) ? float(node, undefined) : undefined;
  }
  if (!NUMPY_REDUCTIONS.has(name)) return undefined;
  const dtypeOfOne = NUMPY_REDUCTIONS.get(name);
  const computed = numbers && reduced(name, numbers.map(plainNumber), node);
  if (computed) return computed;
  return made(number(dtypeOfOne === 'same' ? facts.dtype : dtypeOfOne), node);
}

/** `tensor.numpy()`: an array of its values, or the number of a tensor without axes. */
export function arrayOfTensor(
  object: Value,
  name: string,
  given: Arguments,
  node: python.Node,
  { tree }: Evaluator,
): Value | undefined {
  const tensor = name === 'numpy' && given.positional.length === 0 ? tensorFacts(object) : undefined;
  if (!tensor?.shape || tensor.mayBeNone || tensor.uneven || !isNumeric(tensor.dtype)) return undefined;
  const { dtype, shape } = tensor;
  if (shape.length === 0) return made(number(dtype), node);
  return made({ kind: 'array', dtype, shape: mayReshape(tree) ? undefined : shape, isNumPys: true }, node);
}

/** The axis that is all that a method gets. */
function axisIn({ positional, keywords }: Arguments): number | undefined {
  const [only, ...more] = [...positional, ...keywords.values()];
  return more.length === 0 && (positional.length > 0 || keywords.has('axis')) ? numberOf(only) : undefined;
}

/** What a reduction along an axis gives: a number for each place on the others. */
function reducedAlong(
  axis: number | undefined,
  name: string,
  { dtype, shape }: InferredArray,
): InferredArray | undefined {
  if (!shape || axis === undefined || axis >= shape.length || axis < -shape.length) return undefined;
  // Of objects, one is left as it is.
  if (dtype === undefined || dtype === 'object') return undefined;
  const left = shape.toSpliced(axis, 1);
  const own = NUMPY_REDUCTIONS.get(name);
  const of = own === 'same' || /^float/.test(dtype ?? '') ? dtype : own;
  return left.length === 0 ? number(of) : { kind: 'array', dtype: of, shape: left };
}

/** The sizes of `reshape(a, b)` or `reshape((a, b))`; one of -1 follows from the shape before. */
function sizesIn(given: readonly Value[], before: InferredArray['shape']): InferredArray['shape'] {
  const [only] = given;
  const sizes =
    given.length !== 1 || only?.kind === 'int'
      ? given
      : only?.kind === 'tuple'
        ? only.elements
        : only?.kind === 'list'
          ? only.cell.content
          : undefined;
  const numbers = sizes?.map((size) => (size.kind === 'int' ? size.value : undefined));
  const count = (of: readonly (number | bigint | undefined)[] = [undefined]) =>
    of.reduce<number>((product, size) => product * Number(size ?? Number.NaN), 1);
  const rest = -count(before) / count(numbers);
  return numbers?.map((size) => {
    if (size === -1n) return Number.isInteger(rest) && rest >= 0 ? rest : undefined;
    return size !== undefined && size >= 0n ? Number(size) : undefined;
  });
}

const NUMBERS = kinds('int', 'float', 'bool');
/** Types of whole numbers to which a small number of Python is of the same type. */
const WHOLE = /^int(?:32|64)?$/;
const KEEPS_WHOLE: ReadonlySet<string> = new Set(['+', '-', '*', '//', '%']);

/** The result of an operator: NumPy numbers stay NumPy numbers; an array of floats and a number give such an array. */
export function arrayAfter(
  left: Value,
  operator: string,
  right: Value,
  node: python.Node,
): Value | undefined {
  if (!isArithmetic(operator)) return undefined;
  const [a, b] = [factsOf(left), factsOf(right)];
  const isOne = (value: Value, facts: InferredArray | undefined) => facts?.scalar ?? NUMBERS.has(value.kind);
  if ((a || b) && isOne(left, a) && isOne(right, b))
    return computedAfter(left, operator, right, node) ?? made(number(), node);
  const array = [a, b].find((each) => each && !each.scalar);
  const other = array === a ? right : left;
  if (!array || !NUMBERS.has(other.kind)) return undefined;
  const isKept =
    /^float/.test(array.dtype ?? '') ||
    (WHOLE.test(array.dtype ?? '') && KEEPS_WHOLE.has(operator) && isSmall(other));
  const { spaced, isListed: _, ...facts } = array;
  const moved =
    spaced && array === a && left.kind === 'made' ? spacedAfter(spaced, operator, other) : undefined;
  const after = made(
    { ...facts, dtype: isKept ? array.dtype : undefined, ...(moved && { spaced: moved }) },
    node,
  );
  return moved ? { ...after, given: (left as { readonly given: Arguments }).given } : after;
}

/** Numbers at equal distances after an operator with a whole number. */
function spacedAfter(
  { first, step }: NonNullable<InferredArray['spaced']>,
  operator: string,
  by: Value,
): InferredArray['spaced'] {
  const number = by.kind === 'int' && by.value !== undefined ? Number(by.value) : undefined;
  if (number === undefined) return undefined;
  if (operator === '*') return { first: first * number, step: step * number };
  const shift = operator === '+' ? number : operator === '-' ? -number : undefined;
  return shift === undefined ? undefined : { first: first + shift, step };
}

/** Whether an array or a number is of a class of NumPy; undefined for another class, or for an array of another library. */
export function isOfNumPy(value: Value, cls: string): boolean | undefined {
  const isOf = CLASSES.get(cls);
  if (!isOf) return undefined;
  if (PLAIN.has(value.kind) || tensorFacts(value)) return false;
  const array = value.kind === 'made' && value.callee.startsWith('numpy.') ? factsOf(value) : undefined;
  const isOwn = array?.isNumPys ?? array?.scalar;
  return isOwn && array?.dtype !== undefined ? isOf(array) : undefined;
}

const CLASSES: ReadonlyMap<string, (array: InferredArray) => boolean> = new Map([
  ['numpy.ndarray', ({ scalar }) => !scalar],
  ['numpy.generic', ({ scalar }) => scalar === true],
  ['numpy.integer', ({ scalar, dtype }) => scalar === true && /^u?int/.test(dtype!)],
  ['numpy.floating', ({ scalar, dtype }) => scalar === true && /float/.test(dtype!)],
]);

const PLAIN = kinds('none', 'bool', 'int', 'float', 'str', 'bytes', 'list', 'tuple', 'dict', 'set');
