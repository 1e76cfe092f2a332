import type { Arguments, Evaluator, OfCall, Value } from '../../evaluator';
import { iterate } from '../../evaluator/containers';
import { almost, arithmetic, asNumber, roundedAlike } from '../../evaluator/numbers';
import { float, int, NO_ARGUMENTS } from '../../evaluator/value';
import type { Node } from '../../python/tree';
import { type InferredArray, inferredOf } from '../calls/types';

// What NumPy computes of numbers that are known, or almost known where only some last digits may differ.

type Numeric = Extract<Value, { kind: 'int' | 'float' }>;

/** A number, by its value or almost. */
interface Known {
  readonly exact?: number | undefined;
  readonly near?: number | undefined;
}

const exactly = (of: (x: number) => number): ((x: number) => Known) => {
  return (x) => ({ exact: of(x) });
};
/** Libraries compute these alike but for the last digits. */
const nearly = (of: (x: number) => number): ((x: number) => Known) => {
  return (x) => ({ near: of(x) });
};
const halfToEven = (x: number): number => {
  const low = Math.floor(x);
  return x - low < 0.5 || (x - low === 0.5 && low % 2 === 0) ? low : low + 1;
};
/** The logarithm of an exact power is exact. */
const logarithm =
  (of: (x: number) => number, base: number) =>
  (x: number): Known => {
    const power = Math.round(of(x));
    return base ** power === x ? { exact: power } : { near: of(x) };
  };

/** Functions of one number, which give one of the type `float64`. */
const OF_ONE: ReadonlyMap<string, (x: number) => Known> = new Map([
  ['ceil', exactly(Math.ceil)],
  ['floor', exactly(Math.floor)],
  ['trunc', exactly(Math.trunc)],
  ['rint', exactly(halfToEven)],
  ['sqrt', exactly(Math.sqrt)],
  ['log2', logarithm(Math.log2, 2)],
  ['log10', logarithm(Math.log10, 10)],
  ['log', nearly(Math.log)],
  ['log1p', nearly(Math.log1p)],
  ['exp', nearly(Math.exp)],
]);
const ROUNDING: ReadonlySet<string> = new Set(['ceil', 'floor', 'trunc', 'rint']);

/** Functions of two numbers that are operators. */
const OPERATORS: ReadonlyMap<string, string> = new Map([
  ['power', '**'],
  ['add', '+'],
  ['subtract', '-'],
  ['multiply', '*'],
  ['divide', '/'],
  ['true_divide', '/'],
  ['floor_divide', '//'],
  ['mod', '%'],
  ['remainder', '%'],
]);

const isLess = (a: Numeric, b: Numeric): boolean => Number(a.value) < Number(b.value);
const folded =
  (operator: string) =>
  (all: readonly Numeric[], node: Node): Value | undefined =>
    all
      .slice(1)
      .reduce<Value | undefined>((a, b) => a && arithmetic(asNumber(a)!, operator, b, node), all[0]);
const extreme =
  (isBetter: (a: Numeric, b: Numeric) => boolean) =>
  (all: readonly Numeric[]): Value | undefined =>
    all.reduce((a, b) => (isBetter(b, a) ? b : a));

/** Functions and methods that make one number of several. */
const OF_MANY: ReadonlyMap<string, (all: readonly Numeric[], node: Node) => Value | undefined> = new Map([
  ['prod', folded('*')],
  ['sum', folded('+')],
  ['max', extreme((a, b) => isLess(b, a))],
  ['min', extreme(isLess)],
  [
    'mean',
    (all: readonly Numeric[], node: Node) => {
      const total = folded('+')(all, node);
      const sum = total && asNumber(total);
      return sum && arithmetic(sum, '/', int(node, BigInt(all.length)) as Numeric, node);
    },
  ],
]);

/** Functions that make one `float64` of several numbers and a share. */
const QUANTILES: ReadonlySet<string> = new Set(['percentile', 'quantile', 'nanpercentile', 'nanquantile']);

const factsOf = (value: Value): InferredArray | undefined => {
  const inferred = inferredOf(value);
  return inferred?.kind === 'array' ? inferred : undefined;
};

/** A number of NumPy with a value that Python computes. */
function madeOf(value: Value | undefined, node: Node): Value | undefined {
  const number = value && asNumber(value);
  if (!number) return undefined;
  const near = number.kind === 'float' ? number.near : undefined;
  const facts: InferredArray = {
    kind: 'array',
    dtype: number.kind === 'int' ? 'int' : 'float64',
    shape: [],
    scalar: true,
    ...(number.value !== undefined && { value: Number(number.value) }),
    ...(near !== undefined && { near }),
  };
  return { kind: 'made', callee: 'numpy.ndarray', given: NO_ARGUMENTS, facts, node };
}

/** A number of Python or NumPy as one of Python. */
export function plainNumber(value: Value): Numeric | undefined {
  const facts = value.kind === 'made' ? factsOf(value) : undefined;
  if (!facts) return asNumber(value);
  // Floats whose width is not known have a value.
  const type = facts.dtype ?? (facts.value === undefined && facts.near === undefined ? '' : 'float');
  if (!facts.scalar || !/^(?:u?int|float)/.test(type)) return undefined;
  if (type.startsWith('float')) return float(value.node, facts.value, facts.near) as Numeric;
  return Number.isSafeInteger(facts.value) ? (int(value.node, BigInt(facts.value!)) as Numeric) : undefined;
}

