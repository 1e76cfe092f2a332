import type { Kernel } from './arithmetic';
import { type Assignment, type Expression, evaluate, namesIn } from './expression';
import { BLOCK, type Vectors, vectors } from './vectors';

interface Instruction {
  readonly kernel: Kernel;
  readonly out: Float32Array;
  readonly a: Float32Array;
  readonly b: Float32Array;
  readonly c: Float32Array;
}

/**
 * Runs formulas over whole arrays. Every operation writes to a register, a Float32Array, which rounds its result as
 * float32 hardware does.
 */
export class Machine {
  private readonly registers = new Map<string, Float32Array>();
  /** Parts of the formulas that are equal for all cells. */
  private readonly constants: { readonly register: Float32Array; readonly expression: Expression }[] = [];
  private readonly instructions: Instruction[] = [];
  private readonly results: ReadonlySet<string>;
  private used = 0;

  /**
   * `cells` and `inputs` are the names that have a value for each cell; every other name has one value for all.
   * Only `cells` are written back.
   */
  constructor(
    lines: readonly Assignment[],
    cells: readonly string[],
    inputs: readonly string[] = [],
    private readonly backend: Vectors = vectors(),
  ) {
    for (const name of [...cells, ...inputs]) this.registers.set(name, this.register());
    for (const { target, expression } of lines) this.assign(target, expression);
    this.results = new Set(lines.map(({ target }) => target).filter((target) => !inputs.includes(target)));
  }

  /**
   * Runs all lines over arrays of one length, by the names of their cells, and writes the results back to them.
   * `value` gives what is the same for all cells.
   */
  run(arrays: readonly (readonly [string, Float32Array])[], value: (name: string) => number): void {
    for (const { register, expression } of this.constants) register.fill(evaluate(expression, value));
    const length = arrays[0]?.[1].length ?? 0;
    for (let start = 0; start < length; start += BLOCK) {
      const n = Math.min(BLOCK, length - start);
      for (const [name, array] of arrays) this.registers.get(name)?.set(array.subarray(start, start + n));
      for (const { kernel, out, a, b, c } of this.instructions) kernel(out, n, a, b, c);
      for (const [name, array] of arrays) {
        if (this.results.has(name)) array.set(this.registers.get(name)!.subarray(0, n), start);
      }
    }
  }

  private assign(target: string, expression: Expression): void {
    const from = this.compile(expression);
    const last = this.instructions.at(-1);
    const known = this.registers.get(target);
    if (expression.kind !== 'operation' || last?.out !== from) {
      const out = known ?? this.register();
      this.instructions.push({ kernel: copy, out, a: from, b: from, c: from });
      this.registers.set(target, out);
    } else if (known) {
      // The result goes where it belongs at once: an operation reads a cell before it writes it.
      this.instructions[this.instructions.length - 1] = { ...last, out: known };
    } else {
      this.registers.set(target, from);
    }
  }

  /** The register that will hold the expression's value. */
  private compile(expression: Expression): Float32Array {
    if (expression.kind === 'name') {
      const register = this.registers.get(expression.name);
      if (register) return register;
    }
    if (expression.kind !== 'operation' || namesIn(expression).every((name) => !this.registers.has(name))) {
      const register = this.register();
      this.constants.push({ register, expression });
      return register;
    }
    const [a, b, c] = expression.operands.map((operand) => this.compile(operand));
    const out = this.register();
    const kernel = this.backend.kernels[expression.operation];
    this.instructions.push({ kernel, out, a: a ?? out, b: b ?? out, c: c ?? out });
    return out;
  }

  private register(): Float32Array {
    const register = this.backend.registers[this.used++];
    if (!register) throw new RangeError('The formula needs more registers than there are.');
    return register;
  }
}

const copy: Kernel = (out, n, a) => {
  out.set(n === a.length ? a : a.subarray(0, n));
};
