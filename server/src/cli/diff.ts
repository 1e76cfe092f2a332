import { styleText } from 'node:util';
import type { Comparable } from '../comparison/comparable';
import { compare } from '../comparison/compare';
import { languageOf } from '../languages';
import { Analyzer } from '../languages/snapshot';
import { strategyFrom } from '../project/strategy';
import { comparedJson, comparedText, isSame, type Paint, uncomparedText } from '../reports/compared';
import { nothingIn } from '../reports/derived';
import { placesIn, placeText } from '../reports/places';
import type { Target } from '../reports/simulation/optimizer';
import { builtin, CONFIGURATION } from '../schema/builtin';
import { DEFAULT_SETTINGS } from '../settings';
import { json, lines, printable, showsColors } from '../text/terminal';
import { type Command, choice, printFailure, UsageError, type Values } from './command';
import { readText } from './files';
import { targetOf } from './optimizer-in-file';
import {
  analyzeProgram,
  configuredStrategy,
  givenStrategy,
  isProgram,
  readProgram,
  STRATEGY_OPTIONS,
} from './program';
import { PROJECT_OPTIONS } from './selection-options';

export const diff: Command = {
  usage: 'diff [--format text|json] A B',
  summary: 'Show what differs in meaning between two configurations.',
  details: [
    'Formatting, comments, the order of fields, the spelling of a number and defaults that are written out make no difference. Tables and features are the same by their names, wherever they stand; one that stands elsewhere among the others is one difference, and so is one that got another name and nothing else. A feature is compared by the table that it means. Nothing is printed where both mean the same.',
  ],
  arguments: {
    A: 'The configuration before: text format, a program or a notebook, also as FILE.py:LINE, or - for standard input. /dev/null is one without tables.',
    B: 'The configuration after.',
  },
  options: {
    format: { type: 'string', value: 'FORMAT', about: 'text or json.' },
    ...STRATEGY_OPTIONS,
    ...PROJECT_OPTIONS,
  },
  statuses: {
    0: 'Both mean the same.',
    1: 'They differ.',
    2: 'Wrong usage, a file that cannot be read or is no valid configuration; or no difference is found, but a program does not say all.',
  },
  examples: [
    ['diff old.textproto new.textproto', 'A line for each difference, and the memory of both.'],
    ['diff --format json old.textproto model.py', 'What a program would change, for other programs.'],
    ['diff - tables.textproto < main.textproto', 'One of them from standard input, as git show writes it.'],
  ],
  async run(values, [before, after, ...more]) {
    const format = choice(values, 'format', ['text', 'json']);
    if (before === undefined || after === undefined || more.length > 0)
      throw new UsageError('Name two files.', this.usage);
    if (before === '-' && after === '-')
      throw new UsageError('Only one of the two can be standard input.', this.usage);
    const sides = [await configurationIn(before, values), await configurationIn(after, values)] as const;
    const comparison = compare(...sides);
    const { differences, unknown } = comparison;
    process.stdout.write(
      format === 'json'
        ? json(comparedJson(comparison))
        : comparedText(comparison, paint)
            .map((line) => `${line}\n`)
            .join(''),
    );
    process.stderr.write(lines(uncomparedText(unknown, { before, after })));
    if (differences.length > 0) return 1;
    if (isSame(comparison)) return 0;
    throw new UsageError(
      'No difference is found, but not all is known. Options such as --num-hosts say what a program does not.',
    );
  },
};

const STYLES = { owner: 'bold', before: 'red', after: 'green' } as const;

const paint: Paint = (part, text) =>
  showsColors(process.stdout, process.env)
    ? styleText(STYLES[part], printable(text), { validateStream: false })
    : printable(text);

/** The one that an argument names. Throws a UsageError where it names none or several, or one that cannot be read. */
async function configurationIn(argument: string, values: Values): Promise<Comparable> {
  const target = targetOf(argument);
  return isProgram(target.path) ? inProgram(target, values) : inText(argument);
}

/** What git gives in place of a file that is not there. */
const NO_FILE = '/dev/null';

async function inText(path: string): Promise<Comparable> {
  const { text, misfits } = path === NO_FILE ? { text: '', misfits: [] } : await readText(path);
  const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS, printFailure);
  const analysis = languageOf('textproto').analyze(text, { analyzer, path, named: true });
  const placeOf = placesIn({ text });
  const [found] = analysis.comparables?.({}) ?? [];
  if (!found) throw new UsageError(`${path}: not a ${CONFIGURATION}. ${analysis.resolution?.detail}`);
  const [misfit] = misfits;
  const refused = misfit ? { reason: `${misfit.what}.`, at: misfit } : found.refused;
  if (refused) throw new UsageError(`${placeText(path, placeOf(refused.at))}: ${refused.reason}`);
  return found.comparable!;
}

async function inProgram({ path, line, cell }: Target, values: Values): Promise<Comparable> {
  const program = await readProgram(path);
  const { strategy } = configuredStrategy(path, values);
  const all =
    analyzeProgram(program, path).comparables?.(strategyFrom(givenStrategy(values), strategy)) ?? [];
  const placeOf = placesIn(program);
  const isMeant = (at: { start: number; end: number }) => {
    const { range, cell: own } = placeOf(at);
    return (
      range.start.line <= line! - 1 && line! - 1 <= range.end.line && (cell === undefined || own === cell - 1)
    );
  };
  const meant = line === undefined ? all : all.filter(isMeant);
  const [found, ...others] = meant;
  if (!found)
    throw new UsageError(
      all.length === 0 ? nothingIn(path) : `Line ${line} of ${path} makes no configuration.`,
    );
  if (others.length > 0) {
    const places = meant.map((each) => placeText(path, placeOf(each)).replace(/:\d+$/, ''));
    const different = [...new Set(places)];
    throw new UsageError(
      different.length === 1
        ? `${different[0]} makes several configurations, and nothing says which one is meant.`
        : `${path} makes several configurations. Name one by its line: ${different.join(', ')}.`,
    );
  }
  const { comparable, refused } = found;
  if (!comparable)
    throw new UsageError(
      `${placeText(path, placeOf(refused!.at))}: TensorFlow refuses this: ${refused!.reason}`,
    );
  return comparable;
}
