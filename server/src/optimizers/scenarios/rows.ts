// A table whose rows are looked up as often as real ids are, each pulled to a target of its own.
import {
  type Backend,
  copyMatrix,
  type Matrix,
  matrix,
  type OptimizerSettings,
  Simulation,
  type State,
  touchesAllRows,
} from '..';
import { feedOf, type RateAt } from './feed';
import { anywhere, normals, stratified } from './normal';
import { byPopularity, sampler } from './popularity';
import { type Random, randomFrom } from './random';

export interface RowsScenario {
  /** For each row, the probability that a look-up is for it. */
  readonly probabilities: Float64Array;
  readonly columns: number;
  readonly steps: number;
  /** In each step; the loss is their mean, so each counts as one of so many. */
  readonly lookups: number;
  /** The gradient of one look-up at a distance of 1 from the target, before the mean. */
  readonly pull: number;
  /** Standard deviation of the noise in the gradient of one look-up, before the mean. */
  readonly noise: number;
  readonly seed: number;
  /** Where tracked rows start and where they are pulled to, if not where the seed says; in their first two columns. */
  readonly placed?: Placed;
}

export type Role = 'frequent' | 'middling' | 'rare';
/** Numbers of the first two columns. */
export type Point = readonly [x: number, y: number];
export type Placed = { readonly [Each in Role]?: { readonly start?: Point; readonly target?: Point } };

/** One row over time; arrays with a number for each step begin with one for the start. */
export interface TrackedRow {
  readonly role: Role;
  readonly row: number;
  readonly probability: number;
  /** How far it moved by its gradient in each step; NaN in a step without one. */
  readonly rates: Float64Array;
  /** In all steps so far. */
  readonly lookups: Int32Array;
  /** Its first two columns, two numbers for each step; the second is 0 in a table of one column. */
  readonly path: Float64Array;
  /** Where it is pulled to, in the same columns. */
  readonly target: Point;
}

/** A run as far as it got. */
export interface RowsRun {
  readonly settings: OptimizerSettings;
  readonly scenario: RowsScenario;
  readonly initial: State;
  readonly state: State;
  readonly targets: Float64Array;
  /** The rows from the likeliest to the least likely one. */
  readonly order: Int32Array;
  /** Squared distance from the target, on average over columns and over all rows, each as often as it is looked up. */
  readonly loss: Float64Array;
  /** That of the likeliest rows. */
  readonly frequent: Float64Array;
  /** The same for the less likely half of the rows. */
  readonly rare: Float64Array;
  /** Rows that were never looked up. */
  readonly unseen: Int32Array;
  /** Different rows among a step's look-ups. */
  readonly different: Int32Array;
  readonly tracked: readonly TrackedRow[];
  /** Steps done. */
  steps: number;
  /** The first step after which a weight is NaN or infinite. */
  diverged?: number;
}

/** How many of the likeliest rows count as frequent. */
const FREQUENT = 10;

export const frequentRows = ({ order }: RowsRun) => order.subarray(0, FREQUENT);
export const rareRows = ({ order }: RowsRun) => order.subarray(Math.floor(order.length / 2));

/**
 * Computes one step per `next()`, and returns the finished run; `backendFor` is as for a Simulation. Throws an
 * UnpublishedError if the optimizer has no published formula.
 */
export function* runRows(
  settings: OptimizerSettings,
  given: State,
  scenario: RowsScenario,
  rateAt: RateAt,
  backendFor?: (numbers: number) => Backend,
): Generator<RowsRun, RowsRun> {
  const { probabilities, columns, steps, lookups, seed, placed = {} } = scenario;
  const rows = probabilities.length;
  const random = randomFrom(seed);
  const targets = stratified(rows, columns, random);
  const parameters = copyMatrix(given.parameters);
  for (const [role, row] of trackedRows(byPopularity(probabilities))) {
    place(targets, columns, row, placed[role]?.target);
    place(parameters.data, columns, row, placed[role]?.start);
  }
  const initial = { ...given, parameters };
  const draw = sampler(probabilities, random);
  const feed = feedOf(settings, rateAt);
  const simulation = new Simulation(feed.settings, initial, {}, backendFor);
  const run = startOf(settings, initial, scenario, simulation.state, targets);
  const everyRow = Int32Array.from({ length: rows }, (_, row) => row);
  const drawn = new Int32Array(lookups);
  const counts = new Int32Array(rows);
  const everSeen = new Uint8Array(rows);
  const errors = new Float64Array(rows);
  let seen = simulation.lookup();
  measure(everyRow, seen, targets, errors);
  recordLosses(run, errors);
  run.unseen[0] = rows;

  while (run.steps < steps) {
    const different = draw(drawn, counts);
    // Accumulation sums the gradients of a row, so each row comes once with their sum.
    const ids = settings.gradientAccumulation ? different : drawn;
    const times = (row: number) => (settings.gradientAccumulation ? counts[row]! : 1);
    const gradients = gradientsOf(ids, times, seen, targets, scenario, random);
    const before = run.tracked.map(({ row }) => rowOf(run.state.parameters, row).slice());
    run.steps++;
    simulation.step({ ids, gradients, learningRates: feed.at(run.steps) });

    seen = simulation.lookup();
    measure(touchesAllRows(settings) ? everyRow : different, seen, targets, errors);
    recordLosses(run, errors);
    let news = 0;
    for (const row of different) news += 1 - everSeen[row]!;
    for (const row of different) everSeen[row] = 1;
    run.unseen[run.steps] = run.unseen[run.steps - 1]! - news;
    run.different[run.steps] = different.length;
    run.tracked.forEach((tracked, i) => {
      const { row, rates, lookups, path } = tracked;
      follow(path, run.steps, rowOf(run.state.parameters, row));
      lookups[run.steps] = lookups[run.steps - 1]! + counts[row]!;
      if (counts[row] === 0) return;
      const moved = distance(rowOf(run.state.parameters, row), before[i]!);
      rates[run.steps] = moved / distance(sumOf(ids, row, gradients), NOTHING);
    });
    yield run;
  }
  return run;
}

