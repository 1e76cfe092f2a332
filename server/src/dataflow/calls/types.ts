import { type Entry, findEntry, indexFor } from '../../catalogue';
import { dtypeNamed } from '../../catalogue/dtypes';
import { numpyType } from '../../catalogue/numpy';
import type { Value } from '../../evaluator';
import type * as python from '../../python/tree';
import type { FieldType } from '../../schema/types';

/** The type of an expression in TensorFlow's terms, as far as the source determines it with certainty. */
export type Inferred =
  | { readonly kind: 'none' | 'ellipsis' }
  /** `declared` is its class by an annotation or by inheritance: it may be an object of another one. */
  | { readonly kind: 'unknown'; readonly declared?: Entry }
  | {
      readonly kind: 'set';
      readonly elements: readonly python.Expression[] | undefined;
      /** Whether it may have a hash, as a `frozenset` does. */
      readonly isHashed?: true;
    }
  | {
      readonly kind: 'dict';
      readonly entries:
        | readonly { readonly key: python.Expression; readonly value: python.Expression }[]
        | undefined;
      /** Whether it is of another class, which may have a hash. */
      readonly isHashed?: true;
    }
  | { readonly kind: 'int'; readonly value: bigint | undefined }
  | { readonly kind: 'float'; readonly value: number | undefined }
  | { readonly kind: 'bool'; readonly value: boolean | undefined }
  /** `text` where it is a message in text format; `device` where it is the name of a device of this kind. */
  | {
      readonly kind: 'str';
      readonly value: string | undefined;
      readonly text?: true;
      readonly device?: string;
    }
  | { readonly kind: 'bytes'; readonly value: string | undefined; readonly text?: true }
  | InferredList
  | InferredTensor
  | { readonly kind: 'dtype'; readonly dtype: string }
  | InferredArray
  /** The result of `range`. */
  | { readonly kind: 'range'; readonly length: number | undefined }
  /** A generator or another iterator, or a view of a dict, by its display name. */
  | { readonly kind: 'iterable'; readonly name: string }
  | InferredFunction
  /**
   * A function or class from elsewhere, by its display name; `dtype` where it also counts as a dtype.
   * An enum of the program is one, too: as a value it differs from such a class only in its elements.
   */
  | {
      readonly kind: 'routine';
      readonly name: string;
      readonly dtype?: string;
      /** A class that gives no number when it is called without arguments; an enum fails. */
      readonly isClass?: true;
      /** It has elements, as an enum has its members. */
      readonly isIterable?: true;
    }
  /** An object of another class, by the class name; `call` made it. */
  | {
      readonly kind: 'object';
      readonly name: string;
      readonly call?: python.Call;
      /** The number of distinct ids of a feature column. */
      readonly buckets?: number;
      /** The sizes of a ragged or sparse tensor, as far as they are known; undefined if their number is unknown. */
      readonly sizes?: Shape | undefined;
      /** The sizes of a `tf.TensorShape`. */
      readonly dims?: Dims | undefined;
      /** The dtype of the values of a ragged or sparse tensor. */
      readonly dtype?: string | undefined;
      /** The attribute that is meant where the object itself does not fit. */
      readonly content?: string;
      /** The number that an object of `fractions` or `decimal` stands for. */
      readonly number?: number | undefined;
      /** The program defines its class, which may have all that is used of another one. */
      readonly isOwn?: true;
      /** The attributes and methods of such an object; undefined if it may have others. */
      readonly members?: readonly string[] | undefined;
    }
  /** A catalogued class itself. */
  | { readonly kind: 'class'; readonly entry: Entry }
  /** An object of a catalogued class; `call` made it, and `given` identifies its constructor arguments. */
  | {
      readonly kind: 'instance';
      readonly entry: Entry;
      readonly call: python.Call | undefined;
      readonly given?: object;
      readonly isDeclared?: true;
      readonly lacksOperators?: string;
      readonly isOrdered?: true;
      readonly isTrue?: true;
      readonly isToldByIdentity?: true;
    }
  /** The list of a message's repeated field. */
  | { readonly kind: 'repeated'; readonly field: FieldType }
  | { readonly kind: 'enum'; readonly entry: Entry };

