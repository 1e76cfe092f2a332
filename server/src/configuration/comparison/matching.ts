import { addTo } from '../../basics/groups';
import { bisect } from '../../basics/search';

/** A table or a feature of one side. */
export interface Item {
  /** Its position among them. */
  readonly index: number;
  /** Empty if it has none; undefined if unknown. */
  readonly name: string | undefined;
  /** Equal for items that differ at most in their names; undefined if a part is unknown. */
  readonly content: string | undefined;
}

export interface Matched<T> {
  readonly pairs: readonly Pair<T>[];
  /** Items without a counterpart on the other side. */
  readonly removed: readonly T[];
  readonly added: readonly T[];
}

export interface Pair<T> {
  readonly before: T;
  readonly after: T;
  /** Whether its position among the items of both sides has changed. */
  readonly isMoved: boolean;
}

/** Which items of two sides are the same one; the other way round, it is the same answer. */
export function match<T extends Item>(before: readonly T[], after: readonly T[]): Matched<T> {
  const found = new Map<T, T>();
  const taken = new Set<T>();
  for (const identify of keysFor(before, after)) {
    const waiting = new Map<string, T[]>();
    for (const item of after.toReversed()) {
      const key = taken.has(item) ? undefined : identify(item);
      if (key === undefined) continue;
      addTo(waiting, key, item);
    }
    for (const item of before) {
      const key = found.has(item) ? undefined : identify(item);
      const other = key === undefined ? undefined : waiting.get(key)?.pop();
      if (!other) continue;
      found.set(item, other);
      taken.add(other);
    }
  }
  return {
    pairs: withMoves([...before].flatMap((item) => pairOf(item, found.get(item)))),
    removed: before.filter((item) => !found.has(item)),
    added: after.filter((item) => !taken.has(item)),
  };
}

const pairOf = <T>(before: T, after: T | undefined) => (after === undefined ? [] : [{ before, after }]);

type KeyOf = (item: Item) => string | undefined;

/** What identifies an item, the surest first: an unambiguous name, name and content, the content, the name. */
function keysFor(before: readonly Item[], after: readonly Item[]): readonly KeyOf[] {
  const [old, now] = [unambiguous(before), unambiguous(after)];
  return [
    ({ name }) => (name !== undefined && old.has(name) && now.has(name) ? name : undefined),
    ({ name, content }) =>
      name === undefined || content === undefined ? undefined : JSON.stringify([name, content]),
    ({ content }) => content,
    ({ name }) => name,
    // Only programs have unknown names; if both sides have such items, these are matched in order.
    ({ name }) => (name === undefined ? '' : undefined),
  ];
}

/** The names that just one item has. */
export function unambiguous(items: readonly Item[]): ReadonlySet<string> {
  const once = new Set<string>();
  const more = new Set<string>();
  for (const { name = '' } of items) (once.has(name) ? more : once).add(name);
  return new Set([...once].filter((name) => name !== '' && !more.has(name)));
}

/** The items that moved. Items with the same index have not. Of the others, the fewest possible: the rest keep their order. */
function withMoves<T extends Item>(pairs: readonly Unmoved<T>[]): Pair<T>[] {
  const inOrder = (side: 'before' | 'after') => [...pairs].sort((a, b) => a[side].index - b[side].index);
  const [old, now] = [inOrder('before'), inOrder('after')];
  const [passed, passedNow] = [fixedBefore(old), fixedBefore(now)];
  const steady = (pair: Unmoved<T>) => passed.get(pair) === passedNow.get(pair);
  // Of several longest increasing parts, both directions of the comparison choose the same.
  const [first, second] = comesFirst(old, now) ? [old, now] : [now, old];
  const places = new Map(second.map((pair, i) => [pair, i]));
  const candidates = first.filter(steady);
  const rise = longestRise(candidates.map((pair) => places.get(pair)!));
  const staying = new Set(candidates.filter((_, i) => rise.has(i)));
  return pairs.map((pair) => ({ ...pair, isMoved: !staying.has(pair) }));
}

type Unmoved<T> = Omit<Pair<T>, 'isMoved'>;

/** How many pairs before each keep their index. If that number differs between the sides, the item has passed one of them. */
function fixedBefore<T extends Item>(pairs: readonly Unmoved<T>[]): ReadonlyMap<Unmoved<T>, number> {
  let count = 0;
  return new Map(
    pairs.map((pair) => [pair, pair.before.index === pair.after.index ? count++ : count] as const),
  );
}

/** Whether the first of two orders of the same pairs comes first among both, by names and contents alone. */
function comesFirst<T extends Item>(one: readonly Unmoved<T>[], other: readonly Unmoved<T>[]): boolean {
  const at = one.findIndex((pair, i) => pair !== other[i]);
  return at < 0 || pairKey(one[at]!) <= pairKey(other[at]!);
}

const pairKey = ({ before, after }: Unmoved<Item>): string =>
  [before, after]
    .map(({ name, content }) => JSON.stringify([name, content]))
    .sort()
    .join();

/** The positions of a longest increasing subsequence of distinct numbers. */
function longestRise(numbers: readonly number[]): ReadonlySet<number> {
  /** By length, the position of the smallest last number of an increasing subsequence of that length. */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [i, number] of numbers.entries()) {
    const length = bisect(0, ends.length, (at) => numbers[ends[at]!]! > number);
    before[i] = ends[length - 1];
    ends[length] = i;
  }
  const places = new Set<number>();
  for (let i = ends.at(-1); i !== undefined; i = before[i]) places.add(i);
  return places;
}
