// The result of a simulation, as pieces of a text.

import { UsageError } from '../../basics/usage-error';
import { grouped } from '../../configuration/quantities';
import { type Matrix, type OptimizerSettings, optimizerNamed, SpecError } from '../../optimizers';
import {
  ENGLISH,
  feedOf,
  gradientRandom,
  presets,
  type Random,
  type RowsRun,
  runRows,
  scenarioOf,
} from '../../optimizers/scenarios';
import type { Caller, SimulationInput } from './input';
import { readableNumber } from './readable-number';
import { rowsFormats } from './rows';
import type { ChosenScenario } from './scenario';
import {
  amountOf,
  type BackendFor,
  type Course,
  type Selection,
  type TrajectoryFormat,
  trajectory,
} from './trajectory';

/** Limits. */
export interface Limits {
  /** Numbers in the text. */
  readonly maxNumbers: number;
  /** The same if only the last state is written. */
  readonly maxNumbersOfLast: number;
  /** In units of some ten nanoseconds. */
  readonly maxWork: number;
  /** Advice if there are too many numbers. */
  readonly advice: string;
}

/** First the notes, then the text. A piece may be empty, so that the caller can stop in between. */
export function* simulated(
  asked: SimulationInput,
  format: TrajectoryFormat,
  selection: Selection,
  limits: Limits,
  { spelling, note }: Pick<Caller, 'spelling' | 'note'>,
  backendFor?: BackendFor,
): Generator<string> {
  const { settings, initial, training, warnings } = asked;
  note([...notesOf(settings, 'steps' in training), ...warnings]);
  const states = (course: Course) => {
    checkAmount(course);
    return trajectory(course, format, selection, backendFor, (sentence) => note([`note: ${sentence}`]));
  };
  const checkAmount = (course: Course) => {
    const numbers = amountOf(course, selection);
    const most = selection.last ? limits.maxNumbersOfLast : limits.maxNumbers;
    if (numbers <= most) return;
    throw new SpecError(
      'steps',
      `${grouped(numbers)} numbers would be written, at most ${grouped(most)} can be; ${limits.advice}`,
    );
  };
  if ('steps' in training) {
    const { steps } = training;
    const ids = steps.reduce((sum, step) => sum + step.ids.length, 0);
    yield* states({ settings, initial, count: steps.length, step: (i) => steps[i]!, ids });
    return;
  }
  const { scenario } = training;
  if (scenario.name !== 'zipf') {
    yield* states(courseOf(asked, scenario, limits));
    return;
  }
  if (selection.touched)
    throw new UsageError(`${spelling('touched')} is about states, which the scenario zipf does not write.`);
  const { name, options, labels, source } = scenario;
  const { rows, columns } = initial.parameters;
  const { exponent, ...others } = { ...options, rows, columns };
  const run = yield* trained(asked, scenario, limits, backendFor);
  yield rowsFormats[format](
    {
      run,
      scenario: { name, ...(source === undefined ? { exponent } : { counts: source }), ...others },
      ...(labels && { labels }),
    },
    selection,
  );
}

/** Units of work for each number of a gradient that a preset makes. */
const PRESET_WORK = 15;

function checkWork(work: number, what: string, { maxWork }: Limits): void {
  if (work > maxWork) throw new UsageError(`${what} take too long. Take fewer steps, look-ups or rows.`);
}

function* trained(
  { settings, initial }: SimulationInput,
  { options, counts }: ZipfScenario,
  limits: Limits,
  backendFor: BackendFor,
): Generator<string, RowsRun> {
  const { rows, columns } = initial.parameters;
  const { steps, lookups } = options;
  const scenario = scenarioOf({ ...options, rows, columns }, counts);
  if (scenario.probabilities.length !== rows)
    throw new SpecError(
      'initial.parameters',
      `${scenario.probabilities.length} rows expected, one for each count, ${rows} found`,
    );
  // Without accumulation, each look-up is a separate update.
  const each = settings.gradientAccumulation ? 4 + 2 * columns : 500 + 15 * columns;
  checkWork(
    steps * (rows + lookups * each),
    `${ENGLISH.count(steps)} steps of ${ENGLISH.count(lookups)} look-ups in a table of ${ENGLISH.count(rows)} rows`,
    limits,
  );
  const run = runRows(settings, initial, scenario, () => rateOf(settings), backendFor);
  for (;;) {
    const { done, value } = run.next();
    if (done) return value;
    yield '';
  }
}

type ZipfScenario = Extract<ChosenScenario, { name: 'zipf' }>;
type PresetScenario = Exclude<ChosenScenario, ZipfScenario>;

/** NaN if the optimizer has no learning rate. */
const rateOf = ({ learningRate }: OptimizerSettings) =>
  learningRate && 'constant' in learningRate ? learningRate.constant : Number.NaN;

/** The preview's gradients: with the same numbers the preview shows the same run. */
function courseOf(
  { settings, initial }: SimulationInput,
  { name, options }: PresetScenario,
  limits: Limits,
): Course {
  const { steps, scale, seed } = options;
  const { rows, columns } = initial.parameters;
  const random = gradientRandom(seed);
  const feed = feedOf(settings, () => rateOf(settings));
  const batch = (step: number, { data }: Matrix, random: Random) =>
    presets[name]({
      step,
      rows,
      columns,
      scale,
      random,
      lookup: (row) => data.subarray(row * columns, (row + 1) * columns),
    });
  // The cost of the first step estimates that of the others.
  const { gradients } = batch(0, initial.parameters, gradientRandom(seed));
  checkWork(
    steps * gradients.length * PRESET_WORK,
    `${ENGLISH.count(steps)} steps of the scenario ${name} with a table of ${ENGLISH.count(rows)} rows`,
    limits,
  );
  return {
    settings: feed.settings,
    described: settings,
    initial,
    count: steps,
    // Of a preset, each row comes a few times in a step at most.
    ids: steps * rows * 3,
    step(index, simulation) {
      const { ids, gradients } = batch(index, simulation.lookup(), random);
      return {
        ids,
        gradients: { rows: ids.length, columns, data: gradients },
        learningRates: feed.at(index + 1),
      };
    },
  };
}

/** Notes about the numbers, a line each. */
function notesOf(
  { optimizer, weightDecay, quantization }: OptimizerSettings,
  givenGradients: boolean,
): string[] {
  const notes: string[] = [];
  const { approximate } = optimizerNamed(optimizer)!;
  if (approximate) notes.push(`${optimizer} is an approximation. ${approximate}`);
  if (weightDecay.factor !== 0)
    notes.push('when weight decay is applied is not published; here each update begins with it.');
  if (quantization) {
    const { lower, upper, buckets } = quantization;
    notes.push(
      `simulated quantization rounds what look-ups return to ${buckets} values from ${readableNumber(lower)} to ${readableNumber(upper)}; ` +
        `the table keeps full precision${givenGradients ? ', and gradients that are given do not change' : ', and gradients come from what look-ups return'}.`,
    );
  }
  return notes.map((note) => `note: ${note}`);
}
