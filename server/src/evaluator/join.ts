import { withEntry } from '../basics/with-entry';
import type { Node } from '../python/tree';
import { MAX_ELEMENTS } from './limits';
import { type Cell, type CellKind, Exposure, type State } from './state';
import {
  type Arguments,
  type ClassValue,
  cellOf,
  classOfObject,
  type DictEntry,
  type Elements,
  type Entries,
  equal,
  type Fields,
  identical,
  NO_VALUES,
  standIns,
  unknown,
  type Value,
} from './value';

/** With more possibilities than these, a value is unknown. */
const MAX_OPTIONS = 4;

// ---------------------------------------------------------------- Cells

export const variable = (state: State, value: Value): Cell<Value | undefined> =>
  state.cell<Value | undefined>(value, VARIABLE);

/** A variable that is not bound yet; with `isSoft`, its name refers to something else until then. */
export const unbound = (state: State, born: number, isSoft: boolean): Cell<Value | undefined> =>
  state.cell<Value | undefined>(undefined, isSoft ? SOFT_VARIABLE : VARIABLE, born);

export function elements(state: State, content: Elements): Cell<Elements> {
  const isLong = content !== undefined && content.length > MAX_ELEMENTS;
  if (isLong) loseAll(content, state);
  return state.cell(isLong ? undefined : content, ELEMENTS);
}

export const entries = (state: State, content: Entries): Cell<Entries> => state.cell(content, ENTRIES);
/** Entries of which nothing is known at the beginning of the program. */
export const lastingEntries = (state: State): Cell<Entries> => state.lasting(UNKNOWN_ENTRIES, ENTRIES);
export const fields = (state: State, content: Fields): Cell<Fields> => state.cell(content, FIELDS);

const VARIABLE: CellKind<Value | undefined> = {
  join: joinVariables,
  widen,
  nothing: undefined,
  letEscape(content, state) {
    if (content) letEscape(content, state);
  },
};
const SOFT_VARIABLE: CellKind<Value | undefined> = {
  ...VARIABLE,
  join: (a, b, state) => joinSoft(a, b, state, joinVariables),
  widen: (a, b, state) => joinSoft(a, b, state, widen),
};
const ELEMENTS: CellKind<Elements> = {
  join: joinElements,
  widen(before, after, state) {
    loseAll(before, state);
    loseAll(after, state);
    return undefined;
  },
  nothing: undefined,
  letEscape: loseAll,
};
const ENTRIES: CellKind<Entries> = {
  join: joinEntries,
  widen(before, after, state) {
    for (const each of [before, after]) loseEntries(each, state);
    return UNKNOWN_ENTRIES;
  },
  get nothing() {
    return UNKNOWN_ENTRIES;
  },
  letEscape: loseEntries,
};
const FIELDS: CellKind<Fields> = {
  join: joinFields,
  widen(before, after, state) {
    const known = new Map(after.known);
    const unsure = unsureOf(before, after);
    let isSettled =
      before.known.size === known.size &&
      before.hasUnknownFields === after.hasUnknownFields &&
      before.unsure?.size === unsure.unsure?.size;
    for (const [name, value] of before.known) {
      const widened = widen(value, known.get(name), state)!;
      known.set(name, widened);
      if (widened !== value) isSettled = false;
    }
    return isSettled
      ? before
      : { known, hasUnknownFields: before.hasUnknownFields || after.hasUnknownFields, ...unsure };
  },
  get nothing() {
    return UNKNOWN_FIELDS;
  },
  letEscape(content, state) {
    for (const value of content.known.values()) letEscape(value, state);
  },
};

/** The fields once one of them has another value. */
export function withField({ known, hasUnknownFields, unsure }: Fields, name: string, value: Value): Fields {
  const others = unsure?.has(name) ? new Set([...unsure].filter((each) => each !== name)) : unsure;
  return {
    known: withEntry(known, name, value),
    hasUnknownFields,
    unsure: others?.size ? others : undefined,
  };
}

function loseEntries({ known }: Entries, state: State): void {
  for (const { value } of known.values()) letEscape(value, state);
}

/** Attributes that exist only on some paths. */
function unsureOf(a: Fields, b: Fields): Pick<Fields, 'unsure'> {
  const unsure = new Set([...(a.unsure ?? []), ...(b.unsure ?? [])]);
  for (const [one, other] of [
    [a, b],
    [b, a],
  ] as const)
    for (const name of one.known.keys()) if (!other.known.has(name)) unsure.add(name);
  return unsure.size > 0 ? { unsure } : {};
}

