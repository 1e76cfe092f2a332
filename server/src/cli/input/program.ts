// Programs on the command line: each is read as one text, with lines and columns counted from 1.

import { excerpt } from '../../basics/excerpt';
import { once } from '../../basics/once';
import { UsageError } from '../../basics/usage-error';
import type { Strategy } from '../../dataflow/derivation/strategy';
import { languageOf } from '../../languages';
import type { Analysis } from '../../languages/language';
import { Analyzer } from '../../languages/snapshot';
import { DEFAULT_SETTINGS } from '../../project/settings';
import { hostsConflict, sliceIn, strategyIn } from '../../project/strategy';
import { isNotebook, readNotebook } from '../../python/notebooks';
import type { Program } from '../../reports/places';
import { builtin } from '../../schema/builtin';
import { printError, printFailure, type Values } from '../command';
import { isPython, readText } from '../files/files';
import { NearbyFacts } from '../files/nearby-facts';
import { SELECTION_OPTIONS } from './selection-options';
import { sliceOf } from './slice';

/** Options for facts about a program's TPU that the program does not contain. */
export const STRATEGY_OPTIONS = {
  'num-hosts': { type: 'string', value: 'N', about: 'Hosts of the TPU slice.' },
  'num-replicas': { type: 'string', value: 'N', about: 'Replicas of the model on the TPU slice.' },
  'per-replica-batch-size': {
    type: 'string',
    value: 'N',
    about: 'Samples that each replica gets in a step. Overrides the value in the program.',
  },
  'num-cores-per-replica': {
    type: 'string',
    value: 'N',
    about: 'TensorCores of each replica, if the program uses a device assignment.',
  },
} as const;

/** The options of commands that read one program. */
export const PROGRAM_OPTIONS = {
  tpu: { type: 'string', value: 'NAME', about: 'The slice, such as v5p-16, for hosts, replicas and stacks.' },
  ...STRATEGY_OPTIONS,
  config: SELECTION_OPTIONS.config,
  'no-config': SELECTION_OPTIONS['no-config'],
} as const;

/** The facts that the command line gives. */
const givenStrategy = (values: Values): Strategy => ({
  numHosts: count(values, 'num-hosts'),
  numReplicas: count(values, 'num-replicas'),
  perReplicaBatchSize: count(values, 'per-replica-batch-size'),
  numCoresPerReplica: count(values, 'num-cores-per-replica'),
});

/**
 * The given facts, else those of the slice that `--tpu` names, else those from the configuration file around a program; and whether
 * that file is valid.
 */
export function strategyAround(path: string, values: Values) {
  const given = givenStrategy(values);
  const slice = sliceOf(values);
  const conflict = hostsConflict(slice, given, '--num-hosts');
  if (conflict !== undefined) throw new UsageError(conflict);
  const { settings, isSound } = settingsAround(path, values);
  return { strategy: strategyIn(settings, given, slice), isSound };
}

/**
 * The slice that `--tpu` names, else that of the configuration file around a program or configuration, unless hosts are given that it
 * does not have; whether the option names it, and whether that file is valid.
 */
export function sliceAround(path: string, values: Values) {
  const { settings, isSound } = settingsAround(path, values);
  const named = sliceOf(values);
  const usual = sliceIn(settings);
  const conflict = hostsConflict(usual, givenStrategy(values), '--num-hosts');
  return {
    slice: named ?? (conflict === undefined ? usual : undefined),
    isNamed: named !== undefined,
    isSound,
  };
}

/** A command asks for slice and strategy of the same file, which is read once. */
const nearbyFor = once((values: Values) => new NearbyFacts(values));

function settingsAround(path: string, values: Values) {
  const nearby = nearbyFor(values);
  const settings = { ...DEFAULT_SETTINGS, ...nearby.configuration(path)?.settings };
  for (const problem of [...nearby.problems, ...nearby.notices]) printOnce(problem);
  return { settings, isSound: nearby.problems.length === 0 };
}

const printed = new Set<string>();

/** Two programs may have the same configuration file. */
function printOnce(problem: string): void {
  if (!printed.has(problem)) printError(problem);
  printed.add(problem);
}

/** An option that takes a number of at least 1. */
function count(values: Values, option: keyof typeof STRATEGY_OPTIONS): number | undefined {
  const value = values[option];
  if (value === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(String(value)))
    throw new UsageError(`--${option} takes a whole number of at least 1, not "${excerpt(String(value))}".`);
  return Number(value);
}

export const isProgram = (path: string): boolean => isPython(path) || isNotebook(path);

/** Reads a program from the file `from`, or standard input for `-`; `path` is what it is called. */
export async function readProgram(from: string, path = from): Promise<Program> {
  const { text } = await readText(from, isPython(path));
  return programOf(text, path);
}

/** The text of a program, or the cells of a notebook. */
export function programOf(text: string, path: string): Program {
  if (!isNotebook(path)) return { text };
  const cells = readNotebook(text);
  if (!cells) throw new UsageError(`${path} is not a notebook with Python code.`);
  return cells;
}

/** For commands whose answers do not depend on settings. */
export const plainAnalyzer = (): Analyzer => new Analyzer(builtin, DEFAULT_SETTINGS, printFailure);

/** The analysis that finds its configurations. */
export function analyzeProgram(program: Program, path: string): Analysis {
  const options = { analyzer: plainAnalyzer(), path, ...program, countsAsUsed: 'top-level' } as const;
  return languageOf('python').analyze(program.text, options);
}
