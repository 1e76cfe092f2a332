import { type Kernel, operations } from './arithmetic';
import { BLOCK, type Code } from './code';
import { flush } from './flush';

/** An engine that runs code; arrays must come from the same backend as the code. */
export interface Backend {
  readonly array: (length: number) => Float32Array;
  readonly compile: (code: Code) => Run;
}

/** Takes arrays of one length in the order of the code's cells, its constants, and writes the results to the arrays. */
export type Run = (arrays: readonly Float32Array[], constants: readonly number[]) => void;

const blocks: Float32Array[] = [];

/** In JavaScript alone: web pages do without WebAssembly, as a strict Content-Security-Policy forbids its compilation. */
export const plain: Backend = {
  array: (length) => new Float32Array(length),
  compile: ({ registers, cells, unflushed, constants: places, instructions, results }) => {
    while (blocks.length < registers) blocks.push(new Float32Array(BLOCK));
    const kernels = instructions.map(({ operation, out, operands: [a, b, c] }) => {
      const kernel: Kernel = operations[operation].array;
      return (n: number) => kernel(blocks[out]!, n, blocks[a]!, blocks[b]!, blocks[c]!);
    });
    return (arrays, constants) => {
      const length = arrays[0]?.length ?? 0;
      for (let start = 0; start < length; start += BLOCK) {
        const n = Math.min(BLOCK, length - start);
        for (let cell = 0; cell < cells.length; cell++) blocks[cell]!.set(part(arrays[cell]!, start, n));
        for (const cell of unflushed) flushAll(blocks[cell]!, n);
        places.forEach(({ register }, i) => {
          blocks[register]!.fill(constants[i]!, 0, n);
        });
        for (const kernel of kernels) kernel(n);
        for (const { cell, register } of results) arrays[cell]!.set(part(blocks[register]!, 0, n), start);
      }
    };
  },
};

/** Views are slow to create, so whole arrays are used directly. */
function part(array: Float32Array, start: number, n: number): Float32Array {
  return n === array.length ? array : array.subarray(start, start + n);
}

function flushAll(numbers: Float32Array, n: number): void {
  for (let i = 0; i < n; i++) numbers[i] = flush(numbers[i]!);
}
