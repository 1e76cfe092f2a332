import { comparableText } from '../../comparison/comparable';
import { sizesOf } from '../../config/sizes';
import { findingRules } from '../../rules';
import { fileTooLarge } from '../../rules/checker/file-too-large';
import type { Range } from '../../text/range';
import { startOf } from '../../textproto/tree';
import type { ComparableConfiguration } from '../comparable';
import type { Snapshot } from '../snapshot';
import { sourceOf } from './diagnostics';

/** The configuration that a text is, unless it cannot be read in full; none where it is of another message. */
export function comparableConfigurations(snapshot: Snapshot): ComparableConfiguration[] {
  const { configuration, derived, bound, text } = snapshot;
  if (!configuration || !derived || !bound) return [];
  const whole = { start: 0, end: text.length };
  const refused = unreadable(snapshot);
  if (refused) return [{ ...whole, comparable: undefined, refused }];
  return [{ ...whole, comparable: comparableText(bound, sizesOf(configuration, derived)) }];
}

/** The first mistake for which protobuf reads nothing, whatever comments and settings say of it. */
function unreadable(snapshot: Snapshot): { reason: string; at: Range } | undefined {
  const { tree, bound, settings, text } = snapshot;
  if (tree.tooLarge) return { reason: fileTooLarge.find(text, settings), at: { start: 0, end: 0 } };
  for (const section of tree.sections) {
    const findings = [...section.errors, ...(bound?.errors.get(section) ?? [])].sort(
      (a, b) => a.start - b.start,
    );
    const source = sourceOf(tree, section, snapshot);
    for (const finding of findings) {
      const rule = findingRules[finding.code];
      if (rule.severity !== 'error' && !CUTS_OFF.has(finding.code)) continue;
      const base = startOf(tree, section);
      const { message } = rule.explain(finding, source);
      return { reason: message, at: { start: base + finding.start, end: base + finding.end } };
    }
  }
  return undefined;
}

/** Warnings behind which nothing is read. */
const CUTS_OFF: ReadonlySet<string> = new Set(['nesting-too-deep']);
