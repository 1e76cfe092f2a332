import type { Configuration } from '../../../configuration/configuration';
import { configurationRules } from '../../configuration';
import type { Guard } from '../../guard';
import type { Problem, Rule } from '../../rule';

/** The rules for files that also apply to a configuration that a program builds. */
export const rulesOfBuilt: readonly Rule[] = configurationRules.filter(
  ({ severity, appliesToBuilt }) => severity === 'error' || appliesToBuilt,
);

/** Checks a configuration that a program builds against some of the rules for files. */
export function judgeConfiguration(
  configuration: Configuration,
  rules: readonly Rule[],
  guard: Guard,
  report: (rule: Rule, problem: Problem) => void,
): void {
  for (const rule of rules) {
    const add = (problem: Problem) => report(rule, problem);
    guard.run(rule.code, () => rule.check?.(configuration, add));
    guard.each(rule.code, configuration.tables, (table) => rule.checkTable?.(table, add, configuration));
  }
}