function joinSoft(
  a: Value | undefined,
  b: Value | undefined,
  state: State,
  joined: CellKind<Value | undefined>['join'],
): Value | undefined {
  const one = a ?? b;
  if (!one || (a && b)) return joined(a, b, state);
  letEscape(one, state);
  return unknown(one.node, 'branch');
}

/** An unbound variable raises where it is used, so the value of the path that binds it counts. */
function joinVariables(a: Value | undefined, b: Value | undefined, state: State): Value | undefined {
  return a && b ? join(a, b, state) : (a ?? b);
}

function joinElements(a: Elements, b: Elements, state: State): Elements {
  if (a && b && a.length === b.length) {
    const joined = a.map((element, i) => join(element, b[i]!, state));
    return joined.every((element, i) => element === a[i]) ? a : joined;
  }
  loseAll(a, state);
  loseAll(b, state);
  return undefined;
}

function joinEntries(a: Entries, b: Entries, state: State): Entries {
  const known = new Map<string, DictEntry>();
  let hasUnknownEntries = a.hasUnknownEntries || b.hasUnknownEntries;
  let isSettled = true;
  for (const [key, one] of a.known) {
    const other = b.known.get(key);
    if (other) {
      const value = join(one.value, other.value, state);
      if (value !== one.value) isSettled = false;
      known.set(key, { key: one.key, value });
    } else {
      hasUnknownEntries = true;
      letEscape(one.value, state);
    }
  }
  for (const [key, { value }] of b.known) {
    if (known.has(key)) continue;
    hasUnknownEntries = true;
    letEscape(value, state);
  }
  // The order is known if the keys were added in the same order on both paths.
  const inOrder = [...a.known.keys()].filter((key) => known.has(key));
  const isInOrder = [...b.known.keys()].filter((key) => known.has(key)).every((key, i) => key === inOrder[i]);
  hasUnknownEntries ||= !isInOrder;
  return isSettled &&
    hasUnknownEntries === a.hasUnknownEntries &&
    known.size === a.known.size &&
    a.isLocked === b.isLocked
    ? a
    : { known, hasUnknownEntries, ...(a.isLocked && b.isLocked && { isLocked: true }) };
}

function joinFields(a: Fields, b: Fields, state: State): Fields {
  const known = new Map(a.known);
  const hasUnknownFields = a.hasUnknownFields || b.hasUnknownFields;
  const unsure = unsureOf(a, b);
  let isSettled = hasUnknownFields === a.hasUnknownFields && unsure.unsure?.size === a.unsure?.size;
  for (const [name, value] of b.known) {
    const other = known.get(name);
    const joined = other ? join(other, value, state) : value;
    if (joined !== other) isSettled = false;
    known.set(name, joined);
  }
  return isSettled ? a : { known, hasUnknownFields, ...unsure };
}

// ---------------------------------------------------------------- Values

/** The common knowledge of two values, either of which may be the actual one. */
export function join(a: Value, b: Value, state: State): Value {
  if (a === b || isSame(a, b)) return a;
  const options: Value[] = [];
  for (const option of [...optionsOf(a), ...optionsOf(b)])
    if (!options.some((other) => isSame(other, option))) options.push(option);
  if (options.length === optionsOf(a).length) return a;
  const open = options.find(({ kind }) => kind === 'unknown');
  if (!open && options.length <= MAX_OPTIONS) {
    const isChoice = state.isChoice && [a, b].every((each) => each.kind !== 'oneOf' || each.isChoice);
    return { kind: 'oneOf', options, isChoice, node: a.node };
  }
  for (const option of options) letEscape(option, state);
  return open ?? widened(options, a.node);
}

export const optionsOf = (value: Value): readonly Value[] =>
  value.kind === 'oneOf' ? value.options : [value];

/** Whether two values are interchangeable for the analysis. */
export function isSame(a: Value, b: Value, depth = 0): boolean {
  if (a === b) return true;
  if (a.kind !== b.kind) return false;
  switch (a.kind) {
    case 'none':
    case 'ellipsis':
    case 'complex':
    case 'unknown':
      return true;
    case 'float':
      return (
        Object.is(a.value, (b as typeof a).value) &&
        a.near === (b as typeof a).near &&
        a.isNonzero === (b as typeof a).isNonzero
      );
    case 'str':
      return a.value === (b as typeof a).value && a.place === (b as typeof a).place;
    case 'bool':
    case 'int':
      return a.value === (b as typeof a).value;
    case 'bytes':
      return a.value === (b as typeof a).value && a.serialized === (b as typeof a).serialized;
    case 'reference':
      return a.name === (b as typeof a).name;
    case 'function':
      return (
        a.definition === (b as typeof a).definition &&
        a.closure === (b as typeof a).closure &&
        areSame(a.defaults, (b as typeof a).defaults, depth)
      );
    case 'tuple':
      return (
        a.cls?.members === (b as typeof a).cls?.members &&
        equal(a, b) === true &&
        a.elements!.every((element, i) => isSame(element, (b as typeof a).elements![i]!, depth))
      );
    case 'made':
      return a.node === b.node && isMadeTheSame(a, b as typeof a, depth);
    default:
      return identical(a, b) === true;
  }
}

