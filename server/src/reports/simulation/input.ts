// The input of a simulation: a specification as JSON or an optimizer in a file, and values that override them.

import { isRecord } from '../../basics/record';
import { UsageError } from '../../basics/usage-error';
import { setAt } from '../../configuration/json-paths';
import { grouped } from '../../configuration/quantities';
import { fieldByJsonName, isWrapper, type JsonMessage } from '../../configuration/to-json';
import { OPTIMIZATION_PARAMETERS } from '../../dataflow/derivation/conversions';
import type { OptimizerOfLibrary } from '../../languages/optimizer/place';
import { Analyzer } from '../../languages/snapshot';
import { diagnose } from '../../languages/textproto/diagnostics';
import {
  camelCase,
  MAX_CELLS,
  type Matrix,
  matrix,
  onSparseCore,
  optimizerNamed,
  optimizers,
  readSpec,
  readStart,
  refusal,
  type SimulationStart,
  SpecError,
  type Step,
  settingsOf,
} from '../../optimizers';
import { randomTable } from '../../optimizers/scenarios';
import { DEFAULT_SETTINGS } from '../../project/settings';
import type { Failure } from '../../rules/guard';
import { optimizerRules } from '../../rules/optimizer';
import { dynamicTagGap } from '../../rules/optimizer/dynamic-tag-gap';
import { builtin } from '../../schema/builtin';
import type { MessageType } from '../../schema/types';
import type { OptimizerInFile } from './optimizer';
import { withRates } from './rate-function';
import { type ChosenScenario, chosenScenario, type ScenarioOverrides, type Spelling } from './scenario';

export interface SimulationInput extends SimulationStart {
  /** The given steps, or the scenario that makes them. */
  readonly training: { readonly steps: readonly Step[] } | { readonly scenario: ChosenScenario };
  /** Problems that the rules find in the settings, a line each. */
  readonly warnings: readonly string[];
}

export type Json = Readonly<Record<string, unknown>>;

/** Requested values that override those of a file. */
export interface Overrides {
  readonly learningRate?: number | undefined;
  /** Initial values of slots. */
  readonly initial?: Readonly<Record<string, number>> | undefined;
  /** Whether to train as TPUEmbeddingV2 does on SparseCores. */
  readonly sparsecore?: boolean | undefined;
  readonly scenario?: ScenarioOverrides | undefined;
}

/** The caller: a person or a model. */
export interface Caller {
  readonly spelling: Spelling;
  /** Receives notes about the input, a line each. */
  readonly note: (lines: readonly string[]) => void;
  readonly onFailure: (failure: Failure) => void;
}

const NO_OVERRIDES: ScenarioOverrides = { numbers: {} };

/** Reads a specification; requested values override it, and `place` names it. Throws a SpecError if it is wrong. */
export function fromSpec(given: Json, overrides: Overrides, place: string, caller: Caller): SimulationInput {
  const { scenario: scenarioOverrides = NO_OVERRIDES } = overrides;
  const { scenario: member, ...spec } = withOverrides(given, overrides);
  const { spec: effective, notes } = onHardware(withRates(spec), overrides);
  const warnings = ({ initial }: SimulationStart) =>
    ruleWarnings(parametersOf(effective), initial.parameters, caller.onFailure).map(
      (message) => `${place}: warning: ${message}`,
    );
  if (member === undefined && scenarioOverrides.name === undefined) {
    const { steps, ...start } = readSpec(effective);
    return { ...start, training: { steps }, warnings: [...warnings(start), ...notes] };
  }
  if (spec['steps'] !== undefined)
    throw new SpecError('steps', 'a scenario makes them; leave out one of the two');
  const scenario = chosenScenario(scenarioOverrides, member, caller.spelling);
  const start = startOf(effective, scenario, caller.spelling);
  return { ...start, training: { scenario }, warnings: [...warnings(start), ...notes] };
}

/** Reads the optimizer that a configuration or a program has at a place; `member` is a scenario as a specification has it. */
export function fromOptimizer(
  found: OptimizerInFile,
  overrides: Overrides,
  caller: Caller,
  member?: unknown,
): SimulationInput {
  const scenario = chosenScenario(overrides.scenario ?? NO_OVERRIDES, member, caller.spelling);
  const { optimizationParameters, optimizer, initial } = found;
  const given = withOverrides(
    { ...(optimizer ? { optimizer } : { optimizationParameters }), initial },
    overrides,
  );
  const notes = found.unknown.flatMap((path) => {
    if (path.startsWith(RATE) || path === RATE_ARGUMENT) {
      if (overrides.learningRate !== undefined) return [];
      throw new UsageError(
        `${found.at}: the learning rate is computed at run time. Give it with ${caller.spelling('learning-rate')}.`,
      );
    }
    return `${found.at}: note: ${path} is computed at run time; here it is ${assume(given, path)}.`;
  });
  try {
    const { spec, notes: others } = onHardware(given, overrides);
    const start = startOf(spec, scenario, caller.spelling);
    if (found.isRefused)
      throw new SpecError('', 'TensorFlow refuses it because of the errors above; correct them first');
    return { ...start, training: { scenario }, warnings: [...found.warnings, ...notes, ...others] };
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    // They may contain the reason, such as a misspelled optimizer.
    caller.note(found.warnings);
    throw new SpecError('', `the optimizer in line ${found.line}: ${error.message}`);
  }
}

const RATE = 'optimizationParameters.learningRate';
const RATE_ARGUMENT = 'optimizer.arguments.learning_rate';