export interface InferredList {
  readonly kind: 'list' | 'tuple';
  readonly length: number | undefined;
  readonly elements: readonly python.Expression[] | undefined;
  /** The names of the elements of a named tuple. */
  readonly fields?: readonly string[];
}

/** The sizes in a `tf.TensorShape`, null for `None`, undefined where one is not known; all of it null without a rank. */
export type Dims = readonly (number | null | undefined)[] | null;

/** Sizes by axis, undefined where one is not known. */
export type Shape = readonly (number | undefined)[];
/** A shape, if the rank is known. */
type Sizes = Shape | undefined;

export interface InferredTensor {
  readonly kind: 'tensor';
  readonly dtype: string | undefined;
  /** Its sizes, as far as they are known; undefined if the rank is unknown. */
  readonly shape: Shape | undefined;
  /** Its last size where the rank is unknown, and 1 or more. */
  readonly end?: number | undefined;
  /** The value of a string scalar. */
  readonly text?: string | undefined;
  /** Made from lists of unequal length, which fails. */
  readonly uneven?: true;
  /** Its number of rows is not fixed in the graph, whatever data comes. */
  readonly isOpen?: boolean;
  /** No variable, or one that optimizers do not train. */
  readonly isFixed?: boolean;
  /** Perhaps it is None instead. */
  readonly mayBeNone?: true;
}

/** The last size of a tensor, as far as it is known. */
export const lastSize = ({ shape, end }: InferredTensor): number | undefined => (shape ? shape.at(-1) : end);

/** A lambda or a function of the file, with the numbers of positional arguments that it accepts. */
export interface InferredFunction {
  readonly kind: 'function';
  readonly least: number;
  readonly most: number;
  /** The names of the parameters that a `partial` binds by name. */
  readonly bound?: readonly string[];
  readonly node: python.Lambda | python.FunctionDefinition;
}

/** The type of the result of a call, as far as it is known. */
export const inferredOf = (value: Value | undefined): Inferred | undefined =>
  value?.kind === 'made' ? (value.facts as Inferred | undefined) : undefined;

/** What is known of a dense tensor. */
export function tensorFacts(value: Value | undefined): InferredTensor | undefined {
  const inferred = inferredOf(value);
  return inferred?.kind === 'tensor' ? inferred : undefined;
}

/** The class of an object that a call made, if the catalogue has it. */
export function instanceOf(value: Value | undefined): Extract<Inferred, { kind: 'instance' }> | undefined {
  const inferred = inferredOf(value);
  return inferred?.kind === 'instance' ? inferred : undefined;
}

/** The type of an expression, as far as it is known. */
export type TypeOf = (expression: python.Expression) => Inferred;

const UNKNOWN: Inferred = { kind: 'unknown' };

/** The type of a dotted name. */
export function typeOfName(name: string): Inferred {
  const [, builtin] = /^builtins\.(\w+)$/.exec(name) ?? [];
  if (builtin !== undefined) {
    const dtype = BUILTIN_DTYPES.get(builtin);
    return {
      kind: 'routine',
      name: builtin,
      ...(dtype !== undefined && { dtype }),
      ...(WITHOUT_NUMBER.has(builtin) && { isClass: true }),
    };
  }
  const number = numpyType(name);
  if (number !== undefined)
    return { kind: 'routine', name: name.replace(/(?:jax\.)?numpy/, 'np'), dtype: number };
  if (TENSORS.test(name)) return { kind: 'routine', name: 'tf.Tensor', isClass: true };
  const entry = findEntry(name);
  if (!entry) return UNKNOWN;
  if (entry.kind === 'class') return { kind: 'class', entry };
  if (entry.kind === 'function' || entry.kind === 'op') return { kind: 'routine', name: entry.name };
  if (entry.kind !== 'constant' || !entry.value) return UNKNOWN;
  return 'dtype' in entry.value ? { kind: 'dtype', dtype: entry.value.dtype } : { kind: 'enum', entry };
}

