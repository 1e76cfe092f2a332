// How a library stacks the tables of a program, by the arguments and calls that say so.
import { Attached } from '../../basics/attached';
import { compareCodePoints } from '../../basics/compare';
import { excerpt } from '../../basics/excerpt';
import { LIBRARIES, parameterFor, type Setting } from '../../catalogue';
import type { Call } from '../../python/tree';
import type { Chips } from '../../sizing/sparsecore/padding';
import type { Stacking } from '../../sizing/sparsecore/stacks';
import type { LibraryStacking, Overflow, SizedTable } from '../../sizing/tables';
import { argumentValue, settingOf } from '../calls/argument-values';
import { isCertainlyBefore } from '../calls/certain-order';
import { evaluationOf, isSameRun } from '../calls/evaluation';
import { numberOf, truth } from '../calls/known-values';
import type { CallEvent } from '../calls/observations';
import { type ApiCall, argumentOf, callOfEvent, type PythonFile } from '../calls/python-file';
import { targetsOf } from '../calls/targets';
import type { Inferred, TypeOf } from '../calls/types';
import { STACK } from '../libraries/stacks';
import { type Feature, type Features, featuresAlone } from './features';
import { formulaOf } from './limit-formulas';
import { optimizerKeys } from './optimizer-keys';
import type { EmbeddingPart, EmbeddingParts } from './parts';

/** What decides on the stack of a table besides its sizes. */
type StackFacts = Pick<
  SizedTable,
  'settings' | 'combiner' | 'quantization' | 'maxIds' | 'maxUniqueIds' | 'suggestedBufferSize'
>;

export interface MadeStacking {
  /** In the order of the tables of the features. */
  readonly tables: readonly StackFacts[];
  readonly stacking: LibraryStacking;
  /** The tables themselves, in the same order. */
  readonly parts: readonly EmbeddingPart[];
}

/** Why something is not known, as a sentence for people. */
class Unknown extends Error {}

/** How the tables of the features that a call gets are stacked; undefined if the call is refused. */
export function stackingOf(call: ApiCall, file: PythonFile): MadeStacking | undefined {
  const found = featuresAlone(call);
  if (!found) return undefined;
  const keys = optimizerKeys(found.tables, found.parts);
  return {
    tables: found.tables.map((table, i) => factsOf(table, keys[i], found.parts)),
    stacking: knownOr(call, found, file),
    parts: found.tables,
  };
}

function knownOr(call: ApiCall, found: Features, file: PythonFile): LibraryStacking {
  try {
    return byLibrary(call, found, file);
  } catch (error) {
    if (error instanceof Unknown) return { unknown: error.message };
    throw error;
  }
}

function factsOf(table: EmbeddingPart, settings: string | undefined, parts: EmbeddingParts): StackFacts {
  const combiner = textOf(table.attribute('combiner').type);
  const quantization = quantizationOf(table, parts);
  const limits = {
    maxIds: limitOf(table, 'max_ids_per_partition'),
    maxUniqueIds: limitOf(table, 'max_unique_ids_per_partition'),
    suggestedBufferSize: limitOf(table, 'suggested_coo_buffer_size'),
  };
  return {
    ...(settings !== undefined && { settings }),
    ...(combiner !== undefined && { combiner }),
    ...(quantization !== undefined && { quantization }),
    ...Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined)),
  };
}

const textOf = (type: Inferred): string | undefined => (type.kind === 'str' ? type.value : undefined);

/** Null where the program leaves the default. */
function limitOf(table: EmbeddingPart, setting: Setting): number | null | undefined {
  const { call } = table;
  const { type, node } = table.attribute(setting);
  if (type.kind === 'none') return null;
  if (node === call.node.callee) return call.binding.open ? undefined : null;
  const number = numberOf(type);
  return number !== undefined && Number.isInteger(number) ? number : undefined;
}

/** The arguments of the object; null for none. */
function quantizationOf(table: EmbeddingPart, parts: EmbeddingParts): string | null | undefined {
  const { type } = table.attribute('simulated_quantization');
  if (type.kind === 'none') return null;
  const object = parts.of(type);
  const numbers = object?.call.entry.parameters.map((each) => numberOf(object.argument(each).type));
  return !numbers || numbers.includes(undefined) ? undefined : JSON.stringify(numbers);
}

// ---------------------------------------------------------------- Features

const WHICH = 'Which features there are is not known.';

function byLibrary(call: ApiCall, found: Features, file: PythonFile): LibraryStacking {
  const { features, tables, firstUnknown } = found;
  if (firstUnknown || features.some(({ table }) => !table)) throw new Unknown(WHICH);
  const names = new Map(tables.map((table) => [table, nameOf(table, 'table')]));
  const twice = [...names.values()].find((name, i, all) => all.indexOf(name) < i);
  if (twice !== undefined) throw new Unknown(`Two tables have the name "${excerpt(twice)}".`);
  const isLayer = call.entry.role === 'embedding' && parameterFor(call.entry, 'table_stacking') !== undefined;
  const sources = isLayer ? byPath(features.filter(isOnSparseCores)) : features;
  const stackable = sources.map(({ part, table }) => {
    const name = nameOf(part, 'feature');
    return { name, table: names.get(table!)!, samples: samplesOf(part, name), ...idsPerSampleOf(part) };
  });
  return isLayer
    ? { features: stackable, ...byLayer(call, file) }
    : { features: stackable, ...byCalls(file, found) };
}

