// The scenario of a simulation: read from JSON, with values that override it.

import { excerpt } from '../../basics/excerpt';
import { UsageError } from '../../basics/usage-error';
import { SpecError } from '../../optimizers';
import { list, message, type Reader } from '../../optimizers/read-json';
import {
  type Bound,
  ENGLISH,
  PRESET_NAMES,
  type PresetName,
  parseCounts,
  ROWS_BOUNDS,
  ROWS_DEFAULTS,
  type RowsOptions,
} from '../../optimizers/scenarios';

/** Ids with realistic frequencies (zipf), or one of the preview's gradients. */
export type ChosenScenario = {
  /** The size of the table, if given. Otherwise defaults apply. */
  readonly givenSize: Partial<Record<'rows' | 'columns', number>>;
} & (
  | {
      readonly name: 'zipf';
      readonly options: RowsOptions;
      /** How often each row is looked up, if not by Zipf's law. */
      readonly counts?: readonly number[];
      readonly labels?: readonly string[];
      readonly source?: string;
    }
  | {
      readonly name: PresetName;
      readonly options: Readonly<Record<keyof typeof PRESET_DEFAULTS, number>>;
    }
);

export const PRESET_DEFAULTS = { rows: 8, columns: 8, steps: 50, scale: 0.1, seed: 1 };

export const SCENARIO_NAMES = ['zipf', ...PRESET_NAMES] as const;

export const NUMBERS = {
  ...ROWS_BOUNDS,
  scale: { min: -1e30, max: 1e30, whole: false, about: 'Size of the gradients of all scenarios except zipf' },
} as const;
export type NumberName = keyof typeof NUMBERS;
export const NUMBER_NAMES = Object.keys(NUMBERS) as NumberName[];

/** Values that override those in JSON. */
export interface ScenarioOverrides {
  readonly name?: ChosenScenario['name'] | undefined;
  readonly numbers: Partial<Record<NumberName, number>>;
  readonly counts?:
    | {
        readonly counts: readonly number[];
        readonly labels?: readonly string[] | undefined;
        readonly source: string;
      }
    | undefined;
}

/** An option as the caller writes it: `--learning-rate`, `learningRate`. */
export type Spelling = (option: string) => string;

export const isWithin = (value: number, { min, max, whole }: Bound) =>
  value >= min && value <= max && (!whole || Number.isInteger(value));

export const boundText = ({ min, max, whole }: Bound) =>
  `${whole ? 'a whole number' : 'a number'} from ${bound(min)} to ${bound(max)}`;

const bound = (value: number) => (Number.isSafeInteger(value) ? ENGLISH.count(value) : String(value));

const numberIn =
  (bound: Bound): Reader<number> =>
  (value, path) => {
    if (typeof value === 'number' && isWithin(value, bound)) return value;
    throw new SpecError(path, `${boundText(bound)} expected, ${excerpt(JSON.stringify(value))} found`);
  };

const COUNT: Bound = { min: 0, max: Number.MAX_VALUE, whole: false };

const readMember = message({
  name: (value, path) => {
    const name = SCENARIO_NAMES.find((known) => known === value);
    if (name) return name;
    throw new SpecError(
      path,
      `one of ${SCENARIO_NAMES.join(', ')} expected, ${excerpt(JSON.stringify(value))} found`,
    );
  },
  ...(Object.fromEntries(NUMBER_NAMES.map((name) => [name, numberIn(NUMBERS[name])])) as Record<
    NumberName,
    Reader<number>
  >),
  counts: (value, path) => {
    const counts = list(numberIn(COUNT))(value, path);
    const found = parseCounts(counts.join('\n'), ENGLISH, ROWS_BOUNDS.rows.max);
    if ('problem' in found) throw new SpecError(path, found.problem);
    return counts;
  },
});

/** The scenario of `member`, which a specification holds, with single values replaced. */
export function chosenScenario(
  overrides: ScenarioOverrides,
  member: unknown,
  spelling: Spelling,
): ChosenScenario {
  const given = readMember(typeof member === 'string' ? { name: member } : (member ?? {}), 'scenario');
  const name = overrides.name ?? given.name ?? 'zipf';
  const defaults: Partial<Record<NumberName, number>> = name === 'zipf' ? ROWS_DEFAULTS : PRESET_DEFAULTS;
  const options = { ...defaults };
  const size: { rows?: number; columns?: number } = {};
  for (const option of NUMBER_NAMES) {
    const value = overrides.numbers[option] ?? given[option];
    if (value === undefined) continue;
    if (!(option in defaults)) throw new UsageError(`The scenario ${name} has no ${option}.`);
    options[option] = value;
    if (option === 'rows' || option === 'columns') size[option] = value;
  }
  if (name !== 'zipf') {
    if (overrides.counts || given.counts) throw new UsageError(`The scenario ${name} has no counts.`);
    return { name, givenSize: size, options: options as typeof PRESET_DEFAULTS };
  }
  const rows = options as RowsOptions;
  if (!overrides.counts && !given.counts) return { name, givenSize: size, options: rows };
  if (overrides.numbers.exponent !== undefined)
    throw new UsageError(
      `${spelling('exponent')} is for Zipf's law, which ${spelling('counts')} replaces. Leave one out.`,
    );
  if (given.counts && given.exponent !== undefined)
    throw new SpecError('scenario', "exponent is for Zipf's law, which counts replace; leave one out");
  const { counts, labels, source } = overrides.counts ?? {
    counts: given.counts!,
    labels: undefined,
    source: 'given',
  };
  const all = Math.max(size.rows ?? ROWS_BOUNDS.rows.min, counts.length);
  if (size.rows !== undefined && size.rows < counts.length)
    throw new UsageError(`There are counts of ${counts.length} rows, which is more than ${size.rows}.`);
  return {
    name,
    givenSize: size,
    options: { ...rows, rows: all },
    counts: [...counts, ...Array<number>(all - counts.length).fill(0)],
    ...(labels && { labels }),
    source,
  };
}
