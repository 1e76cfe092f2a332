import { languageOf } from '../languages';
import type { DerivedConfiguration } from '../languages/derived';
import { Analyzer } from '../languages/snapshot';
import { type Cells, readNotebook } from '../python/notebooks';
import { builtin } from '../schema/builtin';
import { DEFAULT_SETTINGS } from '../settings';
import { excerpt } from '../text/excerpt';
import { lineIndex, type Position } from '../text/line-index';
import type { Range } from '../text/range';
import { json, lines } from '../text/terminal';
import { type Command, choice, printFailure, UsageError, type Values } from './command';
import { isNotebook, isPython, readText } from './files';

const NUMBERS = {
  'num-hosts': { type: 'string' },
  'num-replicas': { type: 'string' },
  'per-replica-batch-size': { type: 'string' },
  'num-cores-per-replica': { type: 'string' },
} as const;

export const derive: Command = {
  usage:
    'derive [--format text|json] [--num-hosts N] [--num-replicas N] [--per-replica-batch-size N] [--num-cores-per-replica N] FILE.py|.ipynb',
  summary: 'Show the configuration that TensorFlow builds of each TPUEmbedding in a program.',
  options: { format: { type: 'string' }, ...NUMBERS },
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
      throw new UsageError(`${path} is no program: derive takes Python and notebooks.`);
    const program = await readProgram(path);
    const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS, printFailure);
    const analysis = languageOf('python').analyze(program.text, { analyzer, path, ...program });
    const configurations = analysis.derive?.(strategy) ?? [];
    const place = placesIn(path, program);
    process.stdout.write(
      format === 'json'
        ? json({ configurations: configurations.map((each) => inJson(each, place)) })
        : lines(configurations.flatMap((each) => inText(each, place))),
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
type Program = Pick<Cells, 'text'> & Partial<Cells>;

async function readProgram(path: string): Promise<Program> {
  const { text } = await readText(path, isPython(path));
  if (!isNotebook(path)) return { text };
  const cells = readNotebook(text);
  if (!cells) throw new UsageError(`${path} is not a notebook, or not one of Python.`);
  return cells;
}

/** A place in a file; the lines of a notebook count in each cell. */
interface Place {
  readonly path: string;
  readonly range: { readonly start: Position; readonly end: Position };
  readonly cell?: number;
}

type PlaceOf = (at: Range) => Place;

function placesIn(path: string, { text, partEnds = [], indices = [] }: Program): PlaceOf {
  const { position } = lineIndex(text);
  return ({ start, end }) => {
    const part = partEnds.findIndex((partEnd) => start < partEnd);
    if (part < 0) return { path, range: { start: position(start), end: position(end) } };
    const { line } = position(partEnds[part - 1] ?? 0);
    const inCell = (offset: number) => {
      const at = position(offset);
      return { ...at, line: at.line - line };
    };
    return { path, range: { start: inCell(start), end: inCell(end) }, cell: indices[part]! };
  };
}

function inJson(configuration: DerivedConfiguration, place: PlaceOf) {
  const { message, unknown, origins, refused } = configuration;
  const inside = (at: Range | undefined) => {
    if (!at) return {};
    const { path: _, ...rest } = place(at);
    return rest;
  };
  return {
    at: place(configuration),
    ...(message && { message }),
    unknown: unknown.map(({ path, reason, at }) => ({ path, reason, ...inside(at) })),
    origins: origins.map(({ path, at }) => ({ path, ...inside(at) })),
    ...(refused && { refused: { reason: refused.reason, ...inside(refused.at) } }),
  };
}

function inText(configuration: DerivedConfiguration, place: PlaceOf): string[] {
  const named = (at: Range) => {
    const { path, range, cell } = place(at);
    return `${path}:${cell === undefined ? '' : `cell ${cell + 1}:`}${range.start.line + 1}:${range.start.character + 1}`;
  };
  const { lines: text, refused } = configuration;
  if (refused) return [`# ${named(refused.at)}: TensorFlow refuses this: ${refused.reason}`, ''];
  return [`# ${named(configuration)}`, ...text.map((line) => line.text), ''];
}
