import { ruleByCode } from '../rules';
import type { Suppression } from '../rules/support/suppressions';
import type { Link } from './answers';

/** Links from the rules that comments silence to their pages. */
export const ruleLinks = (suppressions: readonly Suppression[]): Link[] =>
  suppressions.flatMap(({ codes }) =>
    codes.flatMap(({ code, start, end }) =>
      code !== undefined && ruleByCode.has(code) ? [{ start, end, to: { rule: code } }] : [],
    ),
  );
