// The final loss, over learning rates and one more number that matters for the optimizer.
import { type Matrix, matrix, type OptimizerSettings, optimizerNamed, type State } from '..';
import type { RateAt } from './feed';
import { type RowsScenario, runRows } from './rows';
import { axisValuesOf, RATE_FACTORS, type SecondAxis, secondAxisOf } from './second-axis';

export interface Cell {
  readonly rate: number;
  /** Undefined if there is no second axis. */
  readonly second: number | undefined;
  /** The loss after the last step; undefined if the run diverges. */
  readonly loss: number | undefined;
}

export interface Axes {
  readonly second: SecondAxis | undefined;
  readonly rates: readonly number[];
  /** Just `undefined` if there is no second axis. */
  readonly seconds: readonly (number | undefined)[];
}

export interface HeatMap extends Axes {
  /** As far as they are known: for each of `seconds` one for each of `rates`. */
  readonly cells: Cell[];
}

/** Learning rates around one, and values of the second axis with the one in use among them. */
export function axesOf(settings: OptimizerSettings, initial: State, rate: number): Axes {
  const second = secondAxisOf(settings.optimizer);
  return {
    second,
    rates: RATE_FACTORS.map((factor) => shorter(rate * factor)),
    seconds: second
      ? withValue(axisValuesOf(settings.optimizer), inUse(second, settings, initial))
      : [undefined],
  };
}

/**
 * Computes one step of one cell's run per `next()`, and yields the map of the finished cells. All cells see the same look-ups
 * and the same noise. `rateOf` applies a schedule to a cell's rate.
 */
export function* heatMap(
  settings: OptimizerSettings,
  initial: State,
  scenario: RowsScenario,
  axes: Axes,
  rateOf: (rate: number) => RateAt = (rate) => () => rate,
): Generator<HeatMap, HeatMap> {
  const map: HeatMap = { ...axes, cells: [] };
  const { second } = axes;
  for (const value of axes.seconds) {
    const start =
      second && value !== undefined ? withSecond(second, value, settings, initial) : { settings, initial };
    for (const rate of axes.rates) {
      let loss: number | undefined;
      for (const run of runRows(start.settings, start.initial, scenario, rateOf(rate))) {
        loss = run.diverged === undefined ? run.loss[run.steps]! : undefined;
        if (run.diverged !== undefined) break;
        yield map;
      }
      map.cells.push({ rate, second: value, loss });
    }
  }
  return map;
}

/** The cell with the smallest loss; undefined if every run diverges. */
export const bestOf = ({ cells }: HeatMap): Cell | undefined =>
  cells.reduce<Cell | undefined>(
    (best, cell) => (cell.loss !== undefined && !(best && best.loss! <= cell.loss) ? cell : best),
    undefined,
  );

const withValue = (values: readonly number[], used: number) =>
  [...new Set([...values, shorter(used)])].sort((a, b) => a - b);

/** Without the digits that float32 adds to a number as people write it. */
const shorter = (value: number) => Number(value.toPrecision(6));

const inUse = (second: SecondAxis, { hyperparameters }: OptimizerSettings, { slots }: State): number =>
  'slot' in second ? (slots.get(second.slot)?.data[0] ?? 0) : Number(hyperparameters[second.hyperparameter]);

function withSecond(second: SecondAxis, value: number, settings: OptimizerSettings, initial: State) {
  if ('slot' in second) return { settings, initial: withSlot(initial, second.slot, value) };
  const { hyperparameter } = second;
  // A slot may start from the hyperparameter.
  const slot = optimizerNamed(settings.optimizer)?.slots.find(
    ({ initial }) => typeof initial === 'object' && initial.hyperparameter === hyperparameter,
  );
  return {
    settings: { ...settings, hyperparameters: { ...settings.hyperparameters, [hyperparameter]: value } },
    initial: slot ? withSlot(initial, slot.name, value) : initial,
  };
}

const withSlot = ({ parameters, slots }: State, name: string, value: number): State => ({
  parameters,
  slots: new Map(
    [...slots].map(([slot, kept]): [string, Matrix] => [slot, slot === name ? filled(kept, value) : kept]),
  ),
});

const filled = ({ rows, columns }: Matrix, value: number) => matrix(rows, columns, value);
