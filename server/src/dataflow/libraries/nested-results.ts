import { Attached } from '../../basics/attached';
import { compareCodePoints } from '../../basics/compare';
import { groupBy } from '../../basics/groups';
import { once } from '../../basics/once';
import { type Entry, findEntry, parameterFor } from '../../catalogue';
import type { Arguments, Evaluator, OfMethod, Value } from '../../evaluator';
import { dictBy, dictFrom, dictLike, dictOf, listOf, tupleOf } from '../../evaluator/containers';
import { entries, letEscape, UNKNOWN_ENTRIES } from '../../evaluator/join';
import {
  type DictEntry,
  type DictValue,
  dictKeyOf,
  type Entries,
  entriesOf,
  identityKey,
  itemsOf,
  NO_ARGUMENTS,
  none,
  numberOf,
  passing,
  truth,
  UNKNOWN_ARGUMENTS,
  unknown,
} from '../../evaluator/value';
import type { Call, Node } from '../../python/tree';
import { valueOfParameter } from '../calls/arguments';
import { isLeaf, isPlain, MAX_DEPTH, MAX_PLACES, type Structure, structureOf } from '../calls/structure';
import {
  type Inferred,
  type InferredTensor,
  inferredOf,
  instanceOf,
  type Shape,
  tensorFacts,
} from '../calls/types';
import { classBehind, valueOfType } from './annotations';
import { noteBuilt, shapesBuilt } from './built-shapes';
import { argumentOfMaker, settingIn, settingOfMaker } from './constructor-arguments';
import { dictOfAny, valueOfResult } from './described-results';
import {
  asAbsent,
  asActivations,
  asGradient,
  fillsGaps,
  gradientOutcome,
  INDEXED_SLICES,
  noteWatched,
} from './gradients';
import { stacksOf } from './stacks';
import { isTable } from './table-values';
import { variableOfTable } from './table-variables';
import { symbolicOf, symbolicShape, tensorOfKeras } from './tensor-shapes';

type MadeObject = Extract<Value, { kind: 'made' }>;

/** The dicts of properties of objects whose class is only declared. */
const declaredDicts = new WeakSet<object>();

/** What a method or property gave: the containers of a nested result, and its tensors. */
const origins = new Attached<object, Entry>();

/** The method or property that gave a container or tensor, if that is part of a nested result. */
export function originOf(value: Value): Entry | undefined {
  const identity = identityOf(value);
  return identity && origins.get(identity);
}

function identityOf(value: Value): object | undefined {
  switch (value.kind) {
    case 'dict':
    case 'list':
      return value.cell;
    case 'tuple':
      return value.elements;
    case 'made':
      return value.given;
    default:
      return undefined;
  }
}

/** Marks a value as the result of a method or property. */
function from(entry: Entry, value: Value): Value {
  const identity = identityOf(value);
  if (identity) origins.set(identity, entry);
  return value;
}

/** The result of a catalogued method, which leaves its arguments as they are. */
export const resultOfMethod: OfMethod<Value> = (object, name, given, node, ev) => {
  const entry = memberOf(object, name);
  if (entry?.kind !== 'method' || node.kind !== 'call') return undefined;
  // A derived class may return something.
  const isOther = !hasClass(entry) && classBehind(object)?.isDeclared === true;
  noteBuilt(entry, object, given, node, leavesIn, ev);
  const watched = entry.watches && valueOfParameter(entry, entry.watches, given, node);
  if (watched) noteWatched(object, leavesIn(watched) ?? [], node, ev);
  if (entry.changes) letEscape(ev.attribute(object, entry.changes, node), ev.state);
  const facts: Inferred | undefined = entry.gives ? { kind: 'object', name: entry.gives } : undefined;
  return (
    nestedResult(entry, given, node, ev, object) ??
    (isOther ? undefined : plainResult(entry, given, node, ev)) ??
    (facts ? { kind: 'made', callee: entry.id, given, facts, node } : unknown(node, 'call'))
  );
};

/** Whether a call returns an object of a class, of which that of a derived class may be. */
const hasClass = ({ result }: Entry): boolean => typeof result === 'string';

