import { accumulated, type Batch, inTurn, withRows } from './batches';
import { Machine } from './machine';
import { type Program, programOf, scalars } from './program';
import type { OptimizerSettings } from './settings';
import { copyState, type Matrix, type State, type Step } from './state';

/** A table in training, in float32 throughout. */
export class Simulation {
  /** The table as it is now; the next step writes to it. `copyState` keeps it. */
  readonly state: State;
  private readonly program: Program;
  private readonly update: Machine;
  private readonly finish: Machine;
  /** Variables by their symbol. */
  private readonly cells: ReadonlyMap<string, Matrix>;
  private readonly weights: ReadonlyMap<string, Matrix>;

  /** Throws an UnpublishedError where the optimizer has no published formula. */
  constructor(
    private readonly settings: OptimizerSettings,
    initial: State,
  ) {
    this.state = copyState(initial);
    this.program = programOf(settings);
    const { parameters, slots } = this.state;
    this.cells = new Map([
      ['w', parameters],
      ...this.program.optimizer.slots.map(({ name, symbol }) => {
        const slot = slots.get(name);
        if (!slot) throw new RangeError(`The initial state lacks the slot ${name}.`);
        return [symbol, slot] as const;
      }),
    ]);
    this.weights = new Map([['w', parameters]]);
    this.update = new Machine(this.program.update, ['g', ...this.cells.keys()], parameters.columns);
    this.finish = new Machine(this.program.finish, ['g', 'w'], parameters.columns);
  }

  /** Applies the gradients of one step. Throws a RangeError at an id that is no row. */
  step(step: Step): void {
    const { rows, columns } = this.state.parameters;
    for (let i = 0; i < step.ids.length; i++) checkRow(step.ids[i]!, rows);
    const value = scalars(this.settings, step.learningRates);
    this.update.prepare(value);
    this.finish.prepare(value);
    const all = this.settings.gradientAccumulation ? [accumulated(step)] : inTurn(step);
    const [first = { rows: [], gradients: new Float32Array() }, ...more] = all;
    const { touchesAllRows } = this.program.optimizer;
    const whole = touchesAllRows?.(this.settings.hyperparameters)
      ? withRows(
          first,
          Array.from({ length: rows }, (_, row) => row),
          columns,
        )
      : first;
    for (const batch of [whole, ...more]) this.run(this.update, batch, this.cells);
    if (this.program.finish.length > 0) this.run(this.finish, whole, this.weights);
  }

  private run(machine: Machine, { rows, gradients }: Batch, variables: ReadonlyMap<string, Matrix>): void {
    const { columns } = this.state.parameters;
    const block = machine.capacity / columns;
    for (let start = 0; start < rows.length; start += block) {
      const end = Math.min(start + block, rows.length);
      machine.cells('g').set(gradients.subarray(start * columns, end * columns));
      for (const [name, { data }] of variables) gather(machine.cells(name), data, rows, start, end, columns);
      machine.run((end - start) * columns);
      for (const [name, { data }] of variables) scatter(data, machine.cells(name), rows, start, end, columns);
    }
  }
}

function checkRow(row: number, rows: number): void {
  if (Number.isInteger(row) && row >= 0 && row < rows) return;
  throw new RangeError(`The table has the rows 0 to ${rows - 1}, but a gradient is for row ${row}.`);
}

function gather(
  to: Float32Array,
  from: Float32Array,
  rows: readonly number[],
  start: number,
  end: number,
  columns: number,
): void {
  let at = 0;
  for (let i = start; i < end; i++) {
    const first = rows[i]! * columns;
    for (let column = 0; column < columns; column++) to[at++] = from[first + column]!;
  }
}

function scatter(
  to: Float32Array,
  from: Float32Array,
  rows: readonly number[],
  start: number,
  end: number,
  columns: number,
): void {
  let at = 0;
  for (let i = start; i < end; i++) {
    const first = rows[i]! * columns;
    for (let column = 0; column < columns; column++) to[first + column] = from[at++]!;
  }
}
