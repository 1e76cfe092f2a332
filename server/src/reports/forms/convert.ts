import { decode } from '../../basics/decode';
import type { Form } from '../../configuration/form-names';
import type { Strategy } from '../../dataflow/derivation/strategy';
import { isNotebook, readNotebook } from '../../python/notebooks';
import { type PlaceInFile, placesIn } from '../places';
import { guessForm } from './guess';
import { readProgram } from './python-reader';
import { misfitProblems, type ReadFile, readAs } from './read';
import { type Target, writeForm } from './write';

interface Conversion {
  /** The file ending decides the form, unless `from` is given. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly from?: Form | undefined;
  readonly to: Target;
  /** Facts about a program's TPU that the program does not contain. */
  readonly strategy: Strategy;
  /** The configuration of a program is made at this line or below, from 0. */
  readonly line?: number | undefined;
  /** The notebook's cell that contains the line, from 0. */
  readonly cell?: number | undefined;
}

type Converted =
  | { readonly from: Form; readonly output: Uint8Array; readonly notes: readonly string[] }
  | { readonly from: Form; readonly problems: readonly PlacedProblem[] };

/** Problems of bytes have no place. */
type PlacedProblem = { readonly message: string } & Partial<PlaceInFile>;

/** Converts a file to another form, or writes it again if it already has the form. */
export function convertFile(conversion: Conversion): Converted {
  const { path, bytes, from = guessForm(path, bytes).form, to } = conversion;
  const { read, placeOf } = from === 'python' ? readAt(conversion) : readAs(from, bytes);
  if ('problems' in read) {
    const problems = read.problems.map(({ message, isByte, ...at }) =>
      isByte ? { message } : { message, ...placeOf(at) },
    );
    return { from, problems };
  }
  const written = writeForm(to, read.content);
  if ('problem' in written) return { from, problems: [{ message: written.problem }] };
  const { output, notes } = written;
  const skipped = (read.skipped ?? []).map(
    ({ message, ...at }) => `Line ${placeOf(at).range.start.line + 1}: ${message}`,
  );
  return {
    from,
    output: typeof output === 'string' ? encoder.encode(output) : output,
    notes: [...skipped, ...notes],
  };
}

const encoder = new TextEncoder();

/** The configuration of a program that is made at a line or below it, or else the first. */
function readAt({ path, bytes, strategy, line = 0, cell = 0 }: Conversion): ReadFile {
  const decoded = decode(bytes, true);
  const { text } = decoded;
  const program = (isNotebook(path) && readNotebook(text)) || { text };
  const placeOf = placesIn(program);
  const misfits = misfitProblems(decoded, 'python');
  if (misfits.length > 0) return { read: { problems: misfits }, placeOf };
  const all = readProgram(program, path, strategy);
  const found = all.find((each) => {
    const { range, cell: own = 0 } = placeOf(each);
    return own > cell || (own === cell && range.end.line >= line);
  });
  const read = (found ?? all[0])?.read() ?? {
    problems: [{ start: 0, end: 0, message: 'No TPU embedding configuration is made in this program.' }],
  };
  return { read, placeOf };
}