/** What a call returns if its entry says so: objects of a class, dicts with known keys, or `None`. */
export function plainResult(
  entry: Entry | undefined,
  given: Arguments,
  node: Call,
  ev: Evaluator,
): Value | undefined {
  const { result, givesKeys } = entry ?? {};
  if (givesKeys) return dictBy(ev, givesKeys, () => unknown(node, 'call'), node);
  if (result === undefined) return undefined;
  const features = parameterFor(entry!, 'features');
  const stacked = features && valueOfParameter(entry!, features.name, given, node);
  return valueOfResult(result, node, ev, (id) => attributesByStack(id, stacked, node, ev));
}

/** The attributes of an object that are dicts by the names of the stacks of features. */
function attributesByStack(
  id: string,
  features: Value | undefined,
  node: Node,
  ev: Evaluator,
): ReadonlyMap<string, Value> | undefined {
  const names = features && findEntry(id)?.byStack;
  const stacks = names && stacksOfFeatures(features, node, ev);
  const array = () => valueOfResult({ of: 'array' }, node, ev);
  return stacks && new Map(names.map((name) => [name, dictBy(ev, stacks, array, node)]));
}

/** The nested structure that a call returns. */
export function nestedResult(
  entry: Entry | undefined,
  given: Arguments,
  node: Call,
  ev: Evaluator,
  object?: Value,
): Value | undefined {
  if (!entry?.givesNested) return undefined;
  const { like, isFirst, asTree, while: condition, otherwise } = entry.givesNested;
  const whether = condition === undefined ? undefined : valueOfParameter(entry, condition, given, node);
  const isOther = whether && truth(whether) !== true;
  if (isOther && (truth(whether) === undefined || !otherwise)) return undefined;
  const leaves = (isOther ? otherwise : entry.givesNested.leaves) ?? 'tensors';
  const value = likeArgument(like, entry, given, node, object);
  // Several structures may be mapped together.
  const count = entry.parameters.filter(({ kind }) => kind !== 'keyword-only').length;
  const isUsual = given.positional.length <= count && !given.hasUnknownArguments;
  if (!value || (leaves === 'mapped' && !isUsual)) return undefined;
  const test: LeafTest = asTree ? leafOfTree(entry, given, node, ev) : isLeaf;
  // `None` holds nothing in a tree of JAX.
  const isHeld = ({ kind }: Value) => !asTree || kind !== 'none';
  if (leaves === 'listed') {
    const listed: Value[] = [];
    const isWhole = addLeaves(value, listed, test);
    return from(entry, listOf(ev, isWhole ? listed.filter(isHeld) : undefined, node));
  }
  if (leaves === 'looked-up') return lookedUp(value, entry, given, node, ev, object);
  // `None` holds no features.
  if ((leaves === 'tables' || leaves === 'stacks') && value.kind === 'none') return dictOf(ev, node);
  if (leaves === 'tables') return tablesByName(value, node, ev);
  if (leaves === 'tables-by-stack') return tablesByStack(value, node, ev);
  const makeLeaf = leafLike(entry, given, node, ev);
  if (leaves === 'stacks') return stacksByName(value, makeLeaf, node, ev);
  if (leaves === 'by-table') return byTable(value, makeLeaf, node, ev);
  const make = LEAVES[leaves](entry, given, node, ev, value, object);
  const makeHeld: MakeLeaf = (leaf) => (isHeld(leaf) ? make(leaf) : leaf);
  const packed = new Packing(entry, makeHeld, node, ev, test).pack(value);
  return isFirst ? from(entry, tupleOf([packed, unknown(node, 'call')], node)) : packed;
}

/** Whether a value is a leaf for a function of JAX; undefined if its `is_leaf` may say that it is one. */
function leafOfTree(entry: Entry, given: Arguments, node: Call, ev: Evaluator): LeafTest {
  const own = valueOfParameter(entry, 'is_leaf', given, node);
  const isEnd: LeafTest = (value) => (isBranch(instanceOf(value)?.entry) ? undefined : isLeaf(value));
  if (!own || own.kind === 'none') return isEnd;
  return (value) => isEnd(value) || truth(ev.call(own, passing(value), node));
}

