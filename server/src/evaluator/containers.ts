import { withEntry } from '../basics/with-entry';
import type { Expression, Node } from '../python/tree';
import { callImplicitly, isForeign, isWrapper, memberOf } from './attributes';
import { callUnseen, readableFrom } from './escape';
import type { Evaluator } from './evaluator';
import { COMPARING, LENGTHS, touch } from './implicit';
import { elements, entries, isSame, letEscape, UNKNOWN_ENTRIES } from './join';
import { MAX_ELEMENTS, MAX_ROUNDS, SHORT_LOOP } from './limits';
import { orderOf } from './numbers';
import { type Cell, Exposure } from './state';
import {
  bool,
  CHAIN,
  type ClassValue,
  cellOf,
  classOfObject,
  type DictEntry,
  type DictValue,
  dictKeyOf,
  type Elements,
  entriesOf,
  equalHeld,
  type InstanceValue,
  type IteratorValue,
  identityKey,
  int,
  isSequence,
  kinds,
  type ListValue,
  MATCH,
  NO_ARGUMENTS,
  none,
  passing,
  rangeLength,
  type SetValue,
  str,
  type TupleValue,
  truth,
  unknown,
  type Value,
  type ViewValue,
  WEAK,
} from './value';

export const listOf = (ev: Evaluator, content: Elements, node: Node, displayed?: Elements): ListValue => ({
  kind: 'list',
  cell: elements(ev.state, content),
  displayed,
  node,
});

export const tupleOf = (content: Elements, node: Node): TupleValue => ({
  kind: 'tuple',
  elements: content,
  node,
});

/** An iterator: gives its elements once, and is valid as long as its sources do not change. */
export function iteratorOf(
  ev: Evaluator,
  content: Elements,
  node: Node,
  sources: readonly Value[] | 'everything' | ReadonlySet<Cell<unknown>> = [],
): IteratorValue {
  const { rewrites } = ev.state;
  const values = sources === 'everything' || 'has' in sources ? [] : sources;
  const reads =
    sources !== 'everything' && 'has' in sources ? sources : values.flatMap((value) => readBehind(ev, value));
  return {
    kind: 'iterator',
    cell: elements(ev.state, content),
    isFresh: sources === 'everything' ? () => ev.state.rewrites === rewrites : unchanged(reads),
    use: { isShared: false },
    reads: new Set(reads),
    ...(content?.length !== 0 && values.some(isShowing) && { show: () => showMaking(ev, values, false) }),
    node,
  };
}

const isShowing = (value: Value) => value.kind === 'iterator' && value.show !== undefined;

/** The cells that an iterator reads behind a source: for an object, everything that its methods can reach. */
export function readBehind(ev: Evaluator, source: Value): readonly Cell<unknown>[] {
  if (source.kind === 'instance') return [...readableFrom(ev, [source])];
  const cell = cellOf(source.kind === 'view' ? source.of : source);
  return [...(cell ? [cell] : []), ...(source.kind === 'iterator' ? source.reads : [])];
}

/** A test whether cells still hold what they hold now. */
export function unchanged(cells: Iterable<Cell<unknown>>): () => boolean {
  const contents = [...cells].map((cell) => [cell, cell.content] as const);
  return () => contents.every(([cell, content]) => cell.content === content);
}

/** What a function gives for rows of elements, one by one; undefined if it changes the values that give them. */
export function calledInTurn(
  ev: Evaluator,
  callee: Value,
  sources: readonly Value[],
  rows: readonly (readonly Value[])[],
  call: (row: readonly Value[]) => Value,
  node: Node,
): Elements {
  const isSame = unchanged(sources.flatMap((source) => readBehind(ev, source)));
  const made: Value[] = [];
  for (const row of rows) {
    made.push(call(row));
    if (isSame()) continue;
    showMaking(ev, sources, false);
    callUnseen(ev, passing(callee, ...sources, ...rows.flat(), ...made), node);
    return undefined;
  }
  return made;
}

/** Elements as the rows that a function gets one by one. */
export const oneByOne = (items: readonly Value[]): readonly (readonly Value[])[] =>
  items.map((item) => [item]);

export const dictOf = (ev: Evaluator, node: Node, missing?: Value): DictValue => ({
  kind: 'dict',
  cell: entries(ev.state, { known: new Map(), hasUnknownEntries: false }),
  missing,
  node,
});

/** A dict with entries that are known, and perhaps others. */
export const dictFrom = (
  ev: Evaluator,
  known: ReadonlyMap<string, DictEntry>,
  node: Node,
  hasUnknownEntries = false,
): DictValue => ({ ...dictOf(ev, node), cell: entries(ev.state, { known, hasUnknownEntries }) });

/** A dict with the keys of another, and under each what is made of its value. */
export const dictLike = (
  ev: Evaluator,
  { cell: { content } }: DictValue,
  made: (value: Value, id: string) => Value,
  node: Node,
  hasUnknownEntries = content.hasUnknownEntries,
): DictValue =>
  dictFrom(
    ev,
    new Map([...content.known].map(([id, { key, value }]) => [id, { key, value: made(value, id) }])),
    node,
    hasUnknownEntries,
  );

/** A dict with these keys, and perhaps others. */
export const dictBy = (
  ev: Evaluator,
  names: Iterable<string>,
  held: (name: string) => Value,
  node: Node,
  hasUnknownEntries = false,
): DictValue =>
  dictFrom(
    ev,
    new Map(
      [...names].map((name) => {
        const key = str(node, name);
        return [dictKeyOf(key)!, { key, value: held(name) }];
      }),
    ),
    node,
    hasUnknownEntries,
  );

export function setOf(ev: Evaluator, content: Elements, node: Node, isFrozen = false): SetValue {
  const known = new Map<string, DictEntry>();
  let hasUnknownEntries = !content;
  for (const key of content ?? []) {
    const id = dictKeyOf(key);
    if (id === undefined) {
      hasUnknownEntries = true;
      letEscape(key, ev.state);
    } else if (!known.has(id)) known.set(id, { key, value: key });
  }
  return { kind: 'set', isFrozen, cell: entries(ev.state, { known, hasUnknownEntries }), node };
}

