import { allRules } from '../rules';
import type { Suppression } from '../rules/support/suppressions';
import type { Link } from './answers';

const known: ReadonlySet<string> = new Set(allRules.map(({ code }) => code));

/** Links from the rules that comments silence to their pages. */
export const ruleLinks = (suppressions: readonly Suppression[]): Link[] =>
  suppressions.flatMap(({ codes }) =>
    codes.flatMap(({ code, start, end }) =>
      code !== undefined && known.has(code) ? [{ start, end, to: { rule: code } }] : [],
    ),
  );
