// What the values in view do to frequent and to rare rows, why, and what to do about it, in words.
import { bestOf, type Cell, type HeatMap } from '../../../server/src/optimizers/scenarios';
import type { AxisNames } from './axis-paths';
import { t } from './l10n';
import { formatCount, formatPlain, formatShare } from './numbers';
import type { RowsShown } from './rows';
import type { Choice } from './run';
import { setsRate } from './schedules';
import { isRateFed } from './setup';

export interface Verdict {
  /** What happens. */
  text: string;
  /** Why, and what happens in the run beside it. */
  because: string;
  /** What to do; absent while nothing is known. */
  advice?: string;
  /** The values that the advice is to use. */
  use?: Cell;
}

export interface Judged {
  shown: RowsShown;
  /** The run beside it. */
  other?: RowsShown;
  names: { shown: string; other: string };
  /** The losses of other values, once all are known. */
  map?: HeatMap;
  axes: AxisNames;
}

/** A group of rows counts as learning once so much of its loss is gone. */
const LEARNT = 0.5;
/** With less of its loss left, a group of rows is at its targets. */
const SETTLED = 0.02;
/** Better values leave at most so much of what the present ones leave. */
const BETTER = 0.8;
/** The loss has grown from here on; noise alone stays below. */
const GROWN = 1.05;

export function verdictOf({ shown, other, names, map, axes }: Judged): Verdict {
  const because = [reasonOf(shown), other && comparisonOf(shown, other, names)].filter(Boolean).join(' ');
  return { text: outcomeText(shown), because, ...adviceOf(shown, map, axes) };
}

/** What is simulated, at which learning rate where the document leaves it open, and the words for its rows. */
export function simulatedText({ vocabulary, frequentRows }: RowsShown, choice: Choice | undefined): string {
  const rows = t(
    'Simulated: a table of {0} rows, each pulled to a target of its own. Frequent are the {1} rows looked up most, rare the half looked up least, middling those between.',
    formatCount(vocabulary),
    formatCount(frequentRows),
  );
  const fed = choice && !setsRate(choice.schedule) && isRateFed(choice.setup) ? choice.setup.fed : undefined;
  return fed
    ? `${rows} ${t('The training loop passes the learning rate; here it is {0}.', formatPlain(fed.rate))}`
    : rows;
}

function outcomeText({ outcome: { steps, diverged, left } }: RowsShown): string {
  if (diverged !== undefined)
    return t('Training diverges: from step {0} on weights are infinite or NaN.', formatCount(diverged));
  const numbers = [formatCount(steps), formatShare(left.frequent), formatShare(left.rare)] as const;
  if (left.all > GROWN)
    return t(
      'Training makes the table worse: after {0} steps {1} of the loss is left.',
      numbers[0],
      formatShare(left.all),
    );
  const [frequent, rare] = [left.frequent <= LEARNT, left.rare <= LEARNT];
  if (frequent && rare)
    return t('Frequent and rare rows learn: after {0} steps {1} and {2} of their loss is left.', ...numbers);
  if (frequent)
    return t(
      'Frequent rows learn, rare rows hardly do: after {0} steps {1} and {2} of their loss is left.',
      ...numbers,
    );
  if (rare)
    return t(
      'Rare rows learn, frequent rows do not: after {0} steps {2} and {1} of their loss is left.',
      ...numbers,
    );
  return t(
    'Hardly anything is learnt: after {0} steps frequent rows keep {1} of their loss, rare rows {2}.',
    ...numbers,
  );
}

/** Why, if it can be told for certain. */
function reasonOf({ outcome, tracked }: RowsShown): string | undefined {
  const { diverged, left, lowest, dominating } = outcome;
  const [frequent, , rare] = tracked;
  if (diverged !== undefined) return undefined;
  if (left.frequent > SETTLED && left.frequent > 2 * lowest.left)
    return t(
      'Frequent rows do not settle: after step {0} only {1} was left.',
      formatCount(lowest.step),
      formatShare(lowest.left),
    );
  if (left.rare <= LEARNT) return undefined;
  if (dominating)
    return t(
      'Rare rows get few gradients, and the initial {0}, {1}, keep each of their steps small.',
      dominating.slot,
      formatPlain(dominating.start),
    );
  return left.frequent <= LEARNT
    ? t(
        'The rare row {0} was looked up {1} times, the most frequent one {2} times.',
        rare!.name,
        formatCount(rare!.lookups),
        formatCount(frequent!.lookups),
      )
    : undefined;
}

const comparisonOf = (shown: RowsShown, other: RowsShown, names: Judged['names']) =>
  t(
    '{0} leaves {1} of the loss of all rows, {2} leaves {3}.',
    names.shown,
    formatShare(shown.outcome.left.all),
    names.other,
    formatShare(other.outcome.left.all),
  );

function adviceOf(
  { outcome, loss }: RowsShown,
  map: HeatMap | undefined,
  axes: AxisNames,
): Pick<Verdict, 'advice' | 'use'> {
  const best = map && bestOf(map);
  if (!map) return {};
  if (!best)
    return {
      advice: t('No values in the map below keep the table finite. Try a much lower {0}.', axes.rate),
    };
  const left = formatShare(best.loss! / loss[0]!);
  if (outcome.diverged === undefined && best.loss! > BETTER * loss[outcome.steps]!)
    return { advice: t('No values in the map below leave much less.') };
  const now = loss[outcome.steps]! / loss[0]!;
  return {
    advice: Number.isFinite(now)
      ? t(
          'In this simulation {0} would leave {1} of the loss, not {2}.',
          cellText(best, axes),
          left,
          formatShare(now),
        )
      : t('In this simulation {0} would leave {1} of the loss.', cellText(best, axes), left),
    use: best,
  };
}

/** The values of a cell, as `learning_rate 0.03 and beta2 0.9999`. */
export function cellText({ rate, second }: Pick<Cell, 'rate' | 'second'>, axes: AxisNames): string {
  const first = `${axes.rate} ${formatPlain(rate)}`;
  return second === undefined || axes.second === undefined
    ? first
    : t('{0} and {1}', first, `${axes.second} ${formatPlain(second)}`);
}