/** Elements of longer ranges are not listed one by one. */
const MAX_RANGE = 10_000;

/** The remaining elements of an exhausted iterator: it stays exhausted even if its source grows. */
export const ENDED: readonly Value[] = [];

/** The remaining elements of an iterator for a consumer now, if they are known. */
export function remaining(ev: Evaluator, iterator: IteratorValue): Elements {
  const { cell, use } = iterator;
  if (cell.content && (use.isShared || (cell.content !== ENDED && !iterator.isFresh()))) {
    letEscape(iterator, ev.state);
    return undefined;
  }
  return cell.content;
}

/** The remaining elements of an iterator after one was requested. */
export const afterFirst = (content: readonly Value[]) => (content.length > 0 ? content.slice(1) : ENDED);

/** Shows how those of some values that are iterators make the elements that are taken from them here. */
export function showMaking({ state }: Evaluator, taken: readonly Value[], isWhole: boolean): void {
  for (const value of taken) {
    if (value.kind !== 'iterator' || !value.show || !state.isReachable) continue;
    // Whoever asks for one more than there are has all of them made.
    const isAll = isWhole || value.cell.content?.length === 0;
    value.show(isAll && value.isFresh() && !value.use.isShared);
  }
}

/** The elements that another iterator will take from a value lazily, as it is asked for its own. */
export function lazyElements(ev: Evaluator, value: Value | undefined): Elements {
  const source = value && loopedOver(ev, value);
  if (source?.kind !== 'iterator') return source && iterate(ev, source);
  const content = remaining(ev, source);
  source.use.isShared = true;
  return content;
}

/** The elements of a loop over a value, if they are known. Consumes an iterator. */
export function iterate(ev: Evaluator, value: Value): Elements {
  switch (value.kind) {
    case 'tuple':
      return value.elements;
    case 'list':
      return value.cell.content;
    case 'iterator': {
      const content = remaining(ev, value);
      showMaking(ev, [value], true);
      if (content) ev.state.write<Elements>(value.cell, ENDED);
      return content;
    }
    case 'dict':
      return entriesOf(value)?.map(({ key }) => key);
    case 'view':
      return entriesOf(value.of)?.map((entry) => partOf(entry, value.part, value.node));
    case 'set': {
      // The order of a set is unknown.
      const all = entriesOf(value);
      return all && all.length <= 1 ? all.map(({ key }) => key) : undefined;
    }
    case 'range': {
      const length = rangeLength(value);
      if (length === undefined || length > MAX_RANGE) return undefined;
      return Array.from({ length }, (_, i) => int(value.node, value.start + BigInt(i) * value.step));
    }
    case 'str':
      return value.value === undefined ? undefined : [...value.value].map((one) => str(value.node, one));
    case 'class':
      return membersOf(value);
    case 'instance': {
      const own = ownIterator(ev, value);
      // Consumers of all elements, such as `list`, also ask for the length.
      touch(ev, [value], value.cls.node, LENGTHS);
      return own && iterate(ev, own);
    }
    default: {
      const behind = value.kind === 'made' ? dictBehind(ev, value) : undefined;
      return behind ? iterate(ev, behind) : ev.library.elements?.(value, ev);
    }
  }
}

/** What the `__iter__` of an object gives, unless that is an object whose own code makes the elements. */
function ownIterator(ev: Evaluator, object: InstanceValue): Value | undefined {
  const own = callImplicitly(ev, object, '__iter__', [], object.cls.node);
  if (own && own.kind !== 'instance') return own;
  // The iterator may return anything that it can reach.
  if (own) letEscape(own, ev.state);
  if (!isForeign(object.cls)) letEscape(object, ev.state);
  return undefined;
}

/** What a loop over a value takes its elements from. */
export function loopedOver(ev: Evaluator, value: Value): Value {
  if (value.kind !== 'instance') return value;
  const own = ownIterator(ev, value);
  // A loop also hands objects of foreign classes over.
  if (!own) letEscape(value, ev.state);
  return own ?? unknown(value.node, 'loop');
}

/**
 * The element `index` of a loop at the time when the loop asks for it; undefined at the end. The container may change while
 * the loop runs.
 */
export function elementsInTurn(
  ev: Evaluator,
  value: Value,
): (index: number) => Value | undefined | 'unknown' {
  if (value.kind === 'iterator') return elementsOfIterator(ev, value);
  const read = readerOf(ev, value);
  const first = read();
  if (!first || first.length > MAX_ROUNDS) {
    for (const each of first ?? []) letEscape(each, ev.state);
    const holdsAny = ev.library.holdsElements?.(value, ev);
    return (index) => (index === 0 && holdsAny ? anyElementOf(ev, value, value.node) : 'unknown');
  }
  const goesOn = first.length > SHORT_LOOP ? ev.longLoop(first.length) : () => true;
  return (index) => {
    const all = index === 0 ? first : read();
    if (all && index <= MAX_ROUNDS && goesOn()) return all[index];
    for (const each of all ?? first) letEscape(each, ev.state);
    return 'unknown';
  };
}

/** The elements that a loop takes from an iterator; the others stay in the iterator. */
function elementsOfIterator(ev: Evaluator, value: IteratorValue): ReturnType<typeof elementsInTurn> {
  const all = remaining(ev, value);
  const isLong = all !== undefined && all.length > SHORT_LOOP && !value.isEndless;
  const goesOn = isLong ? ev.longLoop(all.length) : () => true;
  const most = value.isEndless ? SHORT_LOOP : MAX_ROUNDS;
  return (index) => {
    if (!all || (all.length > most && !value.isEndless) || index > most || !goesOn()) {
      letEscape(value, ev.state);
      return 'unknown';
    }
    const content = remaining(ev, value);
    if (!content) return 'unknown';
    ev.state.write<Elements>(value.cell, afterFirst(content));
    return content[0];
  };
}

