import { excerpt } from '../../../../basics/excerpt';
import { codeBlock, paragraphs } from '../../../../basics/markdown';
import { didYouMean } from '../../../../basics/nearest';
import { UsageError } from '../../../../basics/usage-error';
import { allRules, ruleGroups } from '../../../../rules';
import { type Rule, ruleUrl } from '../../../../rules/rule';
import { object, text } from '../../schema';
import type { View } from '../../tool';

export const ruleLookup: View = {
  takes: object({ rule: text('The code of a rule.') }),
  answers: object({
    code: text(),
    severity: text(),
    group: text(),
    summary: text(),
    details: text(),
    language: text(),
    reported: text(),
    right: text(),
    silence: text(),
    href: text(),
  }),
  async run(given) {
    const code = given.get('rule') as string;
    const rule = allRules.find((each) => each.code === code);
    if (!rule) {
      const codes = allRules.map((each) => each.code);
      const advice = didYouMean(code, codes) ?? 'The answers of check contain the codes.';
      throw new UsageError(`There is no rule "${excerpt(code)}". ${advice}`);
    }
    const { severity, summary, details, language = 'textproto', bad, good } = rule;
    return {
      data: {
        code,
        severity,
        group: groupOf(rule),
        summary,
        details,
        language,
        reported: bad,
        right: good,
        silence: `# tpu-embedding: ignore[${code}]`,
        href: ruleUrl(code),
      },
      text: paragraphs(
        `${code} (${severity}): ${summary}`,
        details,
        paragraphs('Reported:', codeBlock(language, bad)),
        paragraphs('Right:', codeBlock(language, good)),
        `A comment above a line silences it there: # tpu-embedding: ignore[${code}]`,
      ),
    };
  },
};

const groupOf = (rule: Rule) =>
  Object.entries(ruleGroups).find(([, rules]) => rules.some(({ code }) => code === rule.code))?.[0] ?? '';