/** The class of tensors, which is none itself. */
const TENSORS = /^tensorflow\.(?:compat\.v[12]\.)?Tensor$/;

/** The dtypes that TensorFlow derives from Python classes. */
const BUILTIN_DTYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    bool: 'bool',
    complex: 'complex128',
    float: 'float32',
    int: 'int64',
    str: 'string',
  }),
);

/** Classes of Python whose objects are no numbers. */
const WITHOUT_NUMBER: ReadonlySet<string> = new Set(['dict', 'frozenset', 'list', 'object', 'set', 'tuple']);

/** With how many positional arguments a function of the file can be called, once some are bound by position or by name. */
export function typeOfFunction(
  node: InferredFunction['node'],
  bound = 0,
  named?: { readonly has: (name: string) => boolean },
): InferredFunction {
  let least = 0;
  let most = 0;
  for (const { name, star, default: value } of node.parameters) {
    if (star === '**' || named?.has(name)) continue;
    if (star === '*') {
      most = Number.POSITIVE_INFINITY;
      continue;
    }
    most++;
    if (!value) least++;
  }
  return {
    kind: 'function',
    least: Math.max(0, least - bound),
    most: Math.max(0, most - bound),
    ...(named && { bound: node.parameters.map(({ name }) => name).filter((name) => named.has(name)) }),
    node,
  };
}

// NumPy's arrays and numbers

/** An array or a number of NumPy, or an array of JAX. */
export interface InferredArray {
  readonly kind: 'array';
  /** NumPy's name; `int` has the platform's size, `string` is any text. */
  readonly dtype: string | undefined;
  /** Its sizes, as far as they are known; undefined if the rank is unknown. */
  readonly shape: Shape | undefined;
  /** A single number, such as `np.int64(1)`. */
  readonly scalar?: true;
  /** The value of a single number. */
  readonly value?: number;
  /** Its numbers, in order, begin with the first, and each is by a step more than the one before, while the list that its object holds is known. */
  readonly spaced?: { readonly first: number; readonly step: number };
  /** Almost the value of a single number. */
  readonly near?: number;
  /** Its numbers are in the list that its object holds, row by row. */
  readonly isListed?: true;
  /** It certainly is NumPy's own, and not an array of JAX. */
  readonly isNumPys?: true;
}

// TensorFlow's tensors

/** The tensor that a TensorFlow function makes, from its arguments. */
export function tensorOf(
  typeOf: TypeOf,
  entry: Entry,
  given: readonly python.Argument[],
  hasUnknownArguments: boolean,
): InferredTensor {
  const { makes = {} } = entry;
  if (makes.range) return ranged(typeOf, given, hasUnknownArguments);
  if (makes.dtypeOfFirst || makes.shapeOfFirst) {
    const first = given.find(({ kind }) => kind === 'positional')?.value;
    const counts = makes.dtypeOfFirst !== 'tensor' || isTensor(typeOf, first);
    const like = first && counts ? tensorLike(typeOf, first) : undefined;
    const shape = shapeAfter(makes.shapeOfFirst, like?.shape, given, typeOf);
    return {
      kind: 'tensor',
      dtype: dtypeAfter(typeOf, makes, given, like),
      shape,
      end: shape || !makes.shapeOfFirst ? undefined : endAfter(makes.shapeOfFirst, like, given, typeOf),
    };
  }
  // A star argument may set the dtype or the shape.
  const isOpen = hasUnknownArguments || given.some(({ kind }) => kind === 'star' || kind === 'doubleStar');
  if (isOpen) return { kind: 'tensor', dtype: undefined, shape: undefined };
  const argument = (parameter: string) => given[indexFor(entry, parameter, given)]?.value;
  const value = makes.value === undefined ? undefined : argument(makes.value);
  const like = value && ofArray(typeOf(value), tensorLike(typeOf, value));
  const written = (parameter: string | undefined) => {
    const expression = parameter === undefined ? undefined : argument(parameter);
    return expression && typeOf(expression).kind !== 'none' ? expression : undefined;
  };
  const dtype = makes.dtypeBy ? placed(given, ...makes.dtypeBy) : written(makes.dtype);
  const shape = written(makes.shape);
  const batched = (batch: string | undefined, sizes: Shape): Sizes => {
    const before = written(batch);
    const outer = before ? shapeOf(typeOf, before) : [];
    return outer && [...outer, ...sizes];
  };
  const isFixed = (trainable: (typeof makes)['trainable']) => {
    const by = typeof trainable === 'object' ? written(trainable.by) : undefined;
    const value = by && typeOf(by);
    return trainable === 'never' || (value?.kind === 'bool' && value.value === false);
  };
  // The hint counts only where it fits the value.
  const isHinted = written(makes.hint) !== undefined;
  return {
    kind: 'tensor',
    dtype: dtype ? dtypeOf(typeOf, dtype) : isHinted ? undefined : (like?.dtype ?? makes.defaultDtype),
    shape: shape
      ? filledUp(shapeOf(typeOf, shape), makes.keepsCount ? like?.shape : undefined)
      : makes.sizes
        ? batched(makes.batch, sizesOf(typeOf, makes.sizes.map(argument)))
        : like?.shape,
    end: shape || makes.sizes ? undefined : like?.end,
    text: dtype || shape ? undefined : like?.text,
    isFixed: isFixed(makes.trainable),
  };
}

