import { excerpt } from '../../../basics/excerpt';
import { codeBlock, paragraphs } from '../../../basics/markdown';
import { didYouMean } from '../../../basics/nearest';
import { UsageError } from '../../../basics/usage-error';
import { allRules, ruleGroups } from '../../../rules';
import { type Rule, ruleUrl } from '../../../rules/rule';
import { object, text } from '../schema';
import type { Tool } from '../tool';

export const explain: Tool = {
  name: 'explain',
  title: 'Explain a rule of TPU embedding',
  summary: 'Explains a rule that reports a problem.',
  icon: 'question',
  description:
    'What a rule that check reports means, by its code such as learning-rate-missing: why it matters, what TensorFlow does about it, a text that it reports and the same text fixed, and how to silence it.',
  takes: object({ code: text('The code of a rule, as check answers with it.') }),
  answers: object({
    code: text(),
    severity: text('error, warning, information or hint, unless settings say otherwise.'),
    group: text(),
    summary: text(),
    details: text('Markdown.'),
    language: text('The language of both examples.'),
    reported: text('A text that the rule reports.'),
    right: text('The same text, fixed.'),
    silence: text('A comment above the line that silences it there.'),
    href: text("The rule's page."),
  }),
  async run(given) {
    const code = given.get('code') as string;
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
