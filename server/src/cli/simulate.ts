import { type Matrix, type OptimizerSettings, optimizers, SpecError } from '../optimizers';
import { vectorBackend } from '../optimizers/vector-backend';
import {
  ENGLISH,
  feedOf,
  gradientRandom,
  presets,
  type Random,
  type RowsRun,
  runRows,
  scenarioOf,
} from '../scenarios';
import { lines } from '../text/terminal';
import { isTextFormat } from '../textproto/file-names';
import { type Command, choice, UsageError } from './command';
import { targetOf } from './optimizer-in-file';
import { isProgram } from './program';
import { readable } from './readable';
import { rowsFormats } from './rows-report';
import { type AskedScenario, numberOption, SCENARIO_OPTIONS } from './scenario-options';
import { type Asked, fromFile, fromSpec } from './simulation-input';
import { type Course, type Selection, type TrajectoryFormat, write, writeTrajectory } from './trajectory';

export const simulate: Command = {
  usage:
    'simulate [--format json|csv|text] SPEC.json | simulate [--scenario NAME] FILE.textproto --table NAME | FILE.py:LINE',
  summary: 'Compute in float32 what an optimizer does to a table, step by step.',
  details: [
    'The gradients are those of SPEC.json, or of a scenario. An optimizer of a configuration, a program or a notebook gets the scenario zipf by default: a few ids come often, most of them seldom.',
    `SPEC.json:
  {"optimizationParameters": {"adagrad": {}, "learningRate": {"constant": 0.1}},
   "initial": {"parameters": [[0.5, 0.5]], "accumulators": 0.1},
   "steps": [{"ids": [0], "gradients": [[0.1, -0.2]]}]}`,
  ],
  arguments: {
    'SPEC.json': 'An optimizer, a table and gradients, or - for standard input.',
    'FILE.textproto': 'A configuration; --table says which of its optimizers.',
    'FILE.py:LINE': 'The optimizer at a line of a program or a notebook.',
  },
  options: {
    format: { type: 'string', value: 'FORMAT', about: 'json, csv or text.' },
    table: { type: 'string', value: 'NAME', about: 'The table whose optimizer is simulated.' },
    'learning-rate': {
      type: 'string',
      value: 'N',
      about: 'The learning rate, in place of that of the file or where it has none.',
    },
    initial: {
      type: 'string',
      multiple: true,
      value: 'SLOT=N',
      about: 'What a slot starts from, such as accumulators=1e-6.',
    },
    sparsecore: {
      type: 'boolean',
      about: 'As TPUEmbeddingV2 trains on SparseCores; a note says what it ignores.',
    },
    ...SCENARIO_OPTIONS,
    last: { type: 'boolean', about: 'Only what the last step leaves.' },
    every: { type: 'string', value: 'N', about: 'Only what every Nth step leaves, and the last one.' },
    touched: { type: 'boolean', about: 'Only the rows that were updated since the state written before.' },
  },
  statuses: {
    0: 'The steps are written.',
    1: 'The specification is not valid.',
    2: 'Wrong usage, or a named file that cannot be read.',
  },
  examples: [
    ['simulate --format text spec.json', 'The state after each step, for people.'],
    [
      'simulate --scenario zipf --format text model.py:74',
      'An optimizer of a program on rows that come as real ids do.',
    ],
    [
      'simulate tpu_embedding.textproto --table user --last',
      'What the last step leaves of one table, as JSON.',
    ],
  ],
  async run(values, [argument, ...more]) {
    if (argument === undefined || more.length > 0) throw new UsageError('Name one file.', this.usage);
    const target = targetOf(argument);
    const isSpec = argument === '-' || !hasOptimizers(target.path);
    const format = choice(values, 'format', ['json', 'csv', 'text']);
    const selection = {
      last: values['last'] === true,
      every: numberOption(values, 'every', { min: 1, max: 2 ** 31, whole: true }),
      touched: values['touched'] === true,
    };
    try {
      const asked = isSpec ? await fromSpec(argument, values) : await fromFile(target, values);
      await run(asked, format, selection);
      return 0;
    } catch (error) {
      if (!(error instanceof SpecError)) throw error;
      const place = argument === '-' ? 'standard input' : argument;
      process.stderr.write(lines([`${place}: error: ${error.message}`]));
      return 1;
    }
  },
};

