// Scenarios by options of the command line, or by the member `scenario` of a specification.
import { SpecError } from '../optimizers';
import { list, message, type Reader } from '../optimizers/read-json';
import {
  type Bound,
  ENGLISH,
  PRESET_NAMES,
  type PresetName,
  parseCounts,
  ROWS_BOUNDS,
  ROWS_DEFAULTS,
  type RowsOptions,
} from '../scenarios';
import { excerpt } from '../text/excerpt';
import { type Option, UsageError, type Values } from './command';
import { readText } from './files';

/** Rows as they come, or one of the preview's gradients. */
export type AskedScenario = {
  /** The size of the table as far as someone says it; what else there is, are defaults. */
  readonly said: Partial<Record<'rows' | 'columns', number>>;
} & (
  | {
      readonly name: 'zipf';
      readonly options: RowsOptions;
      /** How often each row is looked up, where that is not by Zipf's law. */
      readonly counts?: readonly number[];
      readonly labels?: readonly string[];
      readonly source?: string;
    }
  | {
      readonly name: PresetName;
      readonly options: Readonly<Record<keyof typeof PRESET_DEFAULTS, number>>;
    }
);

const PRESET_DEFAULTS = { rows: 8, columns: 8, steps: 50, scale: 0.1, seed: 1 };

const NAMES = ['zipf', ...PRESET_NAMES] as const;

const NUMBERS = {
  ...ROWS_BOUNDS,
  scale: { min: -1e30, max: 1e30, whole: false, about: 'Size of the gradients of all scenarios but zipf' },
} as const;
type NumberName = keyof typeof NUMBERS;
const NUMBER_NAMES = Object.keys(NUMBERS) as NumberName[];

const defaultText = (name: NumberName) => {
  const [zipf, preset] = [ROWS_DEFAULTS, PRESET_DEFAULTS].map(
    (defaults) => (defaults as Partial<Record<string, number>>)[name],
  );
  if (zipf === undefined || preset === undefined || zipf === preset) return zipf ?? preset;
  return `${zipf}, of all but zipf ${preset}`;
};

export const SCENARIO_OPTIONS: Readonly<Record<string, Option>> = {
  scenario: {
    type: 'string',
    value: 'NAME',
    about: `zipf: ids as frequent as real ones, each row pulled to a target; or ${PRESET_NAMES.join(', ')}.`,
  },
  ...Object.fromEntries(
    NUMBER_NAMES.map((name) => [
      name,
      {
        type: 'string',
        value: 'N',
        about: `${NUMBERS[name].about} (${defaultText(name)}).`,
      },
    ]),
  ),
  counts: {
    type: 'string',
    value: 'FILE.csv',
    about: "How often each row is looked up, a line each, in place of Zipf's law.",
  },
};

/** An option that takes a number; undefined where it is not given. */
export function numberOption(values: Values, option: string, bound: Bound): number | undefined {
  const text = values[option];
  if (text === undefined) return undefined;
  const value = decimal(String(text));
  if (!isWithin(value, bound))
    throw new UsageError(
      `--${option} takes ${wanted(bound)}, not "${excerpt(String(text))}".${decimalHint(String(text))}`,
    );
  return value;
}

/** A number as people write it; NaN for anything else, such as the 0x10 that JavaScript reads. */
export const decimal = (text: string): number =>
  /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(text) ? Number(text) : Number.NaN;

/** What to write for a number of another base. */
export const decimalHint = (text: string): string =>
  /^\s*0[xob]/i.test(text) && Number.isFinite(Number(text))
    ? ` Numbers are decimal: write ${Number(text)}.`
    : '';

const isWithin = (value: number, { min, max, whole }: Bound) =>
  value >= min && value <= max && (!whole || Number.isInteger(value));

const wanted = ({ min, max, whole }: Bound) =>
  `${whole ? 'a whole number' : 'a number'} from ${bound(min)} to ${bound(max)}`;

const bound = (value: number) => (Number.isSafeInteger(value) ? ENGLISH.count(value) : String(value));

const numberIn =
  (bound: Bound): Reader<number> =>
  (value, path) => {
    if (typeof value === 'number' && isWithin(value, bound)) return value;
    throw new SpecError(path, `${wanted(bound)} expected, ${excerpt(JSON.stringify(value))} found`);
  };

const COUNT: Bound = { min: 0, max: Number.MAX_VALUE, whole: false };

const readMember = message({
  name: (value, path) => {
    const name = NAMES.find((known) => known === value);
    if (name) return name;
    throw new SpecError(path, `one of ${NAMES.join(', ')} expected, ${excerpt(JSON.stringify(value))} found`);
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

/** What options ask for; of `member`, the scenario of a specification, they replace single values. */
export async function askedScenario(values: Values, member?: unknown): Promise<AskedScenario> {
  const given = readMember(typeof member === 'string' ? { name: member } : (member ?? {}), 'scenario');
  const name = nameOf(values['scenario']) ?? given.name ?? 'zipf';
  const defaults: Partial<Record<NumberName, number>> = name === 'zipf' ? ROWS_DEFAULTS : PRESET_DEFAULTS;
  const options = { ...defaults };
  const said: { rows?: number; columns?: number } = {};
  for (const option of NUMBER_NAMES) {
    const value = numberOption(values, option, NUMBERS[option]) ?? given[option];
    if (value === undefined) continue;
    if (!(option in defaults)) throw new UsageError(`The scenario ${name} has no ${option}.`);
    options[option] = value;
    if (option === 'rows' || option === 'columns') said[option] = value;
  }
  const file = values['counts'];
  if (name !== 'zipf') {
    if (file !== undefined || given.counts) throw new UsageError(`The scenario ${name} has no counts.`);
    return { name, said, options: options as typeof PRESET_DEFAULTS };
  }
  const rows = options as RowsOptions;
  if (file === undefined && !given.counts) return { name, said, options: rows };
  if (numberOption(values, 'exponent', NUMBERS.exponent) !== undefined)
    throw new UsageError("--exponent is for Zipf's law, which --counts replaces. Leave one out.");
  if (given.counts && given.exponent !== undefined)
    throw new SpecError('scenario', "exponent is for Zipf's law, which counts replace; leave one out");
  const read =
    file === undefined ? { counts: given.counts!, labels: undefined } : await readCounts(String(file));
  const size = Math.max(said.rows ?? ROWS_BOUNDS.rows.min, read.counts.length);
  if (said.rows !== undefined && said.rows < read.counts.length)
    throw new UsageError(`There are counts of ${read.counts.length} rows, which is more than ${said.rows}.`);
  return {
    name,
    said,
    options: { ...rows, rows: size },
    counts: [...read.counts, ...Array<number>(size - read.counts.length).fill(0)],
    ...(read.labels && { labels: read.labels }),
    source: file === undefined ? 'given' : String(file),
  };
}

function nameOf(value: Values[string]): AskedScenario['name'] | undefined {
  if (value === undefined) return undefined;
  const name = NAMES.find((known) => known === value);
  if (!name)
    throw new UsageError(`--scenario takes one of ${NAMES.join(', ')}, not "${excerpt(String(value))}".`);
  return name;
}

async function readCounts(path: string) {
  const read = parseCounts((await readText(path)).text, ENGLISH, ROWS_BOUNDS.rows.max);
  if ('problem' in read) throw new UsageError(`${path}: ${read.problem}`);
  return read;
}
