import type { ApiCall, PythonFile } from '../../calls/python-file';
import { nodeAt } from '../../python/tree';
import { isExpectedToFail } from '../../python/values';
import { allRules } from '../../rules';
import { callRules } from '../../rules/calls';
import type { CallProblem } from '../../rules/calls/call-rule';
import type { RuleInfo, Severity } from '../../rules/rule';
import { Silencer, suppressionsInComments } from '../../rules/suppressions';
import { REMOVE_COMMENT, unusedSuppression } from '../../rules/unused-suppression';
import type { Settings } from '../../settings';
import type { Diagnostic } from '../diagnostic';
import { MAX_DIAGNOSTICS } from '../diagnostics';

const ruleByCode: ReadonlyMap<string, RuleInfo> = new Map(allRules.map((rule) => [rule.code, rule]));

/** All problems of a Python text in the order of their places. */
export function diagnosePython(file: PythonFile, settings: Pick<Settings, 'rules'>): Diagnostic[] {
  const { text, tree } = file;
  const suppressions = suppressionsInComments(text, tree.comments);
  const silencer = new Silencer(suppressions, text);
  const diagnostics: Diagnostic[] = [];
  const room = { errors: MAX_DIAGNOSTICS, others: MAX_DIAGNOSTICS };

  const report = (rule: RuleInfo, problem: CallProblem) => {
    if (silencer.silences(problem.start, rule.code)) return;
    const severity = settings.rules[rule.code] ?? problem.severity ?? rule.severity;
    const kind = severity === 'error' ? 'errors' : 'others';
    if (severity === 'off' || room[kind] === 0) return;
    room[kind]--;
    diagnostics.push(toDiagnostic(rule.code, severity, problem));
  };

  const judged = withoutFailing(file);
  for (const rule of callRules) {
    const add = (problem: CallProblem) => report(rule, problem);
    if (rule.checkCall) for (const call of judged.calls) rule.checkCall(call, judged, add);
    rule.checkFile?.(judged, (problem) => {
      if (!isExpectedToFail(tree, nodeAt(tree, problem.start))) add(problem);
    });
  }
  if (room.errors > 0 && room.others > 0) {
    for (const { comment, ...unused } of unusedSuppression.find(
      text,
      suppressions,
      silencer.used,
      ruleByCode,
    )) {
      report(unusedSuppression, {
        ...unused,
        tag: 'unnecessary',
        fixes: () =>
          comment
            ? [{ title: REMOVE_COMMENT, changes: [{ ...comment, newText: '' }], preferred: true, safe: true }]
            : [],
      });
    }
  }
  return diagnostics.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** A call that a test expects to fail does what it is there for. */
function withoutFailing(file: PythonFile): PythonFile {
  const calls: readonly ApiCall[] = file.calls.filter(({ node }) => !isExpectedToFail(file.tree, node));
  return { ...file, calls };
}

function toDiagnostic(
  code: string,
  severity: Severity,
  { start, end, message, related = [], tag, fixes = () => [] }: CallProblem,
): Diagnostic {
  return { start, end, code, severity, message, related, ...(tag && { tag }), fixes };
}
