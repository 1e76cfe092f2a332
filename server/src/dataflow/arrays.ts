import { resolve } from '../python/names';
import type * as python from '../python/tree';
import { evaluate } from '../python/values';
import { shapeOf, tensorLike } from './tensors';

/** An array or a number of NumPy. */
export interface KnownArray {
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

/** The dtype that a class of numbers stands for. */
export function numpyType(name: string): string | undefined {
  const type = TYPE.exec(name)?.[1];
  return type && (SIZED.get(type) ?? type);
}

/** Functions that make arrays: by their shape, of one argument that is the rank-0 end, or of what they are given. */
const BY_SHAPE = new Set(['zeros', 'ones', 'empty', 'full']);
const BY_VALUE = new Set(['array', 'asarray']);

/** What a call of NumPy gives, as far as it is an array. */
export function arrayOf(tree: python.Tree, call: python.Call, callee: string): KnownArray | undefined {
  const type = numpyType(callee);
  if (type !== undefined) return { kind: 'array', dtype: type, shape: [], scalar: true };
  const name = callee.slice('numpy.'.length);
  const [first, second] = call.arguments;
  if (first?.kind !== 'positional') return undefined;
  const dtype = dtypeOf(tree, call.arguments.find((argument) => argument.name === 'dtype') ?? second);
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

function dtypeOf(tree: python.Tree, argument: python.Argument | undefined): string | undefined {
  if (!argument) return undefined;
  const name = resolve(tree, argument.value);
  return name === undefined ? undefined : numpyType(name);
}
