/**
 * The operations of formulas. Each exists for one cell, for whole arrays, and in `vector-arithmetic.ts` for
 * vectors of four cells. All give the same float32: double is precise enough that rounding twice changes nothing for
 * `+ - * /` and the square root. Operands are never subnormal, and results that may be are flushed.
 */
import { round } from './flush';
import { power } from './power';

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
}

const choose = (condition: number, yes: number, no: number): number => (condition !== 0 ? yes : no);

export const operations = {
  '+': {
    cell: (a, b) => round(a + b),
    array: (out, n, a, b) => {
      for (let i = 0; i < n; i++) out[i] = round(a[i]! + b[i]!);
    },
  },
  '-': {
    cell: (a, b) => round(a - b),
    array: (out, n, a, b) => {
      for (let i = 0; i < n; i++) out[i] = round(a[i]! - b[i]!);
    },
  },
  '*': {
    cell: (a, b) => round(a * b),
    array: (out, n, a, b) => {
      for (let i = 0; i < n; i++) out[i] = round(a[i]! * b[i]!);
    },
  },
  '/': {
    cell: (a, b) => round(a / b),
    array: (out, n, a, b) => {
      for (let i = 0; i < n; i++) out[i] = round(a[i]! / b[i]!);
    },
  },
  '^': {
    cell: (a, b) => round(power(a, b)),
    array: (out, n, a, b) => {
      for (let i = 0; i < n; i++) out[i] = round(power(a[i]!, b[i]!));
    },
  },
  '>=': {
    cell: (a, b) => (a >= b ? 1 : 0),
    array: (out, n, a, b) => {
      for (let i = 0; i < n; i++) out[i] = a[i]! >= b[i]! ? 1 : 0;
    },
  },
  square: {
    cell: (a) => round(a * a),
    array: (out, n, a) => {
      for (let i = 0; i < n; i++) out[i] = round(a[i]! * a[i]!);
    },
  },
  negate: {
    cell: (a) => -a,
    array: (out, n, a) => {
      for (let i = 0; i < n; i++) out[i] = -a[i]!;
    },
  },
  sqrt: {
    cell: (a) => Math.fround(Math.sqrt(a)),
    array: (out, n, a) => {
      for (let i = 0; i < n; i++) out[i] = Math.sqrt(a[i]!);
    },
  },
  abs: {
    cell: Math.abs,
    array: (out, n, a) => {
      for (let i = 0; i < n; i++) out[i] = Math.abs(a[i]!);
    },
  },
  sign: {
    cell: Math.sign,
    array: (out, n, a) => {
      for (let i = 0; i < n; i++) out[i] = Math.sign(a[i]!);
    },
  },
  floor: {
    cell: Math.floor,
    array: (out, n, a) => {
      for (let i = 0; i < n; i++) out[i] = Math.floor(a[i]!);
    },
  },
  min: {
    cell: (a, b) => Math.min(a, b),
    array: (out, n, a, b) => {
      for (let i = 0; i < n; i++) out[i] = Math.min(a[i]!, b[i]!);
    },
  },
  max: {
    cell: (a, b) => Math.max(a, b),
    array: (out, n, a, b) => {
      for (let i = 0; i < n; i++) out[i] = Math.max(a[i]!, b[i]!);
    },
  },
  /** `choose(condition, where it holds, where not)`. */
  choose: {
    cell: choose,
    array: (out, n, a, b, c) => {
      for (let i = 0; i < n; i++) out[i] = choose(a[i]!, b[i]!, c[i]!);
    },
  },
} as const satisfies Record<string, Arithmetic>;

export type Operation = keyof typeof operations;
