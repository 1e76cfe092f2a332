import { isWithin } from '../../basics/range';
import { LIBRARIES } from '../../catalogue';
import type { Library } from '../../catalogue/libraries';
import { cachedWhileObserved, neverReaches } from '../../dataflow/calls/evaluation';
import { type ApiCall, caughtAt, type PythonFile } from '../../dataflow/calls/python-file';
import type { Settings } from '../../project/settings';
import { neverRuns } from '../../python/branches';
import { ANY_OF_CALL } from '../../python/exceptions';
import { isExpectedToFail } from '../../python/surroundings';
import { type Node, nodeAt, type Section, statementOf, type Tree } from '../../python/tree';
import { ruleByCode } from '../../rules';
import { unusedSuppression } from '../../rules/checker/unused-suppression';
import { Guard, rethrow } from '../../rules/guard';
import { callRules } from '../../rules/python';
import { type CallProblem, isCaught } from '../../rules/python/call-rule';
import { isForOtherReleases } from '../../rules/python/support/guarded';
import { isInPassedOver } from '../../rules/python/support/passed-over';
import type { RuleInfo } from '../../rules/rule';
import { Silencer, suppressionsInComments } from '../../rules/support/suppressions';
import { absoluteDiagnostic, type Diagnostic } from '../diagnostic';
import { DiagnosticLimit } from '../diagnostic-limit';

/** Rules that read the problems of the others come last. */
const RULES = [...callRules].sort((a, b) => Number(a.isLast ?? false) - Number(b.isLast ?? false));

/**
 * All problems of a Python text in the order of their places. `embedded` are those of the texts in its strings. They are
 * included unless a comment in the Python code silences them.
 */
