// The result of a run, in numbers and in sentences.
import { optimizers, touchesAllRows } from '..';
import { frequentRows, type RowsRun, rareRows } from './rows';
import type { Words } from './words';

/** How far rows moved to their targets, as a share of the distance from their start. */
export function progressOf({ initial, state, targets }: RowsRun, rows: Int32Array): number {
  const { columns, data: start } = initial.parameters;
  let [gone, whole] = [0, 0];
  for (const row of rows)
    for (let cell = row * columns; cell < (row + 1) * columns; cell++) {
      const distance = targets[cell]! - start[cell]!;
      gone += (state.parameters.data[cell]! - start[cell]!) * distance;
      whole += distance * distance;
    }
  return gone / whole;
}

/** Slots by whose root a step is divided. */
const DIVISORS: ReadonlySet<string> = new Set(['accumulators', 'velocities', 'vs', 'ms']);

/** A slot of rare rows that is still mostly its initial value. */
function dominatingStart(run: RowsRun): Outcome['dominating'] {
  const slots = optimizers.get(run.settings.optimizer)?.slots ?? [];
  for (const { name, symbol } of slots) {
    const start = run.initial.slots.get(name)!.data[0]!;
    if (!DIVISORS.has(name) || !(start > 0)) continue;
    const changes = cellsOf(run, name).map((value) => Math.abs(value - start));
    if (changes.every((change) => change <= start / 2)) return { slot: name, symbol, start };
  }
  return undefined;
}

/** A slot's cells in rare rows. */
function cellsOf(run: RowsRun, slot: string): number[] {
  const { columns, data } = run.state.slots.get(slot)!;
  return Array.from(rareRows(run)).flatMap((row) =>
    Array.from(data.subarray(row * columns, (row + 1) * columns)),
  );
}

/** The geometric mean of a row's newest effective learning rates; NaN if there are none. */
export function newestRate(rates: Float64Array, step: number): number {
  let [sum, found] = [0, 0];
  for (let at = step; at > 0 && found < NEWEST; at--) {
    if (!(rates[at]! > 0 && rates[at]! < Number.POSITIVE_INFINITY)) continue;
    sum += Math.log(rates[at]!);
    found++;
  }
  return found === 0 ? Number.NaN : Math.exp(sum / found);
}

const NEWEST = 10;

/** What a run came to, in numbers. */
export interface Outcome {
  readonly steps: number;
  /** The first step after which a weight is NaN or infinite. */
  readonly diverged?: number;
  /** The loss after the last step as a share of that at the start. */
  readonly left: { readonly all: number; readonly frequent: number; readonly rare: number };
  /** The smallest loss of frequent rows, as a share of that at the start, and after which step it was. */
  readonly lowest: { readonly step: number; readonly left: number };
  /** The start of a slot that still decides how far rare rows move. */
  readonly dominating?: { readonly slot: string; readonly symbol: string; readonly start: number };
  /** The newest effective learning rate of the tracked rare row, in that of the most frequent one; NaN if unknown. */
  readonly ratio: number;
}

export function outcomeOf(run: RowsRun): Outcome {
  const { steps, diverged, frequent } = run;
  const left = (losses: Float64Array) => losses[steps]! / losses[0]!;
  const dominating = dominatingStart(run);
  const step = frequent
    .subarray(0, steps + 1)
    .reduce((least, loss, at) => (loss < frequent[least]! ? at : least), 0);
  const rates = run.tracked.map(({ rates }) => newestRate(rates, steps));
  return {
    steps,
    ...(diverged !== undefined && { diverged }),
    left: { all: left(run.loss), frequent: left(frequent), rare: left(run.rare) },
    lowest: { step, left: frequent[step]! / frequent[0]! },
    ...(dominating && { dominating }),
    ratio: rates.at(-1)! / rates[0]!,
  };
}

/** The facts that a run shows, in sentences; the most important first. */
export function sentences(run: RowsRun, { t, count, number }: Words): string[] {
  const { settings, scenario } = run;
  const { steps, diverged, left, dominating, ratio } = outcomeOf(run);
  const facts: string[] = [];
  const progress = { rare: progressOf(run, rareRows(run)), frequent: progressOf(run, frequentRows(run)) };
  if (diverged !== undefined) {
    facts.push(t('It diverges at step {0}: weights are infinite or NaN from then on.', count(diverged)));
  } else if (left.all > MUCH) {
    facts.push(t('The loss after {0} steps is {1} times that at the start.', count(steps), number(left.all)));
  } else if (dominating && progress.rare < 0.5) {
    const { symbol, start } = dominating;
    facts.push(
      t(
        'The initial {0} ({1}) dominates: after {2} steps rare rows have moved {3} % of the way.',
        symbol,
        number(start),
        count(steps),
        percent(progress.rare),
      ),
    );
  } else if (progress.frequent > 0.5 && progress.rare < 0.5) {
    facts.push(
      t(
        'After {0} steps frequent rows have moved {1} % of the way to their targets, rare rows {2} %.',
        count(steps),
        percent(progress.frequent),
        percent(progress.rare),
      ),
    );
  }
  if (diverged === undefined && ratio > 2)
    facts.push(
      t(
        'The effective learning rate of a rare row is {0} times that of the most frequent one.',
        number(ratio),
      ),
    );
  const unseen = run.unseen[steps]!;
  const rows = scenario.probabilities.length;
  if (unseen > 0) facts.push(t('{0} of {1} rows were never looked up.', count(unseen), count(rows)));
  if (unseen > 0 && settings.weightDecay.factor !== 0 && !touchesAllRows(settings))
    facts.push(t('Weight decay has not reached those: a row decays only in a step that looks it up.'));
  const different = run.different.subarray(1, steps + 1).reduce((a, b) => a + b, 0) / steps;
  if (different < scenario.lookups * 0.95)
    facts.push(
      t(
        'The {0} look-ups of a step reach {1} different rows on average; the most frequent row occurs {2} times.',
        count(scenario.lookups),
        count(Math.round(different)),
        number(run.tracked[0]!.probability * scenario.lookups),
      ),
      ...(settings.gradientAccumulation
        ? []
        : [t('Gradient accumulation is off, so the gradient of each occurrence is applied by itself.')]),
    );
  return facts;
}

const MUCH = 1.05;

const percent = (part: number) =>
  Math.abs(part) < 0.095 ? Number((100 * part).toPrecision(1)) : Math.round(100 * part);
