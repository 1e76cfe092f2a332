// What `simulate` is asked to compute: by a specification in JSON, or by an optimizer in a file and options.
import { setAt } from '../config/json-paths';
import { grouped } from '../config/quantities';
import type { JsonMessage } from '../config/to-json';
import {
  camelCase,
  MAX_CELLS,
  matrix,
  onSparseCore,
  optimizers,
  readSpec,
  readStart,
  refusal,
  type SimulationStart,
  SpecError,
  type Step,
  settingsOf,
} from '../optimizers';
import { kindOf } from '../optimizers/read-json';
import type { Decoded } from '../reports/misfits';
import { randomTable } from '../scenarios';
import { excerpt } from '../text/excerpt';
import { lines } from '../text/terminal';
import { UsageError, type Values } from './command';
import { readText } from './files';
import { parseJson } from './json-text';
import { judge } from './judged-settings';
import { optimizerInFile, type Target } from './optimizer-in-file';
import { type AskedScenario, askedScenario, decimal, decimalHint, numberOption } from './scenario-options';

export interface Asked extends SimulationStart {
  /** The steps as they are given, or what makes them. */
  readonly training: { readonly steps: readonly Step[] } | { readonly scenario: AskedScenario };
  /** What the rules say of the settings, a line each. */
  readonly warnings: readonly string[];
}

type Json = Readonly<Record<string, unknown>>;

/** Of more arrays, objects and fields than this, JSON takes minutes to read and more memory than there is. */
const MAX_PARTS = 5_000_000;

/** A specification needs 4; what reads one cannot follow it as deep as JSON goes. */
const MAX_DEPTH = 100;

/** Reads a specification, with options in place of what it says. Throws a SpecError where it is wrong. */
export async function fromSpec(path: string, values: Values): Promise<Asked> {
  if (values['table'] !== undefined)
    throw new UsageError(
      '--table names a table of a configuration or a program, and not of a specification.',
    );
  const given = parseSpec(await readText(path));
  const { scenario: member, ...spec } = withOptions(given, values);
  const place = path === '-' ? 'standard input' : path;
  if (member === undefined && values['scenario'] === undefined) {
    const { spec: taken, notes } = onHardware(spec, values);
    const { steps, ...start } = readSpec(taken);
    return { ...start, training: { steps }, warnings: [...warningsOf(taken, start, place), ...notes] };
  }
  if (spec['steps'] !== undefined)
    throw new SpecError('steps', 'a scenario makes them; leave out one of the two');
  const scenario = await askedScenario(values, member);
  const { spec: taken, notes } = onHardware(spec, values);
  const start = startOf(taken, scenario);
  return { ...start, training: { scenario }, warnings: [...warningsOf(taken, start, place), ...notes] };
}

/** Reads the optimizer that a configuration or a program has at a place. */
export async function fromFile(target: Target, values: Values): Promise<Asked> {
  const found = await optimizerInFile(target, values['table'] as string | undefined);
  const scenario = await askedScenario(values);
  const { optimizationParameters, initial } = found;
  const given = withOptions({ optimizationParameters, initial }, values);
  const notes = found.unknown.flatMap((path) => {
    if (path.startsWith(RATE)) {
      if (values['learning-rate'] !== undefined) return [];
      throw new UsageError(
        `${found.at}: the learning rate is worked out at run time. Say it with --learning-rate.`,
      );
    }
    return `${found.at}: note: ${path} is worked out at run time; here it is ${assume(given, path)}.`;
  });
  try {
    const { spec, notes: others } = onHardware(given, values);
    const start = startOf(spec, scenario);
    if (found.isRefused)
      throw new SpecError('', 'TensorFlow refuses it for the errors above; correct them first');
    return { ...start, training: { scenario }, warnings: [...found.warnings, ...notes, ...others] };
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    // They may say why, such as a misspelled optimizer.
    process.stderr.write(lines(found.warnings));
    throw new SpecError('', `the optimizer in line ${found.line}: ${error.message}`);
  }
}

const RATE = 'optimizationParameters.learningRate';

/** Gives an unknown field of the optimizer its usual value; any other is left out. Says which it is. */
function assume(given: JsonMessage, path: string): string {
  const [, optimizer, field, ...deeper] = path.split('.');
  const { hyperparameters = [] } =
    [...optimizers.values()].find(({ name }) => camelCase(name) === optimizer) ?? {};
  const { usual } = hyperparameters.find(({ name }) => camelCase(name) === field) ?? {};
  if (usual === undefined || deeper.length > 0) return 'left out';
  setAt(given, path, usual);
  return String(usual);
}

