import { checkerRules } from './checker';
import { configurationRules } from './configuration';
import { environmentRules } from './environment';
import { optimizerRules } from './optimizer';
import { portabilityRules } from './portability';
import { callRules } from './python';
import type { FindingCode, FindingRule, Rule, RuleInfo } from './rule';
import { syntaxRules } from './syntax';
import { notUtf8 } from './syntax/not-utf8';
import { typeRules } from './types';

/** For each kind of error of the parser and the binder, the rule that words it. */
export const findingRules: Readonly<Record<FindingCode, FindingRule>> = {
  ...syntaxRules,
  ...typeRules,
  ...portabilityRules,
};

/** Every rule about text format. */
export const rules: readonly Rule[] = [
  ...Object.values(findingRules),
  ...configurationRules,
  ...optimizerRules,
  ...checkerRules,
];

/** Every rule, by the name of its group on the command line. */
export const ruleGroups: Readonly<Record<string, readonly RuleInfo[]>> = {
  syntax: [notUtf8, ...Object.values(syntaxRules)],
  types: Object.values(typeRules),
  portability: Object.values(portabilityRules),
  configuration: configurationRules,
  optimizer: optimizerRules,
  calls: callRules,
  environment: environmentRules,
  editor: checkerRules,
};

export const allRules: readonly RuleInfo[] = Object.values(ruleGroups).flat();

export const ruleByCode: ReadonlyMap<string, RuleInfo> = new Map(allRules.map((rule) => [rule.code, rule]));
