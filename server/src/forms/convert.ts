import type { Strategy } from '../derivation/strategy';
import { isNotebook, readNotebook } from '../python/notebooks';
import { lineIndex, type Position } from '../text/line-index';
import type { Form, Problem, Read } from './form';
import { guessForm } from './guess';
import { readProgram } from './python-reader';
import { readBytes, readForm } from './read';
import { Inexpressible } from './tensorflow-writer';
import { type Target, writeForm } from './write';

export interface Conversion {
  /** Its end says which form it is in, unless `from` does. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly from?: Form | undefined;
  readonly to: Target;
  /** What a program does not say of its TPU. */
  readonly strategy: Strategy;
  /** A line of a program, from 0, at which or below which the configuration is made. */
  readonly line?: number | undefined;
}

export type Converted =
  | { readonly from: Form; readonly output: Uint8Array; readonly notes: readonly string[] }
  | { readonly from: Form; readonly problems: readonly PlacedProblem[] };

interface PlacedProblem {
  readonly message: string;
  /** Left out for bytes. */
  readonly range?: { readonly start: Position; readonly end: Position };
}

/** A file in another form; what is in that form already is written anew. */
export function convertFile({ path, bytes, from: said, to, strategy, line }: Conversion): Converted {
  const from = said ?? guessForm(path, bytes).form;
  const text = from === 'binary' ? '' : textOf(bytes);
  if (text === undefined) return { from, problems: [{ message: 'This is not UTF-8.' }] };
  const read = readAs(from, bytes, text, { path, strategy, line });
  if ('problems' in read) return { from, problems: placed(read.problems, text) };
  try {
    const { output, notes } = writeForm(to, read.content);
    const skipped = placed(read.skipped ?? [], text).map(({ message, range }) =>
      range ? `Line ${range.start.line + 1}: ${message}` : message,
    );
    return {
      from,
      output: typeof output === 'string' ? encoder.encode(output) : output,
      notes: [...skipped, ...notes],
    };
  } catch (error) {
    if (error instanceof Inexpressible) return { from, problems: [{ message: error.message }] };
    throw error;
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

function readAs(
  form: Form,
  bytes: Uint8Array,
  text: string,
  { path, strategy, line = 0 }: Pick<Conversion, 'path' | 'strategy' | 'line'>,
): Read {
  if (form === 'binary') return readBytes(bytes);
  if (form !== 'python') return readForm(form, text);
  const program = isNotebook(path) ? readNotebook(text) : { text };
  const all = program ? readProgram(program, path, strategy) : [];
  const { position } = lineIndex(text);
  const found = all.find(({ end }) => position(end).line >= line) ?? all[0];
  if (found) return found.read();
  return {
    problems: [{ start: 0, end: 0, message: 'No TPU embedding configuration is made in this program.' }],
  };
}

function placed(problems: readonly Problem[], text: string): PlacedProblem[] {
  const { position } = lineIndex(text);
  return problems.map(({ start, end, message, isByte }) =>
    isByte ? { message } : { message, range: { start: position(start), end: position(end) } },
  );
}