export const isBranch = (entry: Entry | undefined): boolean =>
  (entry?.isTree ?? entry?.isNamedTuple) === true;

type LeafTest = (value: Value, beside?: Value) => boolean | undefined;
/** What a call gives for a table, such as the first of a stack. */
type MakeOfTable = (table?: Value) => Value;
/** What takes the place of a leaf; `beside` is at its path in the structure that goes along, if one does. */
type MakeLeaf = (leaf: Value, beside?: Value) => Value;
type LeafMaker = (
  entry: Entry,
  given: Arguments,
  node: Call,
  ev: Evaluator,
  like: Value,
  object: Value | undefined,
) => MakeLeaf;

const tensors: LeafMaker = (entry, _given, node) => () => tensor(entry, node, undefined);

function tensor(
  entry: Entry,
  node: Call,
  shape: Shape | undefined,
  dtype: string | undefined = 'float32',
  end?: number,
): Value {
  const facts: Inferred = { kind: 'tensor', dtype, shape, end: shape ? undefined : end };
  return from(entry, { kind: 'made', callee: entry.id, given: { ...NO_ARGUMENTS }, facts, node });
}

/** Vectors of a feature: a tensor of these rows, where they are known, and of the width of its table. */
function vectors(feature: Value, rows: Shape | undefined, entry: Entry, node: Call, ev: Evaluator): Value {
  const width = settingIn(settingIn(feature, 'table_id', node, ev), 'dimension', node, ev);
  const end = width && numberOf(width);
  return tensor(entry, node, rows && [...rows, end], undefined, end);
}

/** The vectors of a feature for ids; without these, they may be symbolic. */
function embedded(feature: Value, ids: Value | undefined, node: Node, ev: Evaluator): Value {
  const shape = symbolicShape(ids);
  const wanted = itemsOf(argumentOfMaker(feature, 'output_shape'))?.map(numberOf);
  const width = numberOf(settingIn(settingIn(feature, 'table_id', node, ev), 'dimension', node, ev));
  if (wanted?.length !== 2 || wanted[1] !== width || (shape && shape.length > 2))
    return unknown(node, 'call');
  return tensorOfKeras([shape?.[0], width], symbolicOf(ids), node);
}

/** The rows that a feature says itself. */
const ownRows = (feature: Value, node: Node, ev: Evaluator): Shape | undefined =>
  itemsOf(settingIn(feature, 'input_shape', node, ev))?.map(numberOf);

type LeafRows = ReadonlyMap<Value, Shape | undefined>;

/** What is known of the rows of features in their order, by the features; nothing of one that is there twice. */
function rowsByFeature(like: Value, rows: readonly (Shape | undefined)[] | undefined): LeafRows {
  const leaves = leavesIn(like);
  const known = new Map<Value, Shape | undefined>();
  if (leaves && leaves.length === rows?.length)
    for (const [i, leaf] of leaves.entries()) known.set(leaf, known.has(leaf) ? undefined : rows[i]);
  return known;
}

/** The vectors of ids, which have their rows if they are dense. */
function lookedUp(
  ids: Value,
  entry: Entry,
  given: Arguments,
  node: Call,
  ev: Evaluator,
  object: Value | undefined,
): Value {
  // Tables that the program lists itself may be wider than their configurations say.
  const tables = valueOfParameter(entry, 'tables', given, node);
  const isListed = tables?.kind === 'dict' && tables.any === undefined;
  const isFeature = (beside: Value | undefined): beside is Value => beside !== undefined && isLeaf(beside);
  const make: MakeLeaf = (leaf, feature) => {
    const rows = tensorFacts(leaf)?.shape;
    if (!isFeature(feature)) return tensor(entry, node, undefined);
    return isListed
      ? tensor(entry, node, rows && [...rows, undefined])
      : vectors(feature, rows, entry, node, ev);
  };
  const test: LeafTest = (leaf, feature) => isFeature(feature) || isLeaf(leaf);
  const features = featuresLookedUp(entry, given, node, object);
  return new Packing(entry, make, node, ev, test).pack(ids, features);
}

