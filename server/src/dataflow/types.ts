import { bindArguments, type Entry, findEntry } from '../catalogue';
import { bindingOf, resolve } from '../python/names';
import type * as python from '../python/tree';
import { evaluate, type Value } from '../python/values';
import { asArgument } from './arguments';
import { classOf } from './classes';

/** What an expression is in TensorFlow's terms, as far as the source says so for certain. */
export type Inferred =
  | { readonly kind: 'unknown' | 'none' | 'ellipsis' }
  | { readonly kind: 'set'; readonly elements: readonly python.Expression[] | undefined }
  | {
      readonly kind: 'dict';
      readonly entries:
        | readonly { readonly key: python.Expression; readonly value: python.Expression }[]
        | undefined;
    }
  | { readonly kind: 'int'; readonly value: bigint | undefined }
  | { readonly kind: 'float'; readonly value: number | undefined }
  | { readonly kind: 'bool'; readonly value: boolean | undefined }
  /** `text` where it is a message in text format. */
  | { readonly kind: 'str'; readonly value: string | undefined; readonly text?: true }
  | { readonly kind: 'bytes'; readonly value: string | undefined }
  | InferredList
  | InferredTensor
  | { readonly kind: 'dtype'; readonly dtype: string }
  | InferredArray
  /** What `range` gives. */
  | { readonly kind: 'range'; readonly length: number | undefined }
  | InferredFunction
  /** A function or class from elsewhere, by what to call it; `dtype` where it is also taken for one. */
  | { readonly kind: 'routine'; readonly name: string; readonly dtype?: string }
  /** An object of some other class, by the name of the class. */
  | { readonly kind: 'object'; readonly name: string }
  /** A catalogued class itself. */
  | { readonly kind: 'class'; readonly entry: Entry }
  /** What a catalogued class makes; `call` is where. */
  | { readonly kind: 'instance'; readonly entry: Entry; readonly call: python.Call }
  | { readonly kind: 'enum'; readonly entry: Entry };

export interface InferredList {
  readonly kind: 'list' | 'tuple';
  readonly length: number | undefined;
  readonly elements: readonly python.Expression[] | undefined;
}

export interface InferredTensor {
  readonly kind: 'tensor';
  readonly dtype: string | undefined;
  /** Its sizes, each undefined where it is not known; undefined where the rank is not. */
  readonly shape: readonly (number | undefined)[] | undefined;
  /** Of a string scalar. */
  readonly text?: string;
  /** Lists of unequal length make none. */
  readonly uneven?: true;
}

/** A lambda or a function of the file, by how many positional arguments it can be called with. */
export interface InferredFunction {
  readonly kind: 'function';
  readonly least: number;
  readonly most: number;
  readonly node: python.Lambda | python.FunctionDefinition;
}

const UNKNOWN: Inferred = { kind: 'unknown' };

export function inferType(tree: python.Tree, expression: python.Expression): Inferred {
  return inferValue(tree, evaluate(tree, expression), expression);
}

function inferValue(tree: python.Tree, value: Value, expression: python.Expression): Inferred {
  switch (value.kind) {
    case 'lambda':
      return functionOf(value.node);
    case 'reference':
      return reference(value.name);
    case 'call':
      return called(tree, value.node, value.callee, expression);
    case 'list':
      return value.node === expression
        ? { ...value, length: value.length ?? comprehended(tree, expression) }
        : value;
    case 'unknown':
      return value.node.kind === 'number' && /j$/i.test(value.node.text)
        ? { kind: 'object', name: 'complex' }
        : localFunction(tree, expression);
    default:
      return value;
  }
}