/** With `--sparsecore`, the optimizer as SparseCores train with it. Throws a SpecError at what they refuse. */
function onHardware(spec: Json, values: Values): { spec: Json; notes: string[] } {
  const key = 'optimizationParameters' in spec ? 'optimizationParameters' : 'optimization_parameters';
  const given = spec[key];
  if (values['sparsecore'] !== true || !isObject(given)) return { spec, notes: [] };
  const refused = refusal(settingsOf(given, key).optimizer);
  if (refused !== undefined) throw new SpecError(key, refused);
  const { message, differences } = onSparseCore(given);
  const notes = differences.map(({ path, verdict, why }) => {
    if (verdict === 'refused') throw new SpecError(`${key}.${path}`, `TPUEmbeddingV2 refuses it: ${why}`);
    return `note: TPUEmbeddingV2 ignores ${path}: ${why}`;
  });
  return { spec: { ...spec, [key]: message }, notes };
}

/** What `--learning-rate` and `--initial` say, written over what is given. */
function withOptions(given: Json, values: Values): JsonMessage {
  const rate = numberOption(values, 'learning-rate', { min: -1e38, max: 1e38, whole: false });
  const changed = structuredClone(given) as JsonMessage;
  const parameters = changed['optimizationParameters'] ?? changed['optimization_parameters'];
  if (rate !== undefined && isObject(parameters)) {
    delete (parameters as JsonMessage)['learning_rate'];
    (parameters as JsonMessage)['learningRate'] = { constant: rate };
  }
  const starts = (values['initial'] ?? []) as string[];
  if (starts.length === 0) return changed;
  const initial = isObject(changed['initial']) ? changed['initial'] : {};
  return { ...changed, initial: { ...initial, ...Object.fromEntries(starts.map(slotStart)) } as JsonMessage };
}

function slotStart(text: string): [string, number] {
  const [, slot, number] = /^(\w+)=(.+)$/.exec(text) ?? [];
  if (slot === undefined || Number.isNaN(decimal(number!)))
    throw new UsageError(
      `--initial takes a slot and a number, such as accumulators=0.1, not "${excerpt(text)}".${decimalHint(number ?? '')}`,
    );
  return [slot, decimal(number!)];
}

/** The table before the first step: for rows as they come of zeros, for other gradients of random numbers. */
function startOf(spec: Json, { name, options, said }: AskedScenario): SimulationStart {
  const { rows, columns, seed } = options;
  if (rows * columns > MAX_CELLS)
    throw new UsageError(
      `A table of ${grouped(rows)} rows and ${grouped(columns)} columns has too many numbers; at most ${grouped(MAX_CELLS)} can be simulated.`,
    );
  const start = readStart(spec, name === 'zipf' ? matrix(rows, columns) : randomTable(rows, columns, seed));
  for (const side of ['rows', 'columns'] as const) {
    const found = start.initial.parameters[side];
    if (said[side] !== undefined && said[side] !== found)
      throw new SpecError(
        'initial.parameters',
        `the scenario has ${said[side]} ${side}, but here are ${found}; leave out one of the two`,
      );
  }
  const { learningRate, optimizer } = start.settings;
  const { rate = 'lr' } = optimizers.get(optimizer)!;
  if (learningRate && 'tag' in learningRate && rate === 'lr')
    throw new SpecError(RATE, 'it is handed over in each step; say it with --learning-rate');
  return start;
}

const warningsOf = (spec: Json, { initial }: SimulationStart, place: string) =>
  judge(spec['optimizationParameters'] ?? spec['optimization_parameters'], initial.parameters).map(
    (message) => `${place}: warning: ${message}`,
  );

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseSpec({ text, misfits: [misfit] }: Decoded): Json {
  if (misfit) throw new SpecError('', `${misfit.what}. Save the file as UTF-8.`);
  const { parts, depth } = extent(text);
  if (parts > MAX_PARTS) {
    throw new SpecError(
      '',
      `at most ${grouped(MAX_PARTS)} arrays, objects and fields can be read; take fewer rows or steps`,
    );
  }
  const given = parseJson(text);
  if (depth > MAX_DEPTH) throw new SpecError('', `arrays and objects are nested more than ${MAX_DEPTH} deep`);
  if (!isObject(given)) throw new SpecError('', `an object expected, ${kindOf(given)} found`);
  return given;
}

/** Arrays, objects and fields of a JSON text, and how deep they are nested; signs in its strings count, too. */
function extent(text: string): { parts: number; depth: number } {
  let [parts, open, depth] = [0, 0, 0];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === BRACKET || code === BRACE) {
      parts++;
      open++;
      if (open > depth) depth = open;
    } else if (code === CLOSING_BRACKET || code === CLOSING_BRACE) open--;
    else if (code === COLON) parts++;
  }
  return { parts, depth };
}

const [BRACKET, BRACE, CLOSING_BRACKET, CLOSING_BRACE, COLON] = [...'[{]}:'].map((sign) =>
  sign.charCodeAt(0),
);