/** The features of a lookup, by its own argument or those of the object that looks up. */
function featuresLookedUp(
  entry: Entry,
  given: Arguments,
  node: Call,
  object: Value | undefined,
): Value | undefined {
  const owner = parameterFor(entry, 'features') ? entry : instanceOf(object)?.entry;
  const parameter = owner && parameterFor(owner, 'features');
  return parameter && likeArgument(parameter.name, entry, given, node, object);
}

type IdsAndFeature = readonly [ids: Value, feature: Value];

/** The ids of a lookup, each with the feature of the same path. */
export function idsWithFeatures(
  ids: Value,
  entry: Entry,
  given: Arguments,
  node: Call,
  object: Value | undefined,
): readonly IdsAndFeature[] {
  const features = featuresLookedUp(entry, given, node, object);
  const found: IdsAndFeature[] = [];
  if (features) pair(ids, features, found);
  return found;
}

/** The ids of a lookup by their features; nothing of one that is there twice. */
function idsByFeature(
  entry: Entry,
  given: Arguments,
  node: Call,
  object: Value | undefined,
): ReadonlyMap<Value, Value | undefined> {
  const name = entry.parameters.find(({ holds }) => holds === 'ids')?.name;
  const incoming = name === undefined ? undefined : valueOfParameter(entry, name, given, node);
  const found = new Map<Value, Value | undefined>();
  for (const [ids, feature] of incoming ? idsWithFeatures(incoming, entry, given, node, object) : [])
    found.set(feature, found.has(feature) ? undefined : ids);
  return found;
}

/** Pairs the parts of two structures whose paths are the same, down to the leaves of the second. */
function pair(value: Value, like: Value, found: IdsAndFeature[], depth = 0): void {
  if (depth > MAX_DEPTH || found.length > MAX_PLACES) return;
  if (isLeaf(like)) found.push([value, like]);
  else
    for (const [place, part] of partsOf(value)) {
      const other = partAt(like, place);
      if (other) pair(part, other, found, depth + 1);
    }
}

/** What a structure holds, by the key or the number of its place. */
const partsOf = (value: Value): Iterable<readonly [string | number, Value]> =>
  value.kind === 'dict'
    ? [...value.cell.content.known].map(([id, { value: part }]) => [id, part] as const)
    : (itemsOf(value) ?? []).entries();

const partAt = (value: Value | undefined, place: string | number): Value | undefined =>
  typeof place === 'number'
    ? itemsOf(value)?.[place]
    : value?.kind === 'dict'
      ? value.cell.content.known.get(place)?.value
      : undefined;

/** The leaves of a structure in their order, if all are known. */
export function leavesIn(value: Value): readonly Value[] | undefined {
  const leaves: Value[] = [];
  return addLeaves(value, leaves) ? leaves : undefined;
}

/** The gradient of a tensor of which only some rows are used. */
function slices(node: Call): Value {
  const facts: Inferred = { kind: 'object', name: INDEXED_SLICES, call: node };
  return { kind: 'made', callee: 'tensorflow.IndexedSlices', given: { ...UNKNOWN_ARGUMENTS }, facts, node };
}

/** What takes the place of a leaf. */
const LEAVES: Readonly<
  Record<
    | 'tensors'
    | 'activations'
    | 'vectors'
    | 'embedded'
    | 'perhaps-none'
    | 'mapped'
    | 'output-shapes'
    | 'unknown',
    LeafMaker
  >
