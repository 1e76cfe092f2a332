// The simulator, compared with NumPy for the same formulas and table, and with TensorFlow's kernels.
import { spawnSync } from 'node:child_process';
import {
  camelCase,
  type Matrix,
  matrix,
  type OptimizerSettings,
  optimizers,
  Simulation,
  type Step,
  settingsOf,
} from '../../server/src/optimizers';
import type { Operation } from '../../server/src/optimizers/arithmetic';
import { type Assignment, type Expression, namesIn } from '../../server/src/optimizers/expression';
import { programOf, scalars } from '../../server/src/optimizers/program';
import { vectorBackend } from '../../server/src/optimizers/vector-backend';
import { type Finding, milliseconds, table } from './report';

const ROWS = 256;
const COLUMNS = 32;
const STEPS = 1000;
/** Our time may be at most this multiple of NumPy's. */
const TARGET = 3;
const ADAGRAD_TARGET = 2;
/** Values passed by tag in each step: a learning rate, or the step number. */
const BY_TAG = 0.1;

interface Contender {
  readonly name: string;
  readonly settings: OptimizerSettings;
}

interface Peers {
  readonly adagrad: readonly [number, number];
  readonly numpy: Readonly<Record<string, number>>;
  readonly tensorflow: Readonly<Record<string, number>>;
}

/** Additional hyperparameters that change the time. */
const VARIANTS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  adagrad_momentum: { exponent: 3 },
  ftrl: { lr_power: -0.6 },
};

/** All slots that are computed: `assign` only copies. */
const contenders: readonly Contender[] = [...optimizers.values()]
  .filter(({ formula, name }) => formula && name !== 'assign')
  .flatMap(({ name, hyperparameters, inputs = [] }) => {
    const usual = Object.fromEntries(hyperparameters.map((one) => [one.name, one.usual]));
    const byTag = Object.fromEntries(inputs.map((input) => [input, { tag: 0 }]));
    const contender = (label: string, other: Readonly<Record<string, number>>): Contender => ({
      name: label,
      settings: settingsOf({
        [camelCase(name)]: { ...usual, ...byTag, ...other },
        learningRate: { dynamic: { tag: 0 } },
      }),
    });
    return [
      contender(name, {}),
      ...Object.entries(VARIANTS[name] ?? {}).map(([field, value]) =>
        contender(`${name}, ${field}: ${value}`, { [field]: value }),
      ),
    ];
  });

/** Undefined without a python3 with NumPy; PYTHON names another interpreter. */
function peerTimes(rounds: number, ids: Int32Array): Peers | undefined {
  const python = process.env['PYTHON'] ?? 'python3';
  const input = JSON.stringify({
    ...{ rounds, steps: STEPS, rows: ROWS, columns: COLUMNS, ids: [...ids] },
    formulas: contenders.map(({ name, settings }) => {
      const { update, optimizer } = programOf(settings);
      const value = scalars(settings, [BY_TAG]);
      const symbols = new Set(['w', 'g', ...optimizer.slots.map(({ symbol }) => symbol)]);
      const read = update.flatMap(({ expression }) => namesIn(expression));
      const set = new Set(update.map(({ target }) => target));
      return {
        name,
        lines: update.map(inPython),
        values: Object.fromEntries(
          read.filter((one) => !symbols.has(one) && !set.has(one)).map((one) => [one, value(one)]),
        ),
        slots: Object.fromEntries(optimizer.slots.map(({ symbol, initial }) => [symbol, start(initial)])),
      };
    }),
  });
  const { status, stdout } = spawnSync(python, ['test/bench/simulation.py'], { encoding: 'utf8', input });
  return status === 0 ? (JSON.parse(stdout.trim().split('\n').at(-1)!) as Peers) : undefined;
}

const start = (initial: unknown): number => (typeof initial === 'number' ? initial : 0.1);

function inPython({ target, expression }: Assignment): string {
  return `${target} = ${python(expression)}`;
}