/** Reads the elements that a loop would get, at any later time. */
function readerOf(ev: Evaluator, value: Value): () => Elements {
  switch (value.kind) {
    case 'list':
      return () => value.cell.content;
    case 'dict':
    case 'view': {
      const dict = value.kind === 'view' ? value.of : value;
      const keys = [...dict.cell.content.known.keys()].join();
      // Python raises when keys are added or removed during the iteration.
      return () => ([...dict.cell.content.known.keys()].join() === keys ? iterate(ev, value) : undefined);
    }
    case 'set': {
      const isSame = unchanged([value.cell]);
      const all = iterate(ev, value);
      return () => (isSame() ? all : undefined);
    }
    default: {
      const all = iterate(ev, value);
      return () => all;
    }
  }
}

function partOf({ key, value }: DictEntry, part: ViewValue['part'], node: Node): Value {
  if (part === 'items') return tupleOf([key, value], node);
  return part === 'keys' ? key : value;
}

/** Any one element of a value whose elements are not known one by one. */
export function anyElementOf(ev: Evaluator, value: Value, node: Node): Value {
  return likeAny(ev, value, node) ?? unknown(node, 'loop');
}

function likeAny(ev: Evaluator, value: Value, node: Node): Value | undefined {
  switch (value.kind) {
    case 'external':
    case 'made':
      return ev.library.loopElement?.(value, node, ev);
    case 'iterator':
      return value.each?.();
    case 'list':
      return value.cell.exposure === Exposure.Changed ? undefined : value.each?.();
    case 'dict':
    case 'view': {
      const { any, cell } = value.kind === 'view' ? value.of : value;
      const isSame = cell.exposure !== Exposure.Changed && cell.content.known.size === 0;
      return any && isSame ? partOf(any, value.kind === 'view' ? value.part : 'keys', node) : undefined;
    }
    default:
      return undefined;
  }
}

/** Everything in a container escapes, as it is unknown which element the receiver got. */
export function letContentsEscape(ev: Evaluator, value: Value): void {
  const held = value.kind === 'view' ? value.of : value;
  const all =
    held.kind === 'dict' || held.kind === 'set'
      ? [...held.cell.content.known.values()].map((entry) => entry.value)
      : held.kind === 'list' || held.kind === 'iterator'
        ? held.cell.content
        : held.kind === 'tuple'
          ? held.elements
          : held.kind === 'oneOf'
            ? held.options
            : held.kind === 'external' && held.isSequence
              ? held.held()
              : // Its own code makes them.
                held.kind === 'instance' ||
                  held.kind === 'coroutine' ||
                  (held.kind === 'made' && held.callee.startsWith('itertools.'))
                ? [held]
                : undefined;
  for (const each of all ?? []) letEscape(each, ev.state);
}

/** The members of an enum; several names may be aliases of one. */
function membersOf({ form, members, definition }: ClassValue): Elements {
  if (form !== 'enum') return undefined;
  const all = [...members.content.known].filter(([name]) => !/^_(?:.*_$|.*__)/.test(name));
  if (all.some(([, { kind }]) => kind === 'unknown')) return undefined;
  const found = all.filter(([, value]) => value.kind === 'instance' && value.cls.definition === definition);
  return found.map(([, value]) => value).filter((value, i, rest) => rest.indexOf(value) === i);
}

/** The number of elements of a value, if it is known. */
export function lengthOf(value: Value): number | undefined {
  switch (value.kind) {
    case 'tuple':
      return value.elements?.length;
    case 'list':
      return value.cell.content?.length;
    case 'set':
    case 'dict':
      return value.cell.content.hasUnknownEntries ? undefined : value.cell.content.known.size;
    case 'view':
      return lengthOf(value.of);
    case 'range':
      return rangeLength(value);
    case 'str':
      return value.value === undefined ? undefined : [...value.value].length;
    case 'bytes':
      return value.value?.length;
    case 'class':
      return membersOf(value)?.length;
    default:
      return undefined;
  }
}

/** Containers that are searched element by element. */
const LISTED = kinds('list', 'range', 'tuple', 'view');

/** `element in container` */
export function contains(ev: Evaluator, holder: Value, element: Value): boolean | undefined {
  const shown = dictBehind(ev, holder) ?? holder;
  const container = shown.kind === 'view' && shown.part === 'keys' ? shown.of : shown;
  if (container.kind === 'str')
    return element.kind === 'str' && element.value !== undefined && container.value !== undefined
      ? container.value.includes(element.value)
      : undefined;
  if (container.kind === 'dict' || container.kind === 'set') {
    const id = dictKeyOf(element);
    if (id === undefined) return undefined;
    if (container.cell.content.known.has(id)) return true;
    return container.cell.content.hasUnknownEntries ? undefined : false;
  }
  if (container.kind === 'made' && container.callee === WEAK)
    return truth(methodOf(ev, container, '__contains__', [element], element.node));
  if (container.kind === 'iterator') {
    showMaking(ev, [container], false);
    remaining(ev, container);
    ev.state.write<Elements>(container.cell, undefined);
    return undefined;
  }
  const all = LISTED.has(container.kind) ? iterate(ev, container) : undefined;
  if (!all) return undefined;
  let result: boolean | undefined = false;
  for (const other of all) {
    const isEqual = equalHeld(other, element);
    if (isEqual) return true;
    if (isEqual === undefined) result = undefined;
  }
  return result;
}

// ---------------------------------------------------------------- Elements

/** What a library's dict has for an object that is a key itself. */
const entryByIdentity = ({ cell: { content } }: DictValue, key: Value): Value | undefined =>
  key.kind === 'made' && !content.hasUnknownEntries
    ? content.known.get(identityKey(key.given))?.value
    : undefined;