const hasOptimizers = (path: string) => isProgram(path) || isTextFormat(path);

async function run(asked: Asked, format: TrajectoryFormat, selection: Selection): Promise<void> {
  const { settings, initial, training, warnings } = asked;
  process.stderr.write(lines([...notesOf(settings, 'steps' in training), ...warnings]));
  if ('steps' in training) {
    const { steps } = training;
    const ids = steps.reduce((sum, step) => sum + step.ids.length, 0);
    await writeTrajectory(
      { settings, initial, count: steps.length, step: (i) => steps[i]!, ids },
      format,
      selection,
    );
    return;
  }
  const { scenario } = training;
  if (scenario.name !== 'zipf') return writeTrajectory(courseOf(asked, scenario), format, selection);
  if (selection.touched)
    throw new UsageError('--touched is about states, which the scenario zipf does not write.');
  const { name, options, labels, source } = scenario;
  const { rows, columns } = initial.parameters;
  const { exponent, ...others } = { ...options, rows, columns };
  await write(
    rowsFormats[format](
      {
        run: trained(asked, scenario),
        scenario: { name, ...(source === undefined ? { exponent } : { counts: source }), ...others },
        ...(labels && { labels }),
      },
      selection,
    ),
  );
}

/** Units of some ten nanoseconds; about a minute. */
const MAX_WORK = 5e9;

/** Units of work for each number of a gradient that a preset makes. */
const PRESET_WORK = 15;

function checkWork(work: number, what: string): void {
  if (work > MAX_WORK) throw new UsageError(`${what} take too long. Take fewer steps, look-ups or rows.`);
}

function trained({ settings, initial }: Asked, { options, counts }: ZipfScenario): RowsRun {
  const { rows, columns } = initial.parameters;
  const { steps, lookups } = options;
  const scenario = scenarioOf({ ...options, rows, columns }, counts);
  if (scenario.probabilities.length !== rows)
    throw new SpecError(
      'initial.parameters',
      `${scenario.probabilities.length} rows expected, one for each count, ${rows} found`,
    );
  // Without accumulation each look-up is an update of its own.
  const each = settings.gradientAccumulation ? 4 + 2 * columns : 500 + 15 * columns;
  checkWork(
    steps * (rows + lookups * each),
    `${ENGLISH.count(steps)} steps of ${ENGLISH.count(lookups)} look-ups in a table of ${ENGLISH.count(rows)} rows`,
  );
  const run = runRows(settings, initial, scenario, () => rateOf(settings), vectorBackend);
  for (;;) {
    const { done, value } = run.next();
    if (done) return value;
  }
}

type ZipfScenario = Extract<AskedScenario, { name: 'zipf' }>;
type PresetScenario = Exclude<AskedScenario, ZipfScenario>;

/** NaN where the optimizer takes none. */
const rateOf = ({ learningRate }: OptimizerSettings) =>
  learningRate && 'constant' in learningRate ? learningRate.constant : Number.NaN;

/** The preview's gradients: with the same numbers the preview shows the same run. */
function courseOf({ settings, initial }: Asked, { name, options }: PresetScenario): Course {
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
  // The first step shows what the others take.
  const { gradients } = batch(0, initial.parameters, gradientRandom(seed));
  checkWork(
    steps * gradients.length * PRESET_WORK,
    `${ENGLISH.count(steps)} steps of the scenario ${name} with a table of ${ENGLISH.count(rows)} rows`,
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

/** What to know of the numbers, a line each. */
function notesOf(
  { optimizer, weightDecay, quantization }: OptimizerSettings,
  givenGradients: boolean,
): string[] {
  const notes: string[] = [];
  const { approximate } = optimizers.get(optimizer)!;
  if (approximate) notes.push(`${optimizer} is an approximation. ${approximate}`);
  if (weightDecay.factor !== 0)
    notes.push('when weight decay is applied is not published; here each update begins with it.');
  if (quantization) {
    const { lower, upper, buckets } = quantization;
    notes.push(
      `simulated quantization rounds what look-ups return to ${buckets} values from ${readable(lower)} to ${readable(upper)}; ` +
        `the table keeps full precision${givenGradients ? ', and gradients that are given do not change' : ', and gradients come from what look-ups return'}.`,
    );
  }
  return notes.map((note) => `note: ${note}`);
}