function nameOf(part: EmbeddingPart, what: string): string {
  const name = textOf(part.attribute('name').type);
  if (name === undefined) throw new Unknown(`The name of a ${what} is not known.`);
  return name;
}

/** Vectors of a step: the product of the output shape without its last dimension. */
function samplesOf(part: EmbeddingPart, name: string): number {
  const { type, typeOf } = part.attribute('global_output_shape');
  const elements = type.kind === 'list' || type.kind === 'tuple' ? type.elements : undefined;
  const sizes = elements?.slice(0, -1).map((size) => numberOf(typeOf(size)));
  if (!sizes || sizes.includes(undefined))
    throw new Unknown(`The output shape of the feature "${excerpt(name)}" is not known.`);
  return sizes.reduce<number>((product, size) => product * size!, 1);
}

/** Ids of a sample, as far as the input shape says: what follows the batch there. */
function idsPerSampleOf(part: EmbeddingPart): { readonly idsPerSample?: number } {
  const { type, typeOf } = part.attribute('global_input_shape');
  const elements = type.kind === 'list' || type.kind === 'tuple' ? type.elements : undefined;
  const sizes = elements?.slice(1).map((size) => numberOf(typeOf(size)));
  if (!sizes?.length || !sizes.every((size) => size !== undefined && size > 0)) return {};
  return { idsPerSample: sizes.reduce<number>((product, size) => product * size!, 1) };
}

function isOnSparseCores({ table }: Feature): boolean {
  const placement = textOf(table!.attribute('placement').type);
  if (placement === undefined) throw new Unknown('Where a table is placed is not known.');
  return placement !== 'default_device';
}

/** keras-rs keeps features in a dict by their paths, which JAX sorts. */
function byPath(features: readonly Feature[]): readonly Feature[] {
  const pathOf = ({ leaf }: Feature) => leaf.keys.join('.');
  return [...features].sort((a, b) => compareCodePoints(pathOf(a), pathOf(b)));
}

// ---------------------------------------------------------------- keras-rs

type Called = Omit<Extract<LibraryStacking, { readonly calls: unknown }>, 'features'>;

function byLayer(call: ApiCall, { tree }: PythonFile): Called {
  const targets = targetsOf(tree, call.entry.library);
  if (!targets.includes('sparsecore-jax'))
    throw new Unknown(
      `${LIBRARIES[call.entry.library].title} leaves stacking to TensorFlow, which this program runs on.`,
    );
  return {
    calls: callsOfLayer(call),
    hasLargestLimits: true,
    overflow: { areDropped: true },
    ...(targets.includes('sparsecore-tf') && { needsJax: true }),
  };
}

function callsOfLayer(call: ApiCall): readonly Stacking[] {
  const value = settingOf(call, 'table_stacking');
  const refused = new Unknown('How `table_stacking` stacks tables is not known.');
  if (value.kind === 'none' || value.kind === 'tuple') return [];
  if (value.kind === 'str' && value.value === 'auto') return [{ kind: 'auto' }];
  if (value.kind !== 'list' || !value.elements) throw refused;
  const [first] = value.elements.map(call.typeOf);
  if (!first) return [];
  const lists = first.kind === 'list' ? value.elements.map(call.typeOf) : [value];
  return lists.map((list) => {
    const tables = textsOf(list, call.typeOf);
    if (!tables) throw refused;
    return { kind: 'tables', tables };
  });
}

function textsOf(list: Inferred, typeOf: TypeOf): readonly string[] | undefined {
  const texts =
    list.kind === 'list' || list.kind === 'tuple'
      ? list.elements?.map((each) => textOf(typeOf(each)))
      : undefined;
  return texts?.includes(undefined) ? undefined : (texts as string[] | undefined);
}

// ---------------------------------------------------------------- jax-tpu-embedding

/** The calls of the program that stack tables of the same features, in their order. */
function byCalls({ tree, calls }: PythonFile, found: Features): Called {
  const evaluation = evaluationOf(tree);
  const own = calls
    .flatMap(({ entry, event }) => (entry.stacking && event ? [event] : []))
    .filter((event) => stacksSame(event, found))
    .sort((a, b) => evaluation.orderOf(a) - evaluation.orderOf(b));
  const last = own.at(-1);
  const overflow = overflowIn(calls);
  if (!last) return { calls: [], overflow };
  if (!own.every((event) => isSameRun(event, last)))
    throw new Unknown('In which order functions stack the tables is not known.');
  if (!own.every((event) => isCertainlyBefore(event, last, tree)))
    throw new Unknown('Which tables are stacked depends on a condition.');
  if (found.tables.some((table) => table.call.event && isLost(last, table.call.event)))
    throw new Unknown('Code that is not followed may stack the tables.');
  const devices = commonDevices(own.map(callOfEvent));
  return {
    calls: own.flatMap((event) => {
      const stacking = stackingOfCall(callOfEvent(event));
      if (stacking) sources.set(stacking, event.node);
      return stacking ?? [];
    }),
    overflow,
    ...(devices && { devices }),
  };
}

