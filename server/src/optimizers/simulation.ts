import { type Backend, plain } from './backend';
import { batches } from './batches';
import { isFlushed } from './flush';
import { lookup } from './lookup';
import { type Machine, machine } from './machine';
import { overRows, type Variable, variable } from './over-rows';
import { programOf, scalars } from './program';
import type { OptimizerSettings } from './settings';
import { copyMatrix, type Matrix, type State, type Step } from './state';
import { idleRows, type SimulationOptions } from './touched';

/** A table in training, in float32 throughout. */
export class Simulation {
  /** The table as it is now; the next step writes to it. */
  readonly state: State;
  private readonly update: Machine;
  private readonly finish: Machine | undefined;
  /** The parameters come first. */
  private readonly variables: readonly Variable[];
  /** Room for the numbers of a batch. */
  private readonly gradients: Float32Array;
  /** The parameters that look-ups see while the newest update is on its way. */
  private visible: Matrix | undefined;

  /**
   * `backendFor` gives what computes on so many numbers. Throws an UnpublishedError where the optimizer has no published
   * formula.
   */
  constructor(
    private readonly settings: OptimizerSettings,
    initial: State,
    private readonly options: SimulationOptions = {},
    backendFor: (numbers: number) => Backend = () => plain,
  ) {
    const { optimizer, update, finish } = programOf(settings);
    const { length } = initial.parameters.data;
    const backend = backendFor((2 * (1 + optimizer.slots.length) + 1) * length);
    const parameters = variable('w', initial.parameters, backend);
    const slots = optimizer.slots.map(({ name, symbol }) => {
      const slot = initial.slots.get(name);
      if (!slot) throw new RangeError(`The initial state lacks the slot ${name}.`);
      return [name, variable(symbol, slot, backend)] as const;
    });
    this.state = {
      parameters: parameters.matrix,
      slots: new Map(slots.map(([name, { matrix }]) => [name, matrix])),
    };
    this.variables = [parameters, ...slots.map(([, slot]) => slot)];
    this.gradients = backend.array(length);
    // Updates leave no subnormal number, so there is one only where the table begins with it.
    const flushed = this.variables.every(({ matrix }) => matrix.data.every(isFlushed));
    const cells = this.variables.map(({ symbol }) => symbol);
    this.update = machine(update, { cells, inputs: ['g'], flushed }, backend);
    this.finish = finish.length > 0 ? machine(finish, { cells: ['w'], flushed }, backend) : undefined;
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
      const { length } = gradients;
      const g = length === this.gradients.length ? this.gradients : this.gradients.subarray(0, length);
      g.set(gradients);
      overRows(this.variables, rows, (arrays) => this.update([['g', g], ...arrays], value));
    }
    // The first batch has all rows.
    const { finish } = this;
    if (finish) overRows(this.variables.slice(0, 1), all[0].rows, (arrays) => finish(arrays, value));
  }

  /** The result of looking up all rows in the next step. */
  lookup(): Matrix {
    return lookup(this.settings, this.visible ?? this.state.parameters);
  }
}

function checkRows(ids: ArrayLike<number>, rows: number): void {
  for (let i = 0; i < ids.length; i++) {
    const row = ids[i]!;
    if (Number.isInteger(row) && row >= 0 && row < rows) continue;
    throw new RangeError(`The table has the rows 0 to ${rows - 1}, but a gradient is for row ${row}.`);
  }
}
