// The simulator beside NumPy: the same Adagrad steps on the same table.
import { spawnSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { type Matrix, matrix, Simulation, type Step, settingsOf } from '../../server/src/optimizers';
import { type Finding, milliseconds, table } from './report';

const ROWS = 256;
const COLUMNS = 32;
const STEPS = 1000;
/** Our time may be this many times NumPy's. */
const TARGET = 3;

/** Prints the milliseconds of the best of some rounds, for rows in order and for rows in any order. */
const NUMPY = `
import sys, time
import numpy as np
rounds = int(sys.argv[1])
random = np.random.default_rng(1)
w = random.standard_normal((${ROWS}, ${COLUMNS}), dtype=np.float32)
g = random.standard_normal((${ROWS}, ${COLUMNS}), dtype=np.float32)
lr = np.float32(0.1)
a = np.full_like(w, 0.1)
ids = random.permutation(${ROWS})
def in_order():
    global a, w
    for _ in range(${STEPS}):
        a += g * g
        w -= lr * g / np.sqrt(a)
def in_any_order():
    for _ in range(${STEPS}):
        a[ids] += g * g
        w[ids] -= lr * g / np.sqrt(a[ids])
for run in (in_order, in_any_order):
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    print(min(times) * 1000)
`;

/** Undefined where no python3 with NumPy is to be had; PYTHON names another one. */
function numpyTimes(rounds: number): number[] | undefined {
  const python = process.env['PYTHON'] ?? 'python3';
  // One thread each.
  const env = { ...process.env, OMP_NUM_THREADS: '1' };
  const { status, stdout } = spawnSync(python, ['-c', NUMPY, String(rounds)], { encoding: 'utf8', env });
  return status === 0 ? stdout.trim().split('\n').map(Number) : undefined;
}

function ourTime(ids: Int32Array, rounds: number): number {
  const settings = settingsOf({ adagrad: {}, learningRate: { constant: 0.1 } });
  const parameters = noise();
  const slots = new Map([['accumulators', matrix(ROWS, COLUMNS, 0.1)]]);
  const step: Step = { ids, gradients: noise(), learningRates: [] };
  const times = Array.from({ length: rounds }, () => {
    const simulation = new Simulation(settings, { parameters, slots });
    const start = performance.now();
    for (let i = 0; i < STEPS; i++) simulation.step(step);
    return performance.now() - start;
  });
  return Math.min(...times);
}

function noise(): Matrix {
  const result = matrix(ROWS, COLUMNS);
  result.data.forEach((_, i) => {
    result.data[i] = Math.sin(i * i);
  });
  return result;
}

/** `scale` is the share of the rounds to do. The best round counts: what disturbs a round is not ours. */
export async function benchSimulation(scale: number): Promise<Finding> {
  const rounds = Math.max(Math.round(20 * scale), 3);
  const inOrder = Int32Array.from({ length: ROWS }, (_, row) => row);
  // 97 has no factor in common with the number of rows.
  const inAnyOrder = inOrder.map((row) => (row * 97) % ROWS);
  const ours = [ourTime(inOrder, rounds), ourTime(inAnyOrder, rounds)];
  const theirs = numpyTimes(rounds);
  const rows = ['rows in order', 'rows in any order'].map((what, i) => {
    const ratio = theirs && ours[i]! / theirs[i]!;
    return { what, ratio, cells: [milliseconds(ours[i]!), theirs ? milliseconds(theirs[i]!) : '–'] };
  });
  return {
    report: `${STEPS.toLocaleString('en')} Adagrad steps on ${ROWS} rows of ${COLUMNS}, the best of ${rounds} rounds.

${table(
  ['Milliseconds', 'ours', 'NumPy', 'times as long', 'target'],
  rows.map(({ what, ratio, cells }) => [what, ...cells, ratio?.toFixed(2) ?? '–', String(TARGET)]),
)}${theirs ? '' : '\n\nNo python3 with NumPy was found; PYTHON names one.'}`,
    missed: rows.flatMap(({ what, ratio }) =>
      ratio !== undefined && ratio > TARGET ? [`Simulation, ${what}: ${ratio.toFixed(2)} times NumPy.`] : [],
    ),
  };
}
