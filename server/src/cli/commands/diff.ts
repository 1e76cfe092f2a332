import { styleText } from 'node:util';
import { decode } from '../../basics/decode';
import { json, lines, printable, showsColors } from '../../basics/terminal';
import { UsageError } from '../../basics/usage-error';
import type { Comparable } from '../../configuration/comparison/comparable';
import { compare } from '../../configuration/comparison/compare';
import { languageOf } from '../../languages';
import { chosenConfiguration } from '../../reports/chosen-configuration';
import { comparedJson, comparedText, isSame, type Paint, uncomparedText } from '../../reports/compared';
import { comparableContent } from '../../reports/forms/comparable-content';
import type { Read, ReadProblem } from '../../reports/forms/form';
import { guessForm } from '../../reports/forms/guess';
import { misfitProblems, readAs } from '../../reports/forms/read';
import { type PlaceInFile, type PlaceOf, placesIn, placeText } from '../../reports/places';
import type { LineOfFile } from '../../reports/simulation/optimizer';
import { CONFIGURATION } from '../../schema/builtin';
import { type Command, choice, type Values } from '../command';
import { readBytes } from '../files/files';
import { targetOf } from '../input/optimizer-in-file';
import { analyzeProgram, PROGRAM_OPTIONS, plainAnalyzer, programOf, strategyAround } from '../input/program';

export const diff: Command = {
  usage: 'diff [--format text|json] A B',
  summary: 'Show what differs in meaning between two configurations.',
  details: [
    'Formatting, comments, the order of fields, the spelling of numbers and explicit defaults make no difference. Tables and features are matched by name. One that only moved is one difference, and so is one that was only renamed. A feature is compared by the table that its id means. If both mean the same, nothing is printed.',
  ],
  arguments: {
    A: 'The configuration before, in any form that convert reads: text format, ProtoJSON, binary, base64, a bytes literal, a program or a notebook (FILE.py:LINE where it makes several), or - for standard input. /dev/null counts as a configuration without tables.',
    B: 'The configuration after.',
  },
  options: {
    format: { type: 'string', value: 'FORMAT', about: 'text or json.' },
    ...PROGRAM_OPTIONS,
  },
  statuses: {
    0: 'Both mean the same.',
    1: 'They differ.',
    2: 'Wrong usage, a file that cannot be read or is not a valid configuration; or no difference is found, but a part of a program is unknown.',
  },
  examples: [
    ['diff old.textproto new.textproto', 'A line for each difference, and the memory of both.'],
    ['diff --format json old.textproto model.py', 'Compare a file with a program, as JSON.'],
    [
      'diff - tables.textproto < main.textproto',
      'One of them from standard input, such as the output of git show.',
    ],
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
      'No difference is found, but a part is unknown. Options such as --num-hosts give values that a program does not contain.',
    );
  },
};

const STYLES = { owner: 'bold', before: 'red', after: 'green' } as const;

const paint: Paint = (part, text) =>
  showsColors(process.stdout, process.env)
    ? styleText(STYLES[part], printable(text), { validateStream: false })
    : printable(text);

/** The path that git passes for a file that does not exist. */
const NO_FILE = '/dev/null';

/** The configuration that an argument names. Throws a UsageError if there is none, several, or one that cannot be read. */
async function configurationIn(argument: string, values: Values): Promise<Comparable> {
  const target = targetOf(argument);
  const bytes = target.path === NO_FILE ? Buffer.of() : await readBytes(target.path);
  const { form } = guessForm(target.path, bytes);
  if (form !== 'textproto' && form !== 'python') {
    const { read, placeOf } = readAs(form, bytes);
    return inForm(target, read, placeOf);
  }
  const decoded = decode(bytes, form === 'python');
  const [misfit] = misfitProblems(decoded, form);
  if (misfit) throw refusal(target, placesIn(decoded)(misfit), misfit.message);
  return form === 'python' ? inProgram(target, decoded.text, values) : inText(target, decoded.text);
}

const refusal = ({ path }: LineOfFile, place: PlaceInFile, reason: string) =>
  new UsageError(`${placeText(path, place)}: ${reason}`);

function inText(target: LineOfFile, text: string): Comparable {
  const { path } = target;
  const options = { analyzer: plainAnalyzer(), path, named: true };
  const analysis = languageOf('textproto').analyze(text, options);
  const [found] = analysis.comparables({});
  if (!found) throw new UsageError(`${path}: not a ${CONFIGURATION}. ${analysis.resolution?.detail}`);
  const { comparable, refused } = found;
  if (!comparable) throw refusal(target, placesIn({ text })(refused!.at), refused!.reason);
  return comparable;
}

/** Reads a form other than text format. In binary, places are byte offsets. */
function inForm(target: LineOfFile, read: Read, placeOf: PlaceOf): Comparable {
  if ('content' in read) return comparableContent(read.content)!;
  const [{ message, isByte, ...at }] = read.problems as [ReadProblem];
  if (isByte) throw new UsageError(`${target.path}: byte ${at.start}: ${message}`);
  throw refusal(target, placeOf(at), message);
}

function inProgram(target: LineOfFile, text: string, values: Values): Comparable {
  const { path } = target;
  const program = programOf(text, path);
  const { strategy, isSound } = strategyAround(path, values);
  // Its mistakes are reported already.
  if (!isSound) throw new UsageError(`The configuration file around ${path} has to be corrected first.`);
  const all = analyzeProgram(program, path).comparables(strategy);
  const placeOf = placesIn(program);
  const { comparable, refused } = chosenConfiguration(all, target, placeOf, 'Name one by its line:');
  if (!comparable) throw refusal(target, placeOf(refused!.at), `TensorFlow refuses this: ${refused!.reason}`);
  return comparable;
}
