import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isFromPage, isPanelState, isToPage } from '../../../client/messages/messages';
import { mayHoldOptimizer } from '../../../client/src/preview/languages';
import { moved } from '../../../client/src/preview/moved';
import {
  chartOf,
  describe,
  frameOf,
  MARGIN,
  stepAt,
  stepTicks,
  tickLabels,
  xOf,
} from '../../../client/webview/model/chart';
import { type Computing, compute, type Results } from '../../../client/webview/model/compute';
import { otherWidth, parseGradients, writeGradients } from '../../../client/webview/model/csv';
import {
  exportProblem,
  testCase,
  trajectoryCsv,
  trajectoryJson,
} from '../../../client/webview/model/exports';
import {
  formatBytes,
  formatIn,
  formatNumber,
  parseNumber,
  powerText,
  readablePower,
} from '../../../client/webview/model/numbers';
import { DEFAULTS, type Options, sizeProblem } from '../../../client/webview/model/options';
import { buffersOf, packed } from '../../../client/webview/model/packed';
import { valueAt, withValueAt } from '../../../client/webview/model/paths';
import { PreviewError } from '../../../client/webview/model/problem';
import { quantized } from '../../../client/webview/model/quantization';
import { rowsChartOf } from '../../../client/webview/model/rows-chart';
import { type Choice, explainable, frame, type Run, runOf, specOf } from '../../../client/webview/model/run';
import { exchanged, NO_DRAFT, restore, type SavedState } from '../../../client/webview/model/saved-state';
import { newSchedule, rateAt } from '../../../client/webview/model/schedules';
import {
  effectiveRateOver,
  lossOver,
  quantitiesOf,
  stepSizeOver,
  variableOver,
} from '../../../client/webview/model/series';
import {
  changesOf,
  controlsOf,
  type Setup,
  setupOf,
  unwritten,
  usualSetup,
  withOverrides,
} from '../../../client/webview/model/setup';
import {
  including,
  nextNotch,
  notchOf,
  SLIDER_STEPS,
  valueAtNotch,
} from '../../../client/webview/model/slider';
import { svgDocument } from '../../../client/webview/model/svg';
import { throttled } from '../../../client/webview/model/throttle';
import { type Axis, along, axisFor, heldAxis } from '../../../client/webview/model/ticks';
import { work } from '../../../client/webview/model/work';
import type { OptimizerAtPlace } from '../../../server/src/languages/protocol';
import { explainCell, optimizers, readSpec, Simulation } from '../../../server/src/optimizers';
import { type Batch, PRESET_NAMES, presets } from '../../../server/src/optimizers/scenarios/presets';
import { randomFrom } from '../../../server/src/optimizers/scenarios/random';
import { runs } from '../../property/runs';

const range = { start: { line: 1, character: 2 }, end: { line: 3, character: 4 } };
const place: OptimizerAtPlace = {
  version: 1,
  range,
  title: 'user',
  optimizationParameters: { adagrad: {}, learningRate: { constant: 0.05 } },
  initial: { accumulators: 0.1 },
  unknown: [],
  editable: ['optimizationParameters.learningRate.constant'],
};
const rate = 'optimizationParameters.learningRate.constant';
const accumulation = 'optimizationParameters.gradientAccumulationStatus';

const choiceOf = (setup: Setup, more: Partial<Choice> = {}): Choice => ({
  setup,
  schedule: { kind: 'configured' },
  biasCorrection: false,
  pipelined: false,
  hardware: 'tpu-embedding',
  ...more,
});

function finished(choice: Choice, options: Partial<Options> = {}): Run {
  const steps = runOf(choice, { ...DEFAULTS, preset: 'target', rows: 3, columns: 2, steps: 5, ...options });
  for (;;) {
    const { value, done } = steps.next();
    if (done) return value;
  }
}

// Messages and state

test('messages of another shape are rejected', () => {
  const source = { uri: 'file:///a', position: range.start, file: 'a', key: 'k' };
  const show = { kind: 'show', revision: 1, pinned: false, source, place };
  assert(isToPage(show));
  assert(isToPage({ kind: 'done', request: 1 }));
  for (const wrong of [
    undefined,
    [],
    { ...show, revision: -1 },
    { ...show, place: { ...place, initial: { accumulators: '1' } } },
    { ...show, source: { ...source, position: { line: 1.5, character: 0 } } },
    { kind: 'done', request: 1, problem: 7 },
    { kind: 'constructor' },
  ])
    assert(!isToPage(wrong), JSON.stringify(wrong));
  assert(isFromPage({ kind: 'apply', request: 1, revision: 1, changes: [{ path: 'a', value: true }] }));
  assert(!isFromPage({ kind: 'apply', request: 1, revision: 1, changes: [{ path: 'a', value: {} }] }));
  assert(!isFromPage({ kind: 'save', request: 1, format: 'exe', content: '' }));
  assert(isPanelState({ source, pinned: true, whatever: 1 }));
  assert(!isPanelState({ source: { ...source, uri: undefined }, pinned: true }));
});

