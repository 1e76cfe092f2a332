import { type Backend, type Compiled, fastest } from './backends';
import { BLOCK, type Code, codeOf } from './code';
import { type Assignment, evaluate } from './expression';

/** Runs formulas over whole arrays, in float32 throughout. */
export class Machine {
  private readonly code: Code;
  private readonly compiled: Compiled;

  /**
   * `cells` and `inputs` are the names that have a value for each cell; every other name has one value for all.
   * Only `cells` are written back.
   */
  constructor(
    lines: readonly Assignment[],
    cells: readonly string[],
    inputs: readonly string[] = [],
    backend: Backend = fastest(),
  ) {
    this.code = codeOf(lines, cells, inputs);
    this.compiled = backend(this.code);
  }

  /**
   * Runs all lines over arrays of one length, by the names of their cells, and writes the results back to them.
   * `value` gives what is the same for all cells.
   */
  run(arrays: readonly (readonly [string, Float32Array])[], value: (name: string) => number): void {
    const { code, compiled } = this;
    code.constants.forEach(({ expression }, i) => {
      compiled.constants[i] = evaluate(expression, value);
    });
    const byName = new Map(arrays);
    const cells = code.cells.map((name) => byName.get(name)!);
    const length = cells[0]?.length ?? 0;
    for (let start = 0; start < length; start += BLOCK) {
      const n = Math.min(BLOCK, length - start);
      cells.forEach((array, i) => {
        compiled.cells[i]!.set(part(array, start, n));
      });
      compiled.run(n);
      code.results.forEach(({ cell }, i) => {
        cells[cell]!.set(part(compiled.results[i]!, 0, n), start);
      });
    }
  }
}

/** Views are slow to make, so the whole is taken as it is. */
function part(array: Float32Array, start: number, n: number): Float32Array {
  return n === array.length ? array : array.subarray(start, start + n);
}
