// The optimizer that a configuration or a program has at a place.

import { listed } from '../../basics/listed';
import { didYouMean } from '../../basics/nearest';
import type { Range } from '../../basics/range';
import { UsageError } from '../../basics/usage-error';
import type { Analysis } from '../../languages/language';
import type { OptimizerPlace } from '../../languages/optimizer/place';
import { ruleGroups } from '../../rules';
import { type PlaceOf, type Program, placesIn, placeText } from '../places';
import type { Spelling } from './scenario';

/** A file, and perhaps a line of it; lines of a notebook count in a cell. All count from 1. */
export interface LineOfFile {
  readonly path: string;
  readonly cell?: number | undefined;
  readonly line?: number | undefined;
}

export interface OptimizerInFile
  extends Pick<OptimizerPlace, 'optimizationParameters' | 'optimizer' | 'initial' | 'unknown'> {
  /** Its place, for messages. */
  readonly at: string;
  /** Counted from 1, in its cell. */
  readonly line: number;
  /** Problems that the rules find in it, a line each. */
  readonly warnings: readonly string[];
  /** Whether TensorFlow refuses its text or its call, so there is nothing to compute. */
  readonly isRefused: boolean;
}

/** Throws a UsageError if there is no optimizer, or if it is not clear which one is meant. */
export function optimizerIn(
  analysis: Analysis,
  program: Program,
  target: LineOfFile,
  table: string | undefined,
  spelling: Spelling,
): OptimizerInFile {
  const { path } = target;
  const placeOf = placesIn(program);
  const placeName = (at: Range) => placeText(path, placeOf(at));
  const place =
    table !== undefined
      ? ofTable(analysis, path, table)
      : target.line !== undefined
        ? atLine(analysis, target, program, placeOf)
        : only(analysis, path, placeName, spelling);
  const { start, end, optimizationParameters, optimizer, note, initial, unknown } = place;
  const problems = analysis
    .diagnose()
    .filter(({ severity }) => severity === 'error' || severity === 'warning')
    .filter((problem) => start <= problem.start && problem.start < end);
  return {
    at: placeName(place),
    line: placeOf(place).range.start.line + 1,
    optimizationParameters,
    ...(optimizer && { optimizer }),
    initial,
    unknown,
    warnings: [
      ...problems.map(
        ({ message, code, severity, ...at }) => `${placeName(at)}: ${severity}: ${message} [${code}]`,
      ),
      ...(note === undefined ? [] : [`${placeName(place)}: note: ${note}`]),
    ],
    isRefused: problems.some(({ code, severity }) => severity === 'error' && REFUSALS.has(code)),
  };
}

const { syntax, types, calls } = ruleGroups;
/** The rules for text that is not read at all. Names that another release lacks can still be simulated. */
const REFUSALS: ReadonlySet<string> = new Set(
  [...syntax!, ...types!, ...calls!].map(({ code }) => code).filter((code) => !code.endsWith('-api')),
);

function ofTable(analysis: Analysis, path: string, table: string): OptimizerPlace {
  const tables = analysis.names().symbols.filter(({ kind, isDeclared }) => kind === 'table' && isDeclared);
  const named = tables.filter(({ name }) => name === table);
  const names = [...new Set(tables.flatMap(({ name }) => name ?? []))];
  if (names.length === 0) throw new UsageError(`${path} has no table with a name.`);
  if (named.length === 0) {
    const advice = didYouMean(table, names, '"') ?? `Its tables are ${listed(names, MOST_NAMES)}.`;
    throw new UsageError(`${path} has no table "${table}". ${advice}`);
  }
  const place = analysis.optimizerAt(named[0]!.places[0]!.start);
  if (!place)
    throw new UsageError(`The table "${table}" in ${path} has no optimizer whose settings are known.`);
  return place;
}

/** The choices that a message lists. */
const MOST_NAMES = 20;

function atLine(
  analysis: Analysis,
  { path, cell, line }: LineOfFile,
  { text }: Program | { readonly text: string },
  placeOf: PlaceOf,
): OptimizerPlace {
  const isThere = (offset: number) => {
    const at = placeOf({ start: offset, end: offset });
    return at.range.start.line === line! - 1 && (cell === undefined || at.cell === cell - 1);
  };
  // An optimizer that begins on the line takes precedence over that of the statement or block around.
  const begun = analysis.optimizers().find(({ start }) => isThere(start));
  const starts = begun
    ? [begun.start]
    : [...text.matchAll(/^[^\S\n]*(?=\S)/gm)].map((match) => match.index + match[0].length);
  const offset = starts.find(isThere);
  const place = offset === undefined ? undefined : analysis.optimizerAt(offset);
  if (!place) throw new UsageError(`Line ${line} of ${path} has no optimizer.`);
  return place;
}

function only(
  analysis: Analysis,
  path: string,
  placeName: (at: Range) => string,
  spelling: Spelling,
): OptimizerPlace {
  const all = analysis.optimizers();
  const [first, ...more] = all;
  const place = first && analysis.optimizerAt(first.start);
  if (!place) throw new UsageError(`${path} has no optimizer.`);
  if (more.length === 0) return place;
  const named = all.map(({ start }) => {
    const { title = '' } = analysis.optimizerAt(start) ?? {};
    return `${title} (${placeName({ start, end: start })
      .slice(path.length + 1)
      .replace(/:\d+$/, '')})`;
  });
  throw new UsageError(
    `${path} has several optimizers: ${listed(named, MOST_NAMES)}. Name a table with ${spelling('table')}, or a line as in ${placeName(first).replace(/:\d+$/, '')}.`,
  );
}
