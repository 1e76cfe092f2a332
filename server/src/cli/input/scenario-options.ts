// Options of the command line for scenarios.

import { excerpt } from '../../basics/excerpt';
import { UsageError } from '../../basics/usage-error';
import {
  type Bound,
  ENGLISH,
  PRESET_NAMES,
  parseCounts,
  ROWS_BOUNDS,
  ROWS_DEFAULTS,
} from '../../optimizers/scenarios';
import {
  boundText,
  isWithin,
  NUMBER_NAMES,
  NUMBERS,
  type NumberName,
  PRESET_DEFAULTS,
  SCENARIO_NAMES,
  type ScenarioOverrides,
} from '../../reports/simulation/scenario';
import { choice, type Option, type Values } from '../command';
import { readText } from '../files/files';

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
    about: `zipf: ids with realistic frequencies, each row pulled to a target; or ${PRESET_NAMES.join(', ')}.`,
  },
  ...Object.fromEntries(
    NUMBER_NAMES.map((name) => [
      name,
      { type: 'string', value: 'N', about: `${NUMBERS[name].about} (${defaultText(name)}).` },
    ]),
  ),
  counts: {
    type: 'string',
    value: 'FILE.csv',
    about: "How often each row is looked up, one number per line, instead of Zipf's law.",
  },
};

/** The value of an option that takes a number. */
export function numberOption(values: Values, option: string, bound: Bound): number | undefined {
  const text = values[option];
  if (text === undefined) return undefined;
  const value = decimal(String(text));
  if (!isWithin(value, bound))
    throw new UsageError(
      `--${option} takes ${boundText(bound)}, not "${excerpt(String(text))}".${decimalHint(String(text))}`,
    );
  return value;
}

/** A decimal number; NaN for anything else, such as 0x10, which JavaScript would accept. */
export const decimal = (text: string): number =>
  /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(text) ? Number(text) : Number.NaN;

/** Advice for a number in another base. */
export const decimalHint = (text: string): string =>
  /^\s*0[xob]/i.test(text) && Number.isFinite(Number(text))
    ? ` Numbers are decimal: write ${Number(text)}.`
    : '';

/** The scenario that the options describe. */
export async function saidScenario(values: Values): Promise<ScenarioOverrides> {
  const file = values['counts'];
  const numbers = NUMBER_NAMES.flatMap((name) => {
    const value = numberOption(values, name, NUMBERS[name]);
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    name: values['scenario'] === undefined ? undefined : choice(values, 'scenario', SCENARIO_NAMES),
    numbers: Object.fromEntries(numbers),
    ...(file !== undefined && { counts: await readCounts(String(file)) }),
  };
}

async function readCounts(path: string) {
  const read = parseCounts((await readText(path)).text, ENGLISH, ROWS_BOUNDS.rows.max);
  if ('problem' in read) throw new UsageError(`${path}: ${read.problem}`);
  return { ...read, source: path };
}
