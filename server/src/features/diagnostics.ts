import type { Snapshot } from '../analysis';
import { rules } from '../rules';
import { fileTooLarge } from '../rules/file-too-large';
import type { Finding, Problem, Rule, Severity, Source } from '../rules/rule';
import { readSuppressions, Silencer } from '../rules/suppressions';
import { unusedSuppression } from '../rules/unused-suppression';
import { type ParseErrorCode, type Section, sectionOf, startOf, type Tree } from '../textproto/tree';

/** A problem at its absolute place, as the editor and the command line show it. */
export interface Diagnostic {
  readonly start: number;
  readonly end: number;
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly problem: Problem;
}

/** More than this helps nobody and costs everybody; the rest comes when these are mended. */
export const MAX_DIAGNOSTICS = 1000;

const ruleByCode: ReadonlyMap<string, Rule> = new Map(rules.map((rule) => [rule.code, rule]));

/** All problems of a text in the order of their places; none where its message is not known. */
export function diagnose(snapshot: Snapshot): Diagnostic[] {
  const { tree, settings } = snapshot;
  if (!snapshot.resolution.message) return [];
  const suppressions = readSuppressions(tree);
  const silencer = new Silencer(suppressions, snapshot.text);
  const diagnostics: Diagnostic[] = [];
  const severityOf = (rule: Rule) => settings.rules[rule.code] ?? rule.severity;

  const report = (rule: Rule, problem: Problem) => {
    const severity = severityOf(rule);
    const base = startOf(tree, problem.span.section);
    const start = base + problem.span.start;
    if (severity === 'off' || silencer.silences(start, rule.code)) return;
    const { message } = problem;
    diagnostics.push({ start, end: base + problem.span.end, code: rule.code, severity, message, problem });
  };

  for (const [rule, problem] of problemsOf(snapshot, (rule) => severityOf(rule) !== 'off')) {
    if (diagnostics.length >= MAX_DIAGNOSTICS) break;
    report(rule, problem);
  }
  for (const problem of unusedSuppression.find(tree, suppressions, silencer.used, ruleByCode)) {
    if (diagnostics.length >= MAX_DIAGNOSTICS) break;
    report(unusedSuppression, problem);
  }
  return diagnostics.sort((a, b) => a.start - b.start || a.end - b.end);
}

function* problemsOf(snapshot: Snapshot, isOn: (rule: Rule) => boolean): Generator<[Rule, Problem]> {
  const { tree, bound, configuration } = snapshot;
  if (tree.tooLarge) {
    yield [fileTooLarge, fileTooLarge.find(tree, snapshot.settings)];
    return;
  }
  const broken = new Set<Section>();
  for (const section of tree.sections) {
    const findings = [...section.errors, ...(bound?.errors.get(section) ?? [])];
    if (findings.length === 0) continue;
    if (section.errors.some(({ code }) => BREAKS_STRUCTURE.has(code))) broken.add(section);
    const source = sourceOf(tree, section, snapshot);
    for (const finding of findings) {
      const rule = ruleByCode.get(finding.code);
      if (!rule || !isOn(rule)) continue;
      const span = source.span(finding.start, finding.end);
      yield [rule, { span, ...rule.explain!(finding as Finding, source) }];
    }
  }
  if (!configuration) return;
  for (const rule of rules) {
    if (!isOn(rule)) continue;
    if (rule.check && broken.size === 0) {
      for (const problem of rule.check(configuration)) yield [rule, problem];
    }
    if (!rule.checkTable) continue;
    for (const table of configuration.tables) {
      if (broken.size > 0 && broken.has(sectionOf(table.field.node))) continue;
      for (const problem of rule.checkTable(table, configuration)) yield [rule, problem];
    }
  }
}

/** Where brackets do not match, what a block holds is a guess, and nothing is concluded from it. */
const BREAKS_STRUCTURE: ReadonlySet<ParseErrorCode> = new Set<ParseErrorCode>([
  'mismatched-bracket',
  'nesting-too-deep',
  'unclosed-bracket',
  'unexpected-bracket',
  'unexpected-token',
]);

function sourceOf(tree: Tree, section: Section, { bound }: Snapshot): Source {
  const base = startOf(tree, section);
  return {
    section,
    bound,
    text: (start, end) => tree.text.slice(base + start, base + end),
    span: (start, end) => ({ section, start, end }),
  };
}