function startOf(
  settings: OptimizerSettings,
  initial: State,
  scenario: RowsScenario,
  state: State,
  targets: Float64Array,
): RowsRun {
  const { probabilities, steps, columns } = scenario;
  const perStep = () => new Float64Array(steps + 1).fill(Number.NaN);
  const order = byPopularity(probabilities);
  return {
    settings,
    scenario,
    initial,
    state,
    targets,
    order,
    loss: perStep(),
    frequent: perStep(),
    rare: perStep(),
    unseen: new Int32Array(steps + 1),
    different: new Int32Array(steps + 1),
    tracked: trackedRows(order).map(([role, row]) => {
      const path = new Float64Array(2 * (steps + 1));
      follow(path, 0, rowOf(state.parameters, row));
      const [x = 0, y = 0] = targets.subarray(
        row * columns,
        Math.min(row * columns + 2, (row + 1) * columns),
      );
      const lookups = new Int32Array(steps + 1);
      return { role, row, probability: probabilities[row]!, rates: perStep(), lookups, path, target: [x, y] };
    }),
    steps: 0,
  };
}

/** The likeliest row, one in the middle by factors, behind the frequent ones if any is between, and one in the middle of the rare half. */
function trackedRows(order: Int32Array): [Role, number][] {
  const rows = order.length;
  const isBetween = FREQUENT < Math.floor(rows / 2);
  return [
    ['frequent', order[0]!],
    ['middling', order[Math.max(Math.round(Math.sqrt(rows)) - 1, isBetween ? FREQUENT : 0)]!],
    ['rare', order[Math.floor((Math.floor(rows / 2) + rows - 1) / 2)]!],
  ];
}

/** Writes a point into the first two columns of a row. */
function place(
  table: Float32Array | Float64Array,
  columns: number,
  row: number,
  point: Point | undefined,
): void {
  if (point) table.set(point.slice(0, columns), row * columns);
}

function follow(path: Float64Array, step: number, weights: ArrayLike<number>): void {
  path[2 * step] = weights[0]!;
  path[2 * step + 1] = weights[1] ?? 0;
}

/** For each id, the gradient of the squared error of its look-ups, of which there are `times`. */
function gradientsOf(
  ids: Int32Array,
  times: (row: number) => number,
  seen: Matrix,
  targets: Float64Array,
  { columns, lookups, pull, noise }: RowsScenario,
  random: Random,
): Matrix {
  const result = matrix(ids.length, columns);
  const { data } = result;
  const weights = seen.data;
  const noises = normals(columns);
  for (let i = 0, at = 0; i < ids.length; i++) {
    const row = ids[i]!;
    const force = (pull * times(row)) / lookups;
    const spread = (noise * Math.sqrt(times(row))) / lookups;
    let from = noise === 0 ? 0 : anywhere(random);
    for (let cell = row * columns; cell < (row + 1) * columns; cell++)
      data[at++] = (weights[cell]! - targets[cell]!) * force + noises[from++]! * spread;
  }
  return result;
}

/** Writes the errors of some rows. */
function measure(rows: Int32Array, seen: Matrix, targets: Float64Array, errors: Float64Array): void {
  const { columns, data } = seen;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    let sum = 0;
    for (let cell = row * columns; cell < (row + 1) * columns; cell++)
      sum += (data[cell]! - targets[cell]!) ** 2;
    errors[row] = sum / columns;
  }
}

/** Writes the losses of the step that was done last. */
function recordLosses(run: RowsRun, errors: Float64Array): void {
  const { probabilities } = run.scenario;
  let loss = 0;
  // A row that is never looked up may be infinite, and 0 times that is NaN.
  for (let row = 0; row < errors.length; row++)
    if (probabilities[row]! > 0) loss += probabilities[row]! * errors[row]!;
  run.loss[run.steps] = loss;
  run.frequent[run.steps] = mean(frequentRows(run), errors);
  run.rare[run.steps] = mean(rareRows(run), errors);
  if (!Number.isFinite(loss)) run.diverged ??= run.steps;
}

function mean(rows: Int32Array, errors: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < rows.length; i++) sum += errors[rows[i]!]!;
  return sum / rows.length;
}

function sumOf(ids: Int32Array, row: number, gradients: Matrix): Float64Array {
  const sum = new Float64Array(gradients.columns);
  for (let i = ids.indexOf(row); i >= 0; i = ids.indexOf(row, i + 1))
    for (let column = 0; column < sum.length; column++) sum[column]! += rowOf(gradients, i)[column]!;
  return sum;
}

const rowOf = ({ columns, data }: Matrix, row: number) => data.subarray(row * columns, (row + 1) * columns);

const NOTHING: ArrayLike<number> = [];

/** The Euclidean distance; a missing number counts as 0. */
function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i]! - (b[i] ?? 0)) ** 2;
  return Math.sqrt(sum);
}
