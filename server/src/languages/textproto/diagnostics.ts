import { findingRules, ruleByCode, rules } from '../../rules';
import { fileTooLarge } from '../../rules/checker/file-too-large';
import { unusedSuppression } from '../../rules/checker/unused-suppression';
import { Guard, rethrow } from '../../rules/guard';
import type { FindingSource, Problem, RuleInfo } from '../../rules/rule';
import { readSuppressions, Silencer } from '../../rules/support/suppressions';
import {
  type ParseErrorCode,
  type Section,
  type Span,
  sectionOf,
  startOf,
  type Tree,
} from '../../textproto/tree';
import { absoluteDiagnostic, type Diagnostic, toDiagnostic } from '../diagnostic';
import { DiagnosticLimit } from '../diagnostic-limit';
import type { Snapshot } from '../snapshot';

export type { Diagnostic } from '../diagnostic';

/** All problems of a text in the order of their places; none if its message is unknown. */
export function diagnose(
  snapshot: Snapshot,
  guard = new Guard(snapshot.options.path, rethrow),
): Diagnostic[] {
  const { tree, settings } = snapshot;
  if (!snapshot.resolution.message) return [];
  const suppressions = readSuppressions(tree);
  const silencer = new Silencer(suppressions, snapshot.text);
  const diagnostics: Diagnostic[] = [];
  const limit = new DiagnosticLimit();
  const severityOf = (rule: RuleInfo, problem?: Problem) =>
    settings.rules[rule.code] ?? problem?.severity ?? rule.severity;

  const report = (rule: RuleInfo, span: Span, explain: () => Problem) => {
    const base = startOf(tree, span.section);
    const start = base + span.start;
    if (silencer.silences(start, rule.code)) return;
    const problem = guard.run(rule.code, explain);
    if (!problem) return;
    const severity = severityOf(rule, problem);
    if (!limit.take(severity)) return;
    const diagnostic = toDiagnostic(tree, rule.code, severity, problem, guard);
    diagnostics.push(rule.concludesFromAbsence ? { ...diagnostic, concludesFromAbsence: true } : diagnostic);
  };

  findProblems(snapshot, guard, (rule) => limit.allows(severityOf(rule)), report);
  // Beyond the limit, no problems were searched, so it is unknown whether a comment silences one there.
  if (!limit.exhausted) {
    const { code } = unusedSuppression;
    const severity = severityOf(unusedSuppression);
    guard.run(code, () => {
      for (const unused of unusedSuppression.find(snapshot.text, suppressions, silencer.used, ruleByCode)) {
        if (!limit.allows(severity)) break;
        if (silencer.silences(unused.start, code) || !limit.take(severity)) continue;
        diagnostics.push(absoluteDiagnostic(code, severity, unused, guard));
      }
    });
  }
  return diagnostics.sort((a, b) => a.start - b.start || a.end - b.end);
}

function findProblems(
  snapshot: Snapshot,
  guard: Guard,
  isWanted: (rule: RuleInfo) => boolean,
  report: (rule: RuleInfo, span: Span, explain: () => Problem) => void,
): void {
  const { tree, bound, configuration } = snapshot;
  if (tree.tooLarge) {
    guard.run(fileTooLarge.code, () => {
      const span = { section: tree.sections[0]!, start: 0, end: 0 };
      const message = fileTooLarge.find(tree.text, snapshot.settings);
      report(fileTooLarge, span, () => ({ span, message }));
    });
    return;
  }
  const broken = new Set<Section>();
  const reported = new Set<RuleInfo>();
  for (const section of tree.sections) {
    const own = bound?.errors.get(section);
    if (section.errors.length === 0 && !own) continue;
    const findings = [...section.errors, ...(own ?? [])];
    if (section.errors.some(({ code }) => BREAKS_STRUCTURE.has(code))) broken.add(section);
    const source = sourceOf(tree, section, snapshot);
    for (const finding of findings) {
      const rule = findingRules[finding.code];
      if (!isWanted(rule) || (rule.once && reported.has(rule))) continue;
      reported.add(rule);
      const span = source.span(finding.start, finding.end);
      report(rule, span, () => ({ span, ...rule.explain(finding, source) }));
    }
  }
  if (!configuration) return;
  const { tables } = configuration;
  const readable =
    broken.size === 0 ? tables : tables.filter(({ field }) => !broken.has(sectionOf(field.node)));
  for (const rule of rules) {
    if (!isWanted(rule)) continue;
    const add = (problem: Problem) => report(rule, problem.span, () => problem);
    if (broken.size === 0) guard.run(rule.code, () => rule.check?.(configuration, add));
    guard.each(rule.code, rule.checkTable ? readable : [], (table) => {
      rule.checkTable?.(table, add, configuration);
    });
  }
}

/** Where brackets do not match, the content of a block is a guess, so no conclusions are drawn from it. */
export const BREAKS_STRUCTURE: ReadonlySet<ParseErrorCode> = new Set<ParseErrorCode>([
  'mismatched-bracket',
  'nesting-too-deep',
  'unclosed-bracket',
  'unexpected-bracket',
  'unexpected-token',
]);

export function sourceOf(tree: Tree, section: Section, { bound }: Pick<Snapshot, 'bound'>): FindingSource {
  const base = startOf(tree, section);
  return {
    tree,
    section,
    bound,
    text: (start, end) => tree.text.slice(base + start, base + end),
    span: (start, end) => ({ section, start, end }),
  };
}
