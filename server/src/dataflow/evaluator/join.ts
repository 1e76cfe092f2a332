import type { Node } from '../../python/tree';
import type { Cell, CellKind, State } from './state';
import {
  cellOf,
  type Elements,
  type Entries,
  type Entry,
  equal,
  type Fields,
  type Given,
  identical,
  unknown,
  type Value,
} from './value';

/** More possibilities than these say nothing. */
const MAX_OPTIONS = 4;

// ---------------------------------------------------------------- Cells

export const variable = (state: State, value: Value | undefined): Cell<Value | undefined> =>
  state.cell(value, VARIABLE);
export const elements = (state: State, content: Elements): Cell<Elements> => state.cell(content, ELEMENTS);
export const entries = (state: State, content: Entries): Cell<Entries> => state.cell(content, ENTRIES);
export const fields = (state: State, content: Fields): Cell<Fields> => state.cell(content, FIELDS);

const VARIABLE: CellKind<Value | undefined> = { join: joinVariables, widen };
const ELEMENTS: CellKind<Elements> = {
  join: joinElements,
  widen(before, after, state) {
    loseAll(before, state);
    loseAll(after, state);
    return undefined;
  },
};
const ENTRIES: CellKind<Entries> = {
  join: joinEntries,
  widen(before, after, state) {
    for (const each of [before, after]) for (const { value } of each.known.values()) lose(value, state);
    return OPEN;
  },
};
const FIELDS: CellKind<Fields> = {
  join: joinFields,
  widen(before, after, state) {
    const known = new Map(after.known);
    for (const [name, value] of before.known) known.set(name, widen(value, known.get(name), state)!);
    return { known, isOpen: before.isOpen || after.isOpen };
  },
};

/** What is not bound on one way raises where it is used. */
function joinVariables(a: Value | undefined, b: Value | undefined, state: State): Value | undefined {
  return a && b ? join(a, b, state) : (a ?? b);
}

function joinElements(a: Elements, b: Elements, state: State): Elements {
  if (a && b && a.length === b.length) return a.map((element, i) => join(element, b[i]!, state));
  loseAll(a, state);
  loseAll(b, state);
  return undefined;
}

function joinEntries(a: Entries, b: Entries, state: State): Entries {
  const known = new Map<string, Entry>();
  let isOpen = a.isOpen || b.isOpen;
  for (const [key, one] of a.known) {
    const other = b.known.get(key);
    if (other) known.set(key, { key: one.key, value: join(one.value, other.value, state) });
    else {
      isOpen = true;
      lose(one.value, state);
    }
  }
  for (const [key, { value }] of b.known) {
    if (known.has(key)) continue;
    isOpen = true;
    lose(value, state);
  }
  return { known, isOpen };
}

function joinFields(a: Fields, b: Fields, state: State): Fields {
  const known = new Map(a.known);
  for (const [name, value] of b.known) {
    const other = known.get(name);
    known.set(name, other ? join(other, value, state) : value);
  }
  return { known, isOpen: a.isOpen || b.isOpen };
}

// ---------------------------------------------------------------- Values

/** What is known of a value that is one of two. */
export function join(a: Value, b: Value, state: State): Value {
  if (a === b || isSame(a, b)) return a;
  const options: Value[] = [];
  for (const option of [...optionsOf(a), ...optionsOf(b)])
    if (!options.some((other) => isSame(other, option))) options.push(option);
  const open = options.find(({ kind }) => kind === 'unknown');
  if (!open && options.length <= MAX_OPTIONS) return { kind: 'oneOf', options, node: a.node };
  for (const option of options) lose(option, state);
  return open ?? widened(options, a.node);
}

export const optionsOf = (value: Value): readonly Value[] =>
  value.kind === 'oneOf' ? value.options : [value];

