import { decode } from '../../basics/decode';
import { lines } from '../../basics/terminal';
import { UsageError } from '../../basics/usage-error';
import { FORM_NAMES, FORMS, type Form } from '../../configuration/form-names';
import { MIGRATION_TARGETS, type MigrationTarget } from '../../languages/migration';
import { chosenConfiguration } from '../../reports/chosen-configuration';
import type { Content } from '../../reports/forms/content';
import { guessForm } from '../../reports/forms/guess';
import { migrated } from '../../reports/forms/migrated';
import { problemLine } from '../../reports/forms/problem-line';
import { readProgram as configurationsIn } from '../../reports/forms/python-reader';
import { misfitProblems, type ReadFile, readAs } from '../../reports/forms/read';
import { TARGETS, type Target, writeForm } from '../../reports/forms/write';
import { placesIn } from '../../reports/places';
import type { LineOfFile } from '../../reports/simulation/optimizer';
import { type Command, choice, printError, type Values } from '../command';
import { readBytes as bytesOf, isPython } from '../files/files';
import { makeFile } from '../files/write-file';
import { targetOf } from '../input/optimizer-in-file';
import { analyzeProgram, PROGRAM_OPTIONS, programOf, strategyAround } from '../input/program';

const ALL_TARGETS = [...TARGETS, ...MIGRATION_TARGETS] as const;

export const convert: Command = {
  usage: `convert --to ${ALL_TARGETS.join('|')} [--from ${FORMS.join('|')}] [OPTION]… FILE [-o OUT]`,
  summary: 'Write a configuration in another form, or a program for another library.',
  details: [
    'The message stays the same in every form, with fields that the schema does not know. ProtoJSON cannot hold these, which is reported on standard error. Comments are kept between text format and Python.',
    'tf is a program with TableConfig, FeatureConfig and TPUEmbedding objects. Not every configuration can be built from these. So the command derives the configuration that TensorFlow would build, compares it, and reports each difference on standard error.',
    'keras-rs is the program itself, with its TableConfig, FeatureConfig, optimizers and embedding objects written for that library, and jax a program with keras-rs written with specifications of jax-tpu-embedding. What does not carry over is reported on standard error, a line each, and in the program as a comment: see docs/migrating.md.',
  ],
  arguments: {
    FILE: 'A file in any of these forms, or - for standard input. FILE.py:LINE is the configuration that a program makes at that line.',
  },
  options: {
    to: { type: 'string', value: 'FORM', about: `What to write: ${ALL_TARGETS.join(', ')}.` },
    from: {
      type: 'string',
      value: 'FORM',
      about: `What FILE is: ${FORMS.join(', ')}. By default, its name and content decide.`,
    },
    output: {
      type: 'string',
      short: 'o',
      value: 'OUT',
      about: 'The file to write, -o for short. The default is standard output.',
    },
    ...PROGRAM_OPTIONS,
  },
  statuses: {
    0: 'The configuration or the program is written.',
    1: 'FILE is not a valid message in its form, or the configuration is not fully known, or it cannot be written as such a program, or a program makes none. Standard error says why.',
    2: 'Wrong usage, or a file that cannot be read or written.',
  },
  examples: [
    ['convert --to textproto config.binpb', 'Show a binary configuration as text.'],
    ['convert --to binary tpu_embedding.textproto -o config.binpb', 'As SerializeToString writes it.'],
    ['convert --to json --from base64 -', 'Convert base64 from a log, on standard input.'],
    ['convert --to tf tpu_embedding.textproto -o tables.py', 'TableConfig and FeatureConfig objects.'],
    ['convert --to keras-rs model.py -o model_keras_rs.py', 'Migrate a program to keras-rs.'],
    [
      'convert --to textproto --tpu v5p-32 model.py',
      'The configuration that TensorFlow builds from a program.',
    ],
  ],
  async run(values, [named, ...more]) {
    if (named === undefined || more.length > 0) throw new UsageError('Name one file.', this.usage);
    if (values['to'] === undefined)
      throw new UsageError(`Name the form to write with --to: ${ALL_TARGETS.join(', ')}.`, this.usage);
    const wanted = choice(values, 'to', ALL_TARGETS);
    const from = values['from'] === undefined ? undefined : choice<Form>(values, 'from', FORMS);
    const output = values['output'] === '-' ? undefined : (values['output'] as string | undefined);
    if (isMigration(wanted)) return migrateProgram(named, wanted, output, values);
    const to = wanted;
    if (to === 'binary' && output === undefined && process.stdout.isTTY)
      throw new UsageError(
        'Binary output is not written to a terminal. Name a file with -o, or redirect the output.',
      );
    const target = targetOf(named);
    const { path } = target;
    const bytes = await bytesOf(path);
    const guess = from ? { form: from, isSure: true } : guessForm(path, bytes);
    const name = path === '-' ? '<stdin>' : path;
    if (!guess.isSure) printError(`${name} is read as ${FORM_NAMES[guess.form]}; --from names another form.`);
    const {
      read,
      placeOf,
      isSound = true,
    }: ReadFile & Partial<ReadSource> = guess.form === 'python'
      ? readPython(bytes, { ...target, name }, values)
      : readAs(guess.form, bytes);
    if (!isSound) return 2;
    if ('problems' in read) {
      process.stderr.write(lines(read.problems.map((problem) => problemLine(problem, name, placeOf))));
      return 1;
    }
    // A file that already has the form is copied. Not Python, which can build a message in many ways.
    const isKept = to === guess.form && to !== 'python';
    const skipped = isKept ? [] : (read.skipped ?? []);
    process.stderr.write(lines(skipped.map((problem) => problemLine(problem, name, placeOf, 'warning'))));
    const result = converted(read.content, to, name);
    if (!result) return 1;
    const written = isKept ? bytes : result;
    await writeOutput(output, written);
    return 0;
  },
};

