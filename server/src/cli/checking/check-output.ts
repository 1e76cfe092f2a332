// The output of `check`: fixed files, a report, an exit status.

import { excerpt } from '../../basics/excerpt';
import { anyOf } from '../../basics/listed';
import { lines, showsColors } from '../../basics/terminal';
import { UsageError } from '../../basics/usage-error';
import { counted } from '../../configuration/quantities';
import { summarize } from '../../reports/report';
import { choice, printError, type Values } from '../command';
import { diffOf, type FileResult, fixedCount, wouldFix } from './apply-fixes';
import { FORMAT_NAMES, FORMATS_ABOUT, type FormatName, formats } from './reports/formats';
import { repositoryRoot } from './reports/repository';

export const OUTPUT_OPTIONS = {
  format: { type: 'string', value: 'FORMAT', about: FORMATS_ABOUT },
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
export interface OutputOptions {
  readonly format: FormatName;
  readonly fix: 'write' | 'show' | undefined;
  readonly statistics: boolean;
  readonly maxWarnings: number;
  /** Whether the report needs fixes. */
  readonly withFixes: boolean;
}

export function outputOptions(values: Values, usage: string): OutputOptions {
  const format = choice(values, 'format', FORMAT_NAMES);
  const fix = values['diff'] ? 'show' : values['fix'] ? 'write' : undefined;
  const counts = values['statistics'] === true;
  if (fix === 'show' && (counts || values['format'] !== undefined))
    throw new UsageError(
      `--diff shows changes in place of a report: leave ${counts ? '--statistics' : '--format'} out.`,
      usage,
    );
  if (counts && !formats[format].tally)
    throw new UsageError(`--statistics takes --format ${anyOf(TALLIED)}, not ${format}.`, usage);
  return {
    format,
    fix,
    statistics: counts,
    maxWarnings: maxWarnings(values),
    withFixes: counts || formats[format].showsFixes === true,
  };
}

const TALLIED = FORMAT_NAMES.filter((name) => formats[name].tally);

function maxWarnings({ 'max-warnings': given }: Values): number {
  if (given === undefined) return Number.POSITIVE_INFINITY;
  if (!/^\d{1,9}$/.test(String(given)))
    throw new UsageError(`--max-warnings takes a whole number, not "${excerpt(String(given))}".`);
  return Number(given);
}

/** Writes the result and returns the exit status. */
export function writeOutput(options: OutputOptions, results: readonly FileResult[]): 0 | 1 {
  const { fix, format, maxWarnings } = options;
  const files = results.flatMap(({ report }) => report ?? []);
  const report = summarize(files, fix && fixedCount(results));
  const { errors, warnings } = report.summary;
  if (fix === 'show') {
    process.stdout.write(diffOf(results, process.stdout.isTTY));
    process.stderr.write(lines([wouldFix(results, errors)]));
    return results.some(({ fixed }) => fixed) ? 1 : 0;
  }
  const input = results.find(({ task }) => task?.isInput);
  if (fix && input) process.stdout.write(input.fixed?.text ?? input.task!.bytes);
  const output = fix && input ? process.stderr : process.stdout;
  const { tally, write } = formats[format];
  const root = () => repositoryRoot(process.cwd(), process.env);
  output.write(
    options.statistics && tally
      ? tally(report)
      : write(report, { colors: showsColors(output, process.env), root: root() }),
  );
  if (warnings > maxWarnings)
    printError(`Found ${counted(warnings, 'warning')}, more than --max-warnings ${maxWarnings} allows.`);
  return errors > 0 || warnings > maxWarnings ? 1 : 0;
}