test('known parts of a saved state of another release are restored', () => {
  const options = { ...DEFAULTS, rows: 4, schedule: { kind: 'warmup', rate: 1, steps: 0 } };
  const kept = restore({
    options,
    spot: { row: 2 },
    step: -1,
    comparison: { kind: 'optimizer', name: 'gone' },
  });
  assert.deepEqual(kept.options, { ...DEFAULTS, rows: 4 });
  assert.deepEqual(kept.spot, { row: 2 });
  assert.equal(kept.step, 0);
  assert.deepEqual(kept.comparison, { kind: 'none' });
  assert.deepEqual(restore(undefined).options, DEFAULTS);
});

test('unwritten changes are kept for the last twenty optimizers', () => {
  let kept: SavedState = { ...restore({}), overrides: { rate: 0 } };
  for (let visit = 1; visit <= 25; visit++) {
    kept = { ...kept, ...exchanged(kept, `at ${visit - 1}`, `at ${visit}`) };
    assert.deepEqual(kept.overrides, {});
    kept.overrides = { rate: visit };
  }
  assert.equal(Object.keys(kept.drafts).length, 20);
  assert.deepEqual(exchanged(kept, 'at 25', 'at 20').overrides, { rate: 20 });
  assert.deepEqual(exchanged(kept, 'at 25', 'at 3').overrides, {}, 'forgotten');
  // Without changes, nothing is stored.
  assert.deepEqual(exchanged(restore({}), 'here', 'there'), { ...NO_DRAFT, drafts: {} });
});

test('changes that equal the document or do not fit the optimizer are dropped', () => {
  const setup = setupOf(place);
  const [same] = controlsOf(setup, {}).filter(({ path }) => path === rate);
  assert.deepEqual(unwritten(setup, { [rate]: same!.value as number }), {});
  assert.deepEqual(unwritten(setup, { [rate]: 7, 'optimizationParameters.adam.beta1': 0.5 }), { [rate]: 7 });
  // In the middle of an edit.
  const none = { ...setup, optimizationParameters: {} };
  assert.deepEqual(unwritten(none, { [rate]: 7 }), { [rate]: 7 });
});

test('a position moves with text typed before it', () => {
  const at = { line: 5, character: 4 };
  const change = (from: [number, number], to: [number, number], text: string) => ({
    range: { start: { line: from[0], character: from[1] }, end: { line: to[0], character: to[1] } },
    text,
  });
  assert.deepEqual(moved(at, [change([2, 0], [2, 0], 'a\nb\n')]), { line: 7, character: 4 });
  assert.deepEqual(moved(at, [change([2, 0], [4, 0], '')]), { line: 3, character: 4 });
  assert.deepEqual(moved(at, [change([5, 1], [5, 3], 'x')]), { line: 5, character: 3 });
  assert.deepEqual(moved(at, [change([5, 1], [5, 3], 'x\nyz')]), { line: 6, character: 3 });
  assert.deepEqual(moved(at, [change([6, 0], [7, 0], 'x')]), at);
  assert.deepEqual(moved(at, [change([5, 0], [6, 0], '')]), { line: 5, character: 0 }, 'it was replaced');
  // Both positions refer to the text before.
  assert.deepEqual(moved(at, [change([0, 0], [0, 0], '\n'), change([3, 0], [3, 0], '\n')]), {
    line: 7,
    character: 4,
  });
});

test('a preview is offered only for documents that may hold an optimizer', () => {
  const offered = (languageId: string, text: string) => mayHoldOptimizer({ languageId, getText: () => text });
  assert(offered('textproto', ''));
  assert(offered('python', 'from tensorflow.tpu.experimental import embedding'));
  assert(offered('python', 'tf.tpu.experimental.embedding.Adagrad(0.1)'));
  assert(offered('python', 'pb2.TPUEmbeddingConfiguration()'));
  assert(!offered('python', 'import numpy as np'));
  assert(!offered('markdown', 'tf.tpu.experimental'));
});

// Numbers

test('numbers are parsed in all common notations', () => {
  for (const [text, value] of Object.entries({
    '1e-3': 0.001,
    ' .5 ': 0.5,
    '-2.': -2,
    NaN: Number.NaN,
    '-inf': -Infinity,
    Infinity,
  }))
    assert.equal(parseNumber(text), value, text);
  for (const text of ['', '1,5', 'e5', '0x1', '1e', 'constructor', '--1'])
    assert.equal(parseNumber(text), undefined, text);
});

test('numbers are shown with few digits and their sign', () => {
  const shown = [0.5, -0.25, 1234567, 0.00012345, Number.NaN, -Infinity, 0, -0.0301511].map((value) =>
    formatNumber(value),
  );
  assert.deepEqual(shown, ['0.5000', '−0.2500', '1.23e6', '1.23e−4', 'NaN', '−∞', '0', '−0.03015']);
  const cells = [0.25, -0.25, 12.3456, 1e-9, 0, Number.NaN, 999.99].map((value) => formatIn(0, value));
  assert.deepEqual(cells, ['0.250', '−0.250', '12.35', '~0', '0', 'NaN', '1000.0']);
  assert.deepEqual([0.5, 0, 8.7e7, 0.0031, Infinity].map(readablePower), [0, 0, 7, -3, 0]);
  assert.equal(formatIn(-3, -0.0031), '−3.100');
  assert.equal(powerText(-12), ' (× 10⁻¹²)');
  assert.equal(formatBytes(12.8e9), '11.9 GiB');
  assert.equal(formatBytes(32), '32 bytes');
});

