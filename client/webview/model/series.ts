// Numbers over time: what the charts show.

import { t } from './l10n';
import { frame, type Run } from './run';

/** A cell, or a whole row by its length (Euclidean norm) where no column is given. */
export interface Spot {
  row: number;
  column?: number;
}

export const spotLabel = ({ row, column }: Spot) =>
  column === undefined ? t('row {0} (norm)', row) : t('row {0}, column {1}', row, column);

export interface Quantity {
  title: string;
  /** How it is computed, where its name does not say. */
  hint?: string;
  /** One a state, beginning with the one before the first step. */
  values: Float64Array;
}

/** A variable over time. */
export function variableOver(run: Run, name: string, spot: Spot): Float64Array {
  return Float64Array.from({ length: run.steps + 1 }, (_, step) =>
    measure(frame(run, name, step), run, spot),
  );
}

/** How far the parameters went in each step; there is none before the first. */
export function stepSizeOver(run: Run, spot: Spot): Float64Array {
  const sizes = new Float64Array(run.steps + 1).fill(Number.NaN);
  for (let step = 1; step <= run.steps; step++) sizes[step] = moved(run, step, spot);
  return sizes;
}

/** Step size by gradient: the rate that plain gradient descent would need for the same step. */
export function effectiveRateOver(run: Run, spot: Spot): Float64Array {
  const cells = run.rows * run.columns;
  const rates = new Float64Array(run.steps + 1).fill(Number.NaN);
  for (let step = 1; step <= run.steps; step++) {
    const gradient = measure(run.gradients.subarray((step - 1) * cells, step * cells), run, spot);
    // Without a gradient there is no rate.
    if (gradient !== 0) rates[step] = moved(run, step, spot) / Math.abs(gradient);
  }
  return rates;
}

function moved(run: Run, step: number, spot: Spot): number {
  const before = frame(run, 'parameters', step - 1);
  const after = frame(run, 'parameters', step);
  if (spot.column !== undefined) {
    const cell = spot.row * run.columns + spot.column;
    return Math.abs(after[cell]! - before[cell]!);
  }
  let sum = 0;
  for (let column = 0; column < run.columns; column++) {
    const cell = spot.row * run.columns + column;
    sum += (after[cell]! - before[cell]!) ** 2;
  }
  return Math.sqrt(sum);
}

function measure(values: Float32Array, { columns }: Run, { row, column }: Spot): number {
  if (column !== undefined) return values[row * columns + column]!;
  let sum = 0;
  for (let cell = row * columns; cell < (row + 1) * columns; cell++) sum += values[cell]! ** 2;
  return Math.sqrt(sum);
}

/** A quantity in the runs that have it. */
export interface Compared extends Omit<Quantity, 'values'> {
  series: { role: 'a' | 'b'; values: Float64Array }[];
}

/** What the charts show: the quantities of run A, then those that run B alone has. */
export function compared(runs: { a?: Run; b?: Run }, spot: Spot): Compared[] {
  const all = new Map<string, Compared>();
  for (const role of ['a', 'b'] as const) {
    const run = runs[role];
    for (const { values, ...named } of run ? quantitiesOf(run, spot) : []) {
      const known = all.get(named.title) ?? { ...named, series: [] };
      known.series.push({ role, values });
      all.set(named.title, known);
    }
  }
  return [...all.values()];
}

/** The charts of a run: the weight, each slot, the effective learning rate, the step size. */
export function quantitiesOf(run: Run, spot: Spot): Quantity[] {
  const slots = [...run.variables.keys()].filter((name) => name !== 'parameters');
  return [
    { title: t('Weight'), values: variableOver(run, 'parameters', spot) },
    ...slots.map((name) => ({ title: name, values: variableOver(run, name, spot) })),
    {
      title: t('Effective learning rate'),
      hint: t('step size ÷ gradient'),
      values: effectiveRateOver(run, spot),
    },
    { title: t('Step size'), hint: t('how far the weight moves'), values: stepSizeOver(run, spot) },
  ];
}
