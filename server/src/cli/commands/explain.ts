import { join } from 'node:path';
import { styleText } from 'node:util';
import { readFile } from '../../basics/regular-file';
import { printable, showsColors } from '../../basics/terminal';
import { UsageError } from '../../basics/usage-error';
import { allRules } from '../../rules';
import type { Command } from '../command';
import { unknownRule } from './rules';

/** Beside dist/, in the package as in the repository. */
const PAGES = join(__dirname, '..', 'docs', 'rules');

export const explain: Command = {
  usage: 'explain CODE',
  summary: "Show a rule's page: what it reports, why that matters, and how to fix or silence it.",
  arguments: { CODE: 'The code of the rule, shown in brackets after a problem.' },
  options: {},
  statuses: { 0: 'The page is shown.', 2: 'Wrong usage, or there is no such rule.' },
  examples: [['explain missing-colon', 'Show the page of that rule.']],
  async run(_, [code, ...more]) {
    if (code === undefined || more.length > 0) throw new UsageError('Name one rule.', this.usage);
    if (!allRules.some((rule) => rule.code === code)) throw unknownRule(code);
    const page = readFile(join(PAGES, `${code}.md`)).toString();
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
