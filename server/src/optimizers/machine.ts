import type { Backend } from './backend';
import { codeOf } from './code';
import { type Assignment, evaluate } from './expression';

/** The names that have a value for each cell; every other name has one value for all. */
interface Cells {
  /** These are written back. */
  readonly cells: readonly string[];
  readonly inputs?: readonly string[];
  /** None of `cells` is ever subnormal: no need to look. */
  readonly flushed?: boolean;
}

/**
 * Runs all lines over the backend's arrays of one length, by the names of their cells, and writes the results back to them.
 * `value` gives what is the same for all cells.
 */
export type Machine = (
  arrays: readonly (readonly [string, Float32Array])[],
  value: (name: string) => number,
) => void;

/** Compiles formulas to run over whole arrays, in float32 throughout. */
export function machine(
  lines: readonly Assignment[],
  { cells, inputs = [], flushed = false }: Cells,
  backend: Backend,
): Machine {
  const code = codeOf(lines, cells, inputs, flushed);
  const run = backend.compile(code);
  return (arrays, value) => {
    const byName = new Map(arrays);
    run(
      code.cells.map((name) => byName.get(name)!),
      code.constants.map(({ expression }) => evaluate(expression, value)),
    );
  };
}