test("a slider's position and its value convert to each other", () => {
  const ranges = [
    { min: 1e-5, max: 10, logarithmic: true },
    { min: 0, max: 1, logarithmic: false },
    { min: 0, max: 10, logarithmic: true },
    { min: -1, max: 0, logarithmic: false },
  ];
  for (const range of ranges) {
    assert.equal(valueAtNotch(range, 0), range.min);
    assert.equal(valueAtNotch(range, SLIDER_STEPS), range.max);
    for (let notch = 0; notch <= SLIDER_STEPS; notch += 50) {
      const value = valueAtNotch(range, notch);
      // Rounding to two digits changes it by a twentieth at most.
      assert(Math.abs(notchOf(range, value) - notch) <= 4, `${JSON.stringify(range)} at ${notch}: ${value}`);
      assert(Number(value.toPrecision(range.logarithmic ? 2 : 3)) === value, `${value} is round`);
      const next = nextNotch(range, notch, 1);
      assert(notch === SLIDER_STEPS || valueAtNotch(range, next) > value, `${value} has a next`);
    }
  }
  assert.deepEqual(including(ranges[1]!, 5), { min: 0, max: 5, logarithmic: false });
  assert.deepEqual(including(ranges[1]!, Number.NaN), ranges[1]);
  assert.equal(notchOf(ranges[0]!, Number.NaN), 0);
});

test('on the slider of a decay rate 0.9, 0.99 and 0.999 are equally far apart', () => {
  const range = { min: 0, max: 1, logarithmic: false, decays: true } as const;
  const notches = [0.9, 0.99, 0.999].map((value) => notchOf(range, value));
  assert.deepEqual(
    notches.map((notch) => valueAtNotch(range, notch)),
    [0.9, 0.99, 0.999],
  );
  const [first, second, third] = notches as [number, number, number];
  assert(Math.abs(third - second - (second - first)) <= 1 && second - first > 100);
  assert.deepEqual(
    [0, SLIDER_STEPS].map((notch) => valueAtNotch(range, notch)),
    [0, 1],
  );
  for (let notch = 0; notch < SLIDER_STEPS; notch++)
    assert(valueAtNotch(range, nextNotch(range, notch, 1)) > valueAtNotch(range, notch), String(notch));
  assert.equal(valueAtNotch(including(range, 2), SLIDER_STEPS), 2, 'beyond 1 it is linear');
});

test('values are read and set by path without changing the original', () => {
  const data = { a: { b: 1 }, c: [1] };
  assert.equal(valueAt(data, 'a.b'), 1);
  assert.equal(valueAt(data, 'a.b.c'), undefined);
  assert.equal(valueAt(data, 'constructor.name'), undefined);
  assert.deepEqual(withValueAt(data, 'a.x.y', 2), { a: { b: 1, x: { y: 2 } }, c: [1] });
  assert.deepEqual(data, { a: { b: 1 }, c: [1] });
});

// Gradients and rates

test('random numbers are the same for the same seed, and normal', () => {
  const random = randomFrom(7);
  const numbers = Array.from({ length: 4000 }, () => random.normal());
  assert.equal(randomFrom(7).normal(), numbers[0]);
  assert.notEqual(randomFrom(8).normal(), numbers[0]);
  const mean = numbers.reduce((a, b) => a + b) / numbers.length;
  const variance = numbers.reduce((sum, number) => sum + (number - mean) ** 2, 0) / numbers.length;
  assert(Math.abs(mean) < 0.05 && Math.abs(variance - 1) < 0.08, `${mean} ${variance}`);
});

test('every preset gives ids of the table and a gradient for each column', () => {
  for (const name of PRESET_NAMES)
    for (const step of [0, 40]) {
      const moment = {
        step,
        rows: 5,
        columns: 3,
        scale: 0.1,
        random: randomFrom(1),
        lookup: () => [1, 2, 3],
      };
      const { ids, gradients } = presets[name](moment);
      assert.equal(ids.length * 3, gradients.length, name);
      assert(
        ids.every((id) => id >= 0 && id < 5),
        name,
      );
      assert(gradients.every(Number.isFinite), name);
    }
  const count = (name: 'oneHot' | 'duplicates') =>
    presets[name]({ step: 0, rows: 5, columns: 1, scale: 1, random: randomFrom(1), lookup: () => [] }).ids
      .length;
  assert.deepEqual([count('oneHot'), count('duplicates')], [1, 15]);
});

test('a throttled action runs at once, then once per interval, and the last call is not lost', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let done = 0;
  const call = throttled(() => done++, 100);
  for (let i = 0; i < 5; i++) call();
  assert.equal(done, 1, 'at once');
  t.mock.timers.tick(100);
  assert.equal(done, 2, 'the last of those that waited');
  t.mock.timers.tick(1000);
  assert.equal(done, 2);
  call();
  assert.equal(done, 3);
});

test('learning rates follow their schedule', () => {
  const at = (kind: Parameters<typeof newSchedule>[0], ...steps: number[]) =>
    steps.map((step) => rateAt(newSchedule(kind, 10), step, 0.5));
  assert.deepEqual(at('configured', 3), [0.5]);
  assert.deepEqual(at('constant', 0, 99), [0.5, 0.5]);
  assert.deepEqual(at('list', 0, 1, 2, 9), [0.5, 0.25, 0.125, 0.125]);
  assert.deepEqual(at('warmup', 0, 1, 7), [0.25, 0.5, 0.5]);
  assert.deepEqual(at('exponential', 0, 2, 4), [0.5, 0.25, 0.125]);
  assert.deepEqual(at('cosine', 0, 5, 10, 11), [0.5, 0.25, 0, 0]);
});

