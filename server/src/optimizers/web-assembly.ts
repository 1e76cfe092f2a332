/**
 * The part of WebAssembly's binary format that formulas need, so that no compiler is needed in the build and no second
 * file beside the bundle. Instructions and types as the specification numbers them.
 */

/** Bytes of instructions, and constants between them. */
export type Bytes = readonly (number | Constant)[];

/** A vector that a function computes once, before its body. */
interface Constant {
  readonly bytes: readonly number[];
}

const I32 = 0x7f;
const V128 = 0x7b;
/** Before each instruction on vectors. */
const VECTOR = 0xfd;

/** Memory comes in pages of this many bytes. */
export const PAGE = 65_536;

const instruction = (number: number): readonly number[] => [VECTOR, ...unsigned(number)];

/** Instructions on four float32, two doubles, four or two integers, or the bits of a vector. */
export const f32x4 = {
  /** The first number alone. */
  first: [...instruction(0x1f), 0],
  eq: instruction(0x41),
  ne: instruction(0x42),
  lt: instruction(0x43),
  ge: instruction(0x46),
  floor: instruction(0x68),
  abs: instruction(0xe0),
  neg: instruction(0xe1),
  sqrt: instruction(0xe3),
  add: instruction(0xe4),
  sub: instruction(0xe5),
  mul: instruction(0xe6),
  div: instruction(0xe7),
  min: instruction(0xe8),
  max: instruction(0xe9),
  fromIntegers: instruction(0xfa),
  fromDoubles: instruction(0x5e),
};

export const f64x2 = {
  add: instruction(0xf0),
  sub: instruction(0xf1),
  mul: instruction(0xf2),
  div: instruction(0xf3),
  sqrt: instruction(0xef),
  /** The second number if it is less than the first, which may be NaN. */
  pmin: instruction(0xf6),
  pmax: instruction(0xf7),
  /** Of the first two of four float32. */
  promote: instruction(0x5f),
};

export const i32x4 = {
  lessUnsigned: instruction(0x3a),
  minUnsigned: instruction(0xb7),
  shl: instruction(0xab),
  shr: instruction(0xac),
  sub: instruction(0xb1),
};
export const i64x2 = { shl: instruction(0xcb), add: instruction(0xce) };

export const v128 = {
  and: instruction(0x4e),
  andnot: instruction(0x4f),
  or: instruction(0x50),
  /** The bits of the first operand where the third one's are set, of the second elsewhere. */
  select: instruction(0x52),
};

export const get = (local: number): readonly number[] => [0x20, ...unsigned(local)];
export const set = (local: number): readonly number[] => [0x21, ...unsigned(local)];
export const tee = (local: number): readonly number[] => [0x22, ...unsigned(local)];

/** A number below 64, so that it is one byte. */
export const i32 = (value: number): Bytes => [0x41, value];
export const i32Add: Bytes = [0x6a];
const i32Less: Bytes = [0x49];

export const f32 = (value: number): Bytes => [0x43, ...new Uint8Array(Float32Array.of(value).buffer)];
export const f32Equal: Bytes = [0x5b];

/** Takes its address from the stack, and adds the offset. */
export const load = (offset: number): Bytes => [...instruction(0x00), 4, ...unsigned(offset)];
export const store = (offset: number): Bytes => [...instruction(0x0b), 4, ...unsigned(offset)];
/** One float32 for all four. */
export const loadSplat = (offset: number): Bytes => [...instruction(0x09), 2, ...unsigned(offset)];

/** The same number in all places of a vector. */
export const float32s = (value: number): Bytes => constant(Float32Array.of(value, value, value, value));
export const doubles = (value: number): Bytes => constant(Float64Array.of(value, value));
export const integers = (value: number): Bytes => constant(Int32Array.of(value, value, value, value));

function constant({ buffer }: Float32Array | Float64Array | Int32Array): Bytes {
  return [{ bytes: [...instruction(0x0c), ...new Uint8Array(buffer as ArrayBuffer)] }];
}

/** Of two vectors, the halves of 8 bytes with these numbers, 0 to 3. */
export function halves(first: number, second: number): Bytes {
  const bytes = [first, second].flatMap((half) => [0, 1, 2, 3, 4, 5, 6, 7].map((i) => 8 * half + i));
  return [...instruction(0x0d), ...bytes];
}

/** Runs the body until what it leaves on the stack is no longer less than the limit. */
export function loopWhileLess(body: Bytes, limit: Bytes): Bytes {
  return [0x03, 0x40, ...body, ...limit, ...i32Less, 0x0d, 0, 0x0b];
}

/** Whether no integer of four is 0: as a comparison leaves them, whether it held for all. */
export const allTrue: Bytes = instruction(0xa3);

/** Whether a bit is set. */
export const anyTrue: Bytes = instruction(0x53);

/** Takes the condition from the stack; the body leaves nothing there. */
export const ifOnly = (body: Bytes): Bytes => [0x04, 0x40, ...body, 0x0b];

/** Either side leaves a vector. */
export function ifElse(condition: Bytes, then: Bytes, otherwise: Bytes): Bytes {
  return [...condition, 0x04, V128, ...then, 0x05, ...otherwise, 0x0b];
}

/** How many numbers a function has: integers that it is given, and what it begins with as 0, in this order. */
interface Locals {
  readonly parameters: number;
  readonly integers: number;
  readonly vectors: number;
}

/** A module that exports one function, called `run`, over an imported memory of any size. */
export function moduleBytes({ parameters, integers, vectors }: Locals, body: Bytes): Uint8Array<ArrayBuffer> {
  const constants = new Map<string, { local: number; bytes: readonly number[] }>();
  const resolved = body.flatMap((part) => {
    if (typeof part === 'number') return [part];
    const key = String(part.bytes);
    const local = constants.get(key)?.local ?? parameters + integers + vectors + constants.size;
    constants.set(key, { local, bytes: part.bytes });
    return get(local);
  });
  const code = [
    ...vector([
      [...unsigned(integers), I32],
      [...unsigned(vectors + constants.size), V128],
    ]),
    ...[...constants.values()].flatMap(({ local, bytes }) => [...bytes, ...set(local)]),
    ...resolved,
    0x0b,
  ];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [[0x60, ...vector(Array(parameters).fill([I32])), 0]]),
    ...section(2, [[...text(''), ...text(''), 2, 0, 0]]),
    ...section(3, [[0]]),
    ...section(7, [[...text('run'), 0, 0]]),
    ...section(10, [[...unsigned(code.length), ...code]]),
  ]);
}

function section(id: number, items: readonly (readonly number[])[]): number[] {
  const content = vector(items);
  return [id, ...unsigned(content.length), ...content];
}

function vector(items: readonly (readonly number[])[]): number[] {
  return [...unsigned(items.length), ...items.flat()];
}

/** The letters of an ASCII name. */
function text(name: string): number[] {
  return vector([...name].map((letter) => [letter.charCodeAt(0)]));
}

/** LEB128. */
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}
