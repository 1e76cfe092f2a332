/** `power.ts` in WebAssembly, two cells at a time: each operation in the same order, so that both give the same. */
import { EXPONENTIAL, LARGEST, LOGARITHM, ROOT_OF_HALF, ROUNDING } from './power';
import {
  allTrue,
  type Bytes,
  doubles,
  f32,
  f32Equal,
  f32x4,
  f64x2,
  float32s,
  get,
  halves,
  i32,
  i32x4,
  i64x2,
  ifElse,
  integers,
  set,
  tee,
  v128,
} from './web-assembly';

/** How many locals it needs for itself. */
export const POWER_LOCALS = 17;
const HALF_LOCALS = 7;

/**
 * Leaves `a ** b` of four float32 on the stack, not flushed; `a` and `b` are locals, more of them begin at `free`. All four
 * of `b` are equal: exponents are constants.
 */
export function powers(a: number, b: number, free: number): Bytes {
  const [root, inverse] = [[...get(a), ...f32x4.sqrt], inverseRoots(a)];
  const other = ifEqual(b, 0, float32s(1), anyPowers(a, b, free));
  return ifEqual(b, 0.5, root, ifEqual(b, -0.5, inverse, other));
}

function ifEqual(b: number, value: number, then: Bytes, otherwise: Bytes): Bytes {
  return ifElse([...get(b), ...f32x4.first, ...f32(value), ...f32Equal], then, otherwise);
}

/** In double precision: the inverse of a root that is rounded already would be rounded twice. */
function inverseRoots(a: number): Bytes {
  const half = (which: 0 | 1) => [
    ...[...doubles(1), ...promoted(which, a), ...doubles(0), ...f64x2.add],
    ...[...f64x2.sqrt, ...f64x2.div, ...f32x4.fromDoubles],
  ];
  return [...half(0), ...half(1), ...halves(0, 2)];
}

function anyPowers(a: number, b: number, free: number): Bytes {
  const [exponent, factor, inner] = [free, free + 1, free + 2] as const;
  return [
    // The bits of a minus those of √½: above the fraction's 23 stands the exponent.
    ...[...get(a), ...integers(ROOT_OF_HALF), ...i32x4.sub, ...i32(23), ...i32x4.shr, ...set(exponent)],
    ...[...get(a), ...get(exponent), ...i32(23), ...i32x4.shl, ...i32x4.sub, ...set(factor)],
    ...[...get(exponent), ...f32x4.fromIntegers, ...set(exponent)],
    ...[...float32s(0), ...get(a), ...f32x4.lt],
    ...[...get(a), ...float32s(Number.POSITIVE_INFINITY), ...f32x4.lt, ...v128.and, ...tee(inner)],
    // What has no logarithm takes the exponent's place; its factor is a number from √½ to √2 even so.
    ...ifElse(allTrue, get(exponent), [
      ...get(exponent),
      ...[...float32s(Number.NEGATIVE_INFINITY), ...get(a), ...f32x4.sqrt],
      ...[...get(a), ...float32s(0), ...f32x4.eq, ...v128.select],
      ...[...get(inner), ...v128.select],
    ]),
    ...set(exponent),
    ...interleaved(half(0, b, exponent, factor, inner), half(1, b, exponent, factor, inner + HALF_LOCALS)),
    ...[...get(inner), ...get(inner + HALF_LOCALS), ...halves(0, 2)],
  ];
}

/** Neither waits for the other, so the processor can work on both. */
function interleaved(first: readonly Bytes[], second: readonly Bytes[]): Bytes {
  return first.flatMap((part, i) => [...part, ...second[i]!]);
}

/** Two of the four in steps, as float32 in the first half of the local `free`. */
function half(which: 0 | 1, b: number, exponent: number, factor: number, free: number): Bytes[] {
  const [x, s, whole, powersOfX, sum] = [free, free + 1, free + 2, free + 3, free + 6] as const;
  return [
    [
      ...promoted(which, factor),
      ...tee(x),
      ...doubles(1),
      ...f64x2.sub,
      ...get(x),
      ...doubles(1),
      ...f64x2.add,
      ...f64x2.div,
      ...set(s),
    ],
    [...get(s), ...get(s), ...f64x2.mul, ...set(x)],
    ...polynomial(LOGARITHM, x, powersOfX, sum),
    [
      ...promoted(0, b),
      ...promoted(which, exponent),
      ...get(s),
      ...get(sum),
      ...f64x2.mul,
      ...f64x2.add,
      ...f64x2.mul,
      ...doubles(LARGEST),
      ...f64x2.pmin,
      ...doubles(-LARGEST),
      ...f64x2.pmax,
      ...tee(x),
      // Its whole part goes to the exponent of a double: the lowest bits of the sum with ROUNDING are the number's.
      ...doubles(ROUNDING),
      ...f64x2.add,
      ...set(whole),
    ],
    [...get(x), ...get(whole), ...doubles(ROUNDING), ...f64x2.sub, ...f64x2.sub, ...set(x)],
    ...polynomial(EXPONENTIAL, x, powersOfX, sum),
    [
      ...get(sum),
      ...get(whole),
      ...i32(52),
      ...i64x2.shl,
      ...doubles(1),
      ...i64x2.add,
      ...f64x2.mul,
      ...f32x4.fromDoubles,
      ...set(free),
    ],
  ];
}

/** Two of the four as doubles. */
function promoted(which: 0 | 1, local: number): Bytes {
  return [...get(local), ...(which === 1 ? [...get(local), ...halves(1, 1)] : []), ...f64x2.promote];
}

/** By halves, which do not wait for each other. Locals from `squares` on take x², x⁴ and so on. */
function polynomial(terms: readonly number[], x: number, squares: number, out: number): Bytes[] {
  const powers = [x];
  const steps: Bytes[] = [];
  while (2 ** powers.length < terms.length) {
    const last = powers.at(-1)!;
    powers.push(squares + powers.length - 1);
    steps.push([...get(last), ...get(last), ...f64x2.mul, ...set(powers.at(-1)!)]);
  }
  const sum = (part: readonly number[]): Bytes => {
    if (part.length === 1) return doubles(part[0]!);
    const level = Math.ceil(Math.log2(part.length)) - 1;
    const [low, high] = [part.slice(0, 2 ** level), part.slice(2 ** level)];
    return [...sum(low), ...sum(high), ...get(powers[level]!), ...f64x2.mul, ...f64x2.add];
  };
  return [...steps, [...sum(terms), ...set(out)]];
}
