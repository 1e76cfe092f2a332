import type { Range } from '../../basics/range';
import type { BoundTree } from '../../configuration/bind';
import { findingRules } from '../../rules';
import type { Severity } from '../../rules/rule';
import { startOf } from '../../textproto/tree';
import { sourceOf } from './diagnostics';

/** A mistake in the syntax or the types of a text. */
export interface Mistake extends Range {
  readonly message: string;
  /** The code of the rule that reports it. */
  readonly code: string;
  readonly severity: Severity;
}

/** In the order of their places, regardless of settings and comments for the rules. */
export function* mistakesIn(bound: BoundTree): Generator<Mistake> {
  const { tree } = bound;
  for (const section of tree.sections) {
    const findings = [...section.errors, ...(bound.errors.get(section) ?? [])].sort(
      (a, b) => a.start - b.start,
    );
    const base = startOf(tree, section);
    const source = sourceOf(tree, section, { bound });
    for (const finding of findings) {
      const { code, severity } = findingRules[finding.code];
      yield {
        start: base + finding.start,
        end: base + finding.end,
        code,
        severity,
        ...findingRules[finding.code].explain(finding, source),
      };
    }
  }
}

/** Whether protobuf refuses a text with the mistake, or the message is not read in full here. */
export const keepsFromReading = ({ code, severity }: Mistake): boolean =>
  CUTS_OFF.has(code) || (severity === 'error' && !READABLE.has(code));

/** Warnings after which the text is not read. */
const CUTS_OFF: ReadonlySet<string> = new Set(['nesting-too-deep']);

/** Errors that only the users of a message report: its text can be read. */
const READABLE: ReadonlySet<string> = new Set(['unknown-enum-number']);
