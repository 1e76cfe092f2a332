import { bindArguments, type Entry, findEntry } from '../catalogue';
import { resolve } from '../python/names';
import type * as python from '../python/tree';
import { evaluate } from '../python/values';
import { asArgument } from './arguments';
import { type KnownTensor, known } from './types';

/** The tensor that a call of one of TensorFlow's makers gives. */
export function tensorOf(tree: python.Tree, entry: Entry, call: python.Call): KnownTensor {
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
): KnownTensor | undefined {
  const value = known(tree, expression);
  const scalar = (dtype: string, text?: string): KnownTensor => ({
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
): KnownTensor | undefined {
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