test('gradients written as CSV read back the same', () => {
  const row = fc.tuple(fc.nat(3), fc.float(), fc.float());
  const batch = fc.array(row, { minLength: 1, maxLength: 4 }).map((rows) => ({
    ids: rows.map(([id]) => id),
    gradients: Float32Array.from(rows.flatMap(([, ...gradients]) => gradients)),
  }));
  fc.assert(
    fc.property(fc.array(batch, { minLength: 1, maxLength: 4 }), (batches) => {
      assert.deepEqual(parseGradients(writeGradients(batches, 2), 4, 2), { batches });
    }),
    runs(100),
  );
});

test('another number of columns is offered if all pasted lines agree on it', () => {
  assert.equal(otherWidth('1 2\n3 4\n', 8), 2);
  assert.equal(otherWidth('[[1. 2. 3.]\n [4. 5. 6.]]', 8), 3);
  assert.equal(otherWidth('1,2,3,4', 2), undefined, 'a step and an id');
  assert.equal(otherWidth('1,2\n3', 8), undefined);
  assert.equal(otherWidth('', 8), undefined);
  assert.deepEqual(
    parseGradients('1 2\n3 4', 2, 2),
    parseGradients('1,2\n3,4', 2, 2),
    'blanks separate, too',
  );
});

test('rows pasted from a spreadsheet are one step', () => {
  const parsed = (text: string) => {
    const { batches } = parseGradients(text, 4, 2) as { batches: Batch[] };
    return batches.map(({ ids, gradients }) => [ids, [...gradients]]);
  };
  const twoRows = [
    [
      [0, 1],
      [1, 2, 3, 4],
    ],
  ];
  assert.deepEqual(parsed('1\t2\r\n3\t4\r\n'), twoRows);
  assert.deepEqual(parsed('id;a;b\n3;1;2'), [[[3], [1, 2]]]);
  assert.deepEqual(parsed(' 1  2\n3 4'), twoRows, 'with spaces');
  for (const printed of [
    '[[1. 2.]\n [3.\n  4.]]',
    '[[1, 2], [3, 4]]',
    'array([[1., 2.],\n  [3., 4.]], dtype=float32)',
  ])
    assert.deepEqual(parsed(printed), twoRows, printed);
  const secondStep = [
    [[], []],
    [[0], [1, 2]],
  ];
  assert.deepEqual(parsed('1,0,1,2'), secondStep);
});

test('mistakes in pasted gradients are reported with their line', () => {
  const problem = (text: string) => (parseGradients(text, 4, 2) as { problem: string }).problem;
  assert.equal(problem('1,2\n1'), 'Line 2: 2 gradients expected, 1 found.');
  assert.equal(problem('1,2\n0,0,1,2,3'), 'Line 2: 2 gradients expected, 3 found.');
  assert.equal(problem('1,2\nx,2'), 'Line 2: "x" is not a number.');
  assert.equal(problem('1\tx'), 'Line 1: "x" is not a number.', 'a line with a number is no header');
  assert.equal(problem('0,4,1,2'), 'Line 1: id 4 is out of range; the preview has the rows 0 to 3.');
  assert.equal(problem('1e9,0,1,2'), 'Line 1: step 1e9 does not follow step 0.');
  assert.equal(problem('1,,2'), 'Line 1: "" is not a number.');
  assert.match(problem(' \n'), /^No gradients found/);
});

// Runs

test('a run equals the simulation of its exported test case', () => {
  for (const preset of PRESET_NAMES) {
    const run = finished(choiceOf(setupOf(place)), { preset });
    const spec = readSpec(JSON.parse(testCase(run)));
    const simulation = new Simulation(spec.settings, spec.initial);
    for (const [step, given] of spec.steps.entries()) {
      simulation.step(given);
      assert.deepEqual(frame(run, 'parameters', step + 1), simulation.state.parameters.data, preset);
      assert.deepEqual(
        frame(run, 'accumulators', step + 1),
        simulation.state.slots.get('accumulators')!.data,
        preset,
      );
    }
  }
});

test('every optimizer with a formula runs and explains its numbers', () => {
  for (const { name, formula } of optimizers.values()) {
    const setup = usualSetup(name, setupOf(place));
    if (!formula) {
      assert.throws(() => finished(choiceOf(setup)), PreviewError, name);
      continue;
    }
    const run = finished(choiceOf(setup));
    const { settings, before, given } = explainable(run, 5);
    const lines = explainCell(settings, before, given, 1, 1);
    const weight = lines.findLast((line) => line.name === 'w');
    assert.equal(weight?.value, frame(run, 'parameters', 5)[3], name);
  }
});

test('a schedule replaces the configured learning rate', () => {
  const run = finished(choiceOf(setupOf(place), { schedule: { kind: 'list', rates: [0.5, 0] } }));
  assert.deepEqual(run.learningRates, [[0.5], [0], [0], [0], [0]]);
  assert.notDeepEqual(frame(run, 'parameters', 1), frame(run, 'parameters', 0));
  assert.deepEqual(frame(run, 'parameters', 2), frame(run, 'parameters', 1));
});