async function writeOutput(output: string | undefined, written: Uint8Array): Promise<void> {
  if (output === undefined) process.stdout.write(written);
  else await makeFile(output, Buffer.from(written));
}

const isMigration = (target: Target | MigrationTarget): target is MigrationTarget =>
  (MIGRATION_TARGETS as readonly string[]).includes(target);

/** Writes a program for another library. */
async function migrateProgram(
  path: string,
  to: MigrationTarget,
  output: string | undefined,
  values: Values,
): Promise<number> {
  if (path !== '-' && !isPython(path))
    throw new UsageError(`${path} is not a Python file, but only these are written for ${to}.`);
  const decoded = decode(await bytesOf(path), true);
  const name = path === '-' ? '<stdin>' : path;
  const { strategy, isSound } = strategyAround(path, values);
  if (!isSound) return 2;
  const problems = misfitProblems(decoded, 'python');
  const analysis = analyzeProgram({ text: decoded.text }, path);
  const result = problems.length > 0 ? undefined : migrated(analysis, name, to, strategy);
  if (!result) {
    const placeOf = placesIn({ text: decoded.text });
    process.stderr.write(
      lines(
        problems.length > 0
          ? problems.map((problem) => problemLine(problem, name, placeOf))
          : [`${name}: error: it makes no tables or embedding objects that are written otherwise for ${to}.`],
      ),
    );
    return 1;
  }
  process.stderr.write(lines(result.notes));
  await writeOutput(output, Buffer.from(result.output));
  return 0;
}

/** Undefined if the form cannot hold the message, which is reported. */
function converted(content: Content, to: Target, name: string): Buffer | undefined {
  const written = writeForm(to, content);
  if ('problem' in written) {
    process.stderr.write(lines([`${name}: error: ${written.problem}`]));
    return undefined;
  }
  for (const note of written.notes) printError(note);
  return Buffer.from(written.output);
}

interface Source extends LineOfFile {
  readonly name: string;
}

interface ReadSource extends ReadFile {
  /** Whether the configuration file around the file is valid. */
  readonly isSound: boolean;
}

/** The one configuration of a program, or the one at a line. */
function readPython(bytes: Buffer, source: Source, values: Values): ReadSource {
  const { path } = source;
  const decoded = decode(bytes, true);
  const program = programOf(decoded.text, path);
  const placeOf = placesIn(program);
  const { strategy, isSound } = strategyAround(path, values);
  const problems = misfitProblems(decoded, 'python');
  if (problems.length > 0) return { read: { problems }, placeOf, isSound };
  const all = configurationsIn(program, path, strategy);
  const only = chosenConfiguration(all, { ...source, path: source.name }, placeOf, 'Name one by its line:');
  return { read: only.read(), placeOf, isSound };
}
