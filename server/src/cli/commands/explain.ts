import { join } from 'node:path';
import { styleText } from 'node:util';
import { readFile } from '../../basics/regular-file';
import { printable, showsColors } from '../../basics/terminal';
import { UsageError } from '../../basics/usage-error';
import { allRules } from '../../rules';
import { rulesByMessage } from '../../rules/by-message';
import type { Command } from '../command';
import { unknownRule } from './rules';

/** Beside dist/, in the package as in the repository. */
const PAGES = join(__dirname, '..', 'docs', 'rules');

export const explain: Command = {
  usage: 'explain CODE|MESSAGE',
  summary:
    "Show a rule's page, by its code or an error message: what it reports, why that matters, and how to fix or silence it.",
  arguments: {
    CODE: 'The code of the rule, shown in brackets after a problem.',
    MESSAGE: 'What TensorFlow, protobuf or Python says when a program fails, in quotes.',
  },
  options: {},
  statuses: { 0: 'The page is shown.', 2: 'Wrong usage, or there is no such rule.' },
  examples: [
    ['explain missing-colon', 'Show the page of that rule.'],
    [
      'explain "ValueError: Tables must have a unique name. Multiple tables with name items found."',
      'Show the page of the rule for the mistake behind it.',
    ],
  ],
  async run(_, [code, ...more]) {
    if (code === undefined || more.length > 0)
      throw new UsageError('Name one rule, or put one message in quotes.', this.usage);
    const page = readFile(join(PAGES, `${ruleOf(code)}.md`)).toString();
    const colors = showsColors(process.stdout, process.env);
    const shown = page
      // Links to other pages do not work in a terminal.
      .replaceAll(/\[([^\]]*)\]\((?!\w+:)[^)]*\)/g, '$1')
      .split('\n')
      .map(printable)
      .map((line) =>
        colors && /^#+ /.test(line) ? styleText('bold', line, { validateStream: false }) : line,
      );
    process.stdout.write(shown.join('\n'));
    return 0;
  },
};

/** The code of the rule that is named, or that is for what a program says. */
function ruleOf(named: string): string {
  if (allRules.some(({ code }) => code === named)) return named;
  const [rule] = rulesByMessage(named);
  if (rule) return rule.code;
  throw /\s/.test(named)
    ? new UsageError('No rule is known for this message. Run tpu-embedding rules to list all rules.')
    : unknownRule(named);
}
