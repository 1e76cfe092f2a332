/**
 * The frequent operations four cells at a time, as a WebAssembly module that is put together here byte by byte:
 * JavaScript engines compute in double precision and one cell at a time. Web pages do without, with the same results:
 * a strict Content-Security-Policy forbids compilation, and an attempt would be reported as a violation.
 */
import { type Kernel, type Operation, operations } from './arithmetic';

/** Cells in a register: few enough for the registers of a formula to stay in the processor's cache. */
export const BLOCK = 2048;

/** More than the longest formula needs. */
const REGISTERS = 128;

/** Second byte of the instruction for four float32 lanes, and how many operands it takes. */
const INSTRUCTIONS = {
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

export interface Vectors {
  /**
   * Shared by all machines: whoever runs a formula fills its registers first. The registers' number is their place.
   */
  readonly registers: readonly Float32Array[];
  readonly kernels: Readonly<Record<Operation, Kernel>>;
}

let shared: Vectors | undefined;

/** The fastest that can be had, made when it is first needed. */
export function vectors(): Vectors {
  shared ??= (inWebPage() ? undefined : webAssembly()) ?? plain();
  return shared;
}

function inWebPage(): boolean {
  return 'document' in globalThis || 'WorkerGlobalScope' in globalThis;
}

/** In JavaScript alone. */
export function plain(): Vectors {
  return {
    registers: registersIn(new ArrayBuffer(REGISTERS * BLOCK * Float32Array.BYTES_PER_ELEMENT)),
    kernels: scalarKernels(),
  };
}

/** Undefined where WebAssembly, its vectors or its compilation is not to be had. */
export function webAssembly(): Vectors | undefined {
  try {
    const pages = (REGISTERS * BLOCK * Float32Array.BYTES_PER_ELEMENT) / PAGE;
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(moduleBytes(pages)), {
      '': { '': memory },
    });
    const kernels: Record<Operation, Kernel> = scalarKernels();
    for (const name of Object.keys(INSTRUCTIONS) as (keyof typeof INSTRUCTIONS)[]) {
      const run = exports[name] as (out: number, end: number, a: number, b: number) => void;
      kernels[name] = (out, n, a, b) =>
        run(out.byteOffset, out.byteOffset + n * Float32Array.BYTES_PER_ELEMENT, a.byteOffset, b.byteOffset);
    }
    const { '*': multiply } = kernels;
    kernels.square = (out, n, a) => multiply(out, n, a, a, a);
    return { registers: registersIn(memory.buffer), kernels };
  } catch {
    return undefined;
  }
}

function scalarKernels(): Record<Operation, Kernel> {
  const kernels = Object.entries(operations).map(([name, { array }]) => [name, array]);
  return Object.fromEntries(kernels) as Record<Operation, Kernel>;
}

function registersIn(buffer: ArrayBuffer): Float32Array[] {
  return Array.from(
    { length: REGISTERS },
    (_, i) => new Float32Array(buffer, i * BLOCK * Float32Array.BYTES_PER_ELEMENT, BLOCK),
  );
}

const PAGE = 65_536;

const LOCAL_GET = 0x20;
const LOCAL_SET = 0x21;
const I32 = 0x7f;
const VECTOR = 0xfd;
/** Offset 0, aligned to 16 bytes. */
const ALIGNED = [4, 0];

/** A function for each instruction, of the addresses of the result, its end and the operands. */
function moduleBytes(pages: number): Uint8Array<ArrayBuffer> {
  const functions = Object.entries(INSTRUCTIONS);
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [[0x60, ...vector([[I32], [I32], [I32], [I32]]), 0]]),
    ...section(2, [[0, 0, 2, 1, ...unsigned(pages), ...unsigned(pages)]]),
    ...section(
      3,
      functions.map(() => [0]),
    ),
    ...section(
      7,
      functions.map(([name], i) => [...vector([...name].map((letter) => [letter.charCodeAt(0)])), 0, i]),
    ),
    ...section(
      10,
      functions.map(([, [instruction, operands]]) => {
        const body = [0, ...loop(instruction, operands), 0x0b];
        return [...unsigned(body.length), ...body];
      }),
    ),
  ]);
}

/** Parameters: 0 the result's address, 1 its end, 2 and 3 the operands. At least one round. */
function loop(instruction: number, operands: 1 | 2): number[] {
  const load = (address: number) => [LOCAL_GET, address, VECTOR, 0, ...ALIGNED];
  const advance = (address: number) => [LOCAL_GET, address, 0x41, 16, 0x6a, LOCAL_SET, address];
  return [
    ...[0x03, 0x40],
    ...[LOCAL_GET, 0],
    ...[...load(2), ...(operands === 2 ? load(3) : [])],
    ...[VECTOR, instruction, 1],
    ...[VECTOR, 0x0b, ...ALIGNED],
    ...[...advance(0), ...advance(2), ...advance(3)],
    ...[LOCAL_GET, 0, LOCAL_GET, 1, 0x49, 0x0d, 0],
    0x0b,
  ];
}

function section(id: number, items: readonly (readonly number[])[]): number[] {
  const content = vector(items);
  return [id, ...unsigned(content.length), ...content];
}

function vector(items: readonly (readonly number[])[]): number[] {
  return [...unsigned(items.length), ...items.flat()];
}

/** LEB128. */
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}
