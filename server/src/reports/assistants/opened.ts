// The text that a tool is asked about: an argument, or the content of a file.

import type { Decoded } from '../../basics/decode';
import { printable } from '../../basics/terminal';
import { UsageError } from '../../basics/usage-error';
import { languageOf } from '../../languages';
import type { Analysis, AnalyzeOptions } from '../../languages/language';
import { isNotebook, readNotebook } from '../../python/notebooks';
import type { Kind } from '../check';
import { type Guess, guessForm } from '../forms/guess';
import { withMisfits } from '../misfits';
import { type PlaceOf, type Program, placesIn, placeText } from '../places';
import type { Arguments } from './arguments';
import { type JsonSchema, text } from './schema';
import type { Host, Surroundings } from './tool';

/** The parameters of tools that are about a text. */
export const TEXT: Readonly<Record<string, JsonSchema>> = {
  'text?': text('The text itself, or give path.'),
  'path?': text('Its file; with text: its name.'),
};

/** What tells the language of the text. */
export const LANGUAGE: Readonly<Record<string, JsonSchema>> = {
  'language?': {
    type: 'string',
    enum: ['textproto', 'python'],
    description: 'Of text, where neither path nor an import shows it.',
  },
};

function textOrPath(given: Arguments) {
  const givenText = given.get('text') as string | undefined;
  const path = given.get('path') as string | undefined;
  if (givenText === undefined && path === undefined)
    throw new UsageError('Give text, or the path of a file that holds it.');
  return { givenText, path };
}

export interface Opened {
  /** Its name in answers. */
  readonly name: string;
  readonly kind: Kind;
  /** The file's content; JSON for a notebook. */
  readonly decoded: Decoded;
  /** The text that places refer to. */
  readonly program: Program;
  readonly placeOf: PlaceOf;
  readonly surroundings: Surroundings;
  readonly options: AnalyzeOptions;
}

/** Throws an error for the user if there is nothing to read. */
export async function open(given: Arguments, host: Host): Promise<Opened> {
  const { givenText, path } = textOrPath(given);
  const decoded = givenText === undefined ? await host.read(path!) : { text: givenText, misfits: [] };
  const kind = kindOf(given.get('language'), path, decoded.text);
  const surroundings = await host.surroundings(path);
  const program = kind === 'notebook' ? readNotebook(decoded.text) : { text: decoded.text };
  const name = path ?? (kind === 'python' ? 'text.py' : 'text.textproto');
  if (!program) throw new UsageError(`${name} is not a notebook with Python code.`);
  return {
    name,
    kind,
    decoded,
    program,
    placeOf: placesIn(program),
    surroundings,
    options: { ...surroundings, named: true, ...partsOf(program) },
  };
}

/** The input of a tool, in any form. */
export async function bytesOf(given: Arguments, host: Host): Promise<Guess & { readonly bytes: Uint8Array }> {
  const { givenText, path } = textOrPath(given);
  const bytes = givenText === undefined ? await host.bytes(path!) : new TextEncoder().encode(givenText);
  return { bytes, ...guessForm(path ?? '', bytes) };
}

const IMPORT = /^[ \t]*(?:import[ \t]+\w|from[ \t]+[\w.]+[ \t]+import\b)/m;

function kindOf(language: unknown, path: string | undefined, text: string): Kind {
  if (path !== undefined && isNotebook(path)) return 'notebook';
  if (language !== undefined) return language as Kind;
  if (path !== undefined && /\.py[iw]?$/i.test(path)) return 'python';
  return path === undefined && IMPORT.test(text) ? 'python' : 'textproto';
}

/** A text that reads other files is analyzed again when these are known, at most so many times. */
const MAX_ROUNDS = 3;

/** The result of an analysis that knows the files that the text reads. */
export async function withFilesRead<T>({ surroundings }: Opened, analyze: () => T): Promise<T> {
  let result = analyze();
  for (let round = 1; round < MAX_ROUNDS && (await surroundings.settle?.()); round++) result = analyze();
  return result;
}

export const analysisOf = (opened: Opened): Promise<Analysis> =>
  withFilesRead(opened, () => {
    const { kind, program, options } = opened;
    const language = languageOf(kind === 'textproto' ? 'textproto' : 'python');
    const analysis = language.analyze(program.text, { ...options, countsAsUsed: 'top-level' });
    // The analysis has requested the files that it reads by now.
    analysis.diagnose();
    return analysis;
  });

const partsOf = (program: Program) => 'partEnds' in program && { partEnds: program.partEnds };

/** A line for each error in it. */
export function errorsIn({ name, decoded, placeOf, options }: Opened, analysis: Analysis): string[] {
  return withMisfits(decoded.misfits, analysis.diagnose(), 'textproto', options.analyzer.settings)
    .filter(({ severity }) => severity === 'error')
    .map(({ message, code, ...at }) =>
      printable(`${placeText(name, placeOf(at))}: error: ${message} [${code}]`),
    );
}
