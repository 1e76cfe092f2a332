import { type Kernel, operations } from './arithmetic';
import { type Assignment, type Expression, evaluate, namesIn } from './expression';

/** Cells that a machine works on at a time: few enough for its registers to stay in the processor's cache. */
const BLOCK = 2048;

interface Instruction {
  readonly kernel: Kernel;
  readonly out: Float32Array;
  readonly a: Float32Array;
  readonly b: Float32Array;
  readonly c: Float32Array;
}

/**
 * Runs formulas over whole arrays. Every operation writes to a register of its own, a Float32Array, which rounds
 * its result as float32 hardware does.
 */
export class Machine {
  /** How many cells fit into the registers. */
  readonly capacity: number;
  private readonly registers = new Map<string, Float32Array>();
  /** Parts of the formulas that are equal for all cells, in registers filled once a step. */
  private readonly constants = new Map<Float32Array, Expression>();
  private readonly instructions: Instruction[] = [];

  /** `cells` are the names that have a value for each cell; every other name has one value for all. */
  constructor(lines: readonly Assignment[], cells: Iterable<string>, columns: number) {
    this.capacity = Math.max(Math.floor(BLOCK / columns), 1) * columns;
    for (const name of cells) this.registers.set(name, this.register());
    for (const { target, expression } of lines) this.assign(target, expression);
  }

  /** The values of a name, to be written before a run and read after it. */
  cells(name: string): Float32Array {
    return this.registers.get(name) ?? this.register();
  }

  /** Sets what is the same for all cells. */
  prepare(value: (name: string) => number): void {
    for (const [register, expression] of this.constants) {
      const constant = evaluate(expression, value);
      if (!Object.is(register[0], constant)) register.fill(constant);
    }
  }

  /** Runs all lines over the first `n` cells. */
  run(n: number): void {
    for (const { kernel, out, a, b, c } of this.instructions) kernel(out, n, a, b, c);
  }

  private assign(target: string, expression: Expression): void {
    const from = this.compile(expression);
    const last = this.instructions.at(-1);
    const known = this.registers.get(target);
    if (last?.out !== from || expression.kind !== 'operation') {
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
      this.constants.set(register, expression);
      return register;
    }
    const [a, b, c] = expression.operands.map((operand) => this.compile(operand));
    const out = this.register();
    const { array: kernel } = operations[expression.operation];
    this.instructions.push({ kernel, out, a: a ?? out, b: b ?? out, c: c ?? out });
    return out;
  }

  private register(): Float32Array {
    return new Float32Array(this.capacity);
  }
}

const copy: Kernel = (out, n, a) => {
  out.set(n === a.length ? a : a.subarray(0, n));
};