function reference(name: string): Inferred {
  const [, builtin] = /^builtins\.(\w+)$/.exec(name) ?? [];
  if (builtin !== undefined) {
    const dtype = BUILTIN_DTYPES.get(builtin);
    return { kind: 'routine', name: builtin, ...(dtype !== undefined && { dtype }) };
  }
  const number = numpyType(name);
  if (number !== undefined) return { kind: 'routine', name: name.replace('numpy', 'np'), dtype: number };
  const entry = findEntry(name);
  if (!entry) return UNKNOWN;
  if (entry.kind === 'class') return { kind: 'class', entry };
  if (entry.kind === 'function' || entry.kind === 'op') return { kind: 'routine', name: entry.name };
  if (entry.kind !== 'constant' || !entry.value) return UNKNOWN;
  return 'dtype' in entry.value ? { kind: 'dtype', dtype: entry.value.dtype } : { kind: 'enum', entry };
}

/** Messages give their binary form by these methods. */
const SERIALIZERS = new Set(['SerializeToString', 'SerializePartialToString']);

function called(
  tree: python.Tree,
  call: python.Call,
  callee: string | undefined,
  expression: python.Expression,
): Inferred {
  const name = call.callee.kind === 'attribute' ? call.callee.name : undefined;
  if (callee === undefined)
    return name !== undefined && SERIALIZERS.has(name) ? { kind: 'bytes', value: undefined } : UNKNOWN;
  if (callee === 'google.protobuf.text_format.MessageToString')
    return { kind: 'str', value: undefined, text: true };
  if (callee.startsWith('builtins.'))
    return builtin(tree, call, callee.slice('builtins.'.length), expression === call);
  if (callee.startsWith('numpy.')) return arrayOf(tree, call, callee) ?? UNKNOWN;
  const entry = findEntry(callee);
  if (entry?.makes) return tensorOf(tree, entry, call);
  if (entry?.gives !== undefined) return { kind: 'object', name: entry.gives };
  if (entry?.kind === 'class') return { kind: 'instance', entry, call };
  // `text_format.Parse` and its like give back the message that they are given.
  const made = classOf(tree, call);
  return made?.message === undefined ? UNKNOWN : { kind: 'instance', entry: made, call };
}

/** The dtypes that TensorFlow takes classes of Python for. */
const BUILTIN_DTYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    bool: 'bool',
    complex: 'complex128',
    float: 'float32',
    int: 'int64',
    str: 'string',
  }),
);

/** `direct` where nothing but the call itself can reach what it gives, to change it. */
function builtin(tree: python.Tree, call: python.Call, name: string, direct: boolean): Inferred {
  const [argument] = call.arguments;
  const only = call.arguments.length === 1 && argument?.kind === 'positional' ? argument.value : undefined;
  switch (name) {
    case 'int':
      return { kind: 'int', value: only && intOf(inferType(tree, only)) };
    case 'bool':
    case 'bytes':
      return { kind: name, value: undefined };
    case 'len':
      return { kind: 'int', value: undefined };
    case 'max':
    case 'min':
      return extreme(tree, call, name);
    case 'float':
      return floatCall(tree, call);
    case 'str': {
      const of = only ? inferType(tree, only) : UNKNOWN;
      const isText = of.kind === 'instance' && of.entry.message;
      return { kind: 'str', value: undefined, ...(isText && { text: true as const }) };
    }
    case 'list':
    case 'tuple': {
      const of = only && direct ? inferType(tree, only) : UNKNOWN;
      if (of.kind === 'list' || of.kind === 'tuple') return { ...of, kind: name };
      return { kind: name, length: undefined, elements: undefined };
    }
    case 'set':
      return { kind: 'set', elements: undefined };
    case 'dict':
      return { kind: 'dict', entries: undefined };
    case 'range':
      return { kind: 'range', length: rangeLength(tree, call) };
    case 'object':
    case 'complex':
    case 'bytearray':
      return { kind: 'object', name };
    default:
      return UNKNOWN;
  }
}

/** The whole number that Python makes of a value. */
function intOf(value: Inferred): bigint | undefined {
  if (value.kind === 'int') return value.value;
  if (value.kind === 'float' && Number.isFinite(value.value)) return BigInt(Math.trunc(value.value!));
  const text = value.kind === 'str' ? value.value?.trim() : undefined;
  return text !== undefined && /^[+-]?\d{1,30}$/.test(text) ? BigInt(text) : undefined;
}