/** A shape with the size that is left out, by the shape of a tensor with as many numbers. */
function filledUp(shape: Sizes, of: Sizes): Sizes {
  const product = (sizes: Shape) => sizes.reduce<number>((all, size) => all * (size ?? Number.NaN), 1);
  const known = shape?.filter((size) => size !== undefined);
  if (!shape || !of || known?.length !== shape.length - 1) return shape;
  const size = product(of) / product(known);
  return Number.isInteger(size) ? shape.map((each) => each ?? size) : shape;
}

/** The numbers from one up to another, or up to the only one. */
function ranged(
  typeOf: TypeOf,
  given: readonly python.Argument[],
  hasUnknownArguments: boolean,
): InferredTensor {
  const isOpen = hasUnknownArguments || given.some(({ kind }) => kind === 'star' || kind === 'doubleStar');
  const all = given.filter(({ kind }) => kind === 'positional');
  const argument = (position: number) =>
    (all[position] ?? given.find(({ name }) => name === RANGE[position]))?.value;
  const [from, to, by, dtype] = RANGE.map((_, position) => argument(position));
  const bounds = to && typeOf(to).kind !== 'none' ? [from, to] : [undefined, from];
  const [start, limit, step] = [...bounds, by].map((each, i) => {
    const value: Inferred = each ? typeOf(each) : { kind: 'int', value: BigInt(i === 2) };
    return value.kind === 'int' ? value.value : undefined;
  });
  const isKnown = !isOpen && start !== undefined && limit !== undefined && step !== undefined && step !== 0n;
  const length = isKnown ? Math.ceil(Number(limit - start) / Number(step)) : -1;
  const only = from && !to && !by ? tensorLike(typeOf, from)?.dtype : undefined;
  return {
    kind: 'tensor',
    dtype: isOpen ? undefined : dtype ? dtypeOf(typeOf, dtype) : isKnown ? 'int32' : only,
    shape: [length < 0 ? undefined : length],
  };
}

const RANGE = ['start', 'limit', 'delta', 'dtype'];

const isTensor = (typeOf: TypeOf, node: python.Expression | undefined): boolean =>
  node !== undefined && typeOf(node).kind === 'tensor';

/** What a call gives by name or at a position. */
function placed(
  given: readonly python.Argument[],
  name: string,
  position: number,
): python.Expression | undefined {
  const at = given[position];
  return (given.find((each) => each.name === name) ?? (at?.kind === 'positional' ? at : undefined))?.value;
}

/** The dtype that a function of tensors gives: that of the first one, or its own, which values among its arguments may set, too. */
function dtypeAfter(
  typeOf: TypeOf,
  { dtypeBy, dtypeOfFirst, defaultDtype }: NonNullable<Entry['makes']>,
  given: readonly python.Argument[],
  like: InferredTensor | undefined,
): string | undefined {
  const own = dtypeBy && placed(given, ...dtypeBy);
  if (own) return dtypeOf(typeOf, own);
  if (defaultDtype === undefined) return like?.dtype;
  const isPlain = given.every(({ kind, name }, i) =>
    kind === 'positional' ? i < 2 : name === 'depth' || name === 'axis',
  );
  return isPlain || !dtypeOfFirst ? defaultDtype : undefined;
}

