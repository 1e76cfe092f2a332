import type { Operation } from './arithmetic';
import { type Assignment, type Expression, namesIn } from './expression';

/** Cells that JavaScript computes at once: few enough for those of an optimizer to stay in the processor's cache. */
export const BLOCK = 4096;

/** Formulas as instructions on registers, which hold a number for each cell; each is set once. */
export interface Code {
  readonly registers: number;
  /** The names of the cells and inputs that come from arrays, in the registers from 0 on. */
  readonly cells: readonly string[];
  /** Registers of cells that may be subnormal. */
  readonly unflushed: readonly number[];
  /** Values that are equal for all cells. */
  readonly constants: readonly { readonly register: number; readonly expression: Expression }[];
  readonly instructions: readonly Instruction[];
  /** The cells that change, and where their new values are. */
  readonly results: readonly { readonly cell: number; readonly register: number }[];
}

interface Instruction {
  readonly operation: Operation;
  readonly out: number;
  readonly operands: readonly [number, number, number];
}

/**
 * `cells` and `inputs` are the names that have a value for each cell; every other name has one value for all. Only
 * `cells` are written back; with `flushed`, none of them is ever subnormal.
 */
export function codeOf(
  lines: readonly Assignment[],
  cells: readonly string[],
  inputs: readonly string[],
  flushed: boolean,
): Code {
  const named = [...cells, ...inputs];
  const unflushed = [...named.keys()].slice(flushed ? cells.length : 0);
  const registers = new Map(named.map((name, register) => [name, register]));
  const constants: { register: number; expression: Expression }[] = [];
  const instructions: Instruction[] = [];
  let used = named.length;

  const compile = (expression: Expression): number => {
    const known = expression.kind === 'name' ? registers.get(expression.name) : undefined;
    if (known !== undefined) return known;
    if (expression.kind !== 'operation' || namesIn(expression).every((name) => !registers.has(name))) {
      constants.push({ register: used, expression });
    } else {
      const [a, b, c] = expression.operands.map(compile);
      instructions.push({
        operation: expression.operation,
        out: used,
        operands: [a ?? 0, b ?? 0, c ?? 0],
      });
    }
    return used++;
  };
  for (const { target, expression } of lines) registers.set(target, compile(expression));

  const results = cells.flatMap((name, cell) => {
    const register = registers.get(name)!;
    return register === cell ? [] : [{ cell, register }];
  });
  return { registers: used, cells: named, unflushed, constants, instructions, results };
}
