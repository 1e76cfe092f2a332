/**
 * The frequent operations four cells at a time, by WebAssembly: JavaScript engines compute in double precision and one
 * cell at a time. Web pages do without, with the same results: a strict Content-Security-Policy forbids compilation,
 * and an attempt would be reported as a violation.
 */
import { type Kernel, type Operation, operations } from './arithmetic';
import { INSTRUCTIONS, moduleBytes, PAGE } from './vector-module';

/** Cells in a register: few enough for the registers of a formula to stay in the processor's cache. */
export const BLOCK = 4096;

/** More than the longest formula needs. */
const REGISTERS = 128;

export interface Vectors {
  /**
   * Shared by all machines: what runs a formula fills its registers first. The registers' number is their place.
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
