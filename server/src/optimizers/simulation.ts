import { batches } from './batches';
import { lookup } from './lookup';
import { Machine } from './machine';
import { programOf, scalars } from './program';
import type { OptimizerSettings } from './settings';
import { copyMatrix, copyState, type Matrix, type State, type Step } from './state';
import { idleRows, type SimulationOptions } from './touched';

/** A table in training, in float32 throughout. */
export class Simulation {
  /** The table as it is now; the next step writes to it. `copyState` keeps it. */
  readonly state: State;
  private readonly update: Machine;
  private readonly finish: Machine | undefined;
  /** The variables by their symbol. */
  private readonly variables: readonly (readonly [string, Matrix])[];
  /** The parameters that look-ups see while the newest update is on its way. */
  private visible: Matrix | undefined;
  /** Room for the rows that a step touches, one array for each variable. */
  private readonly copies: Float32Array[] = [];

  /** Throws an UnpublishedError where the optimizer has no published formula. */
  constructor(
    private readonly settings: OptimizerSettings,
    initial: State,
    private readonly options: SimulationOptions = {},
  ) {
    const { optimizer, update, finish } = programOf(settings);
    const { parameters, slots } = copyState(initial);
    this.state = { parameters, slots };
    this.variables = [
      ['w', parameters],
      ...optimizer.slots.map(({ name, symbol }) => {
        const slot = slots.get(name);
        if (!slot) throw new RangeError(`The initial state lacks the slot ${name}.`);
        return [symbol, slot] as const;
      }),
    ];
    this.update = new Machine(
      update,
      this.variables.map(([symbol]) => symbol),
      ['g'],
    );
    this.finish = finish.length > 0 ? new Machine(finish, ['w']) : undefined;
  }

  /** Applies the gradients of one step. Throws a RangeError at an id that is no row. */
  step(step: Step): void {
    const { parameters } = this.state;
    checkRows(step.ids, parameters.rows);
    if (this.options.pipelined) this.visible = copyMatrix(parameters);
    const value = scalars(this.settings, step.learningRates);
    const idle = idleRows(this.settings, parameters, step.ids, this.options);
    const all = batches(step, parameters.rows, this.settings.gradientAccumulation, idle);
    for (const { rows, gradients } of all) {
      this.overRows(this.variables, rows, (arrays) => this.update.run([['g', gradients], ...arrays], value));
    }
    // The first batch has all rows.
    const { finish } = this;
    if (finish) this.overRows([['w', parameters]], all[0].rows, (arrays) => finish.run(arrays, value));
  }

  /** What the next step's look-ups of all rows return. */
  lookup(): Matrix {
    return lookup(this.settings, this.visible ?? this.state.parameters);
  }

  /** Has `change` work on some rows of the variables: in place where they follow each other, else on copies. */
  private overRows(
    variables: readonly (readonly [string, Matrix])[],
    rows: ArrayLike<number>,
    change: (arrays: readonly (readonly [string, Float32Array])[]) => void,
  ): void {
    if (consecutive(rows)) {
      const from = rows[0] ?? 0;
      change(
        variables.map(([name, { columns, data }]) => [
          name,
          data.subarray(from * columns, (from + rows.length) * columns),
        ]),
      );
      return;
    }
    const copies = variables.map(([name, matrix], i) => [name, this.copy(i, matrix, rows)] as const);
    change(copies);
    variables.forEach(([, matrix], i) => {
      scatter(matrix, rows, copies[i]![1]);
    });
  }

  private copy(i: number, matrix: Matrix, rows: ArrayLike<number>): Float32Array {
    const cells = rows.length * matrix.columns;
    let copy = this.copies[i];
    if (!copy || copy.length < cells) {
      copy = new Float32Array(cells);
      this.copies[i] = copy;
    }
    gather(matrix, rows, copy);
    return copy.subarray(0, cells);
  }
}

function checkRows(ids: ArrayLike<number>, rows: number): void {
  for (let i = 0; i < ids.length; i++) {
    const row = ids[i]!;
    if (Number.isInteger(row) && row >= 0 && row < rows) continue;
    throw new RangeError(`The table has the rows 0 to ${rows - 1}, but a gradient is for row ${row}.`);
  }
}

function consecutive(rows: ArrayLike<number>): boolean {
  for (let i = 1; i < rows.length; i++) if (rows[i] !== rows[0]! + i) return false;
  return true;
}

function gather({ columns, data }: Matrix, rows: ArrayLike<number>, to: Float32Array): void {
  let at = 0;
  for (let i = 0; i < rows.length; i++) {
    const start = rows[i]! * columns;
    for (let column = 0; column < columns; column++) to[at++] = data[start + column]!;
  }
}

function scatter({ columns, data }: Matrix, rows: ArrayLike<number>, from: Float32Array): void {
  let at = 0;
  for (let i = 0; i < rows.length; i++) {
    const start = rows[i]! * columns;
    for (let column = 0; column < columns; column++) data[start + column] = from[at++]!;
  }
}
