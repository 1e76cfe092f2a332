import { styleText } from 'node:util';
import { decode } from '../../basics/decode';
import { json, lines, printable, showsColors } from '../../basics/terminal';
import { UsageError } from '../../basics/usage-error';
import { compare, type Uncompared } from '../../configuration/comparison/compare';
import { compareMade } from '../../configuration/comparison/compare-made';
import { loading } from '../../configuration/comparison/loading';
import { languageOf } from '../../languages';
import { chosenConfiguration } from '../../reports/chosen-configuration';
import {
  comparedJson,
  comparedMadeJson,
  comparedMadeText,
  comparedText,
  loadingJson,
  type Paint,
  uncomparedText,
} from '../../reports/compared';
import {
  CHECKPOINTS,
  type Compared,
  MEANING_IN_LIBRARIES,
  OF_OTHER_LIBRARIES,
  refusalOf,
} from '../../reports/forms/compared-sides';
import type { ReadProblem } from '../../reports/forms/form';
import { guessForm } from '../../reports/forms/guess';
import { misfitProblems, readAs } from '../../reports/forms/read';
import { type PlaceInFile, type PlaceOf, placesIn, placeText } from '../../reports/places';
import type { LineOfFile } from '../../reports/simulation/optimizer';
import { CONFIGURATION } from '../../schema/builtin';
import { devicesOf } from '../../sizing/library-stacks';
import type { Chips } from '../../sizing/sparsecore/padding';
import { type Command, choice, type Values } from '../command';
import { readBytes } from '../files/files';
import { targetOf } from '../input/optimizer-in-file';
import {
  analyzeProgram,
  PROGRAM_OPTIONS,
  plainAnalyzer,
  programOf,
  sliceAround,
  strategyAround,
} from '../input/program';

export const diff: Command = {
  usage: 'diff [--format text|json] [--breaking] [--tpu NAME] A B',
  summary: 'Show what differs in meaning between two configurations.',
  details: [
    'Formatting, comments, the order of fields, the spelling of numbers and explicit defaults make no difference. Tables and features are matched by name. One that only moved is one difference, and so is one that was only renamed. A feature is compared by the table that its id means. If both mean the same, nothing is printed.',
    'With --breaking, only what keeps a checkpoint of A from loading into B counts: names of tables, rows and columns, slot variables, stacks on SparseCores, the order of rows, and the library that saves them. Learning rates, combiners and limits make no difference, unless they change a stack.',
    'Programs with keras-rs or jax-tpu-embedding are compared by their tables, features and stacks: those of the devices that a program or --tpu names.',
  ],
  arguments: {
    A: 'The configuration before, in any form that convert reads: text format, ProtoJSON, binary, base64, a bytes literal, a program or a notebook (FILE.py:LINE where it makes several), or - for standard input. /dev/null counts as a configuration without tables.',
    B: 'The configuration after.',
  },
  options: {
    format: { type: 'string', value: 'FORMAT', about: 'text or json.' },
    breaking: { type: 'boolean', about: 'Show why a checkpoint of A would not load into B.' },
    ...PROGRAM_OPTIONS,
  },
  statuses: {
    0: 'Both mean the same. With --breaking: a checkpoint of A loads into B.',
    1: 'They differ. With --breaking: it does not load.',
    2: 'Wrong usage, a file that cannot be read or is not a valid configuration; or no difference is found, but a part of a program is unknown.',
  },
  examples: [
    ['diff old.textproto new.textproto', 'A line for each difference, and the memory of both.'],
    ['diff --format json old.textproto model.py', 'Compare a file with a program, as JSON.'],
    [
      'diff --breaking old.py new.py',
      'What keeps a checkpoint of the old program from loading into the new one.',
    ],
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
    const compared = values['breaking'] ? compareCheckpoints : compareMeaning;
    const { data, text, unknown, differs } = await compared([before, after], values);
    process.stdout.write(format === 'json' ? json(data) : text.map((line) => `${line}\n`).join(''));
    process.stderr.write(lines(uncomparedText(unknown, { before, after })));
    if (differs) return 1;
    if (unknown.length === 0) return 0;
    throw new UsageError(
      'No difference is found, but a part is unknown. Options such as --tpu give values that a program does not contain.',
    );
  },
};

interface Result {
  readonly data: object;
  readonly text: readonly string[];
  readonly unknown: readonly Uncompared[];
  readonly differs: boolean;
}

type Names = readonly [before: string, after: string];