> = {
  tensors,
  embedded: (entry, given, node, ev, _like, object) => {
    const ids = idsByFeature(entry, given, node, object);
    return (feature) => embedded(feature, ids.get(feature), node, ev);
  },
  vectors: (entry, given, node, ev, _like, object) => {
    const ids = idsByFeature(entry, given, node, object);
    return (feature) => vectors(feature, tensorFacts(ids.get(feature))?.shape, entry, node, ev);
  },
  activations: (entry, _given, node, ev, like, object) => {
    const rows = rowsByFeature(like, shapesBuilt(object));
    return (leaf) =>
      asActivations(vectors(leaf, ownRows(leaf, node, ev) ?? rows.get(leaf), entry, node, ev), leaf);
  },
  // Gradients have the shapes and types of what they are for.
  'perhaps-none': (entry, given, node, ev, _like, tape) => {
    const target = valueOfParameter(entry, 'target', given, node);
    const isFilled = fillsGaps(given);
    return (leaf) => {
      const outcome = isFilled ? undefined : gradientOutcome(tape, target, leaf, ev);
      if (outcome === 'slices') return slices(node);
      if (outcome && outcome !== 'perhaps-unused') return asAbsent(none(node), outcome);
      const { shape, dtype, end }: Partial<InferredTensor> = tensorFacts(leaf) ?? {};
      const options = [tensor(entry, node, shape, dtype, end), none(node)];
      const gradient = asGradient({ kind: 'oneOf', options, node }, leaf);
      return outcome ? asAbsent(gradient, 'unused') : gradient;
    };
  },
  mapped:
    (_entry, { positional: [callee] }, node, ev) =>
    (leaf) =>
      callee ? ev.call(callee, passing(leaf), node) : unknown(node, 'call'),
  'output-shapes': (_entry, _given, node, ev) => (feature) =>
    settingIn(feature, 'global_output_shape', node, ev) ?? unknown(node, 'call'),
  unknown: leafLike,
};

/** The argument that something is nested like: of a call of a method, or of the constructor of its object. */
export function likeArgument(
  like: string,
  entry: Entry,
  given: Arguments,
  node: Call,
  object: Value | undefined,
): Value | undefined {
  if (entry.parameters.some(({ name }) => name === like)) return valueOfParameter(entry, like, given, node);
  return object && argumentOfMaker(object, like);
}

/** A structure like another, with something else in the place of each leaf. */
export const packedLike = (value: Value, entry: Entry, leaf: MakeLeaf, node: Call, ev: Evaluator): Value =>
  new Packing(entry, leaf, node, ev, isLeaf).pack(value);

/** `tf.nest.pack_sequence_as`: makes a structure like another, with something else in the place of each leaf. */
class Packing {
  private left = MAX_PLACES;

  constructor(
    private readonly entry: Entry,
    private readonly leaf: MakeLeaf,
    private readonly node: Call,
    private readonly ev: Evaluator,
    private readonly test: LeafTest,
  ) {}

  pack(value: Value, beside?: Value, depth = 0): Value {
    const { entry, ev, node } = this;
    if (depth > MAX_DEPTH || --this.left < 0) return unknown(node, 'limit');
    const isOne = this.test(value, beside);
    if (isOne) return this.leaf(value, beside);
    if (isOne === undefined) return unknown(node, 'call');
    const packed = (each: Value, place: string | number) => this.pack(each, partAt(beside, place), depth + 1);
    switch (value.kind) {
      case 'dict': {
        if (!isPlain(value)) return unknown(node, 'call');
        return from(entry, {
          ...dictLike(ev, value, packed, node),
          ...(value.isSpecial && {
            isSpecial: true,
            missing: value.missing,
            isCounter: value.isCounter === true,
          }),
        });
      }
      case 'list':
        return from(entry, listOf(ev, value.cell.content?.map(packed), node));
      case 'tuple':
        return from(entry, { ...value, elements: value.elements?.map(packed), node });
      // It becomes a list.
      case 'view':
        return from(
          entry,
          listOf(
            ev,
            entriesOf(value.of)?.map((each, i) => packed(each.value, i)),
            node,
          ),
        );
      default:
        return unknown(node, 'call');
    }
  }
}

/** Adds the leaves of a structure in their order; returns whether all are known. */
function addLeaves(value: Value, found: Value[], test: LeafTest = isLeaf, depth = 0): boolean {
  if (depth > MAX_DEPTH || found.length > MAX_PLACES) return false;
  const isOne = test(value);
  if (isOne !== false) return isOne !== undefined && found.push(value) > 0;
  const inside =
    value.kind === 'dict' && isPlain(value)
      ? sortedEntries(value.cell.content)?.map((entry) => entry.value)
      : itemsOf(value);
  return inside?.every((each) => addLeaves(each, found, test, depth + 1)) ?? false;
}