/** `object[index]` */
export function elementAt(ev: Evaluator, object: Value, index: Value, node: Node): Value {
  if (object.kind !== 'instance') touch(ev, [index], node, COMPARING);
  switch (object.kind) {
    case 'oneOf':
      return withoutNone(object.options)
        .map((option) => elementAt(ev, option, index, node))
        .reduce((a, b) => ev.join(a, b));
    case 'list':
    case 'tuple':
    case 'range':
    case 'str': {
      const number = indexOf(index);
      const all =
        object.kind === 'str'
          ? object.value === undefined
            ? undefined
            : iterate(ev, object)
          : iterate(ev, object);
      if (number === undefined || !all) {
        if (object.kind === 'str') return str(node, undefined);
        if (!all && object.kind === 'list') return anyElementOf(ev, object, node);
        letContentsEscape(ev, object);
        return unknown(node, 'call');
      }
      return all.at(number) ?? unknown(node, 'unbound');
    }
    case 'dict': {
      const id = dictKeyOf(index);
      const found =
        id === undefined ? entryByIdentity(object, index) : object.cell.content.known.get(id)?.value;
      const any = found ?? likeAny(ev, { kind: 'view', of: object, part: 'values', node }, node);
      if (any) return any;
      if (id === undefined) letContentsEscape(ev, object);
      if (object.isCounter && id !== undefined && !object.cell.content.hasUnknownEntries)
        return int(node, 0n);
      const missing = object.cls && memberOf(object.cls, '__missing__');
      if (id !== undefined && !object.cell.content.hasUnknownEntries && missing)
        return ev.call(missing, passing(object, index), node);
      // An element of this key is made, unless there is one.
      if (id === undefined && (object.missing || missing))
        ev.state.write(object.cell, { ...object.cell.content, hasUnknownEntries: true });
      if (id === undefined || object.cell.content.hasUnknownEntries || !object.missing)
        return unknown(node, 'unbound');
      const made = ev.call(object.missing, NO_ARGUMENTS, node);
      putEntry(ev, object, index, made);
      return made;
    }
    case 'class':
      if (object.form === 'enum' && index.kind === 'str' && index.value !== undefined)
        return object.members.content.known.get(index.value) ?? unknown(node, 'unbound');
      // The result, such as `Box[int]`, can be called like the class.
      return callUnseen(ev, NO_ARGUMENTS, node, object);
    case 'instance':
      return callImplicitly(ev, object, '__getitem__', [index], node) ?? unknown(node, 'call');
    case 'made': {
      const behind = dictBehind(ev, object);
      if (behind) return elementAt(ev, behind, index, node);
      if (object.callee === MATCH || object.callee === WEAK)
        return methodOf(ev, object, '__getitem__', [index], node);
      return ev.library.element?.(object, index, node, ev) ?? unknown(node, 'call');
    }
    default:
      return ev.library.element?.(object, index, node, ev) ?? unknown(node, 'call');
  }
}

/** What a method of an object gives that a function of Python's own made. */
const methodOf = (ev: Evaluator, object: Value, name: string, given: readonly Value[], node: Node): Value =>
  ev.call({ kind: 'method', object, name, node }, passing(...given), node);

/** The dict that a value is, or that several dicts make together as they are now. */
export function dictBehind(ev: Evaluator, value: Value): DictValue | undefined {
  if (value.kind === 'dict') return value;
  if (value.kind !== 'made' || value.callee !== CHAIN || value.given.hasUnknownArguments) return undefined;
  const dicts = value.given.positional.map((each) => dictBehind(ev, each));
  // A dict that fills in what is missing has more than it shows.
  const isShown = (dict: DictValue) => dict.form === undefined && !dict.missing && !dict.isCounter;
  if (!dicts.every((dict) => dict !== undefined && isShown(dict))) return undefined;
  const result: DictValue = { ...dictOf(ev, value.node), isSpecial: true };
  // The first dict that has a key gives its value.
  for (const dict of dicts.toReversed()) update(ev, result, dict!);
  return result;
}

/** The values with which a program goes on behind an operation that `None` does not have. */
export function withoutNone(options: readonly Value[]): readonly Value[] {
  const others = options.filter(({ kind }) => kind !== 'none');
  return others.length > 0 ? others : options;
}

/** Python counts from the end if an index is negative. */
function indexOf(value: Value): number | undefined {
  if (value.kind === 'bool' && value.value !== undefined) return value.value ? 1 : 0;
  return value.kind === 'int' &&
    value.value !== undefined &&
    value.value < 2n ** 31n &&
    value.value > -(2n ** 31n)
    ? Number(value.value)
    : undefined;
}

/** Notes an access to elements that do not exist, which raises an exception. */
export function miss(ev: Evaluator, node: Expression, from: Value, count: number): void {
  if (ev.trials === 0 && ev.state.isReachable) ev.observer.missed?.(node, from, count, ev.caught);
}

/** Whether `object[index]` is out of range. */
export function isBeyond(index: Value, count: number): boolean {
  const number = indexOf(index);
  return number !== undefined && (number >= count || number < -count);
}

/** Whether `object[index]` exists, or raises; undefined if that is not certain. */
export function hasItem(ev: Evaluator, object: Value, index: Value): boolean | undefined {
  if (object.kind === 'list' || object.kind === 'tuple') {
    const count = iterate(ev, object)?.length;
    return count === undefined || indexOf(index) === undefined ? undefined : !isBeyond(index, count);
  }
  if (object.kind !== 'dict') return undefined;
  const { known, hasUnknownEntries } = object.cell.content;
  const id = dictKeyOf(index);
  const isPlain = !object.cls && (object.form !== undefined || !object.isNamespace);
  if (!isPlain || (id === undefined && !isOtherClass(ev, index, known))) return undefined;
  if (id !== undefined && known.has(id)) return true;
  if (mayHold(known, index)) return undefined;
  return hasUnknownEntries || object.missing || object.isCounter ? undefined : false;
}

/** Whether a key may be an object that the same call made: where paths have met, one stands for both. */
const mayHold = (known: ReadonlyMap<string, DictEntry>, key: Value): boolean =>
  key.kind === 'made' && [...known.values()].some((entry) => isSame(entry.key, key));

/** Whether a key is a class of a library, where all keys are texts and numbers, which no class equals. */
const isOtherClass = (ev: Evaluator, key: Value, known: ReadonlyMap<string, unknown>): boolean =>
  key.kind === 'reference' &&
  ev.library.hasClass?.(key.name) === true &&
  [...known.keys()].every((each) => /^[sn]/.test(each));