/** The greatest or least of several whole numbers that are known. */
function extreme(tree: python.Tree, call: python.Call, name: 'max' | 'min'): Inferred {
  const values = call.arguments.map(({ kind, value }) =>
    kind === 'positional' ? evaluate(tree, value) : undefined,
  );
  let best: bigint | undefined;
  for (const value of values) {
    if (value?.kind !== 'int' || value.value === undefined) return UNKNOWN;
    const isBetter = best === undefined || (name === 'max' ? value.value > best : value.value < best);
    if (isBetter) best = value.value;
  }
  return values.length < 2 ? UNKNOWN : { kind: 'int', value: best };
}

/** How many numbers a range holds where it is given by its end alone. */
function rangeLength(tree: python.Tree, call: python.Call): number | undefined {
  const [end] = call.arguments;
  if (call.arguments.length !== 1 || end?.kind !== 'positional') return undefined;
  const value = evaluate(tree, end.value);
  return value.kind === 'int' && value.value !== undefined ? Math.max(0, Number(value.value)) : undefined;
}

/** How many elements a comprehension without conditions makes. */
function comprehended(tree: python.Tree, node: python.Expression): number | undefined {
  if (node.kind !== 'comprehension' || node.generators.length !== 1) return undefined;
  const [{ iterable, conditions }] = node.generators as readonly [python.Generator];
  if (conditions.length > 0) return undefined;
  const value = inferType(tree, iterable);
  return value.kind === 'range' || value.kind === 'list' || value.kind === 'tuple' ? value.length : undefined;
}

/** `float('nan')` and its like are the only way to write these numbers. */
function floatCall(tree: python.Tree, call: python.Call): Inferred {
  const [argument] = call.arguments;
  const value = argument?.kind === 'positional' ? evaluate(tree, argument.value) : undefined;
  const word = value?.kind === 'str' ? value.value?.trim().toLowerCase() : undefined;
  const [, sign, name] = /^([+-]?)(nan|inf|infinity)$/.exec(word ?? '') ?? [];
  if (name === undefined) return { kind: 'float', value: undefined };
  return { kind: 'float', value: name === 'nan' ? Number.NaN : sign === '-' ? -Infinity : Infinity };
}

function localFunction(tree: python.Tree, expression: python.Expression): Inferred {
  if (expression.kind !== 'name') return UNKNOWN;
  const node = bindingOf(tree, expression)?.node;
  // What a decorator makes of it is not known.
  return node?.kind === 'function' && node.decorators.length === 0 ? functionOf(node) : UNKNOWN;
}

function functionOf(node: InferredFunction['node']): InferredFunction {
  let least = 0;
  let most = 0;
  for (const { star, default: value } of node.parameters) {
    if (star === '**') continue;
    if (star === '*') {
      most = Number.POSITIVE_INFINITY;
      continue;
    }
    most++;
    if (!value) least++;
  }
  return { kind: 'function', least, most, node };
}

// NumPy's arrays and numbers

/** An array or a number of NumPy. */
export interface InferredArray {
  readonly kind: 'array';
  /** NumPy's name, where it is known. */
  readonly dtype: string | undefined;
  /** Its sizes, each undefined where it is not known; undefined where the rank is not. */
  readonly shape: readonly (number | undefined)[] | undefined;
  /** A number by itself, as `np.int64(1)` gives it. */
  readonly scalar?: true;
}

const TYPE = /^numpy\.(bool_|u?int(?:8|16|32|64|p|c)|float(?:16|32|64)|single|double|half)$/;

/** Names that say their size only to who knows them. */
const SIZED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    half: 'float16',
    single: 'float32',
    double: 'float64',
    intc: 'int32',
    uintc: 'uint32',
    intp: 'int64',
    uintp: 'uint64',
  }),
);