test('a dynamic learning rate keeps its tag', () => {
  const fed = { ...place, optimizationParameters: { adagrad: {}, learningRate: { dynamic: { tag: 2 } } } };
  const run = finished(choiceOf(withOverrides(setupOf(fed), { 'fed.rate': 0.25 })));
  assert.deepEqual(run.learningRates[0], [0, 0, 0.25]);
});

test('a frequency estimator gets the step number', () => {
  const setup = setupOf({
    ...place,
    optimizationParameters: {
      frequencyEstimator: { tau: 0.1, maxDelta: 10, outlierThreshold: 3 },
      learningRate: { dynamic: {} },
    },
    initial: {},
  });
  assert.deepEqual(finished(choiceOf(setup)).learningRates, [[1], [2], [3], [4], [5]]);
});

test("with bias correction, Adam's first step has the length of the learning rate", () => {
  const setup = usualSetup('adam', setupOf(place));
  const run = finished(choiceOf(setup, { biasCorrection: true }), { preset: 'constant', scale: 1 });
  const first = stepSizeOver(run, { row: 0, column: 0 })[1]!;
  assert(Math.abs(first - 0.001) < 1e-6, String(first));
});

test('gradients of a pipelined run lag one step behind', () => {
  const setup = setupOf(place);
  const at = finished(choiceOf(setup), { preset: 'target' });
  const late = finished(choiceOf(setup, { pipelined: true }), { preset: 'target' });
  assert.deepEqual(late.batches[0], at.batches[0]);
  assert.deepEqual(late.batches[1], late.batches[0], 'the first update is not seen yet');
  assert.notDeepEqual(late.batches[2], late.batches[1]);
});

test('a run on SparseCores omits ignored values, also in exports', () => {
  const optimizationParameters = { adam: { epsilon: 1e-3 }, learningRate: { constant: 0.05 } };
  const plain = setupOf({ ...place, optimizationParameters, initial: {} });
  const given = withOverrides(plain, {
    'optimizationParameters.gradientAccumulationStatus': false,
    'optimizationParameters.adam.useNonLazyAdam': true,
    'optimizationParameters.clippingLimits.upper': 0.01,
    'optimizationParameters.weightDecayFactor': 0.5,
  });
  const options = { preset: 'duplicates', steps: 20 } as const;
  const wanted = finished(choiceOf(plain), options);
  const there = finished(choiceOf(given, { hardware: 'sparsecore' }), options);
  assert.deepEqual(there.variables, wanted.variables);
  assert.deepEqual(specOf(there)['optimizationParameters'], specOf(wanted)['optimizationParameters']);
  assert.notDeepEqual(finished(choiceOf(given), options).variables, wanted.variables);
});

test('quantization reports the number of levels and the largest error', () => {
  const setup = withOverrides(setupOf(place), {
    'optimizationParameters.simulatedQuantization.enabled': true,
    'optimizationParameters.simulatedQuantization.numBuckets': 3,
    'optimizationParameters.simulatedQuantization.clippingLimits.lower': 0,
    'optimizationParameters.simulatedQuantization.clippingLimits.upper': 0.8,
  });
  const run = finished(choiceOf(setup), { preset: 'zero', start: 'halves' });
  const { sentence, lookedUp } = quantized(run, 1)!;
  assert.equal(new Set(lookedUp).size, 1);
  assert.match(sentence, /3 values from 0 to 0\.8, 0\.4 apart; .* 0 of 6 weights .* off by up to 0\.1\./);
  assert.equal(quantized(finished(choiceOf(setupOf(place))), 1), undefined);
});

test('an optimizer that SparseCores do not know is reported at the choice of hardware', () => {
  const setup = usualSetup('rms_prop', setupOf(place));
  assert.throws(
    () => finished(choiceOf(setup, { hardware: 'sparsecore' })),
    (error) => error instanceof PreviewError && error.at === 'options.hardware',
  );
});

test('charted series equal the states', () => {
  const run = finished(choiceOf(setupOf(place)), { preset: 'constant', start: 'halves' });
  const cell = { row: 0, column: 0 };
  const weights = variableOver(run, 'parameters', cell);
  assert.equal(weights[0], 0.5);
  const sizes = stepSizeOver(run, cell);
  assert(Number.isNaN(sizes[0]!));
  assert.equal(sizes[2], Math.abs(weights[2]! - weights[1]!));
  // Adagrad's rate by definition: the configured one over the root of the accumulator.
  const rates = effectiveRateOver(run, cell);
  const accumulators = variableOver(run, 'accumulators', cell);
  for (let step = 1; step <= 5; step++)
    assert(Math.abs(rates[step]! - 0.05 / Math.sqrt(accumulators[step]!)) < 1e-6, `step ${step}`);
  assert.equal(variableOver(run, 'parameters', { row: 0 })[0], Math.sqrt(0.5));
  assert.deepEqual(
    quantitiesOf(run, cell).map(({ title }) => title),
    ['Weight', 'Accumulators', 'Effective rate', 'Step size'],
  );
});

