// Trajectories of TensorFlow 2.21's CPU kernels: 3 to 30 steps with duplicates, limits and dynamic rates. Those of
// optimizer-goldens.jsonl are compared after every step, those of optimizer-trajectories.jsonl (which
// scripts/fixtures/trajectories.py writes, with unusual numbers) after the last one.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readSpec, Simulation, type State, variables } from '../../../server/src/optimizers';

/** Values that are not finite are strings. */
type Values = Readonly<Record<string, readonly (readonly (number | string)[])[]>>;

interface Golden {
  readonly regime?: string;
  readonly spec: { readonly optimizationParameters: Readonly<Record<string, unknown>> };
  readonly expected?: readonly Values[];
  readonly final?: Values;
}

/** Relative to the largest value. */
const TOLERANCE = 2e-6;

function* goldens(path: string): Generator<[string, Golden]> {
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  for (const [i, line] of lines.entries()) {
    const golden = JSON.parse(line) as Golden;
    const [optimizer] = Object.keys(golden.spec.optimizationParameters);
    yield [`${path}:${i + 1} ${optimizer}, ${golden.regime ?? 'ordinary'} numbers`, golden];
  }
}

function assertClose(state: State, expected: Values): void {
  assert.deepEqual(
    variables(state).map(([name]) => name),
    Object.keys(expected),
  );
  for (const [name, { data }] of variables(state)) {
    const wanted = expected[name]!.flat().map(Number);
    const largest = Math.max(0, ...wanted.filter(Number.isFinite).map(Math.abs));
    for (const [at, value] of wanted.entries()) {
      const close = Object.is(data[at], value) || Math.abs(data[at]! - value) <= TOLERANCE * largest;
      assert.ok(close, `${name}, number ${at}: ${data[at]} for ${value}; the largest is ${largest}`);
    }
  }
}

const paths = process.env['TRAJECTORIES']?.split(' ') ?? [
  'test/fixtures/optimizer-goldens.jsonl',
  'test/fixtures/optimizer-trajectories.jsonl',
];

for (const [name, { spec, expected, final }] of paths.flatMap((path) => [...goldens(path)])) {
  test(name, () => {
    const { settings, initial, steps } = readSpec(spec);
    const simulation = new Simulation(settings, initial);
    for (const [i, step] of steps.entries()) {
      simulation.step(step);
      if (expected) assertClose(simulation.state, expected[i]!);
    }
    if (final) assertClose(simulation.state, final);
  });
}
