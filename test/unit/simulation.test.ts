// Trajectories of TensorFlow's CPU kernels, step by step.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { optimizers, readSpec, Simulation, variables } from '../../server/src/optimizers';

interface Golden {
  readonly id: string;
  readonly spec: { readonly optimizationParameters: Readonly<Record<string, unknown>> };
  readonly expected: readonly Readonly<Record<string, readonly (readonly number[])[]>>[];
}

const goldens = readFileSync('test/fixtures/optimizer-goldens.jsonl', 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Golden);

suite('goldens', () => {
  for (const { id, spec, expected } of goldens) {
    test(`${id}: ${Object.keys(spec.optimizationParameters)[0]}`, () => {
      const { settings, initial, steps } = readSpec(spec);
      const simulation = new Simulation(settings, initial);
      let worst = 0;
      steps.forEach((step, i) => {
        simulation.step(step);
        for (const [name, { data }] of variables(simulation.state)) {
          const wanted = expected[i]![name]!.flat();
          const largest = Math.max(...wanted.map(Math.abs), 1e-30);
          wanted.forEach((value, at) => {
            worst = Math.max(worst, Math.abs(value - data[at]!) / largest);
          });
        }
      });
      if (process.env['SHOW']) console.log(id, spec.optimizationParameters, worst);
      assert.ok(worst <= 2e-6, `${worst} of the largest value`);
    });
  }
});

test('an optimizer of every name', () => {
  assert.ok(optimizers.size > 0);
});