/** `object[start:stop:step]` */
export function sliced(
  ev: Evaluator,
  object: Value,
  parts: readonly (Value | undefined)[],
  node: Node,
): Value {
  touch(
    ev,
    parts.filter((part) => part !== undefined),
    node,
  );
  const all = isSequence(object) || object.kind === 'str' ? iterate(ev, object) : undefined;
  const range = all && indices(all.length, parts);
  const chosen = range?.map((i) => all![i]!);
  switch (object.kind) {
    case 'tuple':
      if (!chosen) for (const element of all ?? []) letEscape(element, ev.state);
      return tupleOf(chosen, node);
    case 'str':
      return str(node, chosen?.map((one) => (one as { value: string }).value).join(''));
    case 'bytes':
      return { kind: 'bytes', value: undefined, node };
    case 'instance':
      return (
        callImplicitly(ev, object, '__getitem__', [unknown(node, 'call')], node) ?? unknown(node, 'call')
      );
    default:
      // The slice may share elements with the whole.
      if (!chosen) letContentsEscape(ev, object);
      return isSequence(object)
        ? wrapped(
            ev,
            [object],
            { ...listOf(ev, chosen, node), each: () => anyElementOf(ev, object, node) },
            node,
          )
        : (ev.library.slice?.(object, parts, node) ?? unknown(node, 'call'));
  }
}

/** The indices that a slice takes; undefined if they are not known, or Python raises. */
export function indices(length: number, parts: readonly (Value | undefined)[]): number[] | undefined {
  const numbers = parts.map((part) => (part === undefined || part.kind === 'none' ? null : indexOf(part)));
  if (numbers.includes(undefined)) return undefined;
  const [start = null, stop = null, step = null] = numbers as (number | null)[];
  const stride = step ?? 1;
  if (stride === 0) return undefined;
  const clamp = (value: number) => {
    const index = value < 0 ? value + length : value;
    return stride > 0 ? Math.min(Math.max(index, 0), length) : Math.min(Math.max(index, -1), length - 1);
  };
  const first = start === null ? (stride > 0 ? 0 : length - 1) : clamp(start);
  const last = stop === null ? (stride > 0 ? length : -1) : clamp(stop);
  const result: number[] = [];
  for (let i = first; stride > 0 ? i < last : i > last; i += stride) result.push(i);
  return result;
}

/** `object[index] = value`; undefined deletes the element. */
export function setElement(
  ev: Evaluator,
  object: Value,
  index: Value,
  value: Value | undefined,
  node: Node,
): void {
  touch(ev, [index], node, COMPARING);
  switch (object.kind) {
    case 'list': {
      const all = object.cell.content;
      const number = indexOf(index);
      const at = number === undefined || !all ? undefined : number < 0 ? number + all.length : number;
      if (!all || at === undefined) {
        for (const element of all ?? []) letEscape(element, ev.state);
        if (value) letEscape(value, ev.state);
        ev.state.write<Elements>(object.cell, undefined);
      } else if (at in all)
        ev.state.write<Elements>(object.cell, value ? all.with(at, value) : all.toSpliced(at, 1));
      return;
    }
    case 'dict':
      if (value) putEntry(ev, object, index, value);
      else removeEntry(ev, object, index);
      return;
    case 'instance': {
      const [name, given] = value ? ['__setitem__', [index, value]] : ['__delitem__', [index]];
      if (callImplicitly(ev, object, name, given, node)) return;
      break;
    }
    default:
      if (ev.library.setElement?.(object, index, value, ev)) return;
      if (value && object.kind === 'made' && object.callee === WEAK)
        return void methodOf(ev, object, '__setitem__', [index, value], node);
  }
  if (value) letEscape(value, ev.state);
  letEscape(object, ev.state);
}

export function putEntry(ev: Evaluator, object: DictValue | SetValue, key: Value, given: Value): void {
  const form = object.kind === 'dict' ? object.form : undefined;
  const value =
    form === undefined ? given : ev.library.stored!(object as DictValue, key, given, key.node, ev);
  const id = dictKeyOf(key);
  const { known, hasUnknownEntries, isLocked } = object.cell.content;
  if (id === undefined || known.size >= MAX_ELEMENTS) {
    // It may replace any known entry.
    for (const entry of known.values()) letEscape(entry.value, ev.state);
    for (const each of [key, value]) letEscape(each, ev.state);
    ev.state.write(object.cell, UNKNOWN_ENTRIES);
    return;
  }
  const entry = { key: known.get(id)?.key ?? key, value };
  const isSorted = object.kind === 'dict' && object.isSorted && !known.has(id);
  const next = isSorted ? withSorted(known, id, entry) : withEntry(known, id, entry);
  ev.state.write(object.cell, { known: next, hasUnknownEntries, ...(isLocked && { isLocked }) });
}

/** Sorted entries and a new one in its place. */
function withSorted(
  known: ReadonlyMap<string, DictEntry>,
  id: string,
  entry: DictEntry,
): ReadonlyMap<string, DictEntry> {
  const all = [...known];
  let start = 0;
  for (let end = all.length; start < end; ) {
    const middle = (start + end) >> 1;
    if (orderOf(entry.key, all[middle]![1].key)?.less) end = middle;
    else start = middle + 1;
  }
  all.splice(start, 0, [id, entry]);
  return new Map(all);
}

function removeEntry(ev: Evaluator, object: DictValue | SetValue, key: Value): void {
  const id = dictKeyOf(key);
  const { known, hasUnknownEntries } = object.cell.content;
  if (id === undefined) {
    ev.state.write(object.cell, UNKNOWN_ENTRIES);
    return;
  }
  const next = new Map(known);
  next.delete(id);
  ev.state.write(object.cell, { known: next, hasUnknownEntries });
}

export function merged(ev: Evaluator, left: DictValue, right: DictValue, node: Node): Value {
  // Where either side is a subclass of `dict`, its operator decides the result, the left one first.
  const result: DictValue = { ...plainOf(left.isSpecial ? left : right), cell: dictOf(ev, node).cell, node };
  update(ev, result, left);
  update(ev, result, right);
  return wrapped(ev, [left, right], result, node);
}

