/** What formulas compute with, in WebAssembly for vectors of four cells. */
import type { Operation } from './arithmetic';
import { powers } from './vector-power';
import { type Bytes, f32x4, float32s, get, v128 } from './web-assembly';

/** Leaves the result on the stack; operands are locals, and more of them begin at `free`. */
type VectorOperation = (a: number, b: number, c: number, free: number) => Bytes;

export const vectorOperations: Readonly<Record<Operation, VectorOperation>> = {
  '+': (a, b) => [...get(a), ...get(b), ...f32x4.add],
  '-': (a, b) => [...get(a), ...get(b), ...f32x4.sub],
  '*': (a, b) => [...get(a), ...get(b), ...f32x4.mul],
  '/': (a, b) => [...get(a), ...get(b), ...f32x4.div],
  '^': (a, b, _, free) => powers(a, b, free),
  '>=': (a, b) => [...get(a), ...get(b), ...f32x4.ge, ...float32s(1), ...v128.and],
  square: (a) => [...get(a), ...get(a), ...f32x4.mul],
  negate: (a) => [...get(a), ...f32x4.neg],
  sqrt: (a) => [...get(a), ...f32x4.sqrt],
  abs: (a) => [...get(a), ...f32x4.abs],
  sign: (a) => [
    // ±1 with the sign bit, or the number itself where it is 0 or NaN.
    ...[...get(a), ...float32s(-0), ...v128.and, ...float32s(1), ...v128.or, ...get(a)],
    ...[...float32s(0), ...get(a), ...f32x4.abs, ...f32x4.lt, ...v128.select],
  ],
  floor: (a) => [...get(a), ...f32x4.floor],
  min: (a, b) => [...get(a), ...get(b), ...f32x4.min],
  max: (a, b) => [...get(a), ...get(b), ...f32x4.max],
  choose: (a, b, c) => [...get(b), ...get(c), ...get(a), ...float32s(0), ...f32x4.ne, ...v128.select],
};

/** Operations whose results may be subnormal. */
export const mayUnderflow: ReadonlySet<Operation> = new Set(['+', '-', '*', '/', '^', 'square']);