/** The dtype of a class of numbers. */
export function numpyType(name: string): string | undefined {
  const type = TYPE.exec(name)?.[1];
  return type && (SIZED.get(type) ?? type);
}

/** Functions that make an array of a shape, and functions that make one of what they are given. */
const BY_SHAPE = new Set(['zeros', 'ones', 'empty', 'full']);
const BY_VALUE = new Set(['array', 'asarray']);

/** What a call of NumPy gives, as far as it is an array. */
export function arrayOf(tree: python.Tree, call: python.Call, callee: string): InferredArray | undefined {
  const type = numpyType(callee);
  if (type !== undefined) return { kind: 'array', dtype: type, shape: [], scalar: true };
  const name = callee.slice('numpy.'.length);
  const [first, second] = call.arguments;
  if (first?.kind !== 'positional') return undefined;
  const dtype = numpyDtypeOf(tree, call.arguments.find((argument) => argument.name === 'dtype') ?? second);
  if (BY_SHAPE.has(name)) {
    const value = evaluate(tree, first.value);
    const shape =
      value.kind === 'int'
        ? [value.value === undefined ? undefined : Number(value.value)]
        : shapeOf(tree, first.value);
    const float = call.arguments.length === 1 && name !== 'full';
    return { kind: 'array', dtype: float ? 'float64' : dtype, shape };
  }
  if (!BY_VALUE.has(name)) return undefined;
  const like = tensorLike(tree, first.value);
  const own = like?.dtype === 'string' && call.arguments.length === 1 ? 'string' : undefined;
  return { kind: 'array', dtype: dtype ?? own, shape: like?.uneven ? undefined : like?.shape };
}

function numpyDtypeOf(tree: python.Tree, argument: python.Argument | undefined): string | undefined {
  if (!argument) return undefined;
  const name = resolve(tree, argument.value);
  return name === undefined ? undefined : numpyType(name);
}

// TensorFlow's tensors

/** The tensor that a call of one of TensorFlow's makers gives. */
export function tensorOf(tree: python.Tree, entry: Entry, call: python.Call): InferredTensor {
  const { arguments: bound, open } = bindArguments(entry, call.arguments.map(asArgument));
  const { makes = {} } = entry;
  const argument = (parameter: string | undefined) => {
    const at = parameter === undefined ? undefined : bound.get(parameter);
    return at && call.arguments[at.index]?.value;
  };
  if (makes.dtypeOfFirst) {
    const [first] = call.arguments;
    const like = first?.kind === 'positional' ? tensorLike(tree, first.value) : undefined;
    return { kind: 'tensor', dtype: like?.dtype, shape: undefined };
  }
  if (makes.range) {
    const [end, ...more] = call.arguments;
    const only = more.length === 0 && end?.kind === 'positional' ? tensorLike(tree, end.value) : undefined;
    return { kind: 'tensor', dtype: only?.dtype, shape: [undefined] };
  }
  // Something that is not seen may say the dtype or the shape.
  if (open) return { kind: 'tensor', dtype: undefined, shape: undefined };
  const value = argument(makes.value);
  const like = value && tensorLike(tree, value);
  const given = (parameter: string | undefined) => {
    const expression = argument(parameter);
    return expression && evaluate(tree, expression).kind !== 'none' ? expression : undefined;
  };
  const dtype = given(makes.dtype);
  const shape = given(makes.shape);
  return {
    kind: 'tensor',
    dtype: dtype ? dtypeOf(tree, dtype) : (like?.dtype ?? makes.defaultDtype),
    shape: shape
      ? shapeOf(tree, shape)
      : makes.sizes
        ? sizesOf(tree, makes.sizes.map(argument))
        : like?.shape,
    ...(!dtype && !shape && like?.text !== undefined && { text: like.text }),
  };
}

