import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axisPaths } from '../../../client/webview/model/axis-paths';
import { formatShare } from '../../../client/webview/model/numbers';
import { DEFAULTS, type Options, restoreOptions } from '../../../client/webview/model/options';
import { computeRows, mapOf, overridesOf, stepsOfMap } from '../../../client/webview/model/rows';
import { type Line, rowsChartOf } from '../../../client/webview/model/rows-chart';
import type { Choice } from '../../../client/webview/model/run';
import { newSchedule } from '../../../client/webview/model/schedules';
import { type Setup, withOverrides } from '../../../client/webview/model/setup';
import { wayLeft } from '../../../client/webview/model/trails';
import { matrix, settingsOf } from '../../../server/src/optimizers';
import { runRows, scenarioOf } from '../../../server/src/optimizers/scenarios';

const ids = { exponent: 1.1, vocabulary: 40, lookups: 16, pull: 1, noise: 0.3, steps: 25, counts: '' };
const options: Options = { ...DEFAULTS, preset: 'rows', ids };

const setupWith = (optimizationParameters: object, initial = {}): Setup => ({
  optimizationParameters: { ...optimizationParameters },
  initial,
  fed: { rate: 0.2 },
});
const choiceOf = (setup: Setup): Choice => ({
  setup,
  schedule: { kind: 'configured' },
  biasCorrection: false,
  pipelined: false,
  hardware: DEFAULTS.hardware,
});
const adagrad = setupWith({ adagrad: {}, learningRate: { constant: 0.1 } });

function last<T>(generator: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = generator.next();
    if (done) return value;
  }
}

test('the page computes the same numbers as the command line', () => {
  const settings = settingsOf({ adagrad: {}, learningRate: { constant: 0.1 } });
  const initial = { parameters: matrix(40, 8), slots: new Map([['accumulators', matrix(40, 8, 0.1)]]) };
  const scenario = scenarioOf({ ...ids, rows: 40, columns: 8, seed: 1 });
  const expected = last(runRows(settings, initial, scenario, () => 0.1));
  const shown = last(computeRows(choiceOf(adagrad), options));
  assert.deepEqual(
    [shown.loss, shown.frequent, shown.rare],
    [expected.loss, expected.frequent, expected.rare],
  );
  assert.deepEqual([shown.steps, shown.vocabulary, shown.neverSeen], [25, 40, expected.unseen[25]]);
});

test('fed and scheduled rates affect the rows', () => {
  const fed = choiceOf(setupWith({ adagrad: {}, learningRate: { dynamic: { tag: 2 } } }));
  const same = choiceOf(setupWith({ adagrad: {}, learningRate: { constant: 0.2 } }));
  assert.deepEqual(last(computeRows(fed, options)), last(computeRows(same, options)));
  const scheduled: Choice = {
    ...choiceOf(setupWith({ adagrad: {} })),
    schedule: { kind: 'constant', rate: 0.2 },
  };
  assert.deepEqual(last(computeRows(scheduled, options)).loss, last(computeRows(same, options)).loss);
});

test("counts replace Zipf's law and name the rows; invalid ones are reported at their field", () => {
  const shown = last(
    computeRows(choiceOf(adagrad), { ...options, ids: { ...ids, counts: 'a,1\nb,9\nc,4\n' } }),
  );
  assert.deepEqual(
    shown.tracked.map(({ name }) => name),
    ['b', 'c', 'c'],
  );
  assert.throws(
    () => last(computeRows(choiceOf(adagrad), { ...options, ids: { ...ids, counts: 'a,1\nb,many' } })),
    {
      message: 'Line 2: "many" is not a count.',
      at: 'options.counts',
    },
  );
});

test('a missing optimizer, formula or rate is reported', () => {
  for (const [parameters, words] of [
    [{}, /No optimizer/],
    [{ mdlAdagradLight: {}, learningRate: { constant: 1 } }, /no published formula/],
    [{ adagrad: {} }, /no learning rate/],
  ] as const)
    assert.throws(() => last(computeRows(choiceOf(setupWith(parameters)), options)), words);
});

