// The scenario `rows`: a table whose rows are looked up as often as real ids are.
import { MAX_ROWS, matrix, readStart } from '../../../server/src/optimizers';
import {
  type Axes,
  axesOf,
  type Cell,
  frequentRows,
  type HeatMap,
  heatMap,
  newestRate,
  type Outcome,
  outcomeOf,
  type Point,
  parseCounts,
  ROWS_DEFAULTS,
  type Role,
  type RowsRun,
  runRows,
  scenarioOf,
  sentences,
  type Words,
} from '../../../server/src/optimizers/scenarios';
import { axisPaths } from './axis-paths';
import { t } from './l10n';
import { formatCount, formatShort } from './numbers';
import type { Ids, Options } from './options';
import { PreviewError } from './problem';
import { type Choice, computable, fixedStepOf, rateIn, specWith } from './run';
import { type Overrides, type Setup, withOverrides } from './setup';
import type { Range } from './slider';

/** The parts of a run that the page shows. Arrays with a number per step start with one for the initial state. */
export interface RowsShown {
  steps: number;
  loss: Float64Array;
  frequent: Float64Array;
  rare: Float64Array;
  outcome: Outcome;
  /** A frequent, a medium and a rare row. */
  tracked: {
    role: Role;
    name: string;
    /** The row's share of all look-ups. */
    share: number;
    lookups: number;
    /** Averaged over recent look-ups, so that single gradients do not hide the trend. */
    rates: Float64Array;
    /** Its first two columns, two numbers for each step. */
    path: Float64Array;
    /** Where it is pulled to. */
    target: Point;
  }[];
  /** Numbers of rows: never looked up, all, and those that count as frequent. */
  neverSeen: number;
  vocabulary: number;
  frequentRows: number;
  sentences: string[];
}

const WORDS: Words = { t, count: formatCount, number: formatShort };

export const IDS_CONTROLS: Record<
  Exclude<keyof Ids, 'counts' | 'placed' | 'steps'>,
  { title: string; documentation: string; range: Range }
> = {
  exponent: {
    title: t('Zipf exponent'),
    documentation: t('Zipf’s law: the row of rank i is looked up 1 / i^exponent as often as the first.'),
    range: { min: 0, max: 3, logarithmic: false },
  },
  vocabulary: {
    title: t('vocabulary'),
    documentation: t('Rows of the table. Each has a target of its own, and starts from 0.'),
    range: { min: 10, max: 10_000, logarithmic: true, whole: true },
  },
  lookups: {
    title: t('look-ups a step'),
    documentation: t('Ids in a batch, duplicates counted. Gradients are those of their mean.'),
    range: { min: 1, max: 4096, logarithmic: true, whole: true },
  },
  pull: {
    title: t('pull'),
    documentation: t(
      'The gradient of a look-up at a distance of 1 from the target: 1 of squared errors, less of clicks.',
    ),
    range: { min: 0.001, max: 1, logarithmic: true },
  },
  noise: {
    title: t('noise'),
    documentation: t('Deviation of what each look-up adds to the gradient towards its target.'),
    range: { min: 0, max: 3, logarithmic: false },
  },
};

/** As many columns as in the command line's table, so that both give the same numbers. */
const { columns } = ROWS_DEFAULTS;

/** Computes one step per `next()`. Throws a PreviewError or a SpecError if nothing can be computed. */
export function* computeRows(choice: Choice, options: Options): Generator<number, RowsShown> {
  const { labels, scenario, settings, initial } = beginningOf(choice, options);
  const rate = rateIn(choice);
  const training = runRows(settings, initial, scenario, (step) => rate(step - 1));
  for (;;) {
    const { done, value } = training.next();
    if (done) return shownOf(value, labels);
    yield value.steps;
  }
}

function beginningOf(choice: Choice, { ids, seed }: Options) {
  computable(choice);
  const { vocabulary, counts, placed, ...others } = ids;
  const read = counts.trim() === '' ? undefined : parseCounts(counts, WORDS, MAX_ROWS);
  if (read && 'problem' in read) throw new PreviewError({ text: read.problem, at: 'options.counts' });
  const rows = read?.counts.length ?? vocabulary;
  // The rate is passed in each step.
  const { settings, initial } = readStart(
    { ...specWith(choice, 0), initial: choice.setup.initial },
    matrix(rows, columns),
  );
  const fixedStep = fixedStepOf(choice);
  return {
    settings: fixedStep === undefined ? settings : { ...settings, fixedStep },
    initial,
    labels: read?.labels,
    scenario: { ...scenarioOf({ ...others, rows, columns, seed }, read?.counts), ...(placed && { placed }) },
  };
}

function shownOf(run: RowsRun, labels: readonly string[] | undefined): RowsShown {
  const { steps, loss, frequent, rare, tracked, unseen, order } = run;
  return {
    steps,
    loss,
    frequent,
    rare,
    outcome: outcomeOf(run),
    tracked: tracked.map(({ role, row, probability, lookups, rates, path, target }) => ({
      role,
      name: labels?.[row] ?? String(row),
      share: probability,
      lookups: lookups[steps]!,
      rates: rates.map((_, step) => newestRate(rates, step)),
      path,
      target,
    })),
    neverSeen: unseen[steps]!,
    vocabulary: order.length,
    frequentRows: frequentRows(run).length,
    sentences: sentences(run, WORDS),
  };
}

/**
 * The map around the values of `base`, with all other options of `choice`. Each `next()` computes one step of one cell.
 */
export function mapOf(choice: Choice, base: Choice, options: Options): Generator<HeatMap, HeatMap> {
  const { scenario, settings, initial } = beginningOf(choice, options);
  const { rate: path } = axisPaths(choice.setup);
  const rateOf = (value: number) => {
    const rate = rateIn({ ...choice, setup: withOverrides(choice.setup, { [path]: value }) });
    return (step: number) => rate(step - 1);
  };
  return heatMap(settings, initial, scenario, axesFor(base, options), rateOf);
}

/** The maximum number of steps of a map: a cell that diverges ends early. */
export function stepsOfMap(base: Choice, options: Options): number {
  const { rates, seconds } = axesFor(base, options);
  return rates.length * seconds.length * options.ids.steps;
}

function axesFor(base: Choice, options: Options): Axes {
  const { settings, initial } = beginningOf(base, options);
  return axesOf(
    settings,
    initial,
    rateIn({ ...base, schedule: { kind: 'configured' }, biasCorrection: false })(0),
  );
}

/** The values that a cell changes. */
export function overridesOf(setup: Setup, cell: Cell): Overrides {
  const { rate, second } = axisPaths(setup);
  return {
    [rate]: cell.rate,
    ...(second !== undefined && cell.second !== undefined && { [second]: cell.second }),
  };
}