/** The shape whose sizes are arguments by themselves, of which one that is missing is as the one before. */
function sizesOf(
  tree: python.Tree,
  sizes: readonly (python.Expression | undefined)[],
): readonly (number | undefined)[] {
  let last: number | undefined;
  return sizes.map((expression) => {
    const size = expression && evaluate(tree, expression);
    if (size && size.kind !== 'none')
      last = size.kind === 'int' && size.value !== undefined ? Number(size.value) : undefined;
    return last;
  });
}

/** A dtype by its name or as one of TensorFlow's constants. */
export function dtypeOf(tree: python.Tree, expression: python.Expression): string | undefined {
  const value = evaluate(tree, expression);
  if (value.kind === 'str') return value.value;
  const name = value.kind === 'reference' ? value.name : resolve(tree, expression);
  const constant = name === undefined ? undefined : findEntry(name)?.value;
  return constant && 'dtype' in constant ? constant.dtype : undefined;
}

/** The sizes that a list or tuple of integers says. */
export function shapeOf(
  tree: python.Tree,
  expression: python.Expression,
): readonly (number | undefined)[] | undefined {
  const value = evaluate(tree, expression);
  if (value.kind !== 'list' && value.kind !== 'tuple') return undefined;
  return value.elements?.map((element) => {
    const size = evaluate(tree, element);
    return size.kind === 'int' && size.value !== undefined && size.value >= 0n
      ? Number(size.value)
      : undefined;
  });
}

/** The dtype that TensorFlow gives a Python value where it is free to choose, and its shape. */
export function tensorLike(
  tree: python.Tree,
  expression: python.Expression,
  depth = 0,
): InferredTensor | undefined {
  const value = inferType(tree, expression);
  const scalar = (dtype: string, text?: string): InferredTensor => ({
    kind: 'tensor',
    dtype,
    shape: [],
    ...(text !== undefined && { text }),
  });
  switch (value.kind) {
    case 'tensor':
      return value;
    case 'array':
      return { kind: 'tensor', dtype: undefined, shape: value.shape };
    case 'range':
      return { kind: 'tensor', dtype: 'int32', shape: [value.length] };
    case 'int':
      return scalar('int32');
    case 'float':
      return scalar('float32');
    case 'bool':
      return scalar('bool');
    case 'str':
    case 'bytes':
      return scalar('string', value.value);
    case 'list':
    case 'tuple':
      return listLike(tree, value, depth);
    default:
      return undefined;
  }
}

const MAX_DEPTH = 16;
/** More elements tell nothing new. */
const MAX_ELEMENTS = 100;

function listLike(
  tree: python.Tree,
  {
    elements,
    length,
  }: { readonly elements: readonly python.Expression[] | undefined; readonly length: number | undefined },
  depth: number,
): InferredTensor | undefined {
  if (depth >= MAX_DEPTH || !elements) return undefined;
  if (elements.length === 0) return { kind: 'tensor', dtype: undefined, shape: [0] };
  const items = elements.slice(0, MAX_ELEMENTS).map((element) => tensorLike(tree, element, depth + 1));
  const [first] = items;
  const { shape } = first ?? {};
  if (items.some((item) => item?.uneven || differ(item?.shape, shape)))
    return { kind: 'tensor', dtype: undefined, shape: undefined, uneven: true };
  const even = items.every((item) => item?.shape);
  const dtypes = new Set(items.map((item) => item?.dtype));
  const dtype = dtypes.size === 1 ? first?.dtype : onlyNumbers(dtypes) ? 'float32' : undefined;
  return { kind: 'tensor', dtype, shape: even && shape ? [length, ...shape] : undefined };
}

type Shape = readonly (number | undefined)[] | undefined;

/** Whether two shapes are certainly not the same. */
const differ = (a: Shape, b: Shape): boolean =>
  a !== undefined &&
  b !== undefined &&
  (a.length !== b.length || a.some((size, i) => size !== undefined && b[i] !== undefined && size !== b[i]));

const onlyNumbers = (dtypes: ReadonlySet<string | undefined>) =>
  dtypes.size === 2 && dtypes.has('int32') && dtypes.has('float32');
