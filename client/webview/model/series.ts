// The values over time that the charts show.

import { effectiveRate } from '../../../server/src/optimizers';
import { t } from './l10n';
import { frame, type Run } from './run';

/** A cell, or without a column a whole row by its Euclidean norm. */
export interface Spot {
  row: number;
  column?: number;
}

export const spotLabel = ({ row, column }: Spot) =>
  column === undefined ? t('row {0} (norm)', row) : t('row {0}, column {1}', row, column);

interface Quantity {
  title: string;
  /** An explanation of how it is computed, if the name does not say it. */
  hint?: string;
  /** The value that it should reach. */
  target?: number;
  /** One value per state, starting with the one before the first step. */
  values: Float64Array;
}

/** A variable over time. */
export function variableOver(run: Run, name: string, spot: Spot): Float64Array {
  return Float64Array.from({ length: run.steps + 1 }, (_, step) =>
    measure(frame(run, name, step), run, spot),
  );
}

/** The loss over time, of a run that has one. */
export const lossOver = ({ losses, steps }: Run): Float64Array | undefined => losses?.subarray(0, steps + 1);

/** How far the parameters moved in each step; undefined before the first. */
export function stepSizeOver(run: Run, spot: Spot): Float64Array {
  const sizes = new Float64Array(run.steps + 1).fill(Number.NaN);
  for (let step = 1; step <= run.steps; step++) sizes[step] = moved(run, step, spot);
  return sizes;
}

/** The factor applied to a gradient: the rate with which plain gradient descent would make the same step. */
export function effectiveRateOver(run: Run, spot: Spot): Float64Array {
  const rates = new Float64Array(run.steps + 1).fill(Number.NaN);
  const rateAt = rateOfSlots(run, spot) ?? rateOfStep(run, spot);
  for (let step = 1; step <= run.steps; step++) rates[step] = rateAt(step);
  return rates;
}

/** Computed by the optimizer's own expression, so momentum of earlier gradients does not affect it. */
function rateOfSlots(run: Run, spot: Spot): ((step: number) => number) | undefined {
  const rateAt = effectiveRate(run.settings);
  if (!rateAt) return undefined;
  const cells = run.rows * run.columns;
  const [first, count] =
    spot.column === undefined
      ? [spot.row * run.columns, run.columns]
      : [spot.row * run.columns + spot.column, 1];
  return (step) => {
    const rate = rateAt(run.learningRates[step - 1]!);
    let sum = 0;
    for (let cell = first; cell < first + count; cell++)
      sum += rate((name) => run.variables.get(name)![step * cells + cell]!);
    return sum / count;
  };
}

/** Step size divided by gradient. Without a gradient there is no rate. */
function rateOfStep(run: Run, spot: Spot): (step: number) => number {
  const cells = run.rows * run.columns;
  return (step) => {
    const gradient = measure(run.gradients.subarray((step - 1) * cells, step * cells), run, spot);
    return gradient === 0 ? Number.NaN : moved(run, step, spot) / Math.abs(gradient);
  };
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

/** The run that values belong to: A, B, or A without the changes made in the preview. */
type Whose = 'a' | 'b' | 'ghost';

/** A quantity with its values in the runs that have it. */
export interface Compared extends Omit<Quantity, 'values'> {
  series: { role: Whose; values: Float64Array }[];
}

/** The quantities of run A, then those that only run B has. */
export function compared(runs: { [Role in Whose]?: Run }, spot: Spot): Compared[] {
  const all = new Map<string, Compared>();
  // Later curves are drawn on top.
  for (const role of ['ghost', 'a', 'b'] as const) {
    const run = runs[role];
    for (const { values, ...named } of run ? quantitiesOf(run, spot) : []) {
      const known = all.get(named.title) ?? { ...named, series: [] };
      known.series.push({ role, values });
      all.set(named.title, known);
    }
  }
  return [...all.values()];
}

/** Cached by run and spot: several parts of the page ask for the same numbers in each frame. */
const known = new WeakMap<Run, { key: string; quantities: Quantity[] }>();

/** The charts of a run: the loss, the weight, each slot, the effective learning rate, the step size. */
export function quantitiesOf(run: Run, spot: Spot): Quantity[] {
  const key = `${run.steps} ${spot.row} ${spot.column}`;
  const found = known.get(run);
  if (found?.key === key) return found.quantities;
  const quantities = computed(run, spot);
  known.set(run, { key, quantities });
  return quantities;
}

function computed(run: Run, spot: Spot): Quantity[] {
  const slots = [...run.variables.keys()].filter((name) => name !== 'parameters');
  const loss = lossOver(run);
  return [
    ...(loss
      ? [
          {
            title: t('Loss'),
            hint: t('mean squared distance from the targets'),
            values: loss,
          },
        ]
      : []),
    {
      title: t('Weight'),
      ...(run.targets && { target: measure(run.targets, run, spot) }),
      values: variableOver(run, 'parameters', spot),
    },
    ...slots.map((name) => ({ title: titleOfSlot(name), values: variableOver(run, name, spot) })),
    {
      title: t('Effective rate'),
      hint: t('learning rate that a gradient is multiplied by'),
      values: effectiveRateOver(run, spot),
    },
    { title: t('Step size'), hint: t('how far the weight moves'), values: stepSizeOver(run, spot) },
  ];
}

/** Title of a slot such as `last_hit_step`. */
const titleOfSlot = (name: string) => name.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase());
