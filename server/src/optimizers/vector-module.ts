/**
 * The bytes of a WebAssembly module with a function for each vector instruction that formulas need, which runs it over
 * arrays. Written down here, it needs no compiler in the build and no second file beside the bundle.
 */
import type { Operation } from './arithmetic';

/** The vector instruction for four float32, and how many operands it takes. */
export const INSTRUCTIONS = {
  abs: [0xe0, 1],
  negate: [0xe1, 1],
  sqrt: [0xe3, 1],
  '+': [0xe4, 2],
  '-': [0xe5, 2],
  '*': [0xe6, 2],
  '/': [0xe7, 2],
  min: [0xe8, 2],
  max: [0xe9, 2],
} as const satisfies Partial<Record<Operation, readonly [number, 1 | 2]>>;

/** WebAssembly's memory comes in pages of this many bytes. */
export const PAGE = 65_536;

// Instructions and types, as the specification of WebAssembly numbers them.
const I32 = 0x7f;
const FUNCTION = 0x60;
const LOCAL_GET = 0x20;
const LOCAL_SET = 0x21;
const I32_CONST = 0x41;
const I32_ADD = 0x6a;
const I32_LESS = 0x49;
const LOOP = [0x03, 0x40];
const BRANCH_IF = 0x0d;
const END = 0x0b;
/** Before each vector instruction. */
const VECTOR = 0xfd;
/** 2 to the power of this many bytes. */
const ALIGNMENT = 4;
const LOAD = [VECTOR, 0x00, ALIGNMENT];
const STORE = [VECTOR, 0x0b, ALIGNMENT];

/** The bytes that a round of a loop computes, and where its vectors are: for one alone, the counting would take longer. */
const ROUND = 32;
const OFFSETS = [0, 16];

/**
 * The module, for a memory of so many pages. Its functions go by the names of `INSTRUCTIONS`, and take the addresses
 * of the result, its end and the operands: multiples of 16. The last round may
 * reach beyond the end.
 */
export function moduleBytes(pages: number): Uint8Array<ArrayBuffer> {
  const functions = Object.entries(INSTRUCTIONS);
  // All are of one type; memory is imported, limited from both sides.
  const types = [[FUNCTION, ...vector([[I32], [I32], [I32], [I32]]), ...vector([])]];
  const imports = [[...text(''), ...text(''), 2, 1, ...unsigned(pages), ...unsigned(pages)]];
  const typesUsed = functions.map(() => [0]);
  const exports = functions.map(([name], i) => [...text(name), 0, i]);
  const code = functions.map(([, [instruction, operands]]) => {
    const body = [...vector([]), ...loop(instruction, operands), END];
    return [...unsigned(body.length), ...body];
  });
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, types),
    ...section(2, imports),
    ...section(3, typesUsed),
    ...section(7, exports),
    ...section(10, code),
  ]);
}

/** Parameters: 0 the result's address, 1 its end, 2 and 3 the operands. At least one round. */
function loop(instruction: number, operands: 1 | 2): number[] {
  const get = (parameter: number) => [LOCAL_GET, parameter];
  const advance = (parameter: number) => [...get(parameter), I32_CONST, ROUND, I32_ADD, LOCAL_SET, parameter];
  return [
    ...LOOP,
    ...OFFSETS.flatMap((offset) => [
      // The store takes the address from below the value.
      ...get(0),
      ...[...get(2), ...LOAD, offset],
      ...(operands === 2 ? [...get(3), ...LOAD, offset] : []),
      ...[VECTOR, ...unsigned(instruction)],
      ...[...STORE, offset],
    ]),
    ...[...advance(0), ...advance(2), ...advance(3)],
    ...[...get(0), ...get(1), I32_LESS, BRANCH_IF, 0],
    END,
  ];
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
