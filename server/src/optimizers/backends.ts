import { type Kernel, operations } from './arithmetic';
import { BLOCK, type Code, codeOf } from './code';
import { flush } from './flush';
import { CONSTANTS, cellAddress, PAGES, vectorModule } from './vector-module';

/** Code that can run. All code shares its memory, so cells and constants are filled right before a run. */
export interface Compiled {
  /** A block for each, in the order of the code; so are constants and results. */
  readonly cells: readonly Float32Array[];
  readonly constants: Float32Array;
  readonly results: readonly Float32Array[];
  /** For the first `n` cells of the block. */
  readonly run: (n: number) => void;
}

export type Backend = (code: Code) => Compiled;

let found: Backend | undefined;

/**
 * The fastest that there is: WebAssembly computes four cells at a time, where JavaScript engines compute one, in double
 * precision. Web pages do without, with the same results: a strict Content-Security-Policy forbids compilation, and an
 * attempt would be reported as a violation.
 */
export function fastest(): Backend {
  found ??= (inWebPage() ? undefined : webAssembly()) ?? plain;
  return found;
}

function inWebPage(): boolean {
  return 'document' in globalThis || 'WorkerGlobalScope' in globalThis;
}

const blocks: Float32Array[] = [];

/** In JavaScript alone. */
export const plain: Backend = ({ registers: count, cells, constants, instructions, results }) => {
  while (blocks.length < count) blocks.push(new Float32Array(BLOCK));
  const kernels = instructions.map(({ operation, out, operands: [a, b, c] }) => {
    const kernel: Kernel = operations[operation].array;
    return (n: number) => kernel(blocks[out]!, n, blocks[a]!, blocks[b]!, blocks[c]!);
  });
  const values = new Float32Array(constants.length);
  return {
    cells: cells.map((_, i) => blocks[i]!),
    constants: values,
    results: results.map(({ register }) => blocks[register]!),
    run: (n) => {
      for (let cell = 0; cell < cells.length; cell++) flushAll(blocks[cell]!, n);
      constants.forEach(({ register }, i) => {
        blocks[register]!.fill(values[i]!, 0, n);
      });
      for (const kernel of kernels) kernel(n);
    },
  };
};

function flushAll(numbers: Float32Array, n: number): void {
  for (let i = 0; i < n; i++) numbers[i] = flush(numbers[i]!);
}

/** Undefined where there is no WebAssembly, it has no vectors, or compiling it is forbidden. */
export function webAssembly(): Backend | undefined {
  try {
    const memory = new WebAssembly.Memory({ initial: PAGES, maximum: PAGES });
    const compile: Backend = (code) => {
      const { exports } = new WebAssembly.Instance(new WebAssembly.Module(vectorModule(code)), {
        '': { '': memory },
      });
      const run = exports['run'] as (bytes: number) => void;
      const cells = code.cells.map((_, i) => new Float32Array(memory.buffer, cellAddress(i), BLOCK));
      return {
        cells,
        constants: new Float32Array(memory.buffer, CONSTANTS, code.constants.length),
        results: code.results.map(({ cell }) => cells[cell]!),
        run: (n) => run(n * Float32Array.BYTES_PER_ELEMENT),
      };
    };
    compile(codeOf([], [], []));
    // There are as many as there are variants of formulas.
    const compiled = new Map<string, Compiled>();
    return (code) => {
      const key = JSON.stringify(code);
      const known = compiled.get(key) ?? compile(code);
      compiled.set(key, known);
      return known;
    };
  } catch {
    return undefined;
  }
}
