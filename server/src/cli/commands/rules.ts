import { excerpt } from '../../basics/excerpt';
import { nearest } from '../../basics/nearest';
import { json, lines } from '../../basics/terminal';
import { UsageError } from '../../basics/usage-error';
import { allRules, ruleGroups } from '../../rules';
import { ruleUrl } from '../../rules/rule';
import { type Command, choice } from '../command';

export const listRules: Command = {
  usage: 'rules [--format text|json]',
  summary: 'List every rule: code, severity, summary.',
  arguments: {},
  options: { format: { type: 'string', value: 'FORMAT', about: 'text or json.' } },
  statuses: { 0: 'The rules are listed.', 2: 'Wrong usage.' },
  examples: [
    ['rules', 'A line for each rule.'],
    ['rules --format json', 'The same as JSON, with group and page.'],
  ],
  async run(values, more) {
    if (more.length > 0) throw new UsageError(`rules takes no "${excerpt(more[0]!)}".`, this.usage);
    const format = choice(values, 'format', ['text', 'json']);
    const width = Math.max(...allRules.map(({ code }) => code.length));
    process.stdout.write(
      format === 'json'
        ? json(
            Object.entries(ruleGroups).flatMap(([group, rules]) =>
              rules.map(({ code, severity, summary }) => ({
                code,
                severity,
                summary,
                group,
                href: ruleUrl(code),
              })),
            ),
          )
        : lines(allRules.map((r) => `${r.code.padEnd(width)}  ${r.severity.padEnd(11)}  ${r.summary}`)),
    );
    return 0;
  },
};

/** The error for an unknown code. */
export function unknownRule(code: string): UsageError {
  const meant = nearest(
    code,
    allRules.map((rule) => rule.code),
  );
  const advice = meant === undefined ? '' : `Did you mean ${meant}? `;
  return new UsageError(
    `There is no rule "${excerpt(code)}". ${advice}Run tpu-embedding rules to list all rules.`,
  );
}