/** What an operation of dicts or lists gives: where one of them is a `UserDict` or `UserList`, an object of its class. */
export function wrapped(ev: Evaluator, operands: readonly Value[], plain: Value, node: Node): Value {
  const cls = operands.map(classOfObject).find((each) => each && isWrapper(each));
  return cls ? ev.call(cls, passing(plain), node) : plain;
}

/** An operator of two values that are sets, or views that Python combines like sets. */
export function combinedSets(
  ev: Evaluator,
  left: Value,
  operator: string,
  right: Value,
  node: Node,
): Value | undefined {
  // A view makes a set of a frozen one.
  if (left.kind === 'set' && left.isFrozen && right.kind === 'view') return undefined;
  const [a, b] = [left, right].map((each) => (isSetLike(each) ? asSet(ev, each, node) : undefined));
  return a && b && combined(ev, a, operator, b, node);
}

const isSetLike = (value: Value): boolean =>
  value.kind === 'set' || (value.kind === 'view' && value.part !== 'values');

/** An operator of two sets whose elements are known. */
function combined(
  ev: Evaluator,
  left: SetValue,
  operator: string,
  right: SetValue,
  node: Node,
): Value | undefined {
  const [a, b] = [left.cell.content, right.cell.content];
  if (a.hasUnknownEntries || b.hasUnknownEntries) return undefined;
  const [onlyA, both] = [
    [...a.known].filter(([id]) => !b.known.has(id)),
    [...a.known].filter(([id]) => b.known.has(id)),
  ];
  const onlyB = [...b.known].filter(([id]) => !a.known.has(id));
  // Which of two equal elements is kept depends on the sizes of the sets.
  const isTold = operator !== '&' || both.every(([id, { key }]) => isSame(key, b.known.get(id)!.key));
  if (!isTold) return undefined;
  const chosen = { '-': onlyA, '&': both, '|': [...onlyA, ...both, ...onlyB], '^': [...onlyA, ...onlyB] }[
    operator
  ];
  return (
    chosen &&
    setOf(
      ev,
      chosen.map(([, { key }]) => key),
      node,
      left.isFrozen,
    )
  );
}

/** Methods of a dict return a plain dict, even for a subclass in this file. */
const plainOf = ({ cls: _, isNamespace: __, ...dict }: DictValue): DictValue => dict;

/** `dict.update(other)` */
export function update(ev: Evaluator, object: DictValue, source: Value): void {
  const other = dictBehind(ev, source) ?? source;
  if (other.kind === 'dict') {
    const { known: before, hasUnknownEntries } = object.cell.content;
    const { known: more, hasUnknownEntries: moreAreUnknown } = other.cell.content;
    const next = new Map(moreAreUnknown ? [] : before);
    for (const [id, entry] of more) next.set(id, { key: next.get(id)?.key ?? entry.key, value: entry.value });
    ev.state.write(object.cell, { known: next, hasUnknownEntries: hasUnknownEntries || moreAreUnknown });
    return;
  }
  // An object with keys is asked for them, and for the item of each.
  const hasKeys = other.kind === 'instance' && memberOf(other.cls, 'keys') !== undefined;
  const pairs = hasKeys ? undefined : addedTo(ev, object, other)?.map((pair) => iterate(ev, pair));
  if (!pairs?.every((pair) => pair?.length === 2)) {
    letEscape(object, ev.state);
    letEscape(other, ev.state);
    return;
  }
  for (const pair of pairs) putEntry(ev, object, pair![0]!, pair![1]!);
}

// ---------------------------------------------------------------- Methods

type Method<V extends Value> = (
  ev: Evaluator,
  object: V,
  given: readonly Value[],
  node: Node,
  keywords: ReadonlyMap<string, Value>,
) => Value | undefined;

/** Gives a list other elements. */
export const setAll = (ev: Evaluator, object: ListValue, content: Elements, node: Node): Value => {
  const isLong = content !== undefined && content.length > MAX_LIST;
  if (isLong) for (const element of content) letEscape(element, ev.state);
  ev.state.write<Elements>(object.cell, isLong ? undefined : content);
  return none(node);
};

/** The elements that a container takes one by one; unknown where making them may ask for it, as it grows meanwhile. */
export function addedTo<T>(ev: Evaluator, { cell }: { readonly cell: Cell<T> }, given: Value): Elements {
  const more = loopedOver(ev, given);
  const mayAsk = more.kind === 'iterator' && more.show && !more.sparesTaker;
  if (!mayAsk || !more.reads.has(cell as Cell<unknown>)) return iterate(ev, more);
  cell.kind.letEscape(cell.content, ev.state);
  ev.state.write(cell, cell.kind.nothing);
  showMaking(ev, [more], false);
  return undefined;
}

/** Longer lists become unknown: lists are copied as they grow. */
const MAX_LIST = 1000;

