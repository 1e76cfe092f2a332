import type { Snapshot } from '../../server/src/analysis';
import { type Diagnostic, diagnose } from '../../server/src/features/diagnostics';
import type { Fix } from '../../server/src/rules/rule';
import { startOf } from '../../server/src/textproto/tree';
import { schema } from './example-schema';
import { snapshotOf } from './snapshots';

/** Checks a text as a configuration, unless its header names `example.Event`; all rules are on, or some groups. */
export function check(
  text: string,
  groups: readonly string[] = [],
): { readonly snapshot: Snapshot; readonly found: readonly Diagnostic[] } {
  const snapshot = snapshotOf(text, groups, schema);
  return { snapshot, found: diagnose(snapshot) };
}

/** The text after a fix. */
export function apply({ tree, text }: Snapshot, fix: Fix): string {
  const edits = fix.edits
    .map(({ span, newText }) => ({
      start: startOf(tree, span.section) + span.start,
      end: startOf(tree, span.section) + span.end,
      newText,
    }))
    .sort((a, b) => b.start - a.start);
  return edits.reduce(
    (result, { start, end, newText }) => result.slice(0, start) + newText + result.slice(end),
    text,
  );
}
