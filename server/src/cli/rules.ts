import { allRules } from '../rules';
import { ruleUrl } from '../rules/rule';
import { type Command, choice } from './command';

export const listRules: Command = {
  usage: 'rules [--format text|json]',
  summary: 'List every rule: code, severity, summary.',
  options: { format: { type: 'string' } },
  async run(values) {
    const format = choice(values, 'format', ['text', 'json']);
    const width = Math.max(...allRules.map(({ code }) => code.length));
    process.stdout.write(
      format === 'json'
        ? `${JSON.stringify(allRules.map(({ code, group, severity, summary }) => ({ code, severity, summary, group, href: ruleUrl(code) })))}\n`
        : allRules.map((r) => `${r.code.padEnd(width)}  ${r.severity.padEnd(11)}  ${r.summary}\n`).join(''),
    );
    return 0;
  },
};
