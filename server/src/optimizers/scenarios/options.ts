import { MAX_ROWS } from '..';
import { shares, zipf } from './popularity';
import type { RowsScenario } from './rows';

/** The options of the scenario zipf. */
export interface RowsOptions extends Omit<RowsScenario, 'probabilities' | 'placed'> {
  readonly exponent: number;
  readonly rows: number;
}

/**
 * How the gradient of one look-up depends on the row, for a model's loss. Rows on clicks keep about the part of their loss
 * that those of a two-tower model keep, which TensorFlow trained: `test/fixtures/two-tower.json`.
 */
export const LOSSES = {
  squared: { pull: 1, noise: 0.3 },
  clicks: { pull: 0.016, noise: 0.2 },
} as const;

export const ROWS_DEFAULTS: RowsOptions = {
  exponent: 1.1,
  rows: 1000,
  columns: 8,
  steps: 1000,
  lookups: 512,
  ...LOSSES.squared,
  seed: 1,
};

export interface Bound {
  readonly min: number;
  readonly max: number;
  readonly whole: boolean;
}

/** `about` is for the help of the command line. */
export const ROWS_BOUNDS: Readonly<Record<keyof RowsOptions, Bound & { readonly about: string }>> = {
  exponent: {
    min: 0,
    max: 10,
    whole: false,
    about: "Exponent of Zipf's law: the row of rank i is looked up 1 / i^N as often as the first",
  },
  rows: { min: 2, max: MAX_ROWS, whole: true, about: 'Rows of the table' },
  columns: { min: 1, max: 1024, whole: true, about: 'Columns of the table' },
  steps: { min: 1, max: 100_000, whole: true, about: 'Steps of training' },
  lookups: { min: 1, max: 100_000, whole: true, about: 'Look-ups in a step, counting duplicates' },
  pull: {
    min: 0,
    max: 1000,
    whole: false,
    about: 'Gradient of one look-up of a row that is 1 away from its target; that of clicks is about 0.016',
  },
  noise: {
    min: 0,
    max: 1000,
    whole: false,
    about: "Standard deviation of the noise in one look-up's gradient",
  },
  seed: { min: 0, max: 2 ** 32 - 1, whole: true, about: 'Seed of the random numbers' },
};

/** The scenario with rows by Zipf's law, or by counts if there are some. */
export function scenarioOf(
  { exponent, rows, ...others }: RowsOptions,
  counts?: readonly number[],
): RowsScenario {
  return { ...others, probabilities: counts ? shares(counts) : zipf(exponent, rows) };
}
