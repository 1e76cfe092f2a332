// One run of an optimizer over the preview's table, with all intermediate states.
import {
  camelCase,
  libraryOptimizers,
  librarySettingsOf,
  type Matrix,
  type Optimizer,
  type OptimizerSettings,
  onSparseCore,
  readSpec,
  refusal,
  Simulation,
  type SimulationOptions,
  type State,
  type Step,
  settingsOf,
  variables,
} from '../../../server/src/optimizers';
import {
  type Batch,
  type PresetName,
  presets,
  targetOf,
} from '../../../server/src/optimizers/scenarios/presets';
import { randomFrom } from '../../../server/src/optimizers/scenarios/random';
import { parseGradients } from './csv';
import { t } from './l10n';
import { formatNumber } from './numbers';
import { HARDWARE, type Options, sizeProblem } from './options';
import { valueAt } from './paths';
import { PreviewError } from './problem';
import { rateAt, setsRate } from './schedules';
import {
  CONSTANT_RATE,
  countsSteps,
  isRateFed,
  optimizerOf,
  passesStep,
  ratePath,
  type Setup,
} from './setup';

/** The part of the input that differs between runs; the options are the same for both. */
export interface Choice {
  setup: Setup;
  schedule: Options['schedule'];
  biasCorrection: boolean;
  pipelined: boolean;
  hardware: Options['hardware'];
}

/** A run, possibly unfinished. State 0 is the one before the first step. */
export interface Run {
  choice: Choice;
  options: Options;
  /** The settings that the steps were computed with. */
  settings: OptimizerSettings;
  rows: number;
  columns: number;
  /** Steps done. */
  steps: number;
  /** The parameters and the slots by name. States follow each other, each with `rows × columns` numbers. */
  variables: Map<string, Float32Array>;
  /** The value that the scenario pulls each cell to; absent if it has no target. */
  targets?: Float32Array;
  /** The loss of each state: the mean squared distance from the targets, if there are any. */
  losses?: Float64Array;
  /** The sum of each cell's gradients per step. Steps follow each other. */
  gradients: Float32Array;
  batches: Batch[];
  /** Learning rates passed in each step, by tag; empty if the configuration needs none. */
  learningRates: number[][];
}

/** Mixed into the seed, so that gradients differ from the table's initial values. */
const GRADIENT_SEED = 0x5eed;

/** Packing has an effect only if the configuration asks for it. */
const imitated = ({ pipelined }: Choice): SimulationOptions => ({ pipelined, packed: true });

/** The optimizer of a run. Throws a PreviewError if it cannot be computed. */
export function computable(choice: Choice): Optimizer {
  const optimizer = optimizerOf(choice.setup);
  if (!optimizer)
    throw new PreviewError({ text: t('No optimizer is chosen, so there is nothing to preview.') });
  if (!optimizer.formula)
    throw new PreviewError({
      text: t('{0} has no published formula, so its updates cannot be previewed.', optimizer.title),
    });
  if (lacksRate(choice, optimizer))
    throw new PreviewError({
      text: t('The document sets no learning rate. Move the slider or choose a schedule for one.'),
      at: CONSTANT_RATE,
    });
  const refused =
    choice.hardware === 'sparsecore' && !choice.setup.optimizer ? refusal(optimizer.name) : undefined;
  if (refused !== undefined) throw new PreviewError({ text: refused, at: HARDWARE });
  return optimizer;
}

