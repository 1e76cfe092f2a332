import type { Configuration } from '../../../config/configuration';
import { configurationRules } from '../../configuration';
import type { Guard } from '../../guard';
import { optimizerRules } from '../../optimizer';
import type { Problem, Rule } from '../../rule';

/** Those that judge what Python builds: what TensorFlow refuses sooner or later, and optimizers that train nothing well. */
const RULES: readonly Rule[] = [
  ...configurationRules.filter(({ severity, appliesToBuilt }) => severity === 'error' || appliesToBuilt),
  ...optimizerRules.filter(({ severity }) => severity === 'error' || severity === 'warning'),
];

/** Judges a configuration that a program builds. */
export function judgeConfiguration(
  configuration: Configuration,
  guard: Guard,
  report: (rule: Rule, problem: Problem) => void,
): void {
  for (const rule of RULES) {
    const add = (problem: Problem) => report(rule, problem);
    guard.run(rule.code, () => rule.check?.(configuration, add));
    guard.each(rule.code, configuration.tables, (table) => rule.checkTable?.(table, add, configuration));
  }
}
