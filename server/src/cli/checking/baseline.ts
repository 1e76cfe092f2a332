// Problems that a project has accepted: they are left out of reports, and `--write-baseline` accepts those that there are.
import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { decode } from '../../basics/decode';
import { readFile } from '../../basics/regular-file';
import { lines } from '../../basics/terminal';
import { UsageError } from '../../basics/usage-error';
import { counted } from '../../configuration/quantities';
import {
  type Accepted,
  type AcceptedInFile,
  accepting,
  BASELINE_NAME,
  type Baseline,
  baselineText,
  MAX_BASELINE,
  readBaseline,
  withoutAccepted,
} from '../../project/configuration-file/baseline';
import { JSON_NAME } from '../../project/configuration-file/project-file';
import { diagnosticsOf, type FileReport, linesOf, type ReportedDiagnostic } from '../../reports/report';
import type { Values } from '../command';
import type { NearbyFacts } from '../files/nearby-facts';
import { pathInside, shownPath } from '../files/paths';
import { makeFile } from '../files/write-file';
import type { FileResult } from './apply-fixes';

export const BASELINE_OPTIONS = {
  'write-baseline': {
    type: 'boolean',
    about: `Accept the problems that there are: write them to ${BASELINE_NAME} beside the configuration file. Only new ones are reported from then on.`,
  },
  baseline: {
    type: 'string',
    value: 'FILE',
    about: `The file with accepted problems, in place of ${BASELINE_NAME}.`,
  },
} as const;

/** A baseline that counts for a file: where it is, and what it accepts. */
interface Found {
  readonly place: string;
  readonly baseline: Baseline | undefined;
}

/** The baseline that an option names, else the one beside the configuration file around a file. */
function baselineOf(values: Values, nearby: NearbyFacts): (path: string) => Found | undefined {
  const { baseline: named } = values as { readonly baseline?: string };
  if (named !== undefined) {
    const place = resolve(named);
    const found = { place, baseline: existsSync(place) ? readNamed(place) : undefined };
    if (!found.baseline && !values['write-baseline'])
      throw new UsageError(`--baseline: there is no file ${named}. Write it with --write-baseline.`);
    return () => found;
  }
  return (path) => {
    const around = nearby.configuration(path);
    return around && { place: join(around.folder.place, BASELINE_NAME), baseline: around.baseline };
  };
}

function readNamed(place: string): Baseline {
  const baseline = readBaseline(decode(readFile(place, { maxSize: MAX_BASELINE })).text);
  if (!baseline)
    throw new UsageError(
      `${shownPath(place)} is not a baseline. Delete it, and write it with --write-baseline.`,
    );
  return baseline;
}

/** The results without what is accepted, which standard error counts. */
export function withoutBaseline(
  results: readonly FileResult[],
  values: Values,
  nearby: NearbyFacts,
): readonly FileResult[] {
  const find = baselineOf(values, nearby);
  const left = results.map((result): FileResult => {
    const found = result.report && find(result.path);
    const inside = found && pathInside(dirname(found.place), resolve(result.path));
    const accepted = inside === undefined ? undefined : found?.baseline?.get(inside);
    return accepted ? { ...result, report: withoutThese(result.report!, accepted) } : result;
  });
  const known = problemCount(results) - problemCount(left);
  if (known > 0) process.stderr.write(lines([`${counted(known, 'problem')} of the baseline left out.`]));
  return left;
}

const problemCount = (results: readonly FileResult[]): number =>
  diagnosticsOf(results.flatMap(({ report }) => report ?? [])).length;

/** Equal problems of a notebook's cells count together. */
function withoutThese(report: FileReport, accepted: AcceptedInFile): FileReport {
  const left = new Set(
    withoutAccepted(placed(report), accepted, (problem) => problem).map(({ diagnostic }) => diagnostic),
  );
  const parts = report.parts.map((part) => ({
    ...part,
    diagnostics: part.diagnostics.filter((diagnostic) => left.has(diagnostic)),
  }));
  return { ...report, parts };
}

interface PlacedProblem extends Accepted {
  readonly diagnostic: ReportedDiagnostic;
}

const placed = ({ parts }: FileReport): readonly PlacedProblem[] =>
  parts.flatMap(({ text, diagnostics }) => {
    if (diagnostics.length === 0) return [];
    const texts = linesOf(text);
    return diagnostics.map((diagnostic) => ({
      diagnostic,
      rule: diagnostic.code,
      line: texts[diagnostic.range.start.line] ?? '',
    }));
  });

/**
 * Accepts the problems of the checked files. What was accepted of other files stays, as long as these exist. Without a configuration
 * file, one is made in the working directory, beside which editors and hooks find the baseline. Returns the results without them.
 */
export async function writeBaseline(
  results: readonly FileResult[],
  values: Values,
  nearby: NearbyFacts,
): Promise<readonly FileResult[]> {
  const find = baselineOf(values, nearby);
  const files = new Map<string, Map<string, AcceptedInFile>>();
  for (const { path, report } of results) {
    if (!report) continue;
    const { place, baseline } = find(path) ?? { place: resolve(BASELINE_NAME), baseline: undefined };
    const inside = pathInside(dirname(place), resolve(path));
    if (inside === undefined)
      throw new UsageError(
        `${path} is outside of the folder of ${shownPath(place)}. Name a file around both with --baseline.`,
      );
    const kept = [...(baseline ?? [])].filter(([file]) => existsSync(join(dirname(place), file)));
    const all = files.get(place) ?? new Map(kept);
    files.set(place, all.set(inside, accepting(placed(report))));
  }
  for (const [place, baseline] of files) {
    await makeFile(place, Buffer.from(baselineText(baseline)));
    const count = [...baseline.values()]
      .flatMap((each) => [...each.values()])
      .reduce((sum, each) => sum + each, 0);
    process.stderr.write(lines([`${shownPath(place)} accepts ${counted(count, 'problem')}.`]));
    const beside = join(dirname(place), JSON_NAME);
    if (
      basename(place) === BASELINE_NAME &&
      values['baseline'] === undefined &&
      !nearby.configuration(beside)
    ) {
      await makeFile(beside, Buffer.from('{}\n'));
      process.stderr.write(
        lines([`${shownPath(beside)} is new: editors and hooks find the baseline beside it.`]),
      );
    }
  }
  return results.map((result) => ({ ...result, report: result.report && withoutAll(result.report) }));
}

const withoutAll = (report: FileReport): FileReport => ({
  ...report,
  parts: report.parts.map((part) => ({ ...part, diagnostics: [] })),
});