const isKnown = (number: Numeric | undefined): number is Numeric => number?.value !== undefined;

/** What NumPy's function makes of one number that is known. */
function ofOne(name: string, number: Numeric, node: Node): Value | undefined {
  const compute = OF_ONE.get(name);
  const x = almost(number);
  if (!compute || x === undefined) return undefined;
  const result = compute(x);
  if (number.value !== undefined) return madeOf(float(node, result.exact, result.near), node);
  const rounded = ROUNDING.has(name) ? roundedAlike(x, (each) => compute(each).exact) : undefined;
  return madeOf(
    rounded === undefined ? float(node, undefined, result.exact ?? result.near) : float(node, rounded),
    node,
  );
}

const isNarrow = (value: Value): boolean => /^b?float(?:16|32)$/.test(factsOf(value)?.dtype ?? '');

/** How wide the result is of a narrow float and a number of Python depends on the release of NumPy. */
function computedOf(operands: readonly Value[], result: Value | undefined): Value | undefined {
  const facts = result && factsOf(result);
  return result?.kind === 'made' && facts?.dtype === 'float64' && operands.some(isNarrow)
    ? { ...result, facts: { ...facts, dtype: undefined } }
    : result;
}

/** The number that a function of NumPy computes of numbers that are known. */
export const computedBy: OfCall<Value> = (name, given, node, ev) =>
  computedOf(given.positional, computed(name, given, node, ev));

function computed(name: string, given: Arguments, node: Node, ev: Evaluator): Value | undefined {
  if (!name.startsWith('numpy.') || given.hasUnknownArguments || given.keywords.size > 0) return undefined;
  const own = name.slice('numpy.'.length);
  const { positional } = given;
  const [first, second, ...more] = positional;
  if (!first || more.length > 1) return undefined;
  const numbers = positional.map(plainNumber);
  const [one, other, last] = numbers;
  if (positional.length === 1 && one) return ofOne(own === 'round' ? 'rint' : own, one, node);
  if (positional.length === 1) return reduced(own.replace(/^a(?=max|min)/, ''), elementsOf(first, ev), node);
  if (QUANTILES.has(own) && elementsOf(first, ev)?.every((each) => each) && other)
    return madeOf(float(node, undefined), node);
  const operator = OPERATORS.get(own);
  if (operator && one && other && !last) return madeOf(arithmetic(one, operator, other, node), node);
  if (!numbers.every(isKnown) || !second) return undefined;
  const all = numbers as readonly Numeric[];
  if (own === 'maximum' || own === 'minimum') return reduced(own.slice(0, 3), all, node);
  if (own !== 'clip' || all.length !== 3) return undefined;
  const [value, least, most] = all as [Numeric, Numeric, Numeric];
  return madeOf(isLess(value, least) ? least : isLess(most, value) ? most : value, node);
}

const elementsOf = (value: Value, ev: Evaluator): readonly (Numeric | undefined)[] | undefined =>
  value.kind === 'list' || value.kind === 'tuple' || value.kind === 'range'
    ? iterate(ev, value)?.map(plainNumber)
    : undefined;

/** The number that a reduction makes of others, all of which are known. */
export function reduced(
  name: string,
  all: readonly (Numeric | undefined)[] | undefined,
  node: Node,
): Value | undefined {
  const compute = all && all.length > 0 && all.every(isKnown) ? OF_MANY.get(name) : undefined;
  return compute && madeOf(compute(all as readonly Numeric[], node), node);
}

/** `left operator right`, of which at least one is a number of NumPy. */
export function computedAfter(left: Value, operator: string, right: Value, node: Node): Value | undefined {
  const [a, b] = [plainNumber(left), plainNumber(right)];
  return a && b ? computedOf([left, right], madeOf(arithmetic(a, operator, b, node), node)) : undefined;
}

/** The dtypes that functions make of others: floats keep theirs, and whole numbers become floats that hold them. */
const FLOATS: ReadonlyMap<string, string> = new Map([
  ...['float16', 'float32', 'float64'].map((float) => [float, float] as const),
  ...['bool', 'int8', 'uint8'].map((small) => [small, 'float16'] as const),
  ...['int16', 'uint16'].map((medium) => [medium, 'float32'] as const),
  ...['int', 'int32', 'uint32', 'int64', 'uint64'].map((large) => [large, 'float64'] as const),
]);

/** The array that a function of NumPy makes of each number of another one. Whether rounding keeps whole numbers depends on the release, so their dtype is unknown. */
export function elementwise(name: string, array: InferredArray): InferredArray | undefined {
  const own = name.startsWith('numpy.') ? name.slice('numpy.'.length) : '';
  if (array.scalar || !OF_ONE.has(own)) return undefined;
  const { dtype = '', shape } = array;
  const isKept = ROUNDING.has(own) && !dtype.startsWith('float');
  return { kind: 'array', dtype: isKept ? undefined : FLOATS.get(dtype), shape };
}
