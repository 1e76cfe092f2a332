// The output of `check`: fixed files, a report, an exit status.

import { excerpt } from '../../basics/excerpt';
import { lines, showsColors } from '../../basics/terminal';
import { counted } from '../../configuration/quantities';
import { type Report, summarize } from '../../reports/report';
import { choice, printError, UsageError, type Values } from '../command';
import { diffOf, fixedCount, type Outcome, wouldFix } from './apply-fixes';
import { FORMAT_NAMES, type FormatName, formats } from './reports/formats';
import { repositoryRoot } from './reports/repository';
import { statistics } from './reports/statistics';

export const OUTPUT_OPTIONS = {
  format: {
    type: 'string',
    value: 'FORMAT',
    about:
      'text, json, sarif (with fixes), github, which annotates pull requests, gitlab (Code Quality) or junit.',
  },
  fix: {
    type: 'boolean',
    about:
      'Apply every fix that is certain, and report the remaining problems. With -, the fixed text goes to standard output and the report to standard error.',
  },
  diff: {
    type: 'boolean',
    about: 'Write nothing. Show what --fix would change, and exit with 1 if it would change anything.',
  },
  statistics: {
    type: 'boolean',
    about: 'Report how many problems each rule finds, the most frequent first, as text or JSON.',
  },
  'max-warnings': {
    type: 'string',
    value: 'N',
    about: 'Also exit with 1 if there are more than N warnings.',
  },
} as const;

/** The requested output. */
export interface Wanted {
  readonly format: FormatName;
  readonly fix: 'write' | 'show' | undefined;
  readonly statistics: boolean;
  readonly maxWarnings: number;
  /** Whether the report needs fixes. */
  readonly withFixes: boolean;
}

export function wantedOutput(values: Values, usage: string): Wanted {
  const format = choice(values, 'format', FORMAT_NAMES);
  const fix = values['diff'] ? 'show' : values['fix'] ? 'write' : undefined;
  const counts = values['statistics'] === true;
  if (fix === 'show' && (counts || values['format'] !== undefined))
    throw new UsageError(
      `--diff shows changes in place of a report: leave ${counts ? '--statistics' : '--format'} out.`,
      usage,
    );
  if (counts && !(format in statistics))
    throw new UsageError(`--statistics takes --format text or json, not ${format}.`, usage);
  return {
    format,
    fix,
    statistics: counts,
    maxWarnings: maxWarnings(values),
    withFixes: counts || format === 'text' || format === 'sarif',
  };
}

function maxWarnings({ 'max-warnings': given }: Values): number {
  if (given === undefined) return Number.POSITIVE_INFINITY;
  if (!/^\d{1,9}$/.test(String(given)))
    throw new UsageError(`--max-warnings takes a whole number, not "${excerpt(String(given))}".`);
  return Number(given);
}

/** Writes the result and returns the exit status. */
export function writeOutput(wanted: Wanted, outcomes: readonly Outcome[]): 0 | 1 {
  const { fix, format, maxWarnings } = wanted;
  const files = outcomes.flatMap(({ report }) => report ?? []);
  const report = summarize(files, fix && fixedCount(outcomes));
  const { errors, warnings } = report.summary;
  if (fix === 'show') {
    process.stdout.write(diffOf(outcomes, process.stdout.isTTY));
    process.stderr.write(lines([wouldFix(outcomes, errors)]));
    return outcomes.some(({ fixed }) => fixed) ? 1 : 0;
  }
  const input = outcomes.find(({ task }) => task?.isInput);
  if (fix && input) process.stdout.write(input.fixed?.text ?? input.task!.bytes);
  const output = fix && input ? process.stderr : process.stdout;
  output.write(wanted.statistics ? tally(format, report) : written(format, report, output));
  if (warnings > maxWarnings)
    printError(`Found ${counted(warnings, 'warning')}, more than --max-warnings ${maxWarnings} allows.`);
  return errors > 0 || warnings > maxWarnings ? 1 : 0;
}

const tally = (format: FormatName, report: Report) => statistics[format as keyof typeof statistics](report);

const written = (format: FormatName, report: Report, output: NodeJS.WriteStream) =>
  formats[format](report, {
    colors: showsColors(output, process.env),
    root: repositoryRoot(process.cwd(), process.env),
  });
