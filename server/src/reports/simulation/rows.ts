// The result of the scenario zipf, as JSON, CSV or text.

import { lines } from '../../basics/terminal';
import {
  ENGLISH,
  frequentRows,
  newestRate,
  progressOf,
  type RowsRun,
  rareRows,
  sentences,
} from '../../optimizers/scenarios';
import { readableNumber } from './readable-number';
import { describe, isShown, type Selection, type TrajectoryFormat } from './trajectory';

/** A finished run and its name. */
interface RowsReport {
  readonly run: RowsRun;
  /** The requested scenario. */
  readonly scenario: Readonly<Record<string, number | string>>;
  /** The names of rows in a table of counts. */
  readonly labels?: readonly string[];
}

export const rowsFormats: Readonly<
  Record<TrajectoryFormat, (report: RowsReport, selection: Selection) => string>
> = { json: asJson, csv: asCsv, text: asText };

function stepsShown({ steps }: RowsRun, selection: Selection): number[] {
  const all = Array.from({ length: steps }, (_, i) => i + 1);
  return all.filter((step) => isShown(step, steps, selection));
}

/** Seven digits. Numbers that are not finite are words, as in protobuf's JSON. */
const number = (value: number): number | string =>
  Number.isFinite(value) ? Number(value.toPrecision(7)) : String(value);

function asJson({ run, scenario, labels }: RowsReport, selection: Selection): string {
  const { loss, frequent, rare, unseen, tracked, diverged, steps } = run;
  const losses = (step: number) => ({
    loss: number(loss[step]!),
    frequent: number(frequent[step]!),
    rare: number(rare[step]!),
  });
  const known = (rate: number) => (Number.isNaN(rate) ? null : number(rate));
  return `${JSON.stringify({
    scenario,
    start: losses(0),
    steps: stepsShown(run, selection).map((step) => ({
      step,
      ...losses(step),
      neverSeen: unseen[step],
      rates: tracked.map(({ rates }) => known(rates[step]!)),
      lookups: tracked.map(({ lookups }) => lookups[step]),
    })),
    rows: tracked.map(({ role, row, probability, rates, lookups }) => ({
      role,
      row,
      ...(labels && { id: labels[row] ?? String(row) }),
      probability: number(probability),
      lookups: lookups[steps],
      rate: known(newestRate(rates, steps)),
    })),
    summary: {
      ...losses(steps),
      wayOfFrequent: number(progressOf(run, frequentRows(run))),
      wayOfRare: number(progressOf(run, rareRows(run))),
      neverSeen: unseen[steps],
      diverges: diverged !== undefined,
      ...(diverged !== undefined && { divergesAt: diverged }),
      sentences: sentences(run, ENGLISH),
    },
  })}\n`;
}

function asCsv({ run }: RowsReport, selection: Selection): string {
  const { loss, frequent, rare, unseen, tracked } = run;
  const columns = tracked.flatMap(({ role }) => [`rate_${role}`, `lookups_${role}`]);
  const rows = [0, ...stepsShown(run, selection)].map((step) =>
    [
      step,
      ...[loss, frequent, rare].map((values) => number(values[step]!)),
      unseen[step],
      ...tracked.flatMap(({ rates, lookups }) => {
        const rate = rates[step]!;
        return [Number.isNaN(rate) ? '' : number(rate), lookups[step]];
      }),
    ].join(),
  );
  return `${['step,loss,frequent,rare,never_seen', ...columns].join()}\n${rows.join('\n')}\n`;
}

function asText({ run, scenario, labels }: RowsReport, selection: Selection): string {
  const { loss, frequent, rare, unseen, tracked, steps } = run;
  const { count } = ENGLISH;
  const asked = selection.last || selection.every !== undefined;
  const shown = asked ? [0, ...stepsShown(run, selection)] : decades(steps);
  const name = (row: number) => `row ${labels?.[row] ?? row}`;
  const table = columns([
    ['', '', 'loss', '', 'effective learning rate', '', '', 'never'],
    ['step', 'all', 'frequent', 'rare', ...tracked.map(({ row }) => name(row)), 'seen'],
    ...shown.map((step) => [
      count(step),
      ...[loss, frequent, rare].map((values) => readableTo(4, values[step]!)),
      // A rare row has no effective rate in most steps, because it is not looked up.
      ...tracked.map(({ rates }) => rateText(newestRate(rates, step))),
      count(unseen[step]!),
    ]),
    ['look-ups', '', '', '', ...tracked.map(({ lookups }) => count(lookups[steps]!)), ''],
  ]);
  const law = Object.entries(scenario)
    .filter(([key]) => key !== 'name')
    .map(([key, value]) => `${key} ${value}`)
    .join(', ');
  const body = [law, '', ...table, '', ...sentences(run, ENGLISH)];
  return `${describe(run.settings)}\n${lines(body)}`;
}

const rateText = (rate: number) => (Number.isNaN(rate) ? '–' : readableTo(3, rate));
const readableTo = (digits: number, value: number) => readableNumber(Number(value.toPrecision(digits)));

/** The start, the steps 1, 10, 100 and so on, and the last one. */
function decades(steps: number): number[] {
  const shown = [0];
  for (let step = 1; step < steps; step *= 10) shown.push(step);
  return [...shown, steps];
}

/** Rows of cells under each other, aligned to the right. */
function columns(rows: readonly (readonly string[])[]): string[] {
  // A heading over several columns does not widen one of them.
  const widths = rows[1]!.map((_, i) => Math.max(...rows.slice(1).map((row) => row[i]!.length)));
  const [, ...below] = rows.map((row) => row.map((cell, i) => cell.padStart(widths[i]!)).join('  '));
  const at = (column: number) => widths.slice(0, column).reduce((sum, width) => sum + width + 2, 0);
  const over = rows[0]!.reduce((line, cell, i) => (cell ? line.padEnd(at(i)) + cell : line), '');
  return [over, ...below].map((line) => line.trimEnd());
}