/** What is held for the tables of features, by their names, if all are known. */
function byTable(features: Value, held: MakeLeaf, node: Call, ev: Evaluator): Value | undefined {
  const leaves = leavesIn(features);
  const known = new Map<string, DictEntry>();
  for (const leaf of leaves ?? []) {
    const table = tableOf(leaf);
    const parameter = table && parameterFor(instanceOf(table)!.entry, 'name');
    const key = parameter && ev.attribute(table, parameter.name, node);
    const id = key && dictKeyOf(key);
    if (!table || !key || id === undefined) return undefined;
    known.set(id, { key, value: held(table) });
  }
  return leaves && dictFrom(ev, known, node);
}

/** The tables of features by their names. */
export const tablesByName = (features: Value, node: Call, ev: Evaluator): Value | undefined =>
  byTable(features, (table) => table, node, ev);

/** The tables of features, or tables themselves, if all are known. */
function tablesIn(features: Value): readonly Value[] | undefined {
  const tables = leavesIn(features)?.map((leaf) => (isTable(leaf) ? leaf : tableOf(leaf)));
  return tables?.every((table) => table !== undefined) ? tables : undefined;
}

/** The stacks of the tables of features, or of tables themselves, if all are known. */
export function stacksOfFeatures(features: Value, node: Node, ev: Evaluator): readonly string[] | undefined {
  const tables = tablesIn(features);
  return tables && stacksOf(tables, node, ev);
}

/** The tables by the names of their stacks, if all are known. */
function tablesOfStacks(value: Value, node: Node, ev: Evaluator): ReadonlyMap<string, Value[]> | undefined {
  const tables = tablesIn(value);
  return tables && stacksOf(tables, node, ev)
    ? groupBy(tables, (table) => stacksOf([table], node, ev)![0]!)
    : undefined;
}

/** A dict of what is made of the first table of each stack, by the names of stacks, which may be any. */
function stacksByName(value: Value, makeLeaf: MakeOfTable, node: Call, ev: Evaluator): Value {
  const stacks = tablesOfStacks(value, node, ev);
  if (stacks) return dictBy(ev, stacks.keys(), (name) => makeLeaf(stacks.get(name)![0]), node);
  return dictOfAny(makeLeaf(), node, ev);
}

/** Makes what a result holds, or anything if what that replaces is known to be something else. */
function leafLike(entry: Entry, given: Arguments, node: Call, ev: Evaluator): MakeOfTable {
  const { of = '', replaces, slots } = entry.givesNested!;
  const before = replaces && valueOfParameter(entry, replaces, given, node);
  const isOther = before && [...partsOf(before)].some(([, part]) => instanceOf(part)?.entry.id !== of);
  const attributesOf = (table: Value | undefined) => {
    const held = slots && table && slotsOf(table, node, ev);
    return held ? new Map([[slots, held]]) : undefined;
  };
  return (table) =>
    isOther ? unknown(node, 'call') : valueOfResult(of, node, ev, () => attributesOf(table));
}

/** The named tuple of the slots of the optimizer of a table. */
function slotsOf(table: Value, node: Node, ev: Evaluator): Value | undefined {
  const optimizer = instanceOf(settingIn(table, 'optimization_parameters', node, ev));
  const result = optimizer?.call && findEntry(`${optimizer.entry.id}.slot_variables_initializers`)?.result;
  return result === undefined ? undefined : valueOfResult(result, node, ev);
}

/** Lists of tables by the names of their stacks, in a dict that makes an empty one for any other name. */
function tablesByStack(value: Value, node: Call, ev: Evaluator): Value | undefined {
  const stacks = tablesOfStacks(value, node, ev);
  return (
    stacks && {
      ...dictBy(ev, stacks.keys(), (name) => listOf(ev, stacks.get(name), node), node),
      missing: { kind: 'reference', name: 'builtins.list', node },
    }
  );
}

