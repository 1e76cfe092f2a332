import { type Entry, findEntry } from '../../catalogue';
import type { Arguments, Evaluator, Value } from '../../evaluator';
import { indices, lengthOf, listOf } from '../../evaluator/containers';
import { record } from '../../evaluator/records';
import {
  argumentAt,
  itemsOf,
  kinds,
  NO_ARGUMENTS,
  numberOf,
  passing,
  unknown,
  valuesOf,
} from '../../evaluator/value';
import type { Call, Node } from '../../python/tree';
import { valueOfParameter } from '../calls/arguments';
import {
  type Inferred,
  type InferredTensor,
  inferredOf,
  lastSize,
  type Shape,
  tensorFacts,
} from '../calls/types';
import type { Message } from '../messages/message';
import { outputShapes } from '../messages/message-configuration';
import { shapeAt } from './numpy';
import { partialDtypeOf } from './partial-dtypes';
import { sizesOf, unknownSizes } from './partial-shapes';
import { broadcast, product, shapeOf } from './tensor-shapes';

/** The tensors that an op returns. */
export function outputsOf(
  entry: Entry | undefined,
  name: string,
  given: Arguments,
  node: Call,
  ev: Evaluator,
): Value | undefined {
  const outputs = entry?.op?.outputs;
  if (!outputs) return undefined;
  const tensor = (type: string, shape?: Shape | undefined): Value =>
    made(name, given, node, { kind: 'tensor', dtype: DTYPE.test(type) ? type : undefined, shape });
  const all = outputs.map(({ type, numberAttr }) => {
    if (numberAttr === undefined) return tensor(type);
    const count = entry && valueOfParameter(entry, numberAttr, given, node);
    const length = count?.kind === 'int' && count.value !== undefined ? Number(count.value) : undefined;
    const isKnown = length !== undefined && length >= 0 && length <= MAX_OUTPUTS;
    const shapes = isKnown ? activationShapes(entry!, given, node) : undefined;
    const known = shapes?.length === length ? shapes : undefined;
    return listOf(ev, isKnown ? times(length, (i) => tensor(type, known?.[i]?.shape)) : undefined, node);
  });
  const names = outputs.map((output) => output.name);
  return all.length > 1 ? record(ev, entry!.op!.name, names, all, node) : all[0];
}

/** That many values, made one by one; `Array.from` would take several times as long. */
function times<T>(length: number, make: (i: number) => T): readonly T[] {
  const made: T[] = [];
  for (let i = 0; i < length; i++) made.push(make(i));
  return made;
}

/** The activations that the configuration of an op gives. */
function activationShapes(entry: Entry, given: Arguments, node: Call) {
  const config = entry.parameters.find(({ type }) => type.of === 'serialized');
  const value = config && valueOfParameter(entry, config.name, given, node);
  return value?.kind === 'bytes' && value.serialized ? outputShapes(value.serialized as Message) : undefined;
}

/** The tensors that a function returns as a list: its entry says what their number is. */
export function listOfTensors(
  name: string,
  given: Arguments,
  facts: InferredTensor,
  node: Call,
  ev: Evaluator,
) {
  const counting = findEntry(name)?.makes?.list;
  const rows = counting === 'rows' ? rowsAlong(given) : undefined;
  const length = given.hasUnknownArguments
    ? undefined
    : (rows?.count ?? amountIn(given, counting !== 'each'));
  const isKnown = length !== undefined && length >= 0 && length <= MAX_OUTPUTS;
  // What a value does not depend on has no gradient.
  const each: InferredTensor =
    counting === 'each' ? { ...facts, mayBeNone: true } : rows ? { ...facts, shape: rows.shape } : facts;
  return listOf(ev, isKnown ? times(length, () => made(name, given, node, each)) : undefined, node);
}

/** How many tensors `tf.unstack` makes of one, and the shape of each. */
function rowsAlong(
  given: Arguments,
): { readonly count: number | undefined; readonly shape: Shape } | undefined {
  const axis = argumentAt(given, 2, 'axis');
  const shape = shapeOf(argumentAt(given, 0, 'value'));
  const index = axis ? numberOf(axis) : 0;
  if (!shape || index === undefined || given.hasUnknownArguments) return undefined;
  const at = index < 0 ? index + shape.length : index;
  return at in shape ? { count: shape[at], shape: shape.toSpliced(at, 1) } : undefined;
}