/** The shape of the first argument after a function. */
function shapeAfter(
  how: NonNullable<Entry['makes']>['shapeOfFirst'],
  shape: Sizes,
  given: readonly python.Argument[],
  typeOf: TypeOf,
): Sizes {
  if (how === undefined) return undefined;
  if (how === 'same') return shape;
  const [first, ...more] = given;
  const options = more.filter(({ name }) => name !== 'name');
  const [axis, ...others] = options;
  if (how === 'transposed') return others.length === 0 ? transposed(shape, axis, typeOf) : undefined;
  if (how === 'expanded') return others.length === 0 ? expanded(shape, axis, typeOf) : undefined;
  if (how === 'tiled') return others.length === 0 ? tiled(shape, axis, typeOf) : undefined;
  if (how === 'joined') return others.length === 0 ? joined(first?.value, axis, typeOf) : undefined;
  if (how === 'stacked') return others.length === 0 ? stacked(shape, axis, typeOf) : undefined;
  if (how === 'spread') return spread(shape, options, typeOf);
  if (how === 'multiplied') return others.length === 0 ? multiplied(shape, axis, typeOf) : undefined;
  return reduced(shape, options, typeOf);
}

/** A shape without some axes, or with a 1 in their place. */
function reduced(shape: Sizes, options: readonly python.Argument[], typeOf: TypeOf): Sizes {
  if (options.length === 0) return [];
  const axis = placed(options, 'axis', 0);
  const keeps = placed(options, 'keepdims', 1);
  const isPlain = options.every(({ value }) => value === axis || value === keeps);
  const axes = axis ? axesIn(axis, typeOf) : shape?.map((_, i) => i);
  const kept: Inferred = keeps ? typeOf(keeps) : { kind: 'bool', value: false };
  if (!shape || !isPlain || !axes || kept.kind !== 'bool' || kept.value === undefined) return undefined;
  const isReduced = (i: number) => axes.includes(i) || axes.includes(i - shape.length);
  return kept.value
    ? shape.map((size, i) => (isReduced(i) ? 1 : size))
    : shape.filter((_, i) => !isReduced(i));
}

/** The last size after a function, where the rank is unknown. */
function endAfter(
  how: NonNullable<NonNullable<Entry['makes']>['shapeOfFirst']>,
  like: InferredTensor | undefined,
  [, by, ...others]: readonly python.Argument[],
  typeOf: TypeOf,
): number | undefined {
  if (how === 'same') return like?.end;
  const isMatrix = how === 'multiplied' && by?.kind === 'positional' && others.length === 0;
  const other = isMatrix ? tensorLike(typeOf, by.value)?.shape : undefined;
  return other && other.length >= 2 ? other.at(-1) : undefined;
}

/** The sizes of a shape from last to first, or in the order that is given. */
function transposed(shape: Sizes, order: python.Argument | undefined, typeOf: TypeOf): Sizes {
  if (!shape || !order) return shape?.toReversed();
  const isOrder = order.kind === 'positional' || order.name === 'perm';
  const places = isOrder ? axesIn(order.value, typeOf) : undefined;
  return places?.length === shape.length ? places.map((place) => shape.at(place)) : undefined;
}

/** A shape with a 1 at a place. */
function expanded(shape: Sizes, axis: python.Argument | undefined, typeOf: TypeOf): Sizes {
  const [at, ...more] = (axis && axesIn(axis.value, typeOf)) ?? [];
  if (!shape || at === undefined || more.length > 0) return undefined;
  const place = at < 0 ? shape.length + 1 + at : at;
  return place < 0 || place > shape.length ? undefined : shape.toSpliced(place, 0, 1);
}