/** Computes one step per `next()`, and returns the finished run. Throws a PreviewError if there can be none. */
export function* runOf(choice: Choice, options: Options): Generator<Run, Run> {
  const optimizer = computable(choice);
  const problem = sizeProblem(options, optimizer.slots.length + 2);
  if (problem) throw new PreviewError(problem);
  const { rows, columns, steps, seed } = options;
  const feed = feedOf(choice);
  const { settings, initial } = readSpec({
    ...feed.spec,
    initial: { parameters: startOf(options), ...choice.setup.initial },
    steps: [],
  });
  const simulation = new Simulation(settings, initial, imitated(choice));
  const cells = rows * columns;
  const targets =
    options.preset === 'target'
      ? Float32Array.from({ length: cells }, (_, cell) =>
          targetOf(Math.floor(cell / columns), cell % columns),
        )
      : undefined;
  const run: Run = {
    choice,
    options,
    settings,
    rows,
    columns,
    steps: 0,
    variables: new Map(variables(initial).map(([name]) => [name, new Float32Array(cells * (steps + 1))])),
    ...(targets && { targets, losses: new Float64Array(steps + 1) }),
    gradients: new Float32Array(cells * steps),
    batches: [],
    learningRates: [],
  };
  const record = (state: State) => {
    for (const [name, { data }] of variables(state)) run.variables.get(name)!.set(data, run.steps * cells);
    if (targets) run.losses![run.steps] = distance(state.parameters.data, targets);
  };
  record(simulation.state);
  const random = randomFrom(seed ^ GRADIENT_SEED);
  const given = options.preset === 'csv' ? givenBatches(options) : undefined;
  for (let step = 0; step < steps; step++) {
    let lookups: Matrix | undefined;
    const lookup = (row: number) => {
      lookups ??= simulation.lookup();
      return lookups.data.subarray(row * columns, (row + 1) * columns);
    };
    const batch: Batch =
      given?.[step % given.length] ??
      presets[options.preset as PresetName]({
        step,
        rows,
        columns,
        scale: options.scale,
        random,
        lookup,
      });
    const learningRates = feed.at(step);
    simulation.step(stepOf(batch, columns, learningRates));
    addGradients(run.gradients.subarray(step * cells, (step + 1) * cells), batch, columns);
    run.batches.push(batch);
    run.learningRates.push(learningRates);
    run.steps = step + 1;
    record(simulation.state);
    yield run;
  }
  return run;
}

/** The mean of the squared differences. */
function distance(weights: Float32Array, targets: Float32Array): number {
  let sum = 0;
  for (let cell = 0; cell < targets.length; cell++) sum += (weights[cell]! - targets[cell]!) ** 2;
  return sum / targets.length;
}

const stepOf = ({ ids, gradients }: Batch, columns: number, learningRates: number[]): Step => ({
  ids,
  gradients: { rows: ids.length, columns, data: gradients },
  learningRates,
});

function addGradients(sums: Float32Array, { ids, gradients }: Batch, columns: number): void {
  let at = 0;
  for (const id of ids)
    for (let column = 0; column < columns; column++) sums[id * columns + column]! += gradients[at++]!;
}

function givenBatches({ csv, rows, columns }: Options): Batch[] {
  const parsed = parseGradients(csv, rows, columns);
  if ('problem' in parsed) throw new PreviewError({ text: parsed.problem, at: 'options.csv' });
  return parsed.batches;
}

/** Nothing can be computed without a rate. Whether the document needs one is checked by the rules. */
const lacksRate = ({ setup, schedule }: Choice, optimizer: Optimizer): boolean =>
  !countsSteps(optimizer) && !setsRate(schedule) && valueAt(setup, ratePath(setup)) === undefined;

/** The table before the first step. */
function startOf({ start, rows, columns, seed }: Options): number[][] {
  const random = randomFrom(seed);
  // The default standard deviation of TensorFlow's initializer.
  const deviation = 1 / Math.sqrt(columns);
  const values = { random: () => deviation * random.normal(), zeros: () => 0, halves: () => 0.5 };
  return Array.from({ length: rows }, () => Array.from({ length: columns }, values[start]));
}

/** An optimizer as a specification has it. */
type OptimizerSpec = Pick<Setup, 'optimizationParameters'> | { optimizer: NonNullable<Setup['optimizer']> };