const CALLS: Readonly<Partial<Record<Operation, (...operands: string[]) => string>>> = {
  '^': (a, b) => `${a} ** ${b}`,
  square: (a) => `${a} * ${a}`,
  negate: (a) => `-${a}`,
  min: (a, b) => `np.minimum(${a}, ${b})`,
  max: (a, b) => `np.maximum(${a}, ${b})`,
  choose: (condition, yes, no) => `np.where(${condition}, ${yes}, ${no})`,
};

function python(expression: Expression): string {
  if (expression.kind === 'number') return `np.float32(${expression.value})`;
  if (expression.kind === 'name') return expression.name;
  const { operation, operands } = expression;
  const [a = '', b = '', c = ''] = operands.map(python);
  const call = CALLS[operation]?.(a, b, c);
  if (call) return `(${call})`;
  return operands.length === 2 ? `(${a} ${operation} ${b})` : `np.${operation}(${a})`;
}

/** CPU time of the best round, in milliseconds. */
function ourTime({ settings }: Contender, ids: Int32Array, rounds: number): number {
  const parameters = noise();
  const { slots } = optimizers.get(settings.optimizer)!;
  const step: Step = { ids, gradients: noise(), learningRates: [BY_TAG] };
  const times = Array.from({ length: rounds }, () => {
    const initial = new Map(slots.map((slot) => [slot.name, matrix(ROWS, COLUMNS, start(slot.initial))]));
    const simulation = new Simulation(settings, { parameters, slots: initial }, {}, vectorBackend);
    const before = process.cpuUsage();
    for (let i = 0; i < STEPS; i++) simulation.step(step);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
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

/** `scale` is the fraction of rounds to run. The best round counts: delays come from other processes. */
export async function benchSimulation(scale: number): Promise<Finding> {
  const rounds = Math.max(Math.round(20 * scale), 3);
  const inOrder = Int32Array.from({ length: ROWS }, (_, row) => row);
  // 97 is coprime to the number of rows.
  const inAnyOrder = inOrder.map((row) => (row * 97) % ROWS);
  const [adagrad] = contenders;
  const ours = contenders.map((contender) => ourTime(contender, inOrder, rounds));
  const oursInAnyOrder = ourTime(adagrad!, inAnyOrder, rounds);
  const peers = peerTimes(rounds, inAnyOrder);
  const measured = [
    { what: 'adagrad in place', ours: ours[0]!, numpy: peers?.adagrad[0], target: ADAGRAD_TARGET },
    {
      what: 'adagrad in place, rows in any order',
      ours: oursInAnyOrder,
      numpy: peers?.adagrad[1],
      target: ADAGRAD_TARGET,
    },
    ...contenders.map(({ name }, i) => ({
      ...{ what: name, ours: ours[i]!, numpy: peers?.numpy[name], target: TARGET },
      tensorflow: peers?.tensorflow[name],
    })),
  ].map((row) => ({ tensorflow: undefined, ...row, ratio: row.numpy && row.ours / row.numpy }));
  const cell = (time: number | undefined) => (time === undefined ? '–' : milliseconds(time));
  return {
    report: `${STEPS.toLocaleString('en')} steps on ${ROWS} rows of ${COLUMNS}, processor time of the best of ${rounds} rounds.

${table(
  ['Milliseconds', 'ours', 'NumPy', 'times as long', 'target', 'TensorFlow'],
  measured.map(({ what, ours, numpy, ratio, target, tensorflow }) => [
    ...[what, cell(ours), cell(numpy), ratio?.toFixed(2) ?? '–', String(target), cell(tensorflow)],
  ]),
)}${peers ? '' : '\n\nNo python3 with NumPy was found; PYTHON names one.'}`,
    missed: measured.flatMap(({ what, ratio, target }) =>
      ratio !== undefined && ratio > target ? [`Simulation, ${what}: ${ratio.toFixed(2)} times NumPy.`] : [],
    ),
  };
}