/** The shape of tensors one behind the other along an axis. */
function joined(
  all: python.Expression | undefined,
  axis: python.Argument | undefined,
  typeOf: TypeOf,
): Sizes {
  const list = all && typeOf(all);
  const elements = list?.kind === 'list' || list?.kind === 'tuple' ? list.elements : undefined;
  const shapes = elements?.map((element) => tensorLike(typeOf, element)?.shape);
  const [at] = (axis && axesIn(axis.value, typeOf)) ?? [];
  const [first] = shapes ?? [];
  if (!first || at === undefined || !shapes!.every((each) => each?.length === first.length)) return undefined;
  const place = at < 0 ? at + first.length : at;
  const sum = shapes!.reduce<number | undefined>((total, each) => {
    const size = each![place];
    return total === undefined || size === undefined ? undefined : total + size;
  }, 0);
  return first.map((_, i) =>
    i === place ? sum : shapes!.map((each) => each![i]).find((size) => size !== undefined),
  );
}

/** The shape of a list of equal tensors whose number stands at an axis. */
function stacked(shape: Sizes, axis: python.Argument | undefined, typeOf: TypeOf): Sizes {
  if (!shape || !axis) return shape;
  const [at] = axesIn(axis.value, typeOf) ?? [];
  const [count, ...sizes] = shape;
  const place = at === undefined || at >= 0 ? at : at + shape.length;
  return place === undefined || place < 0 || place > sizes.length
    ? undefined
    : sizes.toSpliced(place, 0, count);
}

/** The shape of ids, with the number of their kinds at the end. */
function spread(shape: Sizes, options: readonly python.Argument[], typeOf: TypeOf): Sizes {
  const [depth, ...others] = options;
  const isPlain = depth && (depth.kind === 'positional' || depth.name === 'depth');
  const moves = others.some(({ kind, name }) => kind !== 'keyword' || name === 'axis');
  return shape && isPlain && !moves ? [...shape, axesIn(depth.value, typeOf)?.[0]] : undefined;
}

/** A shape whose sizes are multiplied by those in a list. */
function tiled(shape: Sizes, times: python.Argument | undefined, typeOf: TypeOf): Sizes {
  const factors = times && axesIn(times.value, typeOf);
  return factors?.length === shape?.length
    ? shape?.map((size, i) => (size === undefined ? undefined : size * factors![i]!))
    : undefined;
}

/** The shape of a matrix times another one. */
function multiplied(shape: Sizes, by: python.Argument | undefined, typeOf: TypeOf): Sizes {
  const other = by && by.kind === 'positional' ? tensorLike(typeOf, by.value)?.shape : undefined;
  return shape?.length === 2 && other?.length === 2 ? [shape[0], other[1]] : undefined;
}

/** An axis, or several. */
function axesIn(node: python.Expression, typeOf: TypeOf): readonly number[] | undefined {
  const value = typeOf(node);
  if (value.kind === 'int') return value.value === undefined ? undefined : [Number(value.value)];
  const axes =
    value.kind === 'list' || value.kind === 'tuple'
      ? value.elements?.map((element) => axesIn(element, typeOf)?.[0])
      : undefined;
  return axes?.every((each) => each !== undefined) ? axes : undefined;
}

/** An array becomes a tensor of its own dtype, unless the call sets another. */
function ofArray(value: Inferred, like: InferredTensor | undefined): InferredTensor | undefined {
  const isKnown = value.kind === 'array' && value.dtype !== undefined && SAME_DTYPE.test(value.dtype);
  return like && isKnown ? { ...like, dtype: value.dtype } : like;
}

const SAME_DTYPE = /^(?:bool|u?int\d+|float\d+)$/;

/** A shape whose sizes are separate arguments; a missing one equals the one before. */
function sizesOf(typeOf: TypeOf, sizes: readonly (python.Expression | undefined)[]): Shape {
  let last: number | undefined;
  return sizes.map((expression) => {
    const size = expression && typeOf(expression);
    if (size && size.kind !== 'none')
      last = size.kind === 'int' && size.value !== undefined ? Number(size.value) : undefined;
    return last;
  });
}

