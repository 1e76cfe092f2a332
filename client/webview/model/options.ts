// Options of the preview that are not in the document. They are kept over a restart.
import type { Hardware } from '../../../server/src/optimizers';
import type { Placed, Point } from '../../../server/src/optimizers/scenarios';
import { LOSSES, ROWS_DEFAULTS } from '../../../server/src/optimizers/scenarios/options';
import { PRESET_NAMES, type PresetName } from '../../../server/src/optimizers/scenarios/presets';
import {
  type Guard,
  isBoolean,
  isNumber,
  isRecord,
  isString,
  listOf,
  literal,
  optional,
  shape,
} from '../../messages/shapes';
import { t } from './l10n';
import { formatCount } from './numbers';
import type { RunProblem } from './problem';
import type { Schedule } from './schedules';

export const STARTS = { random: t('Random'), zeros: t('Zeros'), halves: t('All 0.5') } as const;
export type Start = keyof typeof STARTS;

export interface Options {
  /** Rows of the preview's table, not the document's: optimizers treat all rows alike. */
  rows: number;
  columns: number;
  steps: number;
  seed: number;
  start: Start;
  /** `csv` means gradients entered by hand, `rows` means look-ups with realistic row frequencies. */
  preset: PresetName | 'csv' | 'rows';
  scale: number;
  csv: string;
  ids: Ids;
  schedule: Schedule;
  /** Scales the rate by `sqrt(1 − beta2^t) / (1 − beta1^t)`, as Adam requires from its caller. */
  biasCorrection: boolean;
  /** Gradients come from a look-up made before the last step's update. */
  pipelined: boolean;
  hardware: Hardware;
}

/** The path of the option that chooses the hardware. */
export const HARDWARE = 'options.hardware';

/** Which rows are looked up in the scenario `rows`. */
export interface Ids {
  exponent: number;
  vocabulary: number;
  lookups: number;
  pull: number;
  noise: number;
  steps: number;
  /** Look-ups of each row, instead of Zipf's law; empty for the law. */
  counts: string;
  /** Where the pictured rows start and where they are pulled to, if not where the seed says. */
  placed?: Placed;
}

/** The losses whose gradients rows can have; other numbers are nobody's. */
export const LOSS_TITLES = {
  squared: t('Squared error'),
  clicks: t('Clicks of a two-tower model'),
} as const satisfies Record<keyof typeof LOSSES, string>;

/** The loss whose numbers these are. */
export const lossOf = ({ pull, noise }: Ids): keyof typeof LOSSES | undefined =>
  Object.entries(LOSSES).find(([, each]) => each.pull === pull && each.noise === noise)?.[0] as
    | keyof typeof LOSSES
    | undefined;

const { exponent, rows, lookups, pull, noise, steps } = ROWS_DEFAULTS;

export const DEFAULTS: Options = {
  rows: 8,
  columns: 8,
  steps: 100,
  seed: 1,
  start: 'random',
  preset: 'rows',
  scale: 1,
  csv: '',
  ids: { exponent, vocabulary: rows, lookups, pull, noise, steps, counts: '' },
  schedule: { kind: 'configured' },
  biasCorrection: false,
  pipelined: false,
  hardware: 'tpu-embedding',
};

export const isHardware = literal<Hardware>('tpu-embedding', 'sparsecore');

const kind = <K extends string>(value: K) => literal(value);
export const isSchedule = (value: unknown): value is Schedule => {
  const schedule = SCHEDULES.some((guard) => guard(value)) ? (value as Schedule) : undefined;
  return schedule !== undefined && !('steps' in schedule && schedule.steps <= 0);
};
const SCHEDULES: Guard<Schedule>[] = [
  shape({ kind: kind('configured') }),
  shape({ kind: kind('constant'), rate: optional(isNumber) }),
  shape({ kind: kind('list'), rates: optional(listOf(isNumber)) }),
  shape({ kind: kind('warmup'), rate: optional(isNumber), steps: isNumber }),
  shape({ kind: kind('exponential'), rate: optional(isNumber), decay: isNumber, steps: isNumber }),
  shape({ kind: kind('cosine'), rate: optional(isNumber), floor: isNumber, steps: isNumber }),
];

