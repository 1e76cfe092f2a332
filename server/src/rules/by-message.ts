import { allRules } from '.';
import type { RuleInfo } from './rule';

/** The rules for the mistake behind what a program says when it fails, the most exact first. */
export function rulesByMessage(said: string): readonly RuleInfo[] {
  const text = said.replaceAll(/\s+/g, ' ');
  const found = (allRules as readonly RuleInfo[]).flatMap((rule) => {
    const exact = (rule.messages ?? []).filter((message) => patternOf(message).test(text));
    return exact.length > 0 ? [{ rule, length: Math.max(...exact.map((message) => message.length)) }] : [];
  });
  return found.sort((a, b) => b.length - a.length).map(({ rule }) => rule);
}

const patternOf = (message: string) =>
  new RegExp(
    message
      .split('…')
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.{0,200}?'),
  );