/** Whether to know one of two values is as good as to know the other. */
function isSame(a: Value, b: Value): boolean {
  if (a.kind !== b.kind) return false;
  switch (a.kind) {
    case 'none':
    case 'ellipsis':
    case 'complex':
    case 'unknown':
      return true;
    case 'float':
      return Object.is(a.value, (b as typeof a).value);
    case 'bool':
    case 'int':
    case 'str':
    case 'bytes':
      return a.value === (b as typeof a).value;
    case 'reference':
      return a.name === (b as typeof a).name;
    case 'function':
      return a.definition === (b as typeof a).definition && a.closure === (b as typeof a).closure;
    case 'tuple':
      return (
        equal(a, b) === true &&
        a.elements!.every((element, i) => isSame(element, (b as typeof a).elements![i]!))
      );
    case 'made':
      return a.node === b.node;
    default:
      return identical(a, b) === true;
  }
}

/** The kind that all have in common, without a value. */
function widened(options: readonly Value[], node: Node): Value {
  const [first] = options;
  const isOneKind = options.every(({ kind }) => kind === first!.kind);
  return (isOneKind && withoutValue(first!)) || unknown(node, 'branch');
}

/** A value of which only the kind is known, where that says enough. */
function withoutValue(value: Value): Value | undefined {
  switch (value.kind) {
    case 'bool':
    case 'int':
    case 'float':
    case 'str':
    case 'bytes':
      return { ...value, value: undefined } as Value;
    default:
      return undefined;
  }
}

/** What a value may be after any number of rounds of a loop that made `after` of it. */
export function widen(before: Value | undefined, after: Value | undefined, state: State): Value | undefined {
  if (!before || !after) return before ?? after;
  if (isSame(before, after)) return before;
  if (before.kind === 'unknown') {
    lose(after, state);
    return before;
  }
  const all = [...optionsOf(before), ...optionsOf(after)];
  for (const option of all) lose(option, state);
  const result = widened(all, after.node);
  if (isSame(before, result)) return before;
  return result.kind === 'unknown' ? unknown(after.node, 'loop') : result;
}

// ---------------------------------------------------------------- What is given away

/** Nothing is known any more of what a value holds: something that is not seen may change it. */
export function lose(value: Value, state: State): void {
  const pending = [value];
  const seen = new Set<Cell<unknown>>();
  for (let at = pending.pop(); at; at = pending.pop()) {
    const cell = cellOf(at);
    if (cell) {
      if (seen.has(cell)) continue;
      seen.add(cell);
    }
    switch (at.kind) {
      case 'list':
      case 'iterator':
        pending.push(...(at.cell.content ?? []));
        state.write(at.cell, undefined);
        break;
      case 'set':
      case 'dict':
        for (const entry of at.cell.content.known.values()) pending.push(entry.value);
        if (at.kind === 'dict' || !at.isFrozen) state.write(at.cell, OPEN);
        break;
      case 'instance':
        if (at.cls.form === 'enum') break;
        pending.push(...at.fields.content.known.values());
        state.write(at.fields, OPEN);
        break;
      case 'class':
        // Its methods stay as they are, as far as anybody can tell.
        pending.push(...[...at.members.content.known.values()].filter(({ kind }) => kind === 'message'));
        break;
      case 'tuple':
        pending.push(...(at.elements ?? []));
        break;
      case 'partial':
        pending.push(at.callee, ...valuesOf(at.given));
        break;
      case 'made':
        pending.push(...valuesOf(at.given));
        break;
      case 'method':
        pending.push(at.object);
        break;
      case 'super':
        pending.push(at.self);
        break;
      case 'message': {
        const { content } = at.cell;
        if (content.read) content.read.isPart = true;
        for (const items of content.fields.values())
          for (const { value } of items) if (typeof value === 'object') pending.push(value);
        state.write(at.cell, { ...content, isOpen: true, read: undefined });
        break;
      }
      case 'repeated':
        pending.push(at.of);
        break;
      case 'oneOf':
        pending.push(...at.options);
        break;
    }
  }
}

/** Attributes or entries of which none is known. */
export const OPEN = { known: new Map<string, never>(), isOpen: true } as const;

const valuesOf = ({ positional, keywords }: Given) => [...positional, ...keywords.values()];

const loseAll = (values: Elements, state: State) => {
  for (const value of values ?? []) lose(value, state);
};