type Made = Extract<Value, { kind: 'made' }>;

/** Results of calls, whose arguments are results again, are compared to this depth. */
const MAX_DEPTH = 8;

/** Whether two results come from the same call with the same arguments and facts. */
function isMadeTheSame(a: Made, b: Made, depth: number): boolean {
  if (a.given === b.given) return true;
  return (
    depth < MAX_DEPTH &&
    a.callee === b.callee &&
    a.given.hasUnknownArguments === b.given.hasUnknownArguments &&
    factsOf(a) === factsOf(b) &&
    areSame(new Map(a.given.positional.entries()), new Map(b.given.positional.entries()), depth + 1) &&
    areSame(a.given.keywords, b.given.keywords, depth + 1)
  );
}

/** The contents of arguments that a call read. */
const factsOf = ({ facts }: Made): string =>
  facts && 'shape' in facts ? JSON.stringify([facts.dtype, facts.shape]) : '';

const areSame = <K>(a: ReadonlyMap<K, Value>, b: ReadonlyMap<K, Value>, depth: number): boolean =>
  a.size === b.size && [...a].every(([key, value]) => b.has(key) && isSame(value, b.get(key)!, depth));

/** The kind that all options share, without a value. */
export function widened(options: readonly Value[], node: Node): Value {
  const [first] = options;
  const isOneKind = options.every(({ kind }) => kind === first!.kind);
  return (isOneKind && withoutValue(first!)) || unknown(node, 'branch');
}

/** A value reduced to its kind, if the kind alone is useful. */
function withoutValue(value: Value): Value | undefined {
  switch (value.kind) {
    case 'bool':
    case 'int':
      return { ...value, value: undefined } as Value;
    case 'float':
    case 'str':
    case 'bytes':
      return { kind: value.kind, value: undefined, node: value.node } as Value;
    default:
      return undefined;
  }
}

/** A value after any number of iterations of a loop that turned it into `after`. */
function widen(before: Value | undefined, after: Value | undefined, state: State): Value | undefined {
  if (!before || !after) return before ?? after;
  const known = optionsOf(before);
  if (optionsOf(after).every((option) => known.some((other) => isSame(other, option)))) return before;
  if (before.kind === 'unknown') {
    letEscape(after, state);
    return before;
  }
  const all = [...optionsOf(before), ...optionsOf(after)];
  for (const option of all) letEscape(option, state);
  const result = widened(all, after.node);
  if (isSame(before, result)) return before;
  return result.kind === 'unknown' ? unknown(after.node, 'loop') : result;
}

// ---------------------------------------------------------------- Escaping

export const UNKNOWN_ENTRIES: Entries = { known: new Map(), hasUnknownEntries: true };
export const NO_FIELDS: Fields = { known: NO_VALUES, hasUnknownFields: false };
export const UNKNOWN_FIELDS: Fields = { known: new Map(), hasUnknownFields: true };

/**
 * A value escapes: from now on, unseen code may change what it holds and call the functions in it. Its contents become
 * unknown.
 */
export function letEscape(value: Value, state: State): void {
  if (!holdsNothing(value)) letAllEscape([value], state);
}

/** Whether nothing can be reached from a value. */
export function holdsNothing({ kind }: Value): boolean {
  switch (kind) {
    case 'unknown':
    case 'reference':
    case 'none':
    case 'str':
    case 'int':
    case 'float':
    case 'bool':
    case 'ellipsis':
    case 'complex':
    case 'bytes':
    case 'range':
      return true;
    default:
      return false;
  }
}

