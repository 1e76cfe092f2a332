import { lazy } from '../../basics/once';
import { dependencyKindOf, REQUIREMENTS } from '../../project/environment/dependency-files';
import { type Listing, listingOf } from '../../project/environment/listings';
import { statedIn, titleOf } from '../../project/environment/problems';
import { ruleByCode } from '../../rules';
import { unusedSuppression } from '../../rules/checker/unused-suppression';
import { packageVersions } from '../../rules/environment/package-versions';
import type { CallProblem } from '../../rules/python/call-rule';
import type { RuleInfo } from '../../rules/rule';
import { Silencer, suppressionsInComments } from '../../rules/support/suppressions';
import { absoluteDiagnostic, type Diagnostic } from '../diagnostic';
import { quickFixes } from '../fixes';
import type { AnalyzeOptions, Language } from '../language';
import { ruleLinks } from '../links';
import { NO_ANALYSIS } from '../silent';

/** Requirements, lock files and other lists of packages. Of these only the problems are ours. */
export const dependencies: Language = {
  analyze(text, options) {
    const listing = lazy(() => listed(text, options));
    const suppressions = lazy(() => suppressionsInComments(text, commentsIn(text)));
    const diagnose = lazy(() => diagnoseListing(text, listing(), suppressions(), options));
    return {
      ...NO_ANALYSIS,
      text,
      get isOurs() {
        return listing().requirements.length > 0;
      },
      diagnose,
      actions: (start, end) => quickFixes(text, diagnose(), start, end),
      links: () => ruleLinks(suppressions()),
    };
  },
};

/** Whether a path is that of such a file, by its name. */
export const isDependencyFile = (path: string): boolean => dependencyKindOf(nameOf(path)) !== undefined;

const nameOf = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);

function listed(text: string, { path, analyzer }: AnalyzeOptions): Listing {
  const name = nameOf(path);
  return listingOf(name, dependencyKindOf(name) ?? REQUIREMENTS, analyzer.isTooLarge(text) ? '' : text);
}

/** The starts and ends of comments in turn. */
const commentsIn = (text: string): readonly number[] =>
  [...text.matchAll(/(?<![^\s])#[^\r\n]*/g)].flatMap(({ 0: comment, index }) => [
    index,
    index + comment.length,
  ]);

function diagnoseListing(
  text: string,
  listing: Listing,
  suppressions: ReturnType<typeof suppressionsInComments>,
  { analyzer, path }: AnalyzeOptions,
): readonly Diagnostic[] {
  const { rules } = analyzer.settings;
  const guard = analyzer.guard(path);
  const silencer = new Silencer(suppressions, text);
  const diagnostics: Diagnostic[] = [];
  const report = (rule: RuleInfo, problem: CallProblem) => {
    const severity = rules[rule.code] ?? rule.severity;
    if (severity !== 'off' && !silencer.silences(problem.start, rule.code))
      diagnostics.push(absoluteDiagnostic(rule.code, severity, problem, guard));
  };
  guard.run(packageVersions.code, () => {
    const placed = statedIn(listing).map(({ first: { start, end }, ...stated }) => ({
      ...stated,
      start,
      end,
      title: titleOf(stated),
    }));
    for (const problem of packageVersions.find(placed)) report(packageVersions, problem);
  });
  for (const unused of unusedSuppression.find(text, suppressions, silencer.used, ruleByCode))
    report(unusedSuppression, unused);
  return diagnostics.sort((a, b) => a.start - b.start || a.end - b.end);
}
