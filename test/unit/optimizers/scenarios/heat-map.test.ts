import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  matrix,
  type OptimizerSettings,
  optimizers,
  type State,
  settingsOf,
} from '../../../../server/src/optimizers';
import {
  axesOf,
  bestOf,
  type HeatMap,
  heatMap,
  ROWS_DEFAULTS,
  runRows,
  scenarioOf,
} from '../../../../server/src/optimizers/scenarios';

const scenario = scenarioOf({ ...ROWS_DEFAULTS, rows: 30, columns: 2, steps: 20, lookups: 16 });

function start({ optimizer, hyperparameters }: OptimizerSettings): State {
  const slots = optimizers.get(optimizer)!.slots.map(({ name, initial }) => {
    const value = typeof initial === 'number' ? initial : Number(hyperparameters[initial.hyperparameter]);
    return [name, matrix(30, 2, value)] as const;
  });
  return { parameters: matrix(30, 2), slots: new Map(slots) };
}

function last<T>(generator: Generator<T, T>): T {
  for (;;) {
    const { done, value } = generator.next();
    if (done) return value;
  }
}

const usual = (name: string) => {
  const { hyperparameters } = optimizers.get(name)!;
  return Object.fromEntries(hyperparameters.map((field) => [field.name, field.usual]));
};
const settingsFor = (name: string): OptimizerSettings =>
  settingsOf({ [name]: usual(name), learning_rate: { constant: 0.1 } });
const mapOf = (settings: OptimizerSettings): HeatMap =>
  last(heatMap(settings, start(settings), scenario, axesOf(settings, start(settings), 0.1)));

test('every optimizer with a formula has a map whose axes contain its own values', () => {
  for (const [name, { formula, rate }] of optimizers) {
    if (!formula || rate) continue;
    const settings = settingsFor(name);
    const map = axesOf(settings, start(settings), 0.1);
    assert(map.rates.includes(0.1), name);
    const { second } = map;
    if (!second) continue;
    const used =
      'slot' in second
        ? start(settings).slots.get(second.slot)!.data[0]!
        : settings.hyperparameters[second.hyperparameter];
    assert(
      map.seconds.some((value) => Math.abs(value! - Number(used)) < 1e-7),
      name,
    );
  }
});

test('a cell equals the run with its values, also for slots with initial values from hyperparameters', () => {
  for (const name of ['adagrad', 'adam', 'frequency_aware_adagrad']) {
    const settings = settingsFor(name);
    const map = mapOf(settings);
    assert.equal(map.cells.length, map.rates.length * map.seconds.length);
    const { rate, second, loss } = map.cells.at(-5)!;
    const field = map.second && 'hyperparameter' in map.second ? map.second.hyperparameter : undefined;
    const own = field
      ? { ...settings, hyperparameters: { ...settings.hyperparameters, [field]: second! } }
      : settings;
    const initial = start(own);
    if (!field) initial.slots.get('accumulators')!.data.fill(second!);
    assert.equal(loss, last(runRows(own, initial, scenario, () => rate)).loss[20], name);
  }
});

test('cells that diverge have no loss, and the best one has the smallest', () => {
  const settings = settingsFor('stochastic_gradient_descent');
  const map = last(heatMap(settings, start(settings), scenario, axesOf(settings, start(settings), 1e3)));
  assert.deepEqual(map.seconds, [undefined]);
  assert.equal(map.cells.at(-1)!.loss, undefined);
  const losses = map.cells.flatMap(({ loss }) => (loss === undefined ? [] : [loss]));
  assert(losses.length > 0 && losses.length < map.cells.length);
  assert.equal(bestOf(map)!.loss, Math.min(...losses));
});
