// The preview of optimizers of jax-tpu-embedding.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axisPaths } from '../../../client/webview/model/axis-paths';
import { DEFAULTS, type Options } from '../../../client/webview/model/options';
import { computeRows } from '../../../client/webview/model/rows';
import { type Choice, frame, type Run, runOf, specOf } from '../../../client/webview/model/run';
import {
  controlsOf,
  type Setup,
  setupOf,
  usualSetup,
  whyNotWritten,
  withOverrides,
} from '../../../client/webview/model/setup';
import type { OptimizerAtPlace } from '../../../server/src/languages/protocol';
import { libraryOptimizers, readSpec, Simulation } from '../../../server/src/optimizers';

const position = { line: 0, character: 0 };
const placeOf = (name: string, given: Record<string, unknown> = {}): OptimizerAtPlace => ({
  version: 1,
  range: { start: position, end: position },
  title: 'items',
  optimizationParameters: {},
  optimizer: { library: 'jax-tpu-embedding', name, arguments: { learning_rate: 0.01, ...given } },
  initial: {},
  unknown: [],
  editable: ['optimizer.arguments.learning_rate'],
});

const choiceOf = (setup: Setup): Choice => ({
  setup,
  schedule: { kind: 'configured' },
  biasCorrection: false,
  pipelined: false,
  hardware: 'tpu-embedding',
});

function last<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const { value, done } = steps.next();
    if (done) return value as T;
  }
}

const OPTIONS: Options = { ...DEFAULTS, preset: 'target', rows: 3, columns: 2, steps: 5 };
const finished = (setup: Setup): Run => last(runOf(choiceOf(setup), OPTIONS));

const TITLES = [...libraryOptimizers.values()].map(({ title }) => title);
const ADAM = setupOf(placeOf('AdamOptimizerSpec', { beta_1: 0.9, beta_2: 0.999, epsilon: 1e-8 }));
const WITHOUT_STEP = { 'fed.step': false };

for (const title of TITLES)
  test(`simulate computes the run of ${title} again`, () => {
    const like = setupOf(placeOf(title));
    const usual = usualSetup(`jax-tpu-embedding.${title}`, like);
    const fed = setupOf(placeOf(title, { learning_rate: 'function' }));
    for (const setup of [like, usual, fed, withOverrides(usual, WITHOUT_STEP)]) {
      const run = finished(setup);
      const { settings, initial, steps } = readSpec(JSON.parse(JSON.stringify(specOf(run))));
      const again = new Simulation(settings, initial);
      for (const step of steps) again.step(step);
      assert.deepEqual(again.state.parameters.data, frame(run, 'parameters', run.steps));
    }
  });

test('each argument has one control, and the second axis of the map is one of them', () => {
  for (const title of TITLES) {
    const setup = usualSetup(`jax-tpu-embedding.${title}`, ADAM);
    const paths = controlsOf(setup, {}).map(({ path }) => path);
    assert.deepEqual(paths, [...new Set(paths)]);
    for (const name of Object.keys(setup.optimizer!.arguments))
      assert(paths.includes(`optimizer.arguments.${name}`), name);
    for (const path of Object.values(axisPaths(setup))) assert(paths.includes(path), path);
  }
});

test('the switch for a step that is not passed stands where the step matters', () => {
  const switched = TITLES.filter((title) =>
    controlsOf(setupOf(placeOf(title)), {}).some(({ path }) => path === 'fed.step'),
  );
  assert.deepEqual(switched, ['AdamOptimizerSpec', 'LaPropOptimizerSpec', 'F2AOptimizerSpec']);
  assert.match(whyNotWritten('fed.step', false, ADAM, placeOf('AdamOptimizerSpec'))!, /nothing to write/);
});

test('without the step, each step of Adam is corrected as the first one', () => {
  const first = (setup: Setup) => frame(finished(setup), 'parameters', 1);
  const lossOf = (setup: Setup) =>
    last(computeRows(choiceOf(setup), { ...DEFAULTS, ids: { ...DEFAULTS.ids, steps: 20 } })).loss;
  const [passed, omitted] = [lossOf(ADAM), lossOf(withOverrides(ADAM, WITHOUT_STEP))];
  assert.deepEqual(first(withOverrides(ADAM, WITHOUT_STEP)), first(ADAM));
  assert.equal(omitted[1], passed[1]);
  assert.notEqual(omitted[2], passed[2]);
});