function amountIn({ positional: [, amount] }: Arguments, isCount: boolean): number | undefined {
  if (!amount) return undefined;
  if (isCount) return countIn(amount);
  return tensorIn(amount) ? 1 : lengthOf(amount);
}

const countIn = (value: Value) =>
  value.kind === 'int' ? Number(value.value ?? Number.NaN) : lengthOf(value);

/** The op whose outputs are in a tuple or a list. */
export function opOfOutputs(value: Value): Entry | undefined {
  if (value.kind === 'list') {
    const [first, ...more] = value.cell.content ?? [];
    const isOne = first?.kind === 'made' && value.node === first.node;
    const entry =
      isOne && more.every((each) => each.node === first.node) ? findEntry(first.callee) : undefined;
    return entry?.op && entry;
  }
  const cls = value.kind === 'tuple' ? value.cls : undefined;
  const entry = cls?.form === 'namedtuple' ? findEntry(`tensorflow.raw_ops.${cls.name}`) : undefined;
  const outputs = entry?.op?.outputs ?? [];
  return outputs.length > 1 && outputs.every(({ name }, i) => cls?.fields[i]?.name === name)
    ? entry
    : undefined;
}

const DTYPE = /^(?:bool|string|u?int\d+|b?float\d+)$/;
const MAX_OUTPUTS = 1000;

/** The value of a variable. */
export function methodOfVariable(object: Value, name: string, node: Node): Value | undefined {
  const tensor = tensorFacts(object);
  if (object.kind !== 'made' || !tensor || (name !== 'read_value' && name !== 'value')) return undefined;
  const { dtype, shape } = tensor;
  return typeof findEntry(object.callee)?.makes?.trainable === 'object'
    ? made(object.callee, object.given, node, { kind: 'tensor', dtype, shape })
    : undefined;
}

/** The class of a ragged or sparse tensor. */
export function partialKind(value: Value | undefined): string | undefined {
  const inferred = inferredOf(value);
  return inferred?.kind === 'object' && PARTIAL.has(inferred.name) ? inferred.name : undefined;
}
const PARTIAL: ReadonlySet<string> = new Set(['RaggedTensor', 'SparseTensor']);

/** Whether a tensor is made of what is not known, by a function that makes ragged tensors of ragged ones. */
export function mayBePartial(value: Value | undefined, depth = 0): boolean {
  const makes = value?.kind === 'made' ? findEntry(value.callee)?.makes : undefined;
  if (value?.kind !== 'made' || !makes || makes.shape || makes.hint || makes.densifies) return false;
  return valuesOf(value.given).some((each) =>
    (itemsOf(each) ?? [each]).some(
      (part) =>
        partialKind(part) !== undefined ||
        isFromElsewhere(part) ||
        (depth < MAX_DEPTH && mayBePartial(part, depth + 1)),
    ),
  );
}

/** Whether a value is not known, be it the variable of a module that is not a library of arrays. */
const isFromElsewhere = (value: Value): boolean =>
  value.kind === 'unknown' ||
  (value.kind === 'reference' && !/^(?:jax|keras|numpy|tensorflow)\b/.test(value.name));

const MAX_DEPTH = 8;

/** The dense parts of a ragged or sparse tensor. */
export function partOfRagged(object: Value, name: string, node: Node): Value | undefined {
  const kind = partialKind(object);
  const part = kind && PARTS.get(`${kind}.${name}`);
  // Those of a ragged tensor with more axes are ragged, too.
  if (!part || (part.isOfRows && sizesOf(object)?.length !== 2)) return undefined;
  const dtype = name.endsWith('values') ? partialDtypeOf(object) : part.dtype;
  return made('tensorflow.convert_to_tensor', { ...NO_ARGUMENTS }, node, {
    kind: 'tensor',
    dtype,
    shape: part.rank === undefined ? undefined : unknownSizes(part.rank),
  });
}

interface Part {
  readonly rank?: number;
  /** Of the values, it is that of the tensor. */
  readonly dtype?: string;
  readonly isOfRows?: true;
}