const isPoint: Guard<Point> = (value): value is Point =>
  Array.isArray(value) && value.length === 2 && value.every(Number.isFinite);
const isPlace = shape({ start: optional(isPoint), target: optional(isPoint) });
const isPlaced: Guard<Placed> = shape({
  frequent: optional(isPlace),
  middling: optional(isPlace),
  rare: optional(isPlace),
});

const GUARDS: { [Name in keyof Options]: Guard<Options[Name]> } = {
  rows: isNumber,
  columns: isNumber,
  steps: isNumber,
  seed: isNumber,
  start: literal(...(Object.keys(STARTS) as Start[])),
  preset: literal(...PRESET_NAMES, 'csv', 'rows'),
  scale: isNumber,
  csv: isString,
  ids: shape({
    exponent: isNumber,
    vocabulary: isNumber,
    lookups: isNumber,
    pull: isNumber,
    noise: isNumber,
    steps: isNumber,
    counts: isString,
    placed: optional(isPlaced),
  }),
  schedule: isSchedule,
  biasCorrection: isBoolean,
  pipelined: isBoolean,
  hardware: isHardware,
};

/** Reads options of an earlier session. Missing and invalid ones get their defaults. */
export function restoreOptions(saved: unknown): Options {
  const record = isRecord(saved) ? { ...saved } : {};
  // A session of an earlier version has no pull.
  if (isRecord(record['ids'])) record['ids'] = { pull, ...record['ids'] };
  const understood = Object.entries(GUARDS).filter(([name, guard]) => guard(record[name]));
  return { ...DEFAULTS, ...Object.fromEntries(understood.map(([name]) => [name, record[name]])) };
}

/** Steps of a run. */
export const stepsOf = ({ preset, steps, ids }: Options): number => (preset === 'rows' ? ids.steps : steps);

/** Numbers that a run may keep for scrubbing and charts: 32 MiB of them. */
const MAX_NUMBERS = 2 ** 23;

const BOUNDS = {
  rows: {
    max: 256,
    title: t('rows'),
    why: t('The optimizer treats all rows alike, so a few show what happens to every one.'),
  },
  columns: {
    max: 128,
    title: t('columns'),
    why: t('The optimizer treats all columns alike, so a few show what happens to every one.'),
  },
  steps: { max: 10_000, title: t('steps'), why: t('For longer runs use "tpu-embedding simulate".') },
};

/** Why a preview of this size is impossible; undefined if it is possible. */
export function sizeProblem(options: Options, variables: number): RunProblem | undefined {
  for (const [name, { max, title, why }] of Object.entries(BOUNDS)) {
    const wanted = options[name as keyof typeof BOUNDS];
    const at = `options.${name}`;
    if (!Number.isInteger(wanted) || wanted < 1)
      return {
        at,
        text: t(
          'The number of {0} is {1}; a whole number from 1 to {2} was expected.',
          title,
          wanted,
          formatCount(max),
        ),
      };
    if (wanted > max)
      return {
        at,
        text: t(
          '{0} {1} are too many for a preview, which has at most {2}. {3}',
          formatCount(wanted),
          title,
          formatCount(max),
          why,
        ),
      };
  }
  const { rows, columns, steps } = options;
  const numbers = rows * columns * (steps + 1) * variables;
  if (numbers > MAX_NUMBERS)
    return {
      at: 'options.steps',
      text: t(
        '{0} × {1} cells over {2} steps are too many for a preview. Use fewer rows, columns or steps.',
        rows,
        columns,
        formatCount(steps),
      ),
    };
  return undefined;
}
