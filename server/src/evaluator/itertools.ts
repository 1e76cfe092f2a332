import type { Node } from '../python/tree';
import type { Builtin } from './builtins';
import {
  calledInTurn,
  ENDED,
  iterate,
  iteratorOf,
  lazyElements,
  letContentsEscape,
  loopedOver,
  oneByOne,
  readBehind,
  showMaking,
  tupleOf,
} from './containers';
import { callUnseen, readableFrom } from './escape';
import type { Evaluator } from './evaluator';
import { letEscape } from './join';
import { lazily } from './lazy';
import { MAX_ELEMENTS } from './limits';
import { arithmetic, asNumber } from './numbers';
import {
  type Elements,
  equal,
  type IteratorValue,
  int,
  numberOf,
  passing,
  UNKNOWN_ARGUMENTS,
  type Value,
} from './value';
import { hasEnd } from './zipped';

/** More combinations are not listed one by one. */
const MAX_ROWS = 1000;

/** The first elements of an iterator that never ends. */
const endless = (
  ev: Evaluator,
  at: (index: number) => Value,
  node: Node,
  sources: readonly Value[] = [],
): Value => ({
  ...iteratorOf(
    ev,
    Array.from({ length: MAX_ELEMENTS }, (_, i) => at(i)),
    node,
    sources,
  ),
  isEndless: true,
});

/** Rows of a source's elements, by their indices, made of the source as it is now. */
const rowsOf =
  (indices: (count: number, size: number) => readonly (readonly number[])[] | undefined): Builtin =>
  (ev, { positional: [source, length, ...more], keywords, hasUnknownArguments }, node) => {
    const isPlain = more.length === 0 && keywords.size === 0 && !hasUnknownArguments;
    const all = source && iterate(ev, source);
    const size = length ? numberOf(length) : all?.length;
    const rows = isPlain && all && size !== undefined ? indices(all.length, size) : undefined;
    if (!rows && source) letContentsEscape(ev, source);
    if (!rows) for (const each of all ?? []) letEscape(each, ev.state);
    return iteratorOf(
      ev,
      rows?.map((row) =>
        tupleOf(
          row.map((i) => all![i]!),
          node,
        ),
      ),
      node,
    );
  };

/** All rows of so many indices, each of which `follows` allows after those before it, in their order. */
const chosen =
  (follows: (index: number, before: readonly number[]) => boolean) =>
  (count: number, size: number): readonly (readonly number[])[] | undefined => {
    let rows: (readonly number[])[] = [[]];
    for (let i = 0; i < size; i++) {
      rows = rows.flatMap((row) =>
        Array.from({ length: count }, (_, index) => index).flatMap((index) =>
          follows(index, row) ? [[...row, index]] : [],
        ),
      );
      if (rows.length > MAX_ROWS) return undefined;
    }
    return rows;
  };

/** Where a group begins: at each key that differs from the one before it. */
function startsOf(keys: readonly Value[]): readonly number[] | undefined {
  const likeBefore = keys.map((key, i) => (i === 0 ? false : equal(keys[i - 1]!, key)));
  if (likeBefore.includes(undefined)) return undefined;
  return likeBefore.flatMap((isLike, i) => (isLike ? [] : [i]));
}

/** `itertools.groupby(source, key)`: a group ends once the next one is asked for. */
const grouped: Builtin = (ev, given, node) => {
  const [first, by = given.keywords.get('key'), ...more] = given.positional;
  const source = first && loopedOver(ev, first);
  const items = more.length === 0 && !given.hasUnknownArguments ? lazyElements(ev, source) : undefined;
  if (!source || !items) return callUnseen(ev, given, node);
  const key = by?.kind === 'none' ? undefined : by;
  const reads = new Set(key ? readableFrom(ev, [key, source]) : readBehind(ev, source));
  const groups: IteratorValue = lazily(ev, node, {
    all() {
      showMaking(ev, [source], true);
      const call = (row: readonly Value[]) => ev.call(key!, passing(...row), node);
      const keys = key ? calledInTurn(ev, key, [source], oneByOne(items), call, node) : items;
      const starts = keys && startsOf(keys);
      if (!starts) callUnseen(ev, given, node);
      return starts?.map((start, i) => {
        const group = iteratorOf(ev, items.slice(start, starts[i + 1]), node, reads);
        const isCurrent = () => {
          const { content } = groups.cell;
          return content !== ENDED && content?.length === starts.length - 1 - i;
        };
        return tupleOf([keys![start]!, { ...group, isFresh: () => isCurrent() && group.isFresh() }], node);
      });
    },
    any: () => key && ev.call(key, UNKNOWN_ARGUMENTS, node),
    sources: [source],
    reads: () => reads,
  });
  return groups;
};

