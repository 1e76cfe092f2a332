import type { Node } from '../python/tree';
import type { Builtin } from './builtins';
import { addedTo, DICT_METHODS, dictOf, letContentsEscape, listOf, putEntry, tupleOf } from './containers';
import type { Evaluator } from './evaluator';
import { UNKNOWN_ENTRIES } from './join';
import { type Arguments, type DictValue, dictKeyOf, entriesOf, int, none, str, type Value } from './value';

/** `collections.Counter(elements)` */
export const madeCounter: Builtin = (ev, given, node) => {
  const counter: DictValue = { ...dictOf(ev, node), isSpecial: true, isCounter: true };
  count(ev, counter, given, node, 1n);
  return counter;
};

/** A method of a counter, where it has another one than a dict. */
export function methodOfCounter(
  ev: Evaluator,
  object: DictValue,
  name: string,
  given: Arguments,
  node: Node,
): Value | undefined {
  switch (name) {
    case 'update':
    case 'subtract':
      count(ev, object, given, node, name === 'update' ? 1n : -1n);
      return none(node);
    case 'most_common': {
      const [most] = given.positional;
      const number = most && most.kind !== 'none' ? (most.kind === 'int' ? most.value : undefined) : Infinity;
      const all = countsOf(object);
      if (!all || number === undefined) return listOf(ev, undefined, node);
      // Equal counts keep their order.
      const sorted = all.toSorted(([, a], [, b]) => (a < b ? 1 : a > b ? -1 : 0));
      const taken = sorted.slice(0, Math.max(0, Number(number)));
      return listOf(
        ev,
        taken.map(([key, times]) => tupleOf([key, int(node, times)], node)),
        node,
      );
    }
    case 'total': {
      const all = countsOf(object);
      return int(
        node,
        all?.reduce((sum, [, times]) => sum + times, 0n),
      );
    }
    case 'copy':
      return {
        ...object,
        cell: { ...(DICT_METHODS.get('copy')!(ev, object, [], node, NONE) as DictValue) }.cell,
        node,
      };
    default:
      return undefined;
  }
}

const NONE: ReadonlyMap<string, Value> = new Map();

/** Every key and how often it was counted, if all are known. */
function countsOf(object: DictValue): readonly (readonly [Value, bigint])[] | undefined {
  const all = entriesOf(object)?.map(
    ({ key, value }) => [key, value.kind === 'int' ? value.value : undefined] as const,
  );
  return all?.every((each): each is readonly [Value, bigint] => each[1] !== undefined) ? all : undefined;
}

/** Adds elements, or the counts of a dict and of keywords. */
function count(
  ev: Evaluator,
  object: DictValue,
  { positional: [source], keywords, hasUnknownArguments }: Arguments,
  node: Node,
  sign: bigint,
): void {
  const added = source?.kind === 'dict' ? countsOf(source) : source ? once(addedTo(ev, object, source)) : [];
  const named = [...keywords].map(
    ([name, value]) => [str(node, name), value.kind === 'int' ? value.value : undefined] as const,
  );
  if (!added && source) letContentsEscape(ev, source);
  const all = added && !hasUnknownArguments ? [...added, ...named] : undefined;
  if (!all) return ev.state.write(object.cell, UNKNOWN_ENTRIES);
  for (const [key, times] of all) {
    const id = dictKeyOf(key);
    const before = id === undefined ? undefined : object.cell.content.known.get(id)?.value;
    const start = before ? (before.kind === 'int' ? before.value : undefined) : 0n;
    const isKnown = start !== undefined && times !== undefined && !object.cell.content.hasUnknownEntries;
    putEntry(ev, object, key, int(node, isKnown ? start + sign * times : undefined));
  }
}

const once = (elements: readonly Value[] | undefined) => elements?.map((key) => [key, 1n] as const);