async function compareMeaning([before, after]: Names, values: Values): Promise<Result> {
  const old = await sideIn(before, values, MEANING_IN_LIBRARIES);
  const now = await sideIn(after, values, MEANING_IN_LIBRARIES);
  if ('made' in old && 'made' in now) {
    const found = compareMade({ before: old.made, after: now.made }, devicesAround(after, values));
    const { differences, unknown } = found;
    const text = comparedMadeText(found, paint);
    return { data: comparedMadeJson(found), text, unknown, differs: differences.length > 0 };
  }
  if ('made' in old || 'made' in now)
    throw new UsageError(`${before} and ${after} ${OF_OTHER_LIBRARIES} by --breaking.`);
  const comparison = compare(old.message, now.message);
  const { differences, unknown } = comparison;
  const text = comparedText(comparison, paint);
  return { data: comparedJson(comparison), text, unknown, differs: differences.length > 0 };
}

async function compareCheckpoints([before, after]: Names, values: Values): Promise<Result> {
  const devices = devicesAround(after, values);
  const found = loading(
    await sideIn(before, values, CHECKPOINTS),
    await sideIn(after, values, CHECKPOINTS),
    devices,
  );
  const { breaking, unknown, assumed } = found;
  const text = [...breaking.map(({ reason }) => printable(reason)), ...assumed];
  return { data: loadingJson(found), text, unknown, differs: breaking.length > 0 };
}

/** Those of the slice that `--tpu` or the configuration file names, if it has SparseCores. */
function devicesAround(argument: string, values: Values): Chips | undefined {
  const { path } = targetOf(argument);
  const { slice, isSound } = sliceAround(path, values);
  if (!isSound) throw toBeCorrected(path);
  const devices = slice && devicesOf(slice);
  return devices?.sparseCoresPerPartition ? devices : undefined;
}

const STYLES = { owner: 'bold', before: 'red', after: 'green' } as const;

const paint: Paint = (part, text) =>
  showsColors(process.stdout, process.env)
    ? styleText(STYLES[part], printable(text), { validateStream: false })
    : printable(text);

/** The path that git passes for a file that does not exist. */
const NO_FILE = '/dev/null';

/** The configuration that an argument names. Throws a UsageError if there is none, several, or one that cannot be read. */
async function sideIn<T>(argument: string, values: Values, compared: Compared<T>): Promise<T> {
  const target = targetOf(argument);
  const bytes = target.path === NO_FILE ? Buffer.of() : await readBytes(target.path);
  const { form } = guessForm(target.path, bytes);
  if (form !== 'textproto' && form !== 'python') {
    const { read, placeOf } = readAs(form, bytes);
    if ('content' in read) return compared.inForm(read.content);
    throw unreadable(target, read.problems[0]!, placeOf);
  }
  const decoded = decode(bytes, form === 'python');
  const [misfit] = misfitProblems(decoded, form);
  if (misfit) throw refusal(target, placesIn(decoded)(misfit), misfit.message);
  return form === 'python'
    ? inProgram(target, decoded.text, values, compared)
    : inText(target, decoded.text, compared);
}

const refusal = ({ path }: LineOfFile, place: PlaceInFile, reason: string) =>
  new UsageError(`${placeText(path, place)}: ${reason}`);

/** The mistakes of that file are reported already. */
const toBeCorrected = (path: string) =>
  new UsageError(`The configuration file around ${path} has to be corrected first.`);

function inText<T>(target: LineOfFile, text: string, compared: Compared<T>): T {
  const { path } = target;
  const options = { analyzer: plainAnalyzer(), path, named: true };
  const analysis = languageOf('textproto').analyze(text, options);
  const [found] = compared.inText(analysis, {});
  if (!found) throw new UsageError(`${path}: not a ${CONFIGURATION}. ${analysis.resolution?.detail}`);
  const { value, refused } = found;
  if (value === undefined) throw refusal(target, placesIn({ text })(refused!.at), refused!.reason);
  return value;
}

/** A problem of a form other than text format. In binary, places are byte offsets. */
const unreadable = (target: LineOfFile, { message, isByte, ...at }: ReadProblem, placeOf: PlaceOf) =>
  isByte
    ? new UsageError(`${target.path}: byte ${at.start}: ${message}`)
    : refusal(target, placeOf(at), message);

function inProgram<T>(target: LineOfFile, text: string, values: Values, compared: Compared<T>): T {
  const { path } = target;
  const program = programOf(text, path);
  const { strategy, isSound } = strategyAround(path, values);
  if (!isSound) throw toBeCorrected(path);
  const all = compared.inText(analyzeProgram(program, path), strategy);
  const placeOf = placesIn(program);
  const chosen = chosenConfiguration(all, target, placeOf, 'Name one by its line:');
  if (chosen.value === undefined) throw refusal(target, placeOf(chosen.refused!.at), refusalOf(chosen));
  return chosen.value;
}
