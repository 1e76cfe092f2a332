import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { styleText } from 'node:util';
import { isUnreadable, readFile } from '../../basics/regular-file';
import { json, lines, printable, showsColors } from '../../basics/terminal';
import { UsageError } from '../../basics/usage-error';
import {
  explained,
  explainedJson,
  explainedText,
  type FoundProblem,
  type ProblemsIn,
  problemsOf,
} from '../../reports/errors/explained';
import { allRules } from '../../rules';
import { FileChecker } from '../checking/check-file';
import { type Command, choice, printError } from '../command';
import { readText } from '../files/files';
import { isProgram } from '../input/program';
import { unknownRule } from './rules';

/** Beside dist/, in the package as in the repository. */
const PAGES = join(__dirname, '..', 'docs', 'rules');

export const explain: Command = {
  usage: 'explain CODE | explain MESSAGE | explain --error [--format text|json] FILE|-',
  summary: 'Explain a rule, or why a program failed: by a trace, a log or a message.',
  details: [
    "With --error: a stack trace, a log, one message or a notebook with its output leads to the cause in plain words, the place in the person's own program, the rule for the mistake and, where the program's file shows it, the mistake itself.",
  ],
  arguments: {
    CODE: 'The code of the rule, shown in brackets after a problem.',
    MESSAGE: 'What a library or Python says when a program fails, in quotes.',
    FILE: 'A file with the trace or log, or a notebook.',
    '-': 'Standard input.',
  },
  options: {
    error: { type: 'boolean', about: 'Explain what a failed program wrote.' },
    format: { type: 'string', value: 'FORMAT', about: 'With --error: text or json.' },
  },
  statuses: {
    0: 'The page or an explanation is shown.',
    1: 'Nothing is known about what the program wrote.',
    2: 'Wrong usage, a named file that cannot be read, or there is no such rule.',
  },
  examples: [
    ['explain missing-colon', 'Show the page of that rule.'],
    [
      'explain "ValueError: Tables must have a unique name. Multiple tables with name items found."',
      'Say what is wrong.',
    ],
    ['explain --error train.log', 'Say what made the program fail, and where.'],
    ['explain --error -', 'The same for a trace that is pasted, up to Ctrl+D.'],
  ],
  async run(values, [named, ...more]) {
    if (named === undefined || more.length > 0)
      throw new UsageError('Name one rule or file, or put one message in quotes.', this.usage);
    const format = choice(values, 'format', ['text', 'json']);
    if (values['error']) return explainOutput((await readText(named)).text, named, format);
    if (values['format'] !== undefined) throw new UsageError('--format is for --error.', this.usage);
    if (allRules.some(({ code }) => code === named)) return showPage(named);
    if (!/\s/.test(named)) throw unknownRule(named);
    return explainOutput(named, '-', format);
  },
};

async function explainOutput(written: string, source: string, format: 'text' | 'json'): Promise<number> {
  const all = await explained(written, problemsNear(source));
  if (format === 'json') process.stdout.write(json(explainedJson(all)));
  else if (all.length > 0) process.stdout.write(lines(explainedText(all)));
  else printError('Nothing is known about this. tpu-embedding rules lists what is checked.');
  return all.length > 0 ? 0 : 1;
}

/** The problems of programs that a trace names: below the working directory, or beside the file with the trace. */
function problemsNear(source: string): ProblemsIn {
  const checker = new FileChecker({});
  const known = new Map<string, readonly FoundProblem[]>();
  return async (path) => {
    const problems = known.get(path) ?? (isProgram(path) ? problemsIn(path, source, checker) : []);
    known.set(path, problems);
    return problems;
  };
}

function problemsIn(path: string, source: string, checker: FileChecker): readonly FoundProblem[] {
  const written = path.replace(/^~(?=\/)/, homedir());
  for (const place of new Set([resolve(written), resolve(dirname(source), written)])) {
    try {
      const task = { path: place, named: true, bytes: readFile(place), withFixes: false, fix: false };
      return problemsOf(path, checker.check(task).report);
    } catch (error) {
      if (!isUnreadable(error)) throw error;
    }
  }
  return [];
}

function showPage(code: string): number {
  const page = readFile(join(PAGES, `${code}.md`)).toString();
  const colors = showsColors(process.stdout, process.env);
  const shown = page
    // Links to other pages do not work in a terminal.
    .replaceAll(/\[([^\]]*)\]\((?!\w+:)[^)]*\)/g, '$1')
    .split('\n')
    .map(printable)
    .map((line) => (colors && /^#+ /.test(line) ? styleText('bold', line, { validateStream: false }) : line));
  process.stdout.write(shown.join('\n'));
  return 0;
}
