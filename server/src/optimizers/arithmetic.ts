/**
 * What formulas compute with. Each operation exists for one cell, for whole arrays, and for vectors of four cells in
 * WebAssembly. All give the same float32: double is precise enough that rounding twice changes nothing for `+ - * /`
 * and the square root. Operands are never subnormal, and results that may be are flushed.
 */
import { round, SMALLEST_NORMAL } from './flush';
import { power } from './power';
import { powers } from './vector-power';
import { type Bytes, f32x4, float32s, get, integers, tee, v128 } from './web-assembly';

/** Writes the results for the first `n` cells to `out`, which may be one of the operands. */
export type Kernel = (
  out: Float32Array,
  n: number,
  a: Float32Array,
  b: Float32Array,
  c: Float32Array,
) => void;

interface Arithmetic {
  readonly cell: (a: number, b: number, c: number) => number;
  /** A loop of its own, which a JavaScript engine compiles for this one operation. */
  readonly array: Kernel;
  /** Instructions that leave the result on the stack; operands are locals, and more of them begin at `free`. */
  readonly vector: (a: number, b: number, c: number, free: number) => Bytes;
}

/** All bits but the sign's. */
const allButSign = integers(0x7fffffff);

const choose = (condition: number, yes: number, no: number): number => (condition !== 0 ? yes : no);

export const operations = {
  '+': {
    cell: (a, b) => round(a + b),
    array: (out, n, a, b) => {
      for (let i = 0; i < n; i++) out[i] = round(a[i]! + b[i]!);
    },
    vector: (a, b, _, free) => flushed([...get(a), ...get(b), ...f32x4.add], free),
  },
  '-': {
    cell: (a, b) => round(a - b),
    array: (out, n, a, b) => {
      for (let i = 0; i < n; i++) out[i] = round(a[i]! - b[i]!);
    },
    vector: (a, b, _, free) => flushed([...get(a), ...get(b), ...f32x4.sub], free),
  },
  '*': {
    cell: (a, b) => round(a * b),
    array: (out, n, a, b) => {
      for (let i = 0; i < n; i++) out[i] = round(a[i]! * b[i]!);
    },
    vector: (a, b, _, free) => flushed([...get(a), ...get(b), ...f32x4.mul], free),
  },
  '/': {
    cell: (a, b) => round(a / b),
    array: (out, n, a, b) => {
      for (let i = 0; i < n; i++) out[i] = round(a[i]! / b[i]!);
    },
    vector: (a, b, _, free) => flushed([...get(a), ...get(b), ...f32x4.div], free),
  },
  '^': {
    cell: (a, b) => round(power(a, b)),
    array: (out, n, a, b) => {
      for (let i = 0; i < n; i++) out[i] = round(power(a[i]!, b[i]!));
    },
    vector: (a, b, _, free) => flushed(powers(a, b, free), free),
  },
  '>=': {
    cell: (a, b) => (a >= b ? 1 : 0),
    array: (out, n, a, b) => {
      for (let i = 0; i < n; i++) out[i] = a[i]! >= b[i]! ? 1 : 0;
    },
    vector: (a, b) => [...get(a), ...get(b), ...f32x4.ge, ...float32s(1), ...v128.and],
  },
  square: {
    cell: (a) => round(a * a),
    array: (out, n, a) => {
      for (let i = 0; i < n; i++) out[i] = round(a[i]! * a[i]!);
    },
    vector: (a, _, __, free) => flushed([...get(a), ...get(a), ...f32x4.mul], free),
  },
  negate: {
    cell: (a) => -a,
    array: (out, n, a) => {
      for (let i = 0; i < n; i++) out[i] = -a[i]!;
    },
    vector: (a) => [...get(a), ...f32x4.neg],
  },
  sqrt: {
    cell: (a) => Math.fround(Math.sqrt(a)),
    array: (out, n, a) => {
      for (let i = 0; i < n; i++) out[i] = Math.sqrt(a[i]!);
    },
    vector: (a) => [...get(a), ...f32x4.sqrt],
  },
  abs: {
    cell: Math.abs,
    array: (out, n, a) => {
      for (let i = 0; i < n; i++) out[i] = Math.abs(a[i]!);
    },
    vector: (a) => [...get(a), ...f32x4.abs],
  },
  sign: {
    cell: Math.sign,
    array: (out, n, a) => {
      for (let i = 0; i < n; i++) out[i] = Math.sign(a[i]!);
    },
    vector: (a) => [
      // ±1 with the sign bit, or the number itself where it is 0 or NaN.
      ...[...get(a), ...float32s(-0), ...v128.and, ...float32s(1), ...v128.or, ...get(a)],
      ...[...float32s(0), ...get(a), ...f32x4.abs, ...f32x4.lt, ...v128.select],
    ],
  },
  floor: {
    cell: Math.floor,
    array: (out, n, a) => {
      for (let i = 0; i < n; i++) out[i] = Math.floor(a[i]!);
    },
    vector: (a) => [...get(a), ...f32x4.floor],
  },
  min: {
    cell: (a, b) => Math.min(a, b),
    array: (out, n, a, b) => {
      for (let i = 0; i < n; i++) out[i] = Math.min(a[i]!, b[i]!);
    },
    vector: (a, b) => [...get(a), ...get(b), ...f32x4.min],
  },
  max: {
    cell: (a, b) => Math.max(a, b),
    array: (out, n, a, b) => {
      for (let i = 0; i < n; i++) out[i] = Math.max(a[i]!, b[i]!);
    },
    vector: (a, b) => [...get(a), ...get(b), ...f32x4.max],
  },
  /** `choose(condition, where it holds, where not)`. */
  choose: {
    cell: choose,
    array: (out, n, a, b, c) => {
      for (let i = 0; i < n; i++) out[i] = choose(a[i]!, b[i]!, c[i]!);
    },
    vector: (a, b, c) => [...get(b), ...get(c), ...get(a), ...float32s(0), ...f32x4.ne, ...v128.select],
  },
} as const satisfies Record<string, Arithmetic>;

export type Operation = keyof typeof operations;

/** The same with 0 for subnormal numbers, their sign kept. */
export function flushed(value: Bytes, free: number): Bytes {
  return [
    ...[...value, ...tee(free)],
    ...[...get(free), ...f32x4.abs, ...float32s(SMALLEST_NORMAL), ...f32x4.lt],
    ...[...allButSign, ...v128.and, ...v128.andnot],
  ];
}
