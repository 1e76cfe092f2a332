import type { Snapshot } from '../../server/src/languages/snapshot';
import { type Diagnostic, diagnose } from '../../server/src/languages/textproto/diagnostics';
import type { TextFix } from '../../server/src/rules/python/call-rule';
import { schema } from './example-schema';
import { snapshotOf } from './snapshots';

/** Checks a text as a configuration, unless its header names `example.Event`; by default with all rules. */
export function check(
  text: string,
  on: readonly string[] = [],
): { readonly snapshot: Snapshot; readonly found: readonly Diagnostic[] } {
  const snapshot = snapshotOf(text, on, schema);
  return { snapshot, found: diagnose(snapshot) };
}

/** The text after a fix. */
export function apply(text: string, { changes }: TextFix): string {
  return changes
    .toSorted((a, b) => b.start - a.start)
    .reduce((result, { start, end, newText }) => result.slice(0, start) + newText + result.slice(end), text);
}
