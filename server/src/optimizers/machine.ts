import type { Backend, Run } from './backend';
import { type Code, codeOf } from './code';
import { type Assignment, evaluate } from './expression';

/** The names that have a value for each cell; every other name has one value for all. */
interface Cells {
  /** These are written back. */
  readonly cells: readonly string[];
  readonly inputs?: readonly string[];
  /** None of `cells` is ever subnormal: no need to look. */
  readonly flushed?: boolean;
}

/** Runs formulas over whole arrays, in float32 throughout. */
export class Machine {
  private readonly code: Code;
  private readonly compiled: Run;

  constructor(
    lines: readonly Assignment[],
    { cells, inputs = [], flushed = false }: Cells,
    backend: Backend,
  ) {
    this.code = codeOf(lines, cells, inputs, flushed);
    this.compiled = backend.compile(this.code);
  }

  /**
   * Runs all lines over the backend's arrays of one length, by the names of their cells, and writes the results back to
   * them. `value` gives the values that are equal for all cells.
   */
  run(arrays: readonly (readonly [string, Float32Array])[], value: (name: string) => number): void {
    const { cells, constants } = this.code;
    const byName = new Map(arrays);
    this.compiled(
      cells.map((name) => byName.get(name)!),
      constants.map(({ expression }) => evaluate(expression, value)),
    );
  }
}