export const LIST_METHODS: ReadonlyMap<string, Method<ListValue>> = new Map(
  Object.entries<Method<ListValue>>({
    append: (ev, object, [value], node) => {
      const all = object.cell.content;
      if (!all && value) for (const each of [object, value]) letEscape(each, ev.state);
      return setAll(ev, object, all && value ? [...all, value] : undefined, node);
    },
    extend: (ev, object, [more], node) => {
      // What gives the elements may change the list before.
      const added = more && addedTo(ev, object, more);
      const all = object.cell.content;
      if (all && added) return setAll(ev, object, [...all, ...added], node);
      for (const each of [object, ...(more ? [more] : []), ...(added ?? [])]) letEscape(each, ev.state);
      return none(node);
    },
    insert: (ev, object, [index, value], node) => {
      const all = object.cell.content;
      const number = index && indexOf(index);
      if (all && value && number !== undefined)
        return setAll(ev, object, all.toSpliced(number, 0, value), node);
      letEscape(object, ev.state);
      if (value) letEscape(value, ev.state);
      return none(node);
    },
    pop: (ev, object, [index], node) => {
      const all = object.cell.content;
      const number = index ? indexOf(index) : -1;
      if (!all || number === undefined) {
        letEscape(object, ev.state);
        return unknown(node, 'changed');
      }
      const popped = all.at(number);
      if (!popped) return unknown(node, 'unbound');
      ev.state.write<Elements>(object.cell, all.toSpliced(number, 1));
      return popped;
    },
    __init__: (ev, object, [source], node) => {
      const all = source ? iterate(ev, source) : [];
      if (!all && source) letContentsEscape(ev, source);
      return setAll(ev, object, all, node);
    },
    clear: (ev, object, _given, node) => setAll(ev, object, [], node),
    copy: (ev, object, _given, node) => copyOfList(ev, object, node),
    reverse: (ev, object, _given, node) => setAll(ev, object, object.cell.content?.toReversed(), node),
    sort: (ev, object, _given, node, keywords) => {
      const { content } = object.cell;
      // While `sort` asks for the keys, Python shows the list as empty.
      if (content && keywords.has('key')) ev.state.write<Elements>(object.cell, []);
      const result = sorted(ev, content, keywords, node);
      if (!result) {
        for (const each of content ?? []) letEscape(each, ev.state);
        letEscape(object, ev.state);
      }
      return setAll(ev, object, result, node);
    },
    index: (_ev, object, given, node) => {
      if (given.length !== 1) return int(node, undefined);
      const tests = object.cell.content?.map((element) => equalHeld(element, given[0]!));
      const at = tests?.findIndex((test) => test !== false);
      return int(node, at === undefined || tests![at] !== true ? undefined : BigInt(at));
    },
    count: (_ev, object, [value], node) => {
      const tests = value && object.cell.content?.map((element) => equalHeld(element, value));
      return int(
        node,
        tests?.includes(undefined) || !tests ? undefined : BigInt(tests.filter(Boolean).length),
      );
    },
    remove: (ev, object, [value], node) => {
      const tests = value && object.cell.content?.map((element) => equalHeld(element, value));
      const at = tests?.findIndex((test) => test !== false);
      if (at === undefined || at < 0 || !tests![at]) {
        letEscape(object, ev.state);
        return none(node);
      }
      return setAll(ev, object, object.cell.content!.toSpliced(at, 1), node);
    },
  }),
);

/** Copies a list. If the list is unknown, only its elements escape, as it is unknown which they are. */
const copyOfList = (ev: Evaluator, object: ListValue, node: Node) =>
  wrapped(ev, [object], listOf(ev, object.cell.content, node), node);

/** The sorted elements, if their order is known. */
export function sorted(
  ev: Evaluator,
  content: Elements,
  keywords: ReadonlyMap<string, Value>,
  node: Node,
): Elements {
  const key = keywords.get('key');
  if (key && !content) letEscape(key, ev.state);
  const reverse = keywords.get('reverse');
  const keys = content?.map((element) =>
    key && key.kind !== 'none'
      ? ev.call(key, { positional: [element], keywords: new Map(), hasUnknownArguments: false }, node)
      : element,
  );
  const descending = reverse ? (reverse.kind === 'bool' ? reverse.value : undefined) : false;
  if (!content || !keys || descending === undefined || content.length > MAX_LIST) return undefined;
  let isKnown = true;
  const order = content.map((_, i) => i);
  order.sort((i, j) => {
    const relation = orderOf(keys[i]!, keys[j]!);
    // A NaN has no place in an order.
    if (!relation || !(relation.less || relation.same || relation.greater)) {
      isKnown = false;
      return 0;
    }
    const sign = relation.less ? -1 : relation.greater ? 1 : 0;
    return descending ? -sign : sign;
  });
  // A single element is always sorted.
  return isKnown ? order.map((i) => content[i]!) : undefined;
}

export const DICT_METHODS: ReadonlyMap<string, Method<DictValue>> = new Map(
  Object.entries<Method<DictValue>>({
    get: (ev, object, [key, other], node) => got(ev, object, key, other ?? none(node), node),
    setdefault: (ev, object, [key, other], node) => {
      const value = got(ev, object, key, other ?? none(node), node);
      const id = key && dictKeyOf(key);
      if (id === undefined || object.cell.content.hasUnknownEntries) {
        if (id === undefined || !object.cell.content.known.has(id)) letEscape(object, ev.state);
      } else if (key && !object.cell.content.known.has(id)) putEntry(ev, object, key, value);
      return value;
    },
    pop: (ev, object, [key, other], node) => {
      const value = got(ev, object, key, other ?? unknown(node, 'unbound'), node);
      if (key) removeEntry(ev, object, key);
      return value;
    },
    popitem: (ev, object, given, node, keywords) => {
      const last = entriesOf(object)?.at(-1);
      // An ordered dict is also asked for its first entry.
      if (!last || object.isSorted || given.length + keywords.size > 0) return undefined;
      removeEntry(ev, object, last.key);
      return tupleOf([last.key, last.value], node);
    },
    update: updated,
    __init__: updated,
    __getitem__: (ev, object, [key], node) => key && elementAt(ev, object, key, node),
    __setitem__: (ev, object, [key, value], node) => {
      if (key && value) setElement(ev, object, key, value, node);
      return none(node);
    },
    clear: (ev, object, _given, node) => {
      ev.state.write(object.cell, { known: new Map(), hasUnknownEntries: false });
      return none(node);
    },
    copy: (ev, object, _given, node) => ({
      ...(object.cls && isWrapper(object.cls) ? object : plainOf(object)),
      cell: entries(ev.state, object.cell.content),
      node,
    }),
    items: (_ev, of, _given, node) => ({ kind: 'view', of, part: 'items', node }),
    keys: (_ev, of, _given, node) => ({ kind: 'view', of, part: 'keys', node }),
    values: (_ev, of, _given, node) => ({ kind: 'view', of, part: 'values', node }),
  }),
);

