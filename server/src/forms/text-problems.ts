import type { BoundTree } from '../config/bind';
import { sourceOf } from '../languages/textproto/diagnostics';
import { findingRules } from '../rules';
import { startOf } from '../textproto/tree';
import type { Problem } from './form';

/**
 * Why TensorFlow cannot read a text as its message: errors of syntax and of types, whatever settings and comments make of the
 * rules. Numbers of fields that are `known` to be meant are none.
 */
export function textProblems(bound: BoundTree, known: ReadonlySet<number>): TextProblems {
  const problems = foundIn(bound, known);
  const skipped = problems.filter(({ code }) => code === SKIPPED);
  return { skipped, problems: problems.filter((problem) => !skipped.includes(problem)) };
}

export interface TextProblems {
  readonly problems: readonly Problem[];
  /** Fields that are read and left out. */
  readonly skipped: readonly Problem[];
}

function foundIn(bound: BoundTree, known: ReadonlySet<number>): Problem[] {
  const { tree } = bound;
  return tree.sections.flatMap((section) => {
    const findings = [...section.errors, ...(bound.errors.get(section) ?? [])];
    const base = startOf(tree, section);
    const source = sourceOf(tree, section, { bound });
    return findings.flatMap((finding): Problem[] => {
      const rule = findingRules[finding.code];
      const { severity = rule.severity, message } = rule.explain(finding, source);
      const [start, end] = [base + finding.start, base + finding.end];
      if (rule.code !== SKIPPED && (severity !== 'error' || READABLE.has(rule.code))) return [];
      if (rule.code === 'field-number' && known.has(start)) return [];
      return [{ start, end, message, code: rule.code }];
    });
  });
}

/** Its fields are skipped. */
const SKIPPED = 'reserved-field';

/** What is read, and refused only by who uses it. */
const READABLE: ReadonlySet<string> = new Set(['unknown-enum-number']);
