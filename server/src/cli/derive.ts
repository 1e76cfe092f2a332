import { languageOf } from '../languages';
import type { DerivedConfiguration } from '../languages/derived';
import { Analyzer } from '../languages/snapshot';
import { type Cells, isNotebook, positionsInCells, readNotebook } from '../python/notebooks';
import { builtin } from '../schema/builtin';
import { DEFAULT_SETTINGS } from '../settings';
import { excerpt } from '../text/excerpt';
import { lineIndex, type Position } from '../text/line-index';
import type { Range } from '../text/range';
import { json, lines } from '../text/terminal';
import { type Command, choice, printError, printFailure, UsageError, type Values } from './command';
import { isPython, readText } from './files';

const NUMBERS = {
  'num-hosts': { type: 'string', value: 'N', about: 'Hosts of the TPU slice.' },
  'num-replicas': { type: 'string', value: 'N', about: 'Replicas of the model on the TPU slice.' },
  'per-replica-batch-size': {
    type: 'string',
    value: 'N',
    about: 'Samples that each replica gets in a step; takes precedence over the program.',
  },
  'num-cores-per-replica': {
    type: 'string',
    value: 'N',
    about: 'TensorCores of each replica, where the program uses a device assignment.',
  },
} as const;

export const derive: Command = {
  usage:
    'derive [--format text|json] [--num-hosts N] [--num-replicas N] [--per-replica-batch-size N] [--num-cores-per-replica N] FILE.py|.ipynb',
  summary: 'Show the configuration that TensorFlow builds of each TPUEmbedding in a program.',
  options: {
    format: { type: 'string', value: 'FORMAT', about: 'text, or json with where each field comes from.' },
    ...NUMBERS,
  },
  async run(values, [path, ...more]) {
    const format = choice(values, 'format', ['text', 'json']);
    const strategy = {
      numHosts: count(values, 'num-hosts'),
      numReplicas: count(values, 'num-replicas'),
      perReplicaBatchSize: count(values, 'per-replica-batch-size'),
      numCoresPerReplica: count(values, 'num-cores-per-replica'),
    };
    if (path === undefined || more.length > 0) throw new UsageError('Name one file.', this.usage);
    if (!isPython(path) && !isNotebook(path))
      throw new UsageError(`${path} is not a program: derive takes Python files and notebooks.`);
    const program = await readProgram(path);
    const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS, printFailure);
    const analysis = languageOf('python').analyze(program.text, { analyzer, path, ...program });
    const configurations = analysis.derive?.(strategy) ?? [];
    // A wrong file in a script must not pass for a program that was looked at.
    if (configurations.length === 0)
      printError(`Found no TPUEmbedding in ${path}, and no TPUEmbeddingConfiguration that it puts together.`);
    const placeOf = placesIn(program);
    process.stdout.write(
      format === 'json'
        ? json({ configurations: configurations.map((each) => inJson(each, path, placeOf)) })
        : lines(configurations.flatMap((each) => inText(each, path, placeOf))),
    );
    if (configurations.some(({ refused }) => refused)) return 1;
    return configurations.some(({ unknown }) => unknown.length > 0) ? 3 : 0;
  },
};

/** An option that takes a number of at least 1. */
function count(values: Values, option: keyof typeof NUMBERS): number | undefined {
  const value = values[option];
  if (value === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(String(value)))
    throw new UsageError(`--${option} takes a whole number from 1 on, not "${excerpt(String(value))}".`);
  return Number(value);
}

/** A program as one text, which of a notebook are its cells. */
type Program = Cells | { readonly text: string };

async function readProgram(path: string): Promise<Program> {
  const { text } = await readText(path, isPython(path));
  if (!isNotebook(path)) return { text };
  const cells = readNotebook(text);
  if (!cells) throw new UsageError(`${path} is not a notebook, or not one of Python.`);
  return cells;
}

/** A place in a file; the lines of a notebook count in each cell. */
interface Place {
  readonly range: { readonly start: Position; readonly end: Position };
  readonly cell?: number;
}

type PlaceOf = (at: Range) => Place;

function placesIn(program: Program): PlaceOf {
  if ('partEnds' in program) {
    const locate = positionsInCells(program);
    return ({ start, end }) => {
      const { cell, position } = locate(start);
      return { range: { start: position, end: locate(end).position }, cell };
    };
  }
  const { position } = lineIndex(program.text);
  return ({ start, end }) => ({ range: { start: position(start), end: position(end) } });
}

function inJson(
  { message, unknown, origins, refused, ...call }: DerivedConfiguration,
  path: string,
  placeOf: PlaceOf,
) {
  return {
    at: { path, ...placeOf(call) },
    ...(message && { message }),
    unknown: unknown.map(({ at, ...field }) => ({ ...field, ...(at && placeOf(at)) })),
    origins: origins.map(({ at, ...field }) => ({ ...field, ...placeOf(at) })),
    ...(refused && { refused: { reason: refused.reason, ...placeOf(refused.at) } }),
  };
}

function inText(
  { refused, lines: text, ...call }: DerivedConfiguration,
  path: string,
  placeOf: PlaceOf,
): string[] {
  const { range, cell } = placeOf(refused?.at ?? call);
  const { line, character } = range.start;
  const place = `${path}:${cell === undefined ? '' : `cell ${cell + 1}:`}${line + 1}:${character + 1}`;
  if (refused) return [`# ${place}: TensorFlow refuses this: ${refused.reason}`, ''];
  return [`# ${place}`, ...text.map((line) => line.text), ''];
}