const PARTS: ReadonlyMap<string, Part> = new Map<string, Part>([
  ['SparseTensor.indices', { rank: 2, dtype: 'int64' }],
  ['SparseTensor.values', { rank: 1 }],
  ['SparseTensor.dense_shape', { rank: 1, dtype: 'int64' }],
  ['RaggedTensor.flat_values', {}],
  ['RaggedTensor.values', { rank: 1, isOfRows: true }],
  // Their dtype can be chosen.
  ['RaggedTensor.row_splits', { rank: 1 }],
]);

/** What a ragged or sparse tensor gives as another tensor of any kind. */
export function methodOfRagged(object: Value, name: string, given: Arguments, node: Node): Value | undefined {
  const own = partialKind(object);
  if (own === undefined) return undefined;
  const sizes = sizesOf(object);
  const values = given.positional[0] ?? given.keywords.get('new_values');
  const facts = METHODS.get(`${own}.${name}`)?.(sizes, sizesOf(values));
  // Another form has the same numbers.
  const source = SAME_NUMBERS.has(name) ? passing(object) : { ...NO_ARGUMENTS };
  return facts && { kind: 'made', callee: 'tensorflow.convert_to_tensor', given: source, facts, node };
}

const SAME_NUMBERS: ReadonlySet<string> = new Set(['to_sparse', 'with_row_splits_dtype']);

type Facts = (sizes: Shape | undefined, values: Shape | undefined) => Inferred;

const kept =
  (name: string): Facts =>
  (sizes) => ({ kind: 'object', name, sizes });

const withValues: Facts = (sizes, values) => ({
  kind: 'object',
  name: 'RaggedTensor',
  sizes: sizes && values && [sizes[0], ...unknownSizes(values.length)],
});

/** The methods that make another tensor, by their objects; of other tensors only the number of axes is known. */
const METHODS: ReadonlyMap<string, Facts> = new Map<string, Facts>([
  [
    'RaggedTensor.to_tensor',
    (sizes) => ({ kind: 'tensor', dtype: undefined, shape: sizes && unknownSizes(sizes.length) }),
  ],
  [
    'RaggedTensor.to_sparse',
    (sizes) => ({ kind: 'object', name: 'SparseTensor', sizes: sizes && unknownSizes(sizes.length) }),
  ],
  // The values of two axes are flat.
  [
    'RaggedTensor.with_flat_values',
    (sizes, values) => withValues(sizes?.length === 2 ? sizes : undefined, values),
  ],
  ['RaggedTensor.with_row_splits_dtype', kept('RaggedTensor')],
  ['RaggedTensor.with_values', (sizes, values) => withValues(sizes ?? [undefined], values)],
  ['SparseTensor.with_values', kept('SparseTensor')],
]);

/** A row of a tensor. */
export function rowOf(value: Value, node: Node): Value | undefined {
  const tensor = tensorFacts(value);
  if (value.kind !== 'made' || !tensor) return undefined;
  const { dtype, shape } = tensor;
  if (shape?.length === 0) return undefined;
  return made(value.callee, value.given, node, { kind: 'tensor', dtype, shape: shape?.slice(1) });
}

/** `tensor[index]` with `None`, `...` or several indices. */
export function tensorAt(value: Value, index: Value, node: Node): Value | undefined {
  const { dtype, shape } = tensorFacts(value) ?? {};
  const values = index.kind === 'tuple' ? index.elements : [index];
  if (value.kind !== 'made' || !shape || !values || node.kind !== 'subscript') return undefined;
  const left = shapeAt([...shape], values, node.indices);
  return left && made(value.callee, value.given, node, { kind: 'tensor', dtype, shape: left });
}

/** Some rows of a tensor or of an array. */
export function sliceOf(value: Value, parts: readonly (Value | undefined)[], node: Node): Value | undefined {
  const inferred = inferredOf(value);
  if (partialKind(value) === 'RaggedTensor') return sliceOfRagged(value, parts, node);
  if (value.kind !== 'made' || (inferred?.kind !== 'tensor' && inferred?.kind !== 'array')) return undefined;
  const { kind, dtype, shape } = inferred;
  if (shape?.length === 0) return undefined;
  const [length, ...others] = shape ?? [];
  const rows = length === undefined ? undefined : indices(length, parts);
  const isBeginning = inferred.kind === 'array' && rows?.every((row, i) => row === i);
  const facts = {
    kind,
    dtype,
    shape: shape && [rows?.length, ...others],
    ...(isBeginning && inferred.spaced && { spaced: inferred.spaced }),
  };
  return { ...value, facts, node };
}

