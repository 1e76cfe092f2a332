// How automatic stacking puts the tables of features together, where all that it compares is known.
import { type Entry, parameterFor, type Setting } from '../../catalogue';
import type { Arguments, Value } from '../../evaluator';
import { dictKeyOf, itemsOf, kinds, numberOf } from '../../evaluator/value';
import type { Call } from '../../python/tree';
import type { Chips } from '../../sizing/sparsecore/padding';
import {
  type StackableFeature,
  type StackableTable,
  type Stacking,
  stackTables,
} from '../../sizing/sparsecore/stacks';
import { valueOfParameter } from '../calls/arguments';
import { instanceOf } from '../calls/types';
import type { AssignedAttributes } from './assigned-attributes';
import { literal } from './constructor-arguments';
import { leavesIn } from './nested-results';

/** What an object has for a setting when the call is made, if that is known. */
type Read = (object: Value, setting: Setting) => Value | undefined;

const readerAt =
  (node: Call, attributes: AssignedAttributes): Read =>
  (object, setting) => {
    const { entry, call } = instanceOf(object) ?? {};
    const parameter = entry && parameterFor(entry, setting);
    if (!parameter || !call || object.kind !== 'made' || object.given.hasUnknownArguments) return undefined;
    if (!attributes.isTracked(object, parameter.name)) return undefined;
    return (
      attributes.get(object, parameter.name, node) ??
      valueOfParameter(entry, parameter.name, object.given, call) ??
      literal(parameter.default, node)
    );
  };

interface StackingCall {
  readonly entry: Entry;
  readonly given: Arguments;
  readonly node: Call;
}

/** The names of the stacks by the names of their tables; none if any of them is not certain. */
export function automaticStacks(
  call: StackingCall,
  attributes: AssignedAttributes,
): ReadonlyMap<string, string> {
  const stacking = stackingOf(call);
  const parameter = parameterFor(call.entry, 'features');
  const structure = parameter && argumentOf(call, parameter.name);
  const leaves = stacking && structure && leavesIn(structure);
  const found = leaves && partsOf(leaves, readerAt(call.node, attributes));
  if (!found) return new Map();
  const [features, tables] = found;
  const { chips, isCertain } = chipsOf(call);
  const stacksFor = (each: Stacking) => {
    const all = stackTables(tables, features, chips, [each]);
    return 'stacks' in all ? all.stacks : [];
  };
  const stacks = stacksFor(stacking);
  // More SparseCores only make room for more tables in a stack.
  const isSame =
    isCertain ||
    stacks.length === stacksFor({ ...stacking, activationBytes: Number.POSITIVE_INFINITY }).length;
  return new Map(
    isSame ? stacks.flatMap((stack) => stack.tables.map((table) => [table.name, stack.name] as const)) : [],
  );
}

const argumentOf = ({ entry, given, node }: StackingCall, name: string): Value | undefined =>
  valueOfParameter(entry, name, given, node);

/** Undefined if an option is not known. */
function stackingOf(call: StackingCall): Extract<Stacking, { kind: 'auto' }> | undefined {
  const limit = argumentOf(call, 'activation_mem_bytes_limit');
  const short = argumentOf(call, 'use_short_stack_names');
  const activationBytes = numberOf(limit);
  const isLimitKnown = !limit || limit.kind === 'none' || activationBytes !== undefined;
  const isShort = short?.kind === 'bool' ? short.value : short ? undefined : true;
  if (call.given.hasUnknownArguments || !isLimitKnown || isShort === undefined) return undefined;
  return {
    kind: 'auto',
    ...(activationBytes !== undefined && { activationBytes }),
    ...(!isShort && { hasLongNames: true }),
  };
}

/** Of what is not known, there is one at least. */
function chipsOf(call: StackingCall): { readonly chips: Chips; readonly isCertain: boolean } {
  const [partitions, cores] = ['global_device_count', 'num_sc_per_device'].map((name) =>
    numberOf(argumentOf(call, name)),
  );
  return {
    chips: { partitions: partitions ?? 1, sparseCoresPerPartition: cores ?? 1 },
    isCertain: partitions !== undefined && cores !== undefined,
  };
}

type Parts = readonly [features: readonly StackableFeature[], tables: readonly StackableTable[]];

/** The features and their tables, if what decides on the stacks is known of all. */
function partsOf(leaves: readonly Value[], read: Read): Parts | undefined {
  const features: StackableFeature[] = [];
  const tables = new Map<string, Value>();
  for (const leaf of leaves) {
    const table = read(leaf, 'table_id');
    const name = table && textOf(read(table, 'name'));
    const sizes = itemsOf(read(leaf, 'global_output_shape'))?.slice(0, -1).map(numberOf);
    if (!table || name === undefined || !sizes || sizes.includes(undefined)) return undefined;
    const known = tables.get(name) ?? table;
    // Of two tables of one name, the last would count.
    if (identityOf(known) !== identityOf(table)) return undefined;
    tables.set(name, known);
    const samples = sizes.reduce<number>((product, size) => product * size!, 1);
    features.push({ name, table: name, samples });
  }
  const optimizers = optimizersOf([...tables.values()], read);
  const stackable = [...tables].map(([name, table], i) => stackableOf(name, table, optimizers?.[i], read));
  return stackable.includes(undefined) ? undefined : [features, stackable as StackableTable[]];
}

function stackableOf(
  name: string,
  table: Value,
  optimizer: string | undefined,
  read: Read,
): StackableTable | undefined {
  const embeddingDim = numberOf(read(table, 'dimension'));
  const combiner = textOf(read(table, 'combiner'));
  const isPlain = read(table, 'simulated_quantization')?.kind === 'none';
  return optimizer === undefined || !embeddingDim || combiner === undefined || !isPlain
    ? undefined
    : { name, vocabularySize: 1, embeddingDim, optimizer, combiner };
}

/** A text for the optimizer of each table, the same for equal ones, if it is known which are equal. */
function optimizersOf(tables: readonly Value[], read: Read): readonly string[] | undefined {
  const optimizers = tables.map((table) => read(table, 'optimization_parameters'));
  const texts = optimizers.map((optimizer) => optimizer && textOfOptimizer(optimizer));
  if (!texts.includes(undefined)) return texts as string[];
  const [first, ...others] = optimizers.map((optimizer) => optimizer && identityOf(optimizer));
  return first && others.every((other) => other === first) ? texts.map(() => '') : undefined;
}

/** The class and its numbers. */
function textOfOptimizer(optimizer: Value): string | undefined {
  const { entry, call } = instanceOf(optimizer) ?? {};
  if (optimizer.kind !== 'made' || !entry?.slots || !call || optimizer.given.hasUnknownArguments)
    return undefined;
  const numbers = entry.parameters.map(({ name, default: byDefault }) =>
    textOfNumber(valueOfParameter(entry, name, optimizer.given, call) ?? literal(byDefault, call)),
  );
  return numbers.includes(undefined) ? undefined : `${entry.name}(${numbers})`;
}

const textOfNumber = (value: Value | undefined): string | undefined =>
  value && (value.kind === 'none' || NUMBERS.has(value.kind)) ? dictKeyOf(value) : undefined;

const NUMBERS = kinds('bool', 'int', 'float');

const textOf = (value: Value | undefined): string | undefined =>
  value?.kind === 'str' ? value.value : undefined;

const identityOf = (value: Value): Arguments | undefined => (value.kind === 'made' ? value.given : undefined);