test('choosing a cell of the map gives the run with its loss, under any schedule', () => {
  const schedules = [newSchedule('configured', 25), newSchedule('cosine', 25), newSchedule('list', 25)];
  const losses = schedules.map((schedule) => {
    const choice = { ...choiceOf(adagrad), schedule };
    const { cells } = last(mapOf(choice, choice, options));
    const setup = withOverrides(adagrad, overridesOf(adagrad, cells[4]!));
    assert.equal(last(computeRows({ ...choice, setup }, options)).loss[25], cells[4]!.loss);
    return cells[4]!.loss;
  });
  assert.equal(new Set(losses).size, schedules.length);
  for (const setup of [
    adagrad,
    setupWith({ adam: { beta1: 0.9, beta2: 0.999, epsilon: 1e-7 }, learningRate: { dynamic: {} } }),
    setupWith({ stochasticGradientDescent: {}, learningRate: { constant: 1 } }),
  ]) {
    const map = last(mapOf(choiceOf(setup), choiceOf(setup), options));
    assert(map.cells.length * 25 <= stepsOfMap(choiceOf(setup), options));
    const cell = map.cells[2]!;
    const overrides = overridesOf(setup, cell);
    assert.deepEqual(Object.keys(overrides), Object.values(axisPaths(setup)));
    const run = last(computeRows(choiceOf(withOverrides(setup, overrides)), options));
    assert.equal(run.loss[25], cell.loss);
  }
});

test("the map stays around the document's values while other cells are chosen", () => {
  const chosen = choiceOf(withOverrides(adagrad, { 'optimizationParameters.learningRate.constant': 3 }));
  const { rates } = last(mapOf(chosen, choiceOf(adagrad), { ...options, ids: { ...ids, steps: 1 } }));
  assert(rates.includes(0.1) && rates.indexOf(0.1) === (rates.length - 1) / 2);
});

test('ids of an earlier session are restored, invalid ones get defaults', () => {
  assert.deepEqual(restoreOptions({ ids }).ids, ids);
  assert.deepEqual(restoreOptions({ ids: { ...ids, exponent: 'much' } }).ids, DEFAULTS.ids);
});

test('labels of a loss that is out of hand fit beside its chart', () => {
  const lines: Line[] = [{ name: 'a', role: 'a', values: [1, 1e65, Number.NaN] }];
  for (const { label } of rowsChartOf(lines, 300, 130, formatShare).grid) assert(label.length <= 7, label);
  assert.deepEqual([99, 100, 1234, 5.67e65].map(formatShare), ['9,900%', '100 ×', '1230 ×', '5.7e65 ×']);
});

test('what is left of a way in words is what its picture shows', () => {
  const trail = { role: 'rare', name: '7', start: [0, 0], target: [3, 4] } as const;
  assert.equal(wayLeft({ ...trail, paths: { a: [0, 0, 3, 0] } }), 4 / 5);
  assert.equal(wayLeft({ ...trail, target: [0, 0], paths: { a: [0, 0, 3, 0] } }), undefined);
});

test('lines stay within the plot over powers of ten, and labels at their ends do not overlap', () => {
  const lines: Line[] = [
    { name: 'a', role: 'a', values: [1, 0.5, 0.011] },
    { name: 'b', role: 'rare', values: [2, Number.NaN, 0.0112] },
    { name: 'c', role: 'frequent', values: [0, Number.POSITIVE_INFINITY, 0.0111] },
    { name: 'd', role: 'b', values: [Number.NaN, Number.NaN] },
  ];
  const { grid, lines: drawn, plot } = rowsChartOf(lines, 300, 130);
  assert.deepEqual(
    grid.map(({ label }) => label),
    ['0.01', '0.1', '1', '10'],
  );
  const points = drawn.flatMap(({ d }) =>
    [...d.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]),
  );
  assert.equal(points.length, 6);
  for (const [x, y] of points)
    assert(x! >= plot.left && x! <= plot.right && y! >= plot.top && y! <= plot.bottom);
  const ends = drawn.flatMap(({ end }) => (end ? [end.y] : [])).sort((a, b) => a - b);
  assert.equal(ends.length, 3);
  for (const [i, y] of ends.entries()) assert(i === 0 || y - ends[i - 1]! >= 13);
});