export function diagnosePython(
  file: PythonFile,
  settings: Pick<Settings, 'rules'>,
  embedded: readonly Diagnostic[] = [],
  guard = new Guard('', rethrow),
): Diagnostic[] {
  const { text, tree } = file;
  const suppressions = suppressionsInComments(text, tree.comments);
  const silencer = new Silencer(suppressions, text);
  const diagnostics: Diagnostic[] = [];
  const limit = new DiagnosticLimit();

  const seen = new Set<string>();
  const report = (rule: RuleInfo, problem: CallProblem) => {
    // A call that the program reaches several times may have the same problem each time.
    const key = `${rule.code} ${problem.start} ${problem.end} ${problem.message}`;
    if (seen.has(key)) return;
    seen.add(key);
    if (silencer.silences(problem.start, rule.code)) return;
    const own = problem.severity ?? rule.severity;
    const severity =
      settings.rules[rule.code] ?? (own === 'error' && isDead(tree, problem.start) ? 'warning' : own);
    if (limit.take(severity)) diagnostics.push(absoluteDiagnostic(rule.code, severity, problem, guard));
  };

  const sections = tree.sections.map((section) => judgedIn(tree, section, file)!);
  const isForOthers = (node: Node) => isForOtherReleases(file, node) || isInPassedOver(tree, node);
  const isReached = ({ node }: ApiCall) => !isForOthers(node);
  const judged = withCalls(file, sections.flatMap(({ calls }) => calls).filter(isReached));
  const suspects = sections.flatMap(({ suspects }) => suspects).filter(isReached);
  const isCovered = ({ code }: RuleInfo, { start, end, givesWayIn = [] }: CallProblem) =>
    givesWayIn.length > 0 &&
    diagnostics.some(
      (other) =>
        other.code !== code &&
        other.severity !== 'hint' &&
        [{ start, end }, ...givesWayIn].some((part) => isWithin(other, part)),
    );
  const libraries = new Set(judged.calls.map(({ entry }) => entry.library));
  for (const rule of RULES) {
    const found = new Gathered();
    const isFor = (library: Library) => !LIBRARIES[library].exceptRules?.includes(rule.code);
    const holds = ({ entry }: ApiCall) => isFor(entry.library);
    if (rule.checkCall)
      guard.each(rule.code, suspects.filter(holds), (call) => {
        if (!isCaught(rule, call, judged))
          rule.checkCall?.(call, judged, (problem) => found.add(problem, call));
      });
    for (const problem of found.problems()) report(rule, problem);
    const addUnexpected = (problem: CallProblem) => {
      if (isCovered(rule, problem)) return;
      const node = nodeAt(tree, problem.start);
      if (isExpectedToFail(tree, node) || neverRuns(tree, node) || isForOthers(node)) return;
      report(rule, problem);
    };
    const ofRule = [...libraries].every(isFor) ? judged : withCalls(judged, judged.calls.filter(holds));
    guard.run(rule.code, () => rule.checkFile?.(ofRule, addUnexpected, guard));
  }
  for (const diagnostic of embedded) {
    const places = placesAround(tree, diagnostic.start);
    if (places.some((place) => silencer.silences(place, diagnostic.code))) continue;
    if (limit.take(diagnostic.severity)) diagnostics.push(diagnostic);
  }
  // Beyond the limit, no problems were searched, so it is unknown whether a comment silences one there.
  if (!limit.exhausted) {
    guard.run(unusedSuppression.code, () => {
      for (const unused of unusedSuppression.find(text, suppressions, silencer.used, ruleByCode))
        report(unusedSuppression, unused);
    });
  }
  return diagnostics.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Whether the program does not get to a place as it is. */
function isDead(tree: Tree, offset: number): boolean {
  const node = nodeAt(tree, offset);
  return node !== undefined && neverReaches(tree, node);
}

const withCalls = (
  { text, tree, texts, typeOf, callsIn, environment }: PythonFile,
  calls: readonly ApiCall[],
): PythonFile => ({ text, tree, texts, typeOf, callsIn, environment, calls });

/** The calls of a section that are not expected to fail, and the calls with problems. */
const judgedIn = cachedWhileObserved((tree, section: Section, file: PythonFile) => {
  // Calls that are expected to fail, and calls that never run, have no problems.
  const calls = file
    .callsIn(section)
    .filter(({ node }) => !isExpectedToFail(tree, node) && !neverRuns(tree, node));
  return {
    calls: calls.filter((call) => (caughtAt(tree, call) & ANY_OF_CALL) === 0),
    suspects: calls.filter((call) => !hasNoProblem(call, file)),
  };
});

function hasNoProblem(call: ApiCall, file: PythonFile): boolean {
  let count = 0;
  try {
    for (const rule of callRules)
      if (!isCaught(rule, call, file)) rule.checkCall?.(call, file, () => count++);
  } catch {
    return false;
  }
  return count === 0;
}

/** The offsets whose lines may hold a comment for problems within a string: its quotes can hold none. */
function placesAround(tree: Tree, offset: number): number[] {
  const node = nodeAt(tree, offset);
  const statement = statementOf(node) ?? node;
  const last = 'body' in statement ? statement.start : statement.end;
  return [offset, node.start, node.end, statement.start, last];
}

/** The problems that a rule finds in calls. If several runs of a call have the same problem, it is reported once. */
class Gathered {
  private readonly byPlace = new Map<string, { call: ApiCall; first: CallProblem; others: CallProblem[] }>();
  private readonly rest: CallProblem[] = [];

  add(problem: CallProblem, call: ApiCall): void {
    const key = `${problem.start} ${problem.end} ${problem.severity}`;
    const known = this.byPlace.get(key);
    if (!known) this.byPlace.set(key, { call, first: problem, others: [] });
    else if (known.call === call) this.rest.push(problem);
    else if (![known.first, ...known.others].some(({ message }) => message === problem.message))
      known.others.push(problem);
  }

  problems(): readonly CallProblem[] {
    return [
      ...[...this.byPlace.values()].map(({ first, others }) =>
        others.length === 0 ? first : together(first, others),
      ),
      ...this.rest,
    ];
  }
}

const together = (first: CallProblem, others: readonly CallProblem[]): CallProblem => ({
  ...first,
  message: `${first.message} ${others.length === 1 ? 'Another value that comes here is' : `${others.length} more values that come here are`} wrong, too.`,
  related: [first, ...others].flatMap(({ related }) => related ?? []),
});