/** The functions of `itertools` that are lists of what they give, as far as it is known. */
export const ITERTOOLS: { readonly [name: string]: Builtin } = {
  'itertools.combinations': rowsOf(chosen((index, before) => before.every((each) => each < index))),
  'itertools.combinations_with_replacement': rowsOf(
    chosen((index, before) => before.every((each) => each <= index)),
  ),
  'itertools.permutations': rowsOf(chosen((index, before) => !before.includes(index))),
  'itertools.pairwise': rowsOf((count) =>
    Array.from({ length: Math.max(0, count - 1) }, (_, i) => [i, i + 1]),
  ),
  'itertools.count': (ev, { positional, keywords, hasUnknownArguments }, node) => {
    const [start = keywords.get('start') ?? int(node, 0n), step = keywords.get('step') ?? int(node, 1n)] =
      positional;
    const isKnown = start.kind === 'int' && step.kind === 'int' && !hasUnknownArguments;
    if (!isKnown || start.value === undefined || step.value === undefined) {
      for (const each of [start, step]) letEscape(each, ev.state);
      return undefined;
    }
    const { value: first } = start;
    const { value: by } = step;
    return endless(ev, (i) => int(node, first + by * BigInt(i)), node);
  },
  'itertools.repeat': (ev, { positional: [value, times], keywords, hasUnknownArguments }, node) => {
    const count = times ?? keywords.get('times');
    const isKnown = !hasUnknownArguments && (!count || numberOf(count) !== undefined);
    if (!value || !isKnown) {
      if (value) letEscape(value, ev.state);
      return undefined;
    }
    if (!count) return endless(ev, () => value, node);
    const number = numberOf(count);
    if (number === undefined || number > MAX_ELEMENTS) return undefined;
    return iteratorOf(
      ev,
      Array.from({ length: Math.max(0, number) }, () => value),
      node,
    );
  },
  'itertools.cycle': (ev, given, node) => {
    const [source] = given.positional;
    const all = source && lazyElements(ev, source);
    if (!source || !all) return callUnseen(ev, given, node);
    return all.length === 0
      ? iteratorOf(ev, [], node, [source])
      : endless(ev, (i) => all[i % all.length]!, node, [source]);
  },
  'itertools.islice': (ev, { positional: [source, ...limits], keywords, hasUnknownArguments }, node) => {
    const all = source && lazyElements(ev, source);
    const numbers = limits.map((each) => (each.kind === 'none' ? null : numberOf(each)));
    const isPlain = keywords.size === 0 && !hasUnknownArguments && limits.length > 0;
    const isEndless = source?.kind === 'iterator' && source.isEndless === true;
    const [first = null, second = null, third = null] = numbers;
    const [start, stop, step] = limits.length === 1 ? [0, first, 1] : [first ?? 0, second, third ?? 1];
    const isKnown =
      isPlain && !numbers.includes(undefined) && (!isEndless || (stop !== null && stop! <= MAX_ELEMENTS / 2));
    const items =
      isKnown && all ? all.slice(start, stop ?? undefined).filter((_, i) => i % step! === 0) : undefined;
    if (!items && source) letContentsEscape(ev, source);
    const show = source?.kind === 'iterator' ? source.show : undefined;
    // A generator that is not asked for one more does not come to its end.
    const isAsked = !source || !hasEnd(source) || stop === null || stop! > all!.length;
    const takesAll = items !== undefined && items.length === all!.length && isAsked;
    return {
      ...iteratorOf(ev, items, node, source && [source]),
      ...(show && { show: (isWhole: boolean) => show(isWhole && takesAll) }),
    };
  },
  'itertools.accumulate': (ev, given, node) => {
    const [source, ...more] = given.positional;
    if (more.length > 0 || given.keywords.size > 0 || given.hasUnknownArguments)
      return callUnseen(ev, given, node);
    const all = source && lazyElements(ev, source);
    const sums: Value[] = [];
    for (const each of all ?? []) {
      const [before, number] = [sums.at(-1), asNumber(each)];
      const sum = before && number ? arithmetic(asNumber(before)!, '+', number, node) : number && each;
      if (!sum) {
        letContentsEscape(ev, source!);
        return undefined;
      }
      sums.push(sum);
    }
    return iteratorOf(ev, all && sums, node, source && [source]);
  },
  'itertools.groupby': grouped,
  'itertools.starmap': (ev, given, node) => {
    const [callee, source, ...more] = given.positional;
    const rows: Elements = source && lazyElements(ev, source);
    const all = rows?.map((row) => iterate(ev, row));
    if (!callee || !all?.every((each) => each !== undefined) || more.length > 0 || given.hasUnknownArguments)
      return callUnseen(ev, given, node);
    return lazily(ev, node, {
      all() {
        showMaking(ev, [source!], true);
        const call = (row: readonly Value[]) => ev.call(callee, passing(...row), node);
        return calledInTurn(ev, callee, [source!], all, call, node);
      },
      any: () => ev.call(callee, UNKNOWN_ARGUMENTS, node),
      sources: [source!],
      reads: () => readableFrom(ev, [callee, source!]),
    });
  },
};
