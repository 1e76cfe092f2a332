import { type Entry, findEntry, type NestedResult, parameterFor } from '../../catalogue';
import type { Arguments, Evaluator, Value } from '../../evaluator';
import { dictOf, listOf, tupleOf } from '../../evaluator/containers';
import { entries, UNKNOWN_ENTRIES } from '../../evaluator/join';
import {
  type DictEntry,
  type DictValue,
  dictKeyOf,
  entriesOf,
  NO_ARGUMENTS,
  none,
  unknown,
} from '../../evaluator/value';
import type { Call, Node } from '../../python/tree';
import { valueOfParameter } from '../calls/arguments';
import { isLeaf, type Structure, structureOf } from '../calls/structure';
import { inferredOf, instanceOf } from '../calls/types';

/** What a method or property gave: the containers of a nested result, and its tensors. */
const origins = new WeakMap<object, Entry>();

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
export function resultOfMethod(
  object: Value,
  name: string,
  given: Arguments,
  node: Node,
  ev: Evaluator,
): Value | undefined {
  const entry = memberOf(object, name);
  if (entry?.kind !== 'method' || object.kind !== 'made' || node.kind !== 'call') return undefined;
  const { givesNested } = entry;
  const like = givesNested && likeArgument(givesNested.like, entry, given, node, object);
  const nested = like && nestedLike(like, entry, givesNested, node, ev);
  if (!nested) return unknown(node, 'call');
  return givesNested?.isFirst ? from(entry, tupleOf([nested, unknown(node, 'call')], node)) : nested;
}

/** The argument that something is nested like: of a call of a method, or of the constructor of its object. */
export function likeArgument(
  like: string,
  entry: Entry,
  given: Arguments,
  node: Call,
  object: Value | undefined,
): Value | undefined {
  if (entry.parameters.some(({ name }) => name === like)) return valueOfParameter(entry, like, given, node);
  const made = instanceOf(object);
  return object?.kind === 'made' && made?.call
    ? valueOfParameter(made.entry, like, object.given, made.call)
    : undefined;
}

/** `tf.nest.pack_sequence_as`: a structure like another, with a tensor in the place of each leaf. */
function nestedLike(
  like: Value,
  entry: Entry,
  { hasNone }: NestedResult,
  node: Call,
  ev: Evaluator,
): Value | undefined {
  const tensor = (): Value =>
    from(entry, {
      kind: 'made',
      callee: entry.id,
      given: { ...NO_ARGUMENTS },
      facts: { kind: 'tensor', dtype: 'float32', shape: undefined },
      node,
    });
  const leaf = (): Value => (hasNone ? { kind: 'oneOf', options: [tensor(), none(node)], node } : tensor());
  let left = MAX_PLACES;
  const pack = (value: Value, depth: number): Value => {
    if (depth > MAX_DEPTH || --left < 0) return unknown(node, 'limit');
    if (isLeaf(value)) return leaf();
    const packed = (each: Value) => pack(each, depth + 1);
    switch (value.kind) {
      case 'dict': {
        if (value.cls || value.isNamespace) return unknown(node, 'call');
        const known = [...value.cell.content.known].map(
          ([id, { key, value: held }]) => [id, { key, value: packed(held) }] as const,
        );
        const { hasUnknownEntries } = value.cell.content;
        const cell = entries(ev.state, { known: new Map(known), hasUnknownEntries });
        return from(entry, { ...dictOf(ev, node), cell, ...(value.isSpecial && { isSpecial: true }) });
      }
      case 'list':
        return from(entry, listOf(ev, value.cell.content?.map(packed), node));
      case 'tuple':
        return from(entry, { ...value, elements: value.elements?.map(packed), node });
      // It becomes a list.
      case 'view':
        return from(entry, listOf(ev, entriesOf(value.of)?.map(leaf), node));
      default:
        return unknown(node, 'call');
    }
  };
  return pack(like, 0);
}

const MAX_DEPTH = 32;
const MAX_PLACES = 10_000;

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
  for (const key of tables ?? []) known.set(`table ${known.size}`, { key, value: unknown(node, 'call') });
  const cell = entries(ev.state, tables ? { known, hasUnknownEntries: false } : UNKNOWN_ENTRIES);
  const dict: DictValue = { ...dictOf(ev, node), cell };
  from(entry, dict);
  return dict;
}

export const isByTable = ({ keys }: Entry): boolean => keys?.of === 'instance';

/** The tables of an embedding object in the order of its features, each once; undefined if not all are known. */
function tablesOf(object: Value): readonly Value[] | undefined {
  const made = instanceOf(object);
  const features = made && parameterFor(made.entry, 'features');
  if (!features || object.kind !== 'made' || !made.call) return undefined;
  const config = valueOfParameter(made.entry, features.name, object.given, made.call);
  const tables = new Map<Arguments, Value>();
  const walk = (value: Value, depth: number): boolean => {
    if (depth > MAX_DEPTH || tables.size > MAX_PLACES) return false;
    const inside =
      value.kind === 'dict' && !value.cls
        ? entriesOf(value)?.map((entry) => entry.value)
        : value.kind === 'list'
          ? value.cell.content
          : value.kind === 'tuple'
            ? value.elements
            : undefined;
    if (inside) return inside.every((each) => walk(each, depth + 1));
    const part = instanceOf(value);
    const parameter = part?.entry.role === 'feature' && part.call && parameterFor(part.entry, 'table_id');
    const table =
      parameter && value.kind === 'made'
        ? valueOfParameter(part.entry, parameter.name, value.given, part.call!)
        : undefined;
    if (table?.kind !== 'made' || instanceOf(table)?.entry.role !== 'table') return false;
    tables.set(table.given, table);
    return true;
  };
  return config && walk(config, 0) ? [...tables.values()] : undefined;
}

/** The entry of a member of an object of a catalogued class. */
function memberOf(object: Value, name: string): Entry | undefined {
  const owner = instanceOf(object)?.entry;
  return owner && findEntry(`${owner.id}.${name}`);
}

/** A key or index that a nested result or the dict of a property certainly does not have. */
export interface WrongKey {
  readonly entry: Entry;
  /** What is read, at that time. */
  readonly structure: Structure;
  readonly key: Value;
}

export function wrongKeyOf(object: Value, key: Value): WrongKey | undefined {
  const entry = originOf(object);
  return entry && lacks(object, key, entry) ? { entry, structure: structureOf(object), key } : undefined;
}

function lacks(object: Value, key: Value, entry: Entry): boolean {
  const id = dictKeyOf(key);
  if (object.kind === 'dict') {
    const { content } = object.cell;
    if (id !== undefined && content.known.has(id)) return false;
    if (!entry.keys) return id !== undefined && !content.hasUnknownEntries && !object.missing;
    // The program may have added entries of its own.
    if (content.hasUnknownEntries && content !== UNKNOWN_ENTRIES) return false;
    return isByTable(entry) ? id !== undefined : instanceOf(key)?.entry.role === 'table';
  }
  if (key.kind === 'str') return true;
  const length = object.kind === 'list' ? object.cell.content?.length : undefined;
  const count = object.kind === 'tuple' ? object.elements?.length : length;
  if (key.kind !== 'int' || key.value === undefined || count === undefined) return false;
  return key.value >= BigInt(count) || key.value < -BigInt(count);
}

/** Whether an object is the one that `with … as` binds. */
export const entersItself = (value: Value): boolean => {
  const inferred = inferredOf(value);
  return inferred?.kind === 'instance' && inferred.entry.entersItself === true;
};
