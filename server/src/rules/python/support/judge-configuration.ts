import type { Configuration } from '../../../config/configuration';
import type { Guard } from '../../guard';
import type { Problem, Rule } from '../../rule';

/** Judges a configuration that a program makes by some rules for files. */
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
