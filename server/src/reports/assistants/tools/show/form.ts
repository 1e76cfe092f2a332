import { decodeBase64 } from '../../../../basics/base64';
import { printable } from '../../../../basics/terminal';
import { UsageError } from '../../../../basics/usage-error';
import { FORM_NAMES, FORMS, type Form } from '../../../../configuration/form-names';
import type { Read } from '../../../forms/form';
import { problemLine } from '../../../forms/problem-line';
import { readProgram as configurationsIn } from '../../../forms/python-reader';
import { misfitProblems, type ReadFile, readAs } from '../../../forms/read';
import { TARGETS, type Target, writeForm } from '../../../forms/write';
import type { Arguments } from '../../arguments';
import { bytesOf, type Opened, open, TEXT } from '../../opened';
import { list, object, text } from '../../schema';
import type { Host, View } from '../../tool';
import { chosenByLine, LINE } from '../chosen-by-line';
import { STRATEGY, strategyFor } from '../strategy';

/** Tools answer with text, so bytes are encoded as base64. */
export const WRITTEN = TARGETS.filter((target) => target !== 'binary');

export const form: View = {
  takes: object({
    ...TEXT,
    as: { type: 'string', enum: WRITTEN },
    'from?': { type: 'string', enum: FORMS },
    ...LINE,
    ...STRATEGY,
  }),
  answers: object({
    from: text(),
    to: text(),
    output: text(),
    'notes?': list(text()),
  }),
  async run(given, host) {
    const to = given.get('as') as Target;
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
  const strategy = strategyFor(opened, given);
  return chosenByLine(given, configurationsIn(program, name, strategy), opened).read();
}