/** What the calls that split a batch over SparseCores say about ids beyond the limits. */
function overflowIn(calls: readonly ApiCall[]): Overflow {
  const said = (setting: Setting) =>
    new Set(
      calls
        .filter(({ entry }) => parameterFor(entry, setting))
        .map((call) => truth(settingOf(call, setting))),
    );
  const [areDropped, ...others] = said('allow_id_dropping');
  return {
    ...(said('enable_minibatching').has(true) && { hasMinibatches: true }),
    ...(areDropped !== undefined && others.length === 0 && { areDropped }),
  };
}

/** The calls that stack tables. */
const sources = new Attached<Stacking, Call>();
export const sourceOf = (stacking: Stacking): Call | undefined => sources.get(stacking);

/** The devices that calls name, if those that name any name the same. */
function commonDevices(calls: readonly ApiCall[]): Chips | undefined {
  const number = (name: string) => {
    const found = new Set(
      calls.flatMap((call) =>
        argumentOf(call, name) ? (numberOf(argumentValue(call, name)) ?? Number.NaN) : [],
      ),
    );
    const [only] = found;
    return found.size === 1 && Number.isInteger(only) ? only : undefined;
  };
  const [partitions, sparseCoresPerPartition] = ['global_device_count', 'num_sc_per_device'].map(number);
  return partitions && sparseCoresPerPartition ? { partitions, sparseCoresPerPartition } : undefined;
}

/** Whether a call stacks tables of these features, or needs them to be stacked. */
function stacksSame(event: CallEvent, { features }: Features): boolean {
  const others = featuresAlone(callOfEvent(event));
  const isOpen = !others || others.firstUnknown !== undefined;
  const calls = new Set(features.map(({ part }) => part.call));
  const shared = others?.features.filter(({ part }) => calls.has(part.call)).length ?? 0;
  if (!isOpen && shared === 0) return false;
  if (!isOpen && shared === calls.size && shared === others.features.length) return true;
  if (event.entry.stacking === 'needed') return false;
  throw new Unknown(`Which features \`${event.entry.name}\` stacks is not known.`);
}

const isLost = (event: CallEvent, table: CallEvent): boolean =>
  event.objects?.get(table.given, STACK, event.node)?.kind === 'unknown';

function stackingOfCall(call: ApiCall): Stacking | undefined {
  const { entry, binding } = call;
  if (entry.stacking !== 'named' && entry.stacking !== 'alike') return undefined;
  if (binding.open) throw new Unknown(`The arguments of \`${entry.name}\` are not known.`);
  const argument = (name: string): Inferred =>
    entry.parameters.some((parameter) => parameter.name === name) ? argumentValue(call, name) : NONE;
  /** Undefined for None. */
  const known = <T>(name: string, read: (value: Inferred) => T | undefined): T | undefined => {
    const value = argument(name);
    const result = read(value);
    if (value.kind !== 'none' && result === undefined)
      throw new Unknown(`The \`${name}\` of \`${entry.name}\` is not known.`);
    return result;
  };
  const rotation = known('rotation', numberOf);
  const options = {
    ...(rotation !== undefined && { rotation }),
    ...limitsOf(call, 'maxIds', 'stack_to_max_ids_per_partition'),
    ...limitsOf(call, 'maxUniqueIds', 'stack_to_max_unique_ids_per_partition'),
  };
  if (entry.stacking === 'named') {
    const tables = known('table_names', (value) => textsOf(value, call.typeOf));
    const name = known('stack_name', textOf);
    return { kind: 'tables', tables: tables ?? [], ...(name && { name }), ...options };
  }
  const activationBytes = known('activation_mem_bytes_limit', numberOf);
  const isShort = known('use_short_stack_names', truth);
  return {
    kind: 'auto',
    ...(activationBytes !== undefined && { activationBytes }),
    ...(isShort === false && { hasLongNames: true }),
    ...options,
  };
}

const NONE: Inferred = { kind: 'none' };

/** The limits of stacks that a function gives, as a formula; null for the library's own function. */
function limitsOf(call: ApiCall, limit: 'maxIds' | 'maxUniqueIds', parameter: string) {
  const given = argumentOf(call, parameter);
  if (!given) return {};
  const type = call.typeOf(given);
  if (type.kind === 'routine' && type.name === 'get_default_limits') return { [limit]: null };
  return { [limit]: type.kind === 'function' ? formulaOf(type.node, call.typeOf) : undefined };
}
