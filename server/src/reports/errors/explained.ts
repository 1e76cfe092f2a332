// What made a program fail, together with the mistake itself where the program's files show it.

import type { FailureExplanation } from '../../languages/protocol';
import { ruleByCode } from '../../rules';
import type { Severity } from '../../rules/rule';
import { ruleUrl } from '../../rules/rule';
import type { FileReport } from '../report';
import { type Explanation, explainError, type Place } from './explain';

/** A problem that the analysis reports in a file. */
export interface FoundProblem {
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
}

/** The problems of a file that a failed program names; none for a file that cannot be read. */
export type ProblemsIn = (path: string) => Promise<readonly FoundProblem[]>;

/** The problems of a report, for `ProblemsIn`. A cell of a notebook is no file that a program names. */
export const problemsOf = (path: string, report: FileReport | undefined): FoundProblem[] =>
  (report?.parts ?? []).flatMap(({ diagnostics }) =>
    diagnostics.map(({ range: { start }, severity, code, message }) => ({
      path,
      line: start.line + 1,
      column: start.character + 1,
      severity,
      code,
      message,
    })),
  );

export interface Explained extends Explanation {
  readonly problem?: FoundProblem;
}

/**
 * The explanations of what a program wrote. One whose problem is in the program comes first; where no message is known, an
 * error that the analysis finds on the line of the failure explains it.
 */
export async function explained(written: string, problemsIn: ProblemsIn): Promise<readonly Explained[]> {
  const { explanations, places } = explainError(written);
  const all: Explained[] = [];
  for (const explanation of explanations) {
    const { rule, places: near } = explanation;
    const problem = rule === undefined ? undefined : await problemOf(rule, near, problemsIn);
    all.push(problem ? { ...explanation, problem } : explanation);
  }
  const [likeliest] = all;
  if (!likeliest) return errorsAt(places, problemsIn);
  const shown = all.filter(({ problem }) => problem);
  return likeliest.rule === undefined ? all : [...shown, ...all.filter((each) => !shown.includes(each))];
}

/** The problem of a rule that is nearest to one of some places, of which the first counts most. */
async function problemOf(rule: string, places: readonly Place[], problemsIn: ProblemsIn) {
  for (const { path, line } of places) {
    const found = (await problemsIn(path)).filter(({ code }) => code === rule);
    const distance = (problem: FoundProblem) => Math.abs(problem.line - line);
    const [nearest] = [...found].sort((a, b) => distance(a) - distance(b));
    if (nearest) return nearest;
  }
  return undefined;
}

async function errorsAt(places: readonly Place[], problemsIn: ProblemsIn): Promise<Explained[]> {
  const [at] = places;
  if (!at) return [];
  const problem = (await problemsIn(at.path)).find(
    ({ line, severity }) => line === at.line && severity === 'error',
  );
  return problem ? [{ rule: problem.code, cause: problem.message, places, problem }] : [];
}

/** For `--format json`. */
export const explainedJson = (all: readonly Explained[]): { explanations: FailureExplanation[] } => ({
  explanations: all.map(({ rule, cause, advice, places: [at], problem }) => ({
    rule: rule ?? null,
    cause,
    ...(at && { at }),
    ...(advice !== undefined && { advice }),
    ...(problem && { problem }),
    ...(rule !== undefined && { href: ruleUrl(rule) }),
  })),
});

export const explainedText = (all: readonly Explained[]): string[] =>
  all.flatMap((each, i) => [...(i === 0 ? [] : ['', 'Or:']), ...textOf(each)]);

function textOf({ rule, cause, advice, places: [at], problem }: Explained): string[] {
  return [
    `${at ? `${at.path}:${at.line}: ` : ''}${cause}`,
    ...(advice === undefined ? [] : [`  ${advice}`]),
    ...(problem && problem.message !== cause
      ? [`  ${problem.path}:${problem.line}:${problem.column}: ${problem.severity}: ${problem.message}`]
      : []),
    ...(rule === undefined
      ? []
      : [`  Rule ${rule}: ${ruleByCode.get(rule)!.summary} See tpu-embedding explain ${rule}.`]),
  ];
}
