// The optimizers of jax-tpu-embedding, against runs of the library's own update functions.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { allEntries } from '../../../server/src/catalogue';
import { readSpec, Simulation, SpecError, type State, variables } from '../../../server/src/optimizers';
import { libraryOptimizers } from '../../../server/src/optimizers/all';
import { feedOf } from '../../../server/src/optimizers/scenarios';
import { withRates } from '../../../server/src/reports/simulation/rate-function';
import { agree, goldens, isExact, specBefore } from '../../support/goldens';

/** The state after the steps of a specification. */
function trained(given: Readonly<Record<string, unknown>>): State {
  const { settings, initial, steps } = readSpec(withRates(given));
  const simulation = new Simulation(settings, initial);
  for (const step of steps) simulation.step(step);
  return simulation.state;
}

const optimizer = (name: string, args: object = {}) => ({
  library: 'jax-tpu-embedding',
  name: `${name}OptimizerSpec`,
  arguments: args,
});
const one = { initial: { parameters: [[0.5]] } };
const step = (more: object = {}) => ({ ids: [0], gradients: [[0.25]], ...more });

suite('optimizers of jax-tpu-embedding', () => {
  for (const golden of goldens)
    test(`each step of ${golden.id} is the library's`, () => {
      for (const [i, { row, slots }] of golden.after.entries())
        for (const [name, { data }] of variables(trained(specBefore(golden, [i]))))
          for (const [column, wanted] of (name === 'parameters' ? row : slots[name]!).entries())
            assert.ok(
              agree(data[column]!, wanted, isExact(golden)),
              `step ${i}: ${name}[${column}] is ${data[column]}, not ${wanted}`,
            );
    });

  test('steps count from 0; null is a step that is not passed, where Adam stays at its first one', () => {
    const adam = (steps: readonly object[]) =>
      trained({ ...one, optimizer: optimizer('Adam'), steps }).parameters.data[0]!;
    assert.equal(adam([step(), step()]), adam([step({ step: 0 }), step({ step: 1 })]));
    assert.equal(
      adam([step({ step: null }), step({ step: null })]),
      adam([step({ step: 0 }), step({ step: 0 })]),
    );
    assert.notEqual(adam([step(), step()]), adam([step({ step: 0 }), step({ step: 0 })]));
  });

  for (const { title, usualRate } of libraryOptimizers.values())
    test(`scenarios count the steps of ${title} as specifications do`, () => {
      const given = { ...one, optimizer: { library: 'jax-tpu-embedding', name: title } };
      const { settings, initial, steps } = readSpec({ ...given, steps: [step(), step(), step()] });
      const feed = feedOf(settings, () => usualRate);
      const simulation = new Simulation(feed.settings, initial);
      for (const [i, { ids, gradients }] of steps.entries())
        simulation.step({ ids, gradients, learningRates: feed.at(i + 1) });
      assert.deepEqual(simulation.state, trained({ ...given, steps: [step(), step(), step()] }));
    });

  test('without a step, LaProp decays by b2', () => {
    const nu = (args: object, given: object) =>
      trained({ ...one, optimizer: optimizer('LaProp', args), steps: [step(given)] }).slots.get('nu')!
        .data[0]!;
    const [b2, eps] = [Math.fround(0.9), Math.fround(1e-30)];
    assert.ok(agree(nu({ b2 }, { step: null }), (1 - b2) * (0.0625 + eps), false));
    assert.equal(nu({ b2 }, { step: 0 }), 0.0625);
  });

  test('their defaults are those of the catalogue', () => {
    for (const { title, hyperparameters, usualRate } of libraryOptimizers.values()) {
      const entry = allEntries().find(({ id }) => id.endsWith(`.${title}`))!;
      const defaults = new Map(entry.parameters.map((parameter) => [parameter.name, parameter.default]));
      for (const { name, usual } of [...hyperparameters, { name: 'learning_rate', usual: usualRate }]) {
        const written = defaults.get(name);
        const value = written === 'True' ? true : written === 'False' ? false : Number(written);
        assert.equal(value, usual, `${title}: ${name}`);
      }
    }
  });

  const wrong: readonly (readonly [what: string, given: object, problem: RegExp])[] = [
    ['an unknown name', { optimizer: optimizer('RMSProp') }, /^optimizer: one of SGDOptimizerSpec, /],
    ['an unknown argument', { optimizer: optimizer('Adam', { beta1: 0.9 }) }, /Did you mean "beta_1"\?/],
    [
      'limits without their end',
      { optimizer: optimizer('SGD'), limits: [1] },
      /^limits: two numbers expected/,
    ],
    [
      'a function that needs the step where none is passed',
      { optimizer: optimizer('SGD', { learning_rate: 'lambda step: 0.1' }), steps: [step({ step: null })] },
      /passes no step/,
    ],
    [
      'a function that is no arithmetic',
      { optimizer: optimizer('SGD', { learning_rate: 'lambda step: f(step)' }) },
      /^optimizer\.arguments\.learning_rate: arithmetic/,
    ],
    [
      "numbers that TensorFlow's optimizers get by tag",
      { optimizer: optimizer('SGD'), steps: [step({ learningRates: [0.1] })] },
      /^steps\[0\]: there is no field "learningRates"/,
    ],
  ];
  for (const [what, given, problem] of wrong)
    test(`${what} is refused by place`, () => {
      assert.throws(
        () => trained({ ...one, steps: [step()], ...given }),
        (error) => error instanceof SpecError && problem.test(error.message),
      );
    });
});
