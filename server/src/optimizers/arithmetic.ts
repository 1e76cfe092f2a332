/**
 * What formulas compute with. Each operation exists for one cell, in double precision for the caller to round,
 * and for whole arrays, where storing into a Float32Array rounds. Both give the same float32: double is precise
 * enough that rounding twice changes nothing for `+ - * /` and the square root.
 */

/** Writes the results for the first `n` cells to `out`, which may be one of the operands. */
export type Kernel = (
  out: Float32Array,
  n: number,
  a: Float32Array,
  b: Float32Array,
  c: Float32Array,
) => void;

interface Arithmetic {
  cell(a: number, b: number, c: number): number;
  /** A loop of its own, which a JavaScript engine compiles for this one operation. */
  readonly array: Kernel;
}

const power = (a: number, b: number): number => a ** b;
const choose = (condition: number, yes: number, no: number): number => (condition !== 0 ? yes : no);

export const operations = {
  '+': {
    cell: (a, b) => a + b,
    array: (out, n, a, b) => {
      for (let i = 0; i < n; i++) out[i] = a[i]! + b[i]!;
    },
  },
  '-': {
    cell: (a, b) => a - b,
    array: (out, n, a, b) => {
      for (let i = 0; i < n; i++) out[i] = a[i]! - b[i]!;
    },
  },
  '*': {
    cell: (a, b) => a * b,
    array: (out, n, a, b) => {
      for (let i = 0; i < n; i++) out[i] = a[i]! * b[i]!;
    },
  },
  '/': {
    cell: (a, b) => a / b,
    array: (out, n, a, b) => {
      for (let i = 0; i < n; i++) out[i] = a[i]! / b[i]!;
    },
  },
  '^': {
    cell: power,
    array: (out, n, a, b) => {
      for (let i = 0; i < n; i++) out[i] = power(a[i]!, b[i]!);
    },
  },
  '>=': {
    cell: (a, b) => (a >= b ? 1 : 0),
    array: (out, n, a, b) => {
      for (let i = 0; i < n; i++) out[i] = a[i]! >= b[i]! ? 1 : 0;
    },
  },
  square: {
    cell: (a) => a * a,
    array: (out, n, a) => {
      for (let i = 0; i < n; i++) out[i] = a[i]! * a[i]!;
    },
  },
  negate: {
    cell: (a) => -a,
    array: (out, n, a) => {
      for (let i = 0; i < n; i++) out[i] = -a[i]!;
    },
  },
  sqrt: {
    cell: Math.sqrt,
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
