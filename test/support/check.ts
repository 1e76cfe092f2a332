import { Analyzer, type Snapshot } from '../../server/src/analysis';
import { type Diagnostic, diagnose } from '../../server/src/features/diagnostics';
import { rules } from '../../server/src/rules';
import type { Fix } from '../../server/src/rules/rule';
import { DEFAULT_SETTINGS } from '../../server/src/settings';
import { startOf } from '../../server/src/textproto/tree';
import { schema } from './example-schema';

/** Checks a text as a configuration, unless its header names `example.Event`, by the rules of some groups. */
export function check(
  text: string,
  groups: ReadonlySet<string>,
): { readonly snapshot: Snapshot; readonly found: readonly Diagnostic[] } {
  const off = rules.filter((rule) => !groups.has(rule.group));
  const settings = {
    ...DEFAULT_SETTINGS,
    rules: Object.fromEntries(off.map((rule) => [rule.code, 'off' as const])),
  };
  const snapshot = new Analyzer(schema, settings).open(text, { path: 'case.textproto', named: true });
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