/** Gives an unknown field of the optimizer its usual value, or leaves it out; returns the value, or words, for a note. */
function assume(given: JsonMessage, path: string): string {
  const [, optimizer, field, ...deeper] = path.split('.');
  const { library, name } = (given['optimizer'] ?? {}) as Partial<OptimizerOfLibrary>;
  const { hyperparameters = [] } =
    optimizerNamed(`${library}.${name}`) ??
    [...optimizers.values()].find((each) => camelCase(each.name) === optimizer) ??
    {};
  const { usual } =
    hyperparameters.find((each) => each.name === field || camelCase(each.name) === field) ?? {};
  if (usual === undefined || deeper.length > 0) return 'left out';
  setAt(given, path, usual);
  return String(usual);
}

/** The optimizer that SparseCores train with. Throws a SpecError for settings that they refuse. */
function onHardware(spec: Json, { sparsecore }: Overrides): { spec: Json; notes: string[] } {
  const key = 'optimizationParameters' in spec ? 'optimizationParameters' : 'optimization_parameters';
  const given = spec[key];
  if (!sparsecore || !isRecord(given)) return { spec, notes: [] };
  const refused = refusal(settingsOf(given, key).optimizer);
  if (refused !== undefined) throw new SpecError(key, refused);
  const { message, differences } = onSparseCore(given);
  const notes = differences.map(({ path, verdict, why }) => {
    if (verdict === 'refused') throw new SpecError(`${key}.${path}`, `TPUEmbeddingV2 refuses it: ${why}`);
    return `note: TPUEmbeddingV2 ignores ${path}: ${why}`;
  });
  return { spec: { ...spec, [key]: message }, notes };
}

/** The specification with the requested learning rate and initial values. */
function withOverrides(given: Json, { learningRate, initial: starts }: Overrides): JsonMessage {
  const changed = structuredClone(given) as JsonMessage;
  const parameters = parametersOf(changed);
  if (learningRate !== undefined && isRecord(changed['optimizer']))
    setAt(changed, RATE_ARGUMENT, learningRate);
  if (learningRate !== undefined && isRecord(parameters)) {
    delete (parameters as JsonMessage)['learning_rate'];
    (parameters as JsonMessage)['learningRate'] = { constant: learningRate };
  }
  if (!starts) return changed;
  const initial = isRecord(changed['initial']) ? changed['initial'] : {};
  return { ...changed, initial: { ...initial, ...starts } as JsonMessage };
}

const parametersOf = (spec: Json) => spec['optimizationParameters'] ?? spec['optimization_parameters'];

/** The table before the first step: zeros for the scenario zipf, random numbers for other gradients. */
function startOf(
  spec: Json,
  { name, options, givenSize }: ChosenScenario,
  spelling: Spelling,
): SimulationStart {
  const { rows, columns, seed } = options;
  if (rows * columns > MAX_CELLS)
    throw new UsageError(
      `A table of ${grouped(rows)} rows and ${grouped(columns)} columns has too many numbers; at most ${grouped(MAX_CELLS)} can be simulated.`,
    );
  const start = readStart(spec, name === 'zipf' ? matrix(rows, columns) : randomTable(rows, columns, seed));
  for (const side of ['rows', 'columns'] as const) {
    const found = start.initial.parameters[side];
    if (givenSize[side] !== undefined && givenSize[side] !== found)
      throw new SpecError(
        'initial.parameters',
        `the scenario has ${givenSize[side]} ${side}, but here are ${found}; leave out one of the two`,
      );
  }
  const { learningRate, optimizer } = start.settings;
  const { rate = 'lr' } = optimizerNamed(optimizer)!;
  if (learningRate && 'tag' in learningRate && rate === 'lr')
    throw new SpecError(
      'optimizer' in spec ? RATE_ARGUMENT : RATE,
      `it is passed in each step; give it with ${spelling('learning-rate')}`,
    );
  return start;
}

/** Other tables may have the tags that are missing. */
const CODES = new Set(optimizerRules.filter((rule) => rule !== dynamicTagGap).map(({ code }) => code));

/** Sentences with the codes of their rules, about OptimizationParameters in ProtoJSON that the simulator has read. */
function ruleWarnings(
  optimizationParameters: unknown,
  { rows, columns }: Matrix,
  onFailure: (failure: Failure) => void,
): string[] {
  if (optimizationParameters === undefined) return [];
  const optimization = fieldsText(OPTIMIZATION_PARAMETERS, optimizationParameters as JsonMessage);
  const text = `table_descriptor { name: "table" vocabulary_size: ${rows} dimension: ${columns} optimization_parameters {${optimization}} }`;
  const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS, onFailure);
  const path = 'settings.textproto';
  return diagnose(analyzer.open(text, { path, named: true }), analyzer.guard(path))
    .filter(({ code }) => CODES.has(code))
    .map(({ message, code }) => `${message} [${code}]`);
}

function fieldsText(type: MessageType, message: JsonMessage): string {
  return Object.entries(message)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => {
      const field = fieldByJsonName(type, camelCase(name))!;
      if (isWrapper(field)) return ` ${field.name} { value: ${scalarText(value)} }`;
      if (!field.message) return ` ${field.name}: ${scalarText(value)}`;
      return ` ${field.name} {${fieldsText(field.message, value as JsonMessage)} }`;
    })
    .join('');
}

const scalarText = (value: unknown) => String(value).replace('Infinity', 'inf').replace('NaN', 'nan');