interface Feed {
  spec: OptimizerSpec;
  /** Numbers by tag. */
  at(step: number): number[];
  /** The same in a specification. */
  given(step: number): Readonly<Record<string, unknown>>;
}

/** The message with the changes that the chosen hardware makes. */
const messageOf = ({ setup: { optimizationParameters }, hardware }: Choice) =>
  hardware === 'sparsecore' ? onSparseCore(optimizationParameters).message : optimizationParameters;

/** The optimizer of a choice with another learning rate. */
export const specWith = (choice: Choice, rate: number): OptimizerSpec => {
  const { optimizer } = choice.setup;
  return optimizer
    ? { optimizer: { ...optimizer, arguments: { ...optimizer.arguments, learning_rate: rate } } }
    : { optimizationParameters: { ...messageOf(choice), learningRate: { constant: rate } } };
};

/** The settings of a choice's optimizer. */
export const settingsIn = ({ setup }: Choice): OptimizerSettings =>
  setup.optimizer
    ? librarySettingsOf(setup.optimizer, 'optimizer')
    : settingsOf(setup.optimizationParameters);

/** What stands for the number of each step in a choice that does not pass it. */
export const fixedStepOf = ({ setup }: Choice): number | undefined =>
  passesStep(setup) ? undefined : libraryOptimizers.get(optimizerOf(setup)?.name ?? '')?.withoutStep;

const feedOf = (choice: Choice): Feed => (choice.setup.optimizer ? libraryFeed(choice) : messageFeed(choice));

const isScheduled = ({ schedule, biasCorrection }: Choice) =>
  schedule.kind !== 'configured' || biasCorrection;

/** The numbers that a program passes to another library in each step. */
function libraryFeed(choice: Choice): Feed {
  const optimizer = choice.setup.optimizer!;
  const isFed = isScheduled(choice) || isRateFed(choice.setup);
  const rate = rateIn(choice);
  const fixed = fixedStepOf(choice);
  return {
    spec: isFed
      ? { optimizer: { ...optimizer, arguments: { ...optimizer.arguments, learning_rate: 'function' } } }
      : { optimizer },
    at: (step) => [fixed ?? step, rate(step)].map(Math.fround),
    given: (step) => ({
      step: fixed === undefined ? step : null,
      ...(isFed && { learningRate: Math.fround(rate(step)) }),
    }),
  };
}

/** The numbers that a training loop would pass in each step, by tag. */
function messageFeed(choice: Choice): Feed {
  const { setup } = choice;
  const optimizationParameters = messageOf(choice);
  const optimizer = optimizerOf(setup)!;
  const dynamic = valueAt(setup, 'optimizationParameters.learningRate.dynamic');
  const inputTags = (optimizer.inputs ?? []).map((field) =>
    numberOr(0, valueAt(optimizationParameters, `${camelCase(optimizer.name)}.${camelCase(field)}.tag`)),
  );
  const scheduled = isScheduled(choice);
  if (!scheduled && dynamic === undefined && inputTags.length === 0)
    return { spec: { optimizationParameters }, at: () => [], given: () => ({}) };
  const rateTag =
    dynamic === undefined ? Math.max(-1, ...inputTags) + 1 : numberOr(0, valueAt(dynamic, 'tag'));
  const replaced = scheduled && dynamic === undefined;
  const rate = rateIn(choice);
  const at = (step: number) => {
    const numbers: number[] = Array.from({ length: Math.max(rateTag, ...inputTags) + 1 }, () => 0);
    numbers[rateTag] = countsSteps(optimizer) ? step + 1 : rate(step);
    for (const tag of inputTags) numbers[tag] = step + 1;
    return numbers.map(Math.fround);
  };
  return {
    spec: {
      optimizationParameters: replaced
        ? { ...optimizationParameters, learningRate: { dynamic: { tag: rateTag } } }
        : optimizationParameters,
    },
    at,
    given: (step) => ({ learningRates: at(step) }),
  };
}

