import { Analyzer, type Snapshot } from '../../server/src/languages/snapshot';
import { DEFAULT_SETTINGS } from '../../server/src/project/settings';
import { allRules, ruleGroups } from '../../server/src/rules';
import { builtin } from '../../server/src/schema/builtin';
import type { Schema } from '../../server/src/schema/types';

/** A snapshot of a configuration. If groups or rules are given, only those are on, so the text may be a fragment. */
export function snapshotOf(text: string, on: readonly string[] = [], schema: Schema = builtin): Snapshot {
  for (const name of on)
    if (!(name in ruleGroups) && !allRules.some(({ code }) => code === name))
      throw new Error(`There is no group and no rule "${name}".`);
  const off = Object.entries(ruleGroups).flatMap(([group, rules]) =>
    on.length === 0 || on.includes(group) ? [] : rules.filter(({ code }) => !on.includes(code)),
  );
  const settings = {
    ...DEFAULT_SETTINGS,
    rules: Object.fromEntries(off.map((rule) => [rule.code, 'off' as const])),
  };
  return new Analyzer(schema, settings).open(text, { path: 'case.textproto', named: true });
}

/** Removes the cursor mark `|` from a text. */
export function takeCursor(marked: string): { text: string; offset: number } {
  const offset = marked.indexOf('|');
  if (offset < 0) throw new Error(`No cursor in: ${marked}`);
  return { text: marked.slice(0, offset) + marked.slice(offset + 1), offset };
}