/** Some rows of a ragged tensor, which are ragged. */
function sliceOfRagged(value: Value, parts: readonly (Value | undefined)[], node: Node): Value | undefined {
  const facts = inferredOf(value);
  if (value.kind !== 'made' || facts?.kind !== 'object') return undefined;
  const [length, ...others] = facts.sizes ?? [];
  const rows = length === undefined ? undefined : indices(length, parts);
  const some: Inferred = { ...facts, sizes: facts.sizes && [rows?.length, ...others] };
  return { ...value, facts: some, node };
}

/** The result of arithmetic with a tensor: a tensor. */
export function tensorAfter(left: Value, operator: string, right: Value, node: Node): Value | undefined {
  const [a, b] = [tensorIn(left), tensorIn(right)];
  // By a tensor, code that is not seen does not reach the lists that it is made of.
  if ((a && right.kind === 'unknown') || (b && left.kind === 'unknown')) return unknown(node, 'call');
  if (operator === '@')
    return (
      a && b && made('tensorflow.linalg.matmul', passing(left, right), node, productOf(a.facts, b.facts))
    );
  const tensor = a ?? b;
  if (!tensor || !ARITHMETIC.has(operator)) return undefined;
  const other = tensor === a ? right : left;
  const isNumber = NUMBERS.has(other.kind);
  if (!isNumber && !(a && b)) return undefined;
  const { dtype, shape } = tensor.facts;
  const otherShape = tensorIn(other)?.facts.shape;
  return made(`tensorflow.math.${ARITHMETIC.get(operator)}`, passing(left, right), node, {
    kind: 'tensor',
    dtype: dtypeAfter(dtype, operator, other),
    shape: isNumber ? shape : shape && otherShape && broadcast(shape, otherShape),
    end: isNumber ? tensor.facts.end : sameEnd(tensor.facts, tensorIn(other)?.facts),
  });
}

/** What `left @ right` gives for two tensors. */
const productOf = (a: InferredTensor, b: InferredTensor): InferredTensor => ({
  kind: 'tensor',
  dtype: a.dtype ?? b.dtype,
  shape: a.shape && b.shape && product(a.shape, b.shape),
  end: b.shape && b.shape.length > 1 ? b.shape.at(-1) : undefined,
});

/** The dtype after arithmetic, which both sides have, or get if they are Python's numbers. */
function dtypeAfter(dtype: string | undefined, operator: string, other: Value): string | undefined {
  if (dtype === undefined || /float/.test(dtype)) return dtype;
  const isWhole = INT.test(dtype) && other.kind !== 'float';
  if (!isWhole) return undefined;
  return operator === '/' ? QUOTIENTS.get(dtype) : dtype;
}

const INT = /^u?int\d+$/;
/** What whole numbers divided by others are. */
const QUOTIENTS: ReadonlyMap<string, string> = new Map([
  ['int32', 'float64'],
  ['int64', 'float64'],
]);

/** The last size of tensors that have the same. */
const sameEnd = (a: InferredTensor, b: InferredTensor | undefined): number | undefined =>
  b && lastSize(a) === lastSize(b) ? lastSize(a) : undefined;

function tensorIn(value: Value) {
  const facts = tensorFacts(value);
  return value.kind === 'made' && facts && !value.callee.startsWith('numpy.')
    ? { ...value, facts }
    : undefined;
}

/** The function of `tf.math` that an operator calls. */
const ARITHMETIC: ReadonlyMap<string, string> = new Map([
  ['+', 'add'],
  ['-', 'subtract'],
  ['*', 'multiply'],
  ['/', 'truediv'],
  ['**', 'pow'],
  ['%', 'floormod'],
  ['//', 'floordiv'],
]);
const NUMBERS = kinds('int', 'float');

const made = (callee: string, given: Arguments, node: Node, facts: InferredTensor): Value => ({
  kind: 'made',
  callee,
  given,
  facts,
  node,
});