/** The learning rate by step, counted from 0. */
export function rateIn({ setup, schedule, biasCorrection }: Choice): (step: number) => number {
  const { name } = optimizerOf(setup)!;
  const configured = numberOr(Number.NaN, valueAt(setup, ratePath(setup)));
  return (step) =>
    rateAt(schedule, step, configured) * (biasCorrection ? correctionAt(setup, name, step) : 1);
}

/** The factor of bias correction in a step counted from 0; 1 for optimizers without it. */
function correctionAt(setup: Setup, optimizer: string, step: number): number {
  const beta = (field: string) =>
    numberOr(0, valueAt(setup, `optimizationParameters.${camelCase(optimizer)}.${field}`));
  const [first, second] = [beta('beta1'), beta('beta2')];
  return Math.sqrt(1 - second ** (step + 1)) / (1 - first ** (step + 1));
}

const numberOr = (fallback: number, value: unknown) => (typeof value === 'number' ? value : fallback);

/** One state of a variable. */
export function frame({ variables, rows, columns }: Run, name: string, step: number): Float32Array {
  const cells = rows * columns;
  return variables.get(name)!.subarray(step * cells, (step + 1) * cells);
}

/** A sentence about the first value of a run that is NaN or infinite; undefined if there is none. */
export function derailment(run: Run): string | undefined {
  const cells = run.rows * run.columns;
  let [first, name] = [Infinity, ''];
  for (const [variable, values] of run.variables) {
    const end = Math.min(first, (run.steps + 1) * cells);
    let at = 0;
    // The difference is NaN, not 0, for NaN and infinite values.
    while (at < end && values[at]! - values[at]! === 0) at++;
    if (at < end) [first, name] = [at, variable];
  }
  if (first === Infinity) return undefined;
  const value = formatNumber(run.variables.get(name)![first]!);
  const [step, cell] = [Math.floor(first / cells), first % cells];
  const place = t('row {0}, column {1}', Math.floor(cell / run.columns), cell % run.columns);
  return step === 0
    ? t('{0} are {1} in {2} from the start on. Choose the cell and go there to see why.', name, value, place)
    : t(
        '{0} are {1} in {2} from step {3} on. Choose the cell and go there to see why.',
        name,
        value,
        place,
        step,
      );
}

/** The input for the core's explanation of a step, counted from 1. */
export function explainable(
  run: Run,
  step: number,
): { settings: OptimizerSettings; before: State; given: Step; options: SimulationOptions } {
  const { settings, rows, columns } = run;
  const before = (name: string) => ({ rows, columns, data: frame(run, name, step - 1) });
  const slots = [...run.variables.keys()].filter((name) => name !== 'parameters');
  return {
    settings,
    before: {
      parameters: before('parameters'),
      slots: new Map(slots.map((name) => [name, before(name)])),
    },
    given: stepOf(run.batches[step - 1]!, columns, run.learningRates[step - 1]!),
    options: imitated(run.choice),
  };
}

/** The specification with which `simulate` computes the numbers of a run again. */
export function specOf(run: Run): Record<string, unknown> {
  const { spec, given } = feedOf(run.choice);
  const initial = [...run.variables.keys()].map((name) => [name, matrixRows(run, name, 0)] as const);
  return {
    ...spec,
    initial: Object.fromEntries(initial),
    steps: run.batches.map(({ ids, gradients }, step) => ({
      ids,
      gradients: rowsIn(gradients, ids.length, run.columns),
      ...given(step),
    })),
  };
}

/** A state of a variable, row by row. */
export const matrixRows = (run: Run, name: string, step: number): number[][] =>
  rowsIn(frame(run, name, step), run.rows, run.columns);

const rowsIn = (values: Float32Array, rows: number, columns: number): number[][] =>
  Array.from({ length: rows }, (_, row) => Array.from(values.subarray(row * columns, (row + 1) * columns)));