function updated(
  ev: Evaluator,
  object: DictValue,
  [other]: readonly Value[],
  node: Node,
  keywords: ReadonlyMap<string, Value>,
): Value {
  if (other) update(ev, object, other);
  for (const [name, value] of keywords) putEntry(ev, object, str(node, name), value);
  return none(node);
}

function got(ev: Evaluator, object: DictValue, key: Value | undefined, other: Value, node: Node): Value {
  const id = key && dictKeyOf(key);
  const found = id === undefined ? undefined : object.cell.content.known.get(id)?.value;
  if (found) return found;
  if (id !== undefined && !object.cell.content.hasUnknownEntries) return other;
  letEscape(other, ev.state);
  if (id === undefined) letContentsEscape(ev, object);
  return unknown(node, 'changed');
}

/** The elements of anything as a set, if they are known. */
function asSet(ev: Evaluator, value: Value, node: Node): SetValue | undefined {
  if (value.kind === 'set') return value.cell.content.hasUnknownEntries ? undefined : value;
  const all = iterate(ev, value);
  const made = all && setOf(ev, all, node);
  return made?.cell.content.hasUnknownEntries ? undefined : made;
}

/** A method that combines a set with others, as an operator does with one. */
const combining =
  (operator: string): Method<SetValue> =>
  (ev, object, given, node) => {
    let result: Value | undefined = object.cell.content.hasUnknownEntries
      ? undefined
      : copyOfSet(ev, object, node);
    for (const other of given) {
      const right = asSet(ev, other, node);
      const left: Value | undefined = result;
      result = left?.kind === 'set' && right ? combined(ev, left, operator, right, node) : undefined;
    }
    if (!result) for (const each of [object, ...given]) letContentsEscape(ev, each);
    return result ?? setOf(ev, undefined, node, object.isFrozen);
  };

/** A method that changes a set to what another method gives. */
const changing =
  (operator: string): Method<SetValue> =>
  (ev, object, given, node, keywords) => {
    const result = combining(operator)(ev, object, given, node, keywords);
    ev.state.write(object.cell, result?.kind === 'set' ? result.cell.content : UNKNOWN_ENTRIES);
    return none(node);
  };

/** A method that compares the elements of a set with those of something else. */
const comparing =
  (test: (own: ReadonlySet<string>, other: ReadonlySet<string>) => boolean): Method<SetValue> =>
  (ev, object, [value], node) => {
    const other = value && asSet(ev, value, node);
    if (!other && value) letContentsEscape(ev, value);
    const isKnown = other && !object.cell.content.hasUnknownEntries;
    const keysOf = ({ cell }: SetValue) => new Set(cell.content.known.keys());
    return bool(node, isKnown ? test(keysOf(object), keysOf(other)) : undefined);
  };

const isWithin = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  [...one].every((key) => other.has(key));

/** How sets, or the keys of dicts, are ordered: by what is in both. */
export function orderOfSets(left: Value, right: Value): ReturnType<typeof orderOf> {
  const [a, b] = [left, right].map(keysIn);
  if (!a || !b) return undefined;
  const [isLess, isGreater] = [isWithin(a, b), isWithin(b, a)];
  return { less: isLess && !isGreater, same: isLess && isGreater, greater: isGreater && !isLess };
}

/** The keys of a set or of a view of keys, if all are known. */
function keysIn(value: Value): ReadonlySet<string> | undefined {
  const held = value.kind === 'view' && value.part === 'keys' ? value.of : value;
  if (held.kind !== 'set' && held === value) return undefined;
  const { content } = (held as SetValue | DictValue).cell;
  return content.hasUnknownEntries ? undefined : new Set(content.known.keys());
}

export const SET_METHODS: ReadonlyMap<string, Method<SetValue>> = new Map(
  Object.entries<Method<SetValue>>({
    union: combining('|'),
    intersection: combining('&'),
    difference: combining('-'),
    symmetric_difference: combining('^'),
    intersection_update: changing('&'),
    difference_update: changing('-'),
    symmetric_difference_update: changing('^'),
    issubset: comparing(isWithin),
    issuperset: comparing((own, other) => isWithin(other, own)),
    isdisjoint: comparing((own, other) => ![...own].some((key) => other.has(key))),
    clear: (ev, object, _given, node) => {
      ev.state.write(object.cell, { known: new Map(), hasUnknownEntries: false });
      return none(node);
    },
    remove: (ev, object, [key], node) => {
      if (key) removeEntry(ev, object, key);
      return none(node);
    },
    add: (ev, object, [key], node) => {
      if (key) putEntry(ev, object, key, key);
      return none(node);
    },
    discard: (ev, object, [key], node) => {
      if (key) removeEntry(ev, object, key);
      return none(node);
    },
    copy: (ev, object, _given, node) => copyOfSet(ev, object, node),
    update: (ev, object, given, node) => {
      for (const other of given) {
        const all =
          other.kind === 'set' ? entriesOf(other)?.map(({ key }) => key) : addedTo(ev, object, other);
        if (!all) ev.state.write(object.cell, UNKNOWN_ENTRIES);
        for (const key of all ?? []) putEntry(ev, object, key, key);
      }
      return none(node);
    },
  }),
);

/** An immutable set is its own copy. */
export const copyOfSet = (ev: Evaluator, set: SetValue, node: Node): SetValue =>
  set.isFrozen ? set : { ...set, cell: entries(ev.state, set.cell.content), node };

export const TUPLE_METHODS: ReadonlyMap<string, Method<TupleValue>> = new Map(
  Object.entries<Method<TupleValue>>({
    _asdict: (ev, object, _given, node) => {
      const result = dictOf(ev, node);
      for (const [i, { name }] of (object.cls?.fields ?? []).entries()) {
        const value = object.elements?.[i];
        if (value) putEntry(ev, result, str(node, name), value);
      }
      return object.cls && object.elements ? result : undefined;
    },
    _replace: (_ev, object, _given, node, keywords) =>
      object.cls && object.elements
        ? {
            ...object,
            elements: object.elements.map((value, i) => keywords.get(object.cls!.fields[i]!.name) ?? value),
            node,
          }
        : undefined,
  }),
);
