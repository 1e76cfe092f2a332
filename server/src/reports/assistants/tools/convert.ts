import { decodeBase64 } from '../../../basics/base64';
import { printable } from '../../../basics/terminal';
import { UsageError } from '../../../basics/usage-error';
import { FORM_NAMES, FORMS, type Form } from '../../../configuration/form-names';
import type { Read } from '../../forms/form';
import { problemLine } from '../../forms/problem-line';
import { readProgram as configurationsIn } from '../../forms/python-reader';
import { misfitProblems, type ReadFile, readAs } from '../../forms/read';
import { TARGETS, type Target, writeForm } from '../../forms/write';
import type { Arguments } from '../arguments';
import { bytesOf, type Opened, open, TEXT } from '../opened';
import { list, object, text } from '../schema';
import type { Host, Tool } from '../tool';
import { chosenByLine, LINE } from './chosen-by-line';
import { givenStrategy, STRATEGY, strategyFor } from './strategy';

/** Tools answer with text, so bytes are encoded as base64. */
const WRITTEN = TARGETS.filter((target) => target !== 'binary');

export const convert: Tool = {
  name: 'convert',
  title: 'Convert a TPU embedding configuration',
  summary: 'Writes a configuration in another form: text format, JSON, Python, base64.',
  icon: 'arrow-swap',
  description:
    'Converts a TPUEmbeddingConfiguration to another form with the same meaning: textproto (text format), json (ProtoJSON), python (code that builds protobuf messages), tf (TableConfig, FeatureConfig and TPUEmbedding objects, with notes on differences in what TensorFlow would build), base64 and bytes (of the binary form). Reads all of these, a binary file by its path, and programs. Use it to write a configuration as Python or the reverse, or to read a serialized one. It writes no file.',
  takes: object({
    ...TEXT,
    'from?': {
      type: 'string',
      enum: FORMS,
      description: 'The form of the input; by default, the name and the content decide.',
    },
    to: { type: 'string', enum: WRITTEN, description: 'The form to write.' },
    ...LINE,
    ...STRATEGY,
  }),
  answers: object({
    from: text('The form that it was read as.'),
    to: text(),
    output: text('The configuration in that form.'),
    'notes?': list(text(), 'What the form cannot hold, or what TensorFlow would build differently.'),
  }),
  async run(given, host) {
    const to = given.get('to') as Target;
    const { form, read, name, placeOf } = await readAny(given, host);
    if ('problems' in read)
      throw new UsageError(
        read.problems.map((problem) => printable(problemLine(problem, name, placeOf))).join('\n'),
      );
    const skipped = read.skipped ?? [];
    const written = writeForm(to, read.content);
    if ('problem' in written) throw new UsageError(`${name}: ${written.problem}`);
    const output = String(written.output);
    const notes = [
      ...skipped.map((problem) => printable(problemLine(problem, name, placeOf, 'warning'))),
      ...written.notes.map(printable),
    ];
    return {
      data: { from: form, to, output, ...(notes.length > 0 && { notes }) },
      text: [...notes, `${name}, read as ${FORM_NAMES[form]}:`, '', output].join('\n'),
    };
  },
};

interface ReadSource extends ReadFile {
  readonly form: Form;
  readonly name: string;
}

async function readAny(given: Arguments, host: Host): Promise<ReadSource> {
  const { bytes, form: guess } = await bytesOf(given, host);
  const form = (given.get('from') as Form | undefined) ?? guess;
  if (form === 'python') {
    const opened = await open(new Map([...given, ['language', 'python']]), host);
    return { form, name: opened.name, read: inProgram(opened, given), placeOf: opened.placeOf };
  }
  // A model has bytes only as base64.
  const givenText = form === 'binary' ? (given.get('text') as string | undefined) : undefined;
  const own = givenText === undefined ? bytes : decodeBase64(givenText);
  if (!own) throw new UsageError('Give binary as base64, or the path of a file.');
  return { form, name: String(given.get('path') ?? 'text'), ...readAs(form, own) };
}

function inProgram(opened: Opened, given: Arguments): Read {
  const { program, name, decoded } = opened;
  const problems = misfitProblems(decoded, 'python');
  if (problems.length > 0) return { problems };
  const strategy = strategyFor(opened, givenStrategy(given));
  return chosenByLine(given, configurationsIn(program, name, strategy), opened).read();
}