test('a preview that is too large is rejected with a reason', () => {
  assert.equal(sizeProblem(DEFAULTS, 4), undefined);
  assert.match(
    sizeProblem({ ...DEFAULTS, rows: 1e6 }, 4)!.text,
    /^1,000,000 rows are too many for a preview, which has at most 256/,
  );
  assert.match(sizeProblem({ ...DEFAULTS, rows: 2.5 }, 4)!.text, /a whole number from 1 to 256 was expected/);
  assert.match(sizeProblem({ ...DEFAULTS, steps: 0 }, 4)!.text, /^The number of steps is 0/);
  assert.match(
    sizeProblem({ ...DEFAULTS, rows: 256, columns: 128, steps: 5000 }, 4)!.text,
    /too many for a preview/,
  );
});

// Hyperparameters

test("controls show the document's values and unwritten changes", () => {
  const setup = setupOf(place);
  const find = (path: string, overrides = {}) =>
    controlsOf(setup, overrides).find((control) => control.path === path)!;
  assert.equal(find(rate).value, 0.05);
  assert.equal(find('initial.accumulators').value, 0.1);
  assert.equal(find(accumulation).value, true, 'unspecified counts as on');
  assert.equal(find(accumulation, { [accumulation]: false }).value, false);
  assert.equal(find(rate, { [rate]: 50 }).range!.max, 50);
  assert.equal(find('optimizationParameters.clippingLimits.upper').value, undefined);
  assert.deepEqual(changesOf({ [rate]: 0.5, [accumulation]: false, x: Number.NaN }), [
    { path: rate, value: 0.5 },
    { path: accumulation, value: 'DISABLED' },
  ]);
});

test('values that the program computes start at usual ones', () => {
  const setup = setupOf({
    ...place,
    optimizationParameters: { adam: { beta1: 0.5 }, learningRate: {} },
    unknown: [rate, 'optimizationParameters.adam.beta2', 'somewhere.else'],
  });
  assert.equal(valueAt(setup, rate), 0.01);
  assert.equal(valueAt(setup, 'optimizationParameters.adam.beta2'), 0.999);
  assert.equal(valueAt(setup, 'optimizationParameters.adam.beta1'), 0.5);
});

// Charts

