import { Analyzer, type Snapshot } from '../../server/src/languages/snapshot';
import { ruleGroups } from '../../server/src/rules';
import { builtin } from '../../server/src/schema/builtin';
import type { Schema } from '../../server/src/schema/types';
import { DEFAULT_SETTINGS } from '../../server/src/settings';

/** A snapshot of a configuration; with groups given, only those groups' rules are on, so it may be a fragment. */
export function snapshotOf(text: string, groups: readonly string[] = [], schema: Schema = builtin): Snapshot {
  const off = Object.entries(ruleGroups).flatMap(([group, rules]) =>
    groups.length === 0 || groups.includes(group) ? [] : rules,
  );
  const settings = {
    ...DEFAULT_SETTINGS,
    rules: Object.fromEntries(off.map((rule) => [rule.code, 'off' as const])),
  };
  return new Analyzer(schema, settings).open(text, { path: 'case.textproto', named: true });
}

/** Takes the cursor mark `|` out of a text. */
export function takeCursor(marked: string): { text: string; offset: number } {
  const offset = marked.indexOf('|');
  if (offset < 0) throw new Error(`No cursor in: ${marked}`);
  return { text: marked.slice(0, offset) + marked.slice(offset + 1), offset };
}