/** In the order of their keys, if all are texts. */
const sortedEntries = once(({ known, hasUnknownEntries }: Entries): readonly DictEntry[] | undefined => {
  const all = hasUnknownEntries ? undefined : [...known.values()];
  const textOf = ({ key }: DictEntry) => (key.kind === 'str' ? key.value : undefined);
  return all?.every((entry) => textOf(entry) !== undefined)
    ? all.toSorted((a, b) => compareCodePoints(textOf(a)!, textOf(b)!))
    : undefined;
});

/** The dict that a property gives. */
export function dictOfProperty(
  object: Value,
  name: string,
  node: Node,
  ev: Evaluator,
): DictValue | undefined {
  const entry = memberOf(object, name);
  if (entry?.kind !== 'property' || !entry.keys) return undefined;
  const tables = isByTable(entry) ? tablesOf(object) : undefined;
  const known = new Map<string, DictEntry>();
  for (const key of tables ?? [])
    known.set(identityKey(key.given), { key, value: variableOfTable(key, node, ev) });
  const cell = entries(ev.state, tables ? { known, hasUnknownEntries: false } : UNKNOWN_ENTRIES);
  const key = valueOfType(entry.keys, node) ?? unknown(node, 'call');
  const dict: DictValue = { ...dictOf(ev, node), cell, any: { key, value: unknown(node, 'call') } };
  from(entry, dict);
  if (!instanceOf(object)) declaredDicts.add(cell);
  return dict;
}

export const isByTable = ({ keys }: Entry): boolean => keys?.of === 'instance';

/** The tables of an embedding object in the order of its features, each once; undefined if not all are known. */
export function tablesOf(object: Value): readonly MadeObject[] | undefined {
  const config = settingOfMaker(object, 'features');
  const tables = config && leavesIn(config)?.map(tableOf);
  return tables?.every((table) => table !== undefined)
    ? [...new Map(tables.map((table) => [table.given, table])).values()]
    : undefined;
}

/** The table of a feature. */
export function tableOf(feature: Value) {
  const isFeature = instanceOf(feature)?.entry.role === 'feature';
  const table = isFeature ? settingOfMaker(feature, 'table_id') : undefined;
  return isTable(table) ? table : undefined;
}

/** The entry of a member of an object of a catalogued class. */
function memberOf(object: Value, name: string): Entry | undefined {
  const owner = classBehind(object)?.entry;
  return owner && findEntry(`${owner.id}.${name}`);
}

/** A key or index that an object, a nested result or the dict of a property certainly does not have. */
export interface WrongKey {
  readonly entry: Entry;
  /** What is read, at that time. */
  readonly structure: Structure;
  readonly key: Value;
  /** The object may be of another class than the one that is declared. */
  readonly isDeclared: boolean;
}

export function wrongKeyOf(object: Value, key: Value): WrongKey | undefined {
  const entry = originOf(object);
  if (!entry || !lacks(object, key, entry)) return undefined;
  const isDeclared = object.kind === 'dict' && declaredDicts.has(object.cell);
  return { entry, structure: structureOf(object), key, isDeclared };
}

function lacks(object: Value, key: Value, entry: Entry): boolean {
  const id = dictKeyOf(key);
  if (object.kind === 'dict') {
    const { content } = object.cell;
    if (id !== undefined && content.known.has(id)) return false;
    if (!entry.keys) return id !== undefined && !content.hasUnknownEntries && !object.missing;
    // The program may have added entries of its own.
    if (content.hasUnknownEntries && content !== UNKNOWN_ENTRIES) return false;
    const role = instanceOf(key)?.entry.role;
    if (!isByTable(entry)) return role === 'table';
    return role === 'table' ? !content.hasUnknownEntries && !holds(content, key) : (role ?? id) !== undefined;
  }
  // Numbers beyond the end are counted elsewhere, as for the outputs of ops.
  return key.kind === 'str';
}

/** Whether an object is a key of a dict; objects are told by the arguments that made them. */
const holds = ({ known }: Entries, object: Value): boolean =>
  [...known.values()].some(({ key }) => identityOf(key) === identityOf(object));

/** Whether an object is the one that `with … as` binds. */
export const entersItself = (value: Value): boolean => {
  const inferred = inferredOf(value);
  return inferred?.kind === 'instance' && inferred.entry.entersItself === true;
};