function letAllEscape(pending: Value[], state: State): void {
  /** The holders, and the members of classes, that were met before. */
  const seen = new Set<object>();
  for (let at = pending.pop(); at; at = pending.pop()) {
    if (wasMet(seen, holderOf(at))) continue;
    if (at.kind === 'function') state.escaping.push(at);
    else if (at.kind === 'external') at.share?.();
    else if (at.kind === 'made') state.escapedObjects.add(at.given);
    else if (at.kind === 'instance') state.escapedObjects.add(at.fields);
    else if (at.kind === 'iterator') for (const cell of at.reads) state.exposeHeld(cell);
    const cls = at.kind === 'class' ? at : classOfObject(at);
    if (cls) {
      // Members of an enum never change.
      if (cls !== at && cls.form === 'enum') continue;
      if (!wasMet(seen, cls.members)) {
        loseMethods(cls, state);
        for (const each of [cls, ...cls.inherited]) addHeld(pending, each);
      }
      if (cls === at) continue;
    }
    const cell = changeableCellOf(at);
    if (cell?.exposure === Exposure.Changed && cell.content === cell.kind.nothing) continue;
    addHeld(pending, at);
    if (cell) state.forget(cell);
  }
}

/** Unseen code may add to the libraries' objects that can be reached from a value. */
export function markShared(value: Value): void {
  if (!holdsNothing(value)) markAllShared([value]);
}

function markAllShared(pending: Value[]): void {
  let seen: Set<object> | undefined;
  for (let at = pending.pop(); at; at = pending.pop()) {
    const key = cellOf(at) ?? holderOf(at);
    if (key) seen ??= new Set();
    if (seen && wasMet(seen, key)) continue;
    if (at.kind === 'external') at.share?.();
    if (!holdsNothing(at)) addHeld(pending, at);
  }
}

/** Whether what identifies an object was met before. From then on, it was. */
export function wasMet(seen: Set<object>, key: object | undefined): boolean {
  const { size } = seen;
  return key !== undefined && seen.add(key).size === size;
}

/** What identifies an object that holds what the program sets on it, which may be itself. */
export const holderOf = (value: Value): Arguments | undefined =>
  value.kind === 'made' && value.held ? value.given : undefined;

/** The methods of an escaping class or object escape with it. */
function loseMethods(cls: ClassValue, state: State): void {
  if (state.escapedClasses.has(cls.members)) return;
  state.escapedClasses.add(cls.members);
  state.exposeReading(cls.members as Cell<never>);
  for (const member of cls.members.content.known.values()) {
    const callees = member.kind === 'made' ? member.given.positional : [member];
    for (const callee of callees) if (callee.kind === 'function') state.escaping.push(callee);
  }
  for (const base of cls.bases) if (base.kind === 'class') loseMethods(base, state);
}

/** The cell of a value that code with a reference to the value can change. */
const changeableCellOf = (value: Value) =>
  value.kind === 'class' || (value.kind === 'set' && value.isFrozen) ? undefined : cellOf(value);

/** The values that a value refers to directly. */
export function heldBy(value: Value): readonly Value[] {
  const held: Value[] = [];
  addHeld(held, value);
  return held;
}

/** Adds the values that a value refers to directly. */
export function addHeld(found: Value[], value: Value): void {
  addAll(found, standIns(value));
  switch (value.kind) {
    case 'list':
    case 'iterator':
      return addAll(found, value.cell.content);
    case 'set':
    case 'dict':
      if (value.kind === 'dict' && value.missing) found.push(value.missing);
      for (const entry of value.cell.content.known.values()) found.push(entry.value);
      return;
    case 'view':
      found.push(value.of);
      return;
    case 'instance':
      return addValues(found, value.fields.content.known);
    case 'tuple':
      return addAll(found, value.elements);
    case 'partial':
    case 'coroutine':
      found.push(value.callee);
      return addArguments(found, value.given);
    case 'made':
      addArguments(found, value.given);
      return addAll(found, value.held?.());
    case 'method':
      found.push(value.object);
      return;
    case 'super':
      found.push(value.self);
      return;
    case 'external':
      return addAll(found, value.held());
    case 'class':
      // Its methods are assumed not to change.
      for (const member of value.members.content.known.values()) if (!isMethod(member)) found.push(member);
      return;
    case 'oneOf':
      return addAll(found, value.options);
  }
}

function addArguments(found: Value[], { positional, keywords }: Arguments): void {
  addAll(found, positional);
  addValues(found, keywords);
}

function addAll(found: Value[], values: readonly Value[] | undefined): void {
  if (values) for (const value of values) found.push(value);
}

function addValues(found: Value[], values: ReadonlyMap<string, Value>): void {
  for (const value of values.values()) found.push(value);
}

/** Whether a member of a class is a function of it, with or without a decorator. */
export const isMethod = ({ kind }: Value) => kind === 'function' || kind === 'made';

function loseAll(values: Elements, state: State): void {
  for (const value of values ?? []) letEscape(value, state);
}