/** A dtype by its name or as one of TensorFlow's constants. */
function dtypeOf(typeOf: TypeOf, expression: python.Expression): string | undefined {
  const value = typeOf(expression);
  if (value.kind === 'str') return value.value === undefined ? undefined : dtypeNamed(value.value);
  return value.kind === 'dtype' ? value.dtype : undefined;
}

/** The shape given by a list or tuple of integers. */
export function shapeOf(typeOf: TypeOf, expression: python.Expression): Sizes {
  const value = typeOf(expression);
  if (value.kind !== 'list' && value.kind !== 'tuple') return undefined;
  return value.elements?.map((element) => {
    const size = typeOf(element);
    return size.kind === 'int' && size.value !== undefined && size.value >= 0n
      ? Number(size.value)
      : undefined;
  });
}

/** The dtype and the shape that TensorFlow chooses for a Python value. */
export function tensorLike(
  typeOf: TypeOf,
  expression: python.Expression,
  depth = 0,
): InferredTensor | undefined {
  const value = typeOf(expression);
  const scalar = (dtype: string | undefined, text?: string): InferredTensor => ({
    kind: 'tensor',
    dtype,
    shape: [],
    text,
  });
  switch (value.kind) {
    case 'tensor':
      return value;
    case 'array':
      return { kind: 'tensor', dtype: undefined, shape: value.shape };
    case 'range':
      return { kind: 'tensor', dtype: 'int32', shape: [value.length] };
    case 'int':
      return scalar(value.value === undefined ? 'int32' : dtypeOfInt(value.value));
    case 'float':
      return scalar('float32');
    case 'bool':
      return scalar('bool');
    case 'str':
    case 'bytes':
      return scalar('string', value.value);
    case 'list':
    case 'tuple':
      return listLike(typeOf, value, depth);
    case 'object':
      // A shape is a list of sizes.
      return value.name === 'TensorShape'
        ? { kind: 'tensor', dtype: 'int32', shape: [undefined] }
        : undefined;
    default:
      return undefined;
  }
}

/** The dtype of a whole number: the smallest of TensorFlow's two that holds it. */
export const dtypeOfInt = (value: bigint): string | undefined =>
  ['int32', 'int64'].find((_, i) => BigInt.asIntN(32 << i, value) === value);

const MAX_DEPTH = 16;
/** Of longer lists, the dtype is unknown. */
const MAX_ELEMENTS = 1000;

function listLike(
  typeOf: TypeOf,
  {
    elements,
    length,
  }: { readonly elements: readonly python.Expression[] | undefined; readonly length: number | undefined },
  depth: number,
): InferredTensor | undefined {
  if (depth >= MAX_DEPTH || !elements) return undefined;
  if (elements.length === 0) return { kind: 'tensor', dtype: undefined, shape: [0] };
  const items = elements.slice(0, MAX_ELEMENTS).map((element) => tensorLike(typeOf, element, depth + 1));
  const [first] = items;
  const { shape } = first ?? {};
  if (items.some((item) => item?.uneven || differ(item?.shape, shape)))
    return { kind: 'tensor', dtype: undefined, shape: undefined, uneven: true };
  const even = items.every((item) => item?.shape);
  const dtypes = new Set(items.map((item) => item?.dtype));
  const dtype = elements.length > MAX_ELEMENTS ? undefined : dtypeOfAll(dtypes);
  return { kind: 'tensor', dtype, shape: even && shape ? [length, ...shape] : undefined };
}

/** Whether two shapes are certainly not the same. */
export const differ = (a: Sizes, b: Sizes): boolean =>
  a !== undefined &&
  b !== undefined &&
  (a.length !== b.length || a.some((size, i) => size !== undefined && b[i] !== undefined && size !== b[i]));

/** The dtype that numbers of several ones get in a list. */
const dtypeOfAll = (dtypes: ReadonlySet<string | undefined>): string | undefined =>
  dtypes.size === 1 ? [...dtypes][0] : WIDER.get([...dtypes].sort().join());

const WIDER: ReadonlyMap<string, string> = new Map([
  ['float32,int32', 'float32'],
  ['int32,int64', 'int64'],
]);