test('chart axes have round ends and contain every value', () => {
  const values = fc.array(fc.float({ noNaN: true, noDefaultInfinity: true }), {
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(values, (numbers) => {
      const axis = axisFor([numbers]);
      assert(axis.ticks.length >= 1 && axis.ticks.length <= 12, `${axis.ticks}`);
      for (const number of numbers) {
        const at = along(axis, number);
        assert(at >= -1e-9 && at <= 1 + 1e-9, `${number} at ${at}`);
      }
    }),
    runs(100),
  );
  assert.deepEqual(axisFor([[0.1, 0.9]]).ticks, [0, 0.2, 0.4, 0.6, 0.8, 1]);
  assert.deepEqual(axisFor([[1, 1000]]).ticks, [1, 10, 100, 1000]);
  assert.equal(axisFor([[1, 1000]]).logarithmic, true);
  assert.deepEqual(axisFor([[Number.NaN]]).ticks, [0, 1]);
});

test('a held axis keeps its ends until a curve leaves it, and then grows just to the curve', () => {
  const wide = fc.array(fc.integer({ min: -100_000, max: 100_000 }), { minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(wide, wide, (first, second) => {
      const axis = axisFor([first]);
      const held = heldAxis(axis, [second]);
      assert.deepEqual([held.ticks, held.logarithmic], [axis.ticks, axis.logarithmic]);
      assert(held.low <= axis.low && held.high >= axis.high);
      if (held.low < axis.low) assert(held.low >= Math.min(...second));
      if (held.high > axis.high) assert(held.high <= Math.max(...second));
      assert.deepEqual(heldAxis(axis, [first]), axis, 'nothing moves without need');
    }),
    runs(100),
  );
});

test('a held axis grows up to twice its length at either end, in powers of ten on a logarithmic one', () => {
  const grown = (first: readonly number[], second: readonly number[]) => {
    const { low, high } = heldAxis(axisFor([first]), [second]);
    return [low, high].map((end) => Number(end.toPrecision(6)));
  };
  assert.deepEqual(grown([0, 1], [-1.5, 2.5]), [-1.5, 2.5]);
  assert.deepEqual(grown([0, 1], [-1e30, 1e30]), [-2, 3], 'what runs away leaves the chart');
  assert.deepEqual(grown([1, 1000], [0.02, 50_000]), [0.02, 50_000]);
  assert.deepEqual(grown([1, 1000], [1e-30, 1e30]), [1e-6, 1e9]);
  assert.deepEqual(grown([1, 1000], [0, 10]), [1, 1000], 'a logarithmic axis never reaches 0');
});

test('only a scenario with targets has a loss, and it falls near them', () => {
  const run = finished(choiceOf(setupOf(place)), { preset: 'target', scale: 1, steps: 400 });
  const losses = lossOver(run)!;
  assert.equal(losses.length, 401);
  assert(losses[400]! < losses[0]! / 50, `${losses[0]} to ${losses[400]}`);
  const [loss, weight] = quantitiesOf(run, { row: 1, column: 1 });
  assert.equal(loss!.title, 'Loss');
  assert(Math.abs(weight!.values[400]! - weight!.target!) < 0.2);
  assert.equal(lossOver(finished(choiceOf(setupOf(place)), { preset: 'random' })), undefined);
});

test('the loss comes from the worker with its run: the page need not read every weight of every step', () => {
  const run = finished(choiceOf(setupOf(place)), { preset: 'target' });
  assert.equal(lossOver(run)!.buffer, run.losses!.buffer);
  assert(buffersOf(packed({ runs: { a: run }, problems: {} })).includes(run.losses!.buffer as ArrayBuffer));
});

for (const optimizer of [...optimizers.values()].filter(({ effectiveRate }) => effectiveRate))
  test(`${optimizer.title}: a constant gradient is multiplied by the effective rate`, () => {
    const setup = usualSetup(optimizer.name, setupOf(place));
    const run = finished(choiceOf(setup), { preset: 'constant', scale: 1, steps: 400, rows: 1, columns: 1 });
    const cell = { row: 0, column: 0 };
    const [rate, size] = [effectiveRateOver(run, cell)[400]!, stepSizeOver(run, cell)[400]!];
    // By then momentum has converged; FTRL's weight lags its accumulator by half a step.
    assert(Math.abs(size - rate) < 0.02 * rate, `a step of ${size}, at a rate of ${rate}`);
  });

test('axis labels are evenly spaced', () => {
  const steps = fc.integer({ min: 1, max: 5000 });
  fc.assert(
    fc.property(steps, fc.integer({ min: 60, max: 900 }), (last, width) => {
      const ticks = stepTicks(last, width);
      const [first, second = last] = ticks;
      assert.equal(first, 0);
      assert.ok(ticks.length <= Math.max(1, width / 60) + 1, `${ticks}`);
      for (const [index, tick] of ticks.entries()) assert.equal(tick, index * second, `${ticks}`);
      assert.ok(ticks.at(-1)! <= last && ticks.at(-1)! + second > last, `${ticks}`);
    }),
    runs(100),
  );
  assert.deepEqual(stepTicks(50, 184), [0, 25, 50]);
});

test('axis labels have one format and are as short as possible', () => {
  assert.deepEqual(tickLabels([0, 0.00005, 0.0001, 0.00015]), ['0', '5.0e−5', '1.0e−4', '1.5e−4']);
  assert.deepEqual(tickLabels([1e-5, 0.001, 0.1, 10], true), ['1e−5', '1e−3', '1e−1', '1e1']);
  assert.deepEqual(tickLabels([0.01, 0.1, 1], true), ['0.01', '0.1', '1']);
  assert.deepEqual(tickLabels([0, 0.5, 1]), ['0', '0.5', '1.0']);
  assert.deepEqual(tickLabels([-0.02, 0, 0.02]), ['−0.02', '0', '0.02']);
  assert.deepEqual(tickLabels([0.49998, 0.5, 0.50002]), ['0.49998', '0.50000', '0.50002']);
});

test('a chart has gaps for missing values, and distinguishes two runs without colour', () => {
  const a = { role: 'a' as const, values: [1, 2, Number.NaN, 4] };
  const b = { role: 'b' as const, values: [2, 2, 2, 2] };
  const { shapes } = chartOf({ series: [a, b], now: 3 }, { width: 200, height: 100 });
  const lines = (role: string) => shapes.filter((shape) => shape.kind === 'line' && shape.role === role);
  const [lineA, lineB] = [...lines('a'), ...lines('b')] as { d: string; dash: string }[];
  assert.equal(lineA!.d.match(/M/g)!.length, 2);
  assert.deepEqual([lineA!.dash, lineB!.dash], ['solid', 'dashed']);
  assert(shapes.some((shape) => shape.kind === 'marker' && shape.role === 'b' && shape.hollow));
  assert(!shapes.some((shape) => 'd' in shape && shape.d.includes('NaN')));
  assert.equal(stepAt(MARGIN.left, 200, 3), 0);
  assert.equal(stepAt(200, 200, 3), 3);
  assert.equal(
    describe('Weight', 'row 0', a.values),
    'Weight: row 0 goes from 1.000 to 4.000, between 1.000 and 4.000. 1 steps have no finite value.',
  );
});

test('a curve is cut at the current step, wherever it has gaps', () => {
  const value = fc.oneof(fc.constant(Number.NaN), fc.integer({ min: 0, max: 9 }));
  fc.assert(
    fc.property(fc.array(value, { minLength: 2, maxLength: 400 }), fc.nat(), (values, any) => {
      const now = any % values.length;
      const size = { width: 160, height: 100 };
      const { at } = frameOf({ series: [{ role: 'a', values }] }, size);
      const [done, rest] = at(now).flatMap((shape) =>
        shape.kind === 'line' && shape.role === 'a' ? [shape.d] : [],
      );
      const whole = at(values.length - 1).flatMap((shape) =>
        shape.kind === 'line' && shape.role === 'a' ? [shape.d] : [],
      );
      assert.equal(whole.length, 1, 'nothing is left behind the last step');
      assert.equal(rest === undefined, now === values.length - 1);
      const here = xOf(now, size.width, values.length - 1);
      const places = (path: string) => [...path.matchAll(/[ML](-?[\d.]+)/g)].map(([, x]) => Number(x));
      for (const path of [done!, rest ?? '']) assert.match(path, /^$|^M/);
      assert(places(done!).every((x) => x <= here));
      assert(places(rest ?? '').every((x) => x >= here));
      if (Number.isFinite(values[now])) assert.equal(places(done!).at(-1), here);
      const points = new Set([...places(done!), ...places(rest ?? '')]);
      for (const x of places(whole[0]!)) {
        const besideNow = Math.abs(x - here) <= (size.width * 2) / 100;
        assert(points.has(x) || besideNow, `${x} is missing`);
      }
    }),
    runs(300),
  );
});

test('labels at the ends of curves do not overlap or leave the picture', () => {
  const end = fc.oneof(fc.constantFrom(0, 1, -1, 1e30), fc.double({ min: -1, max: 1, noNaN: true }));
  const height = fc.integer({ min: 72, max: 132 });
  const axis = fc.constantFrom<Axis | undefined>(undefined, {
    low: -0.1,
    high: 0.1,
    logarithmic: false,
    ticks: [-0.1, 0.1],
  });
  const apart = (heights: number[], least: number, bottom: number) => {
    const sorted = heights.toSorted((a, b) => a - b);
    for (const [index, y] of sorted.entries()) {
      assert(y >= 8 && y <= bottom, `${y} of ${bottom}`);
      assert(index === 0 || y - sorted[index - 1]! >= least - 0.11, sorted.join());
    }
  };
  fc.assert(
    fc.property(end, end, end, height, axis, (a, b, c, height, axis) => {
      const series = [
        { role: 'a' as const, name: 'A', values: [0, a] },
        { role: 'b' as const, name: 'B', values: [0.5, b] },
      ];
      const { shapes } = chartOf({ series, now: 1, target: c }, { width: 260, height }, axis);
      const names = shapes.flatMap((shape) =>
        shape.kind === 'text' && (shape.role === 'a' || shape.role === 'b') ? [shape.y] : [],
      );
      assert.equal(names.length, 2);
      apart(names, 12, height - MARGIN.bottom);
      const lines = [a, b, c, 1].map((value, i) => ({
        name: `${i}`,
        role: 'a' as const,
        values: [1, Math.abs(value) + 1e-9],
      }));
      const chart = rowsChartOf(lines, 260, height);
      apart(
        chart.lines.map(({ end }) => end!.y),
        13,
        chart.plot.bottom,
      );
    }),
    runs(100),
  );
});

test('text is escaped in exported SVG', () => {
  const colours = {
    grid: '#111',
    label: '#222',
    now: '#333',
    a: '#444',
    b: '#555',
    ghost: '#666',
    target: '#777',
    frequent: '#888',
    middling: '#999',
    rare: '#aaa',
  };
  const look = { colours, background: '#fff', foreground: '#000', font: '"Sans & Serif"' };
  const { shapes } = chartOf(
    { series: [{ role: 'a', values: [1, 2] }], now: 0 },
    { width: 200, height: 100 },
  );
  const charts = [{ x: 0, y: 0, title: '"<&', shapes }];
  const notes = [{ role: 'a' as const, text: '<rate>' }];
  const svg = svgDocument({ heading: 'a < b', notes, charts, width: 200, height: 100 }, look);
  assert.match(svg, />&lt;rate&gt;</);
  assert.match(svg, /<title>a &lt; b<\/title>/);
  assert.match(svg, /font-family="&quot;Sans &amp; Serif&quot;"/);
  assert(!svg.includes('undefined') && !svg.includes('NaN'));
});

test('exports contain every state', () => {
  const run = finished(choiceOf(setupOf(place)));
  const { steps } = JSON.parse(trajectoryJson(run));
  assert.equal(steps.length, 5);
  assert.equal(Math.fround(steps[4].parameters[2][1]), frame(run, 'parameters', 5)[5]);
  const lines = trajectoryCsv([{ label: 'A', run }])
    .trimEnd()
    .split('\n');
  assert.equal(lines.length, 1 + 6 * 6);
  assert.match(lines[1]!, /^A,0,0,0,,/);
  assert.equal(exportProblem(run), undefined);
  assert.match(
    exportProblem({ ...run, rows: 256, steps: 10_000 })!,
    /^256 × 2 cells over 10,000 steps are too many/,
  );
});

// Long work

test('short work is done in the first slice; longer work continues in slices and can be cancelled', () => {
  let time = 0;
  const turns: (() => void)[] = [];
  const clock = { now: () => time, later: (turn: () => void) => turns.push(turn) };
  function* count(to: number): Generator<number, string> {
    for (let i = 1; i <= to; i++) {
      time += 3;
      yield i;
    }
    return 'done';
  }
  const log: unknown[] = [];
  const hooks = {
    progress: (i: number) => log.push(i),
    done: (s: string) => log.push(s),
  };
  work(count(2), hooks, clock);
  assert.deepEqual(log.splice(0), ['done']);
  const long = work(count(100), hooks, clock);
  assert.deepEqual(log.splice(0), [3]);
  turns.shift()!();
  assert.deepEqual(log.splice(0), [6]);
  long.cancel();
  turns.shift()!();
  assert.deepEqual(log, []);
});

test('a finished run cannot be stopped', async () => {
  const outcomes: Results[] = [];
  let computing: Computing | undefined;
  await new Promise<void>((ended) => {
    computing = compute(
      { a: choiceOf(setupOf(place)) },
      { ...DEFAULTS, preset: 'target', rows: 1, columns: 1, steps: 1 },
      {
        progress: () => {},
        done(outcome) {
          outcomes.push(outcome);
          ended();
        },
      },
    );
  });
  computing!.stop();
  assert.equal(outcomes.length, 1);
  assert.deepEqual(outcomes[0]!.problems, {});
});
