/** A map, weak or not. */
interface Lookup<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

/** Adds a value to the list of a key. */
export function addTo<K, V>(lists: Lookup<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** Adds a value to the set of a key. */
export function addToSet<K, V>(sets: Lookup<K, Set<V>>, key: K, value: V): void {
  const set = sets.get(key);
  if (set) set.add(value);
  else sets.set(key, new Set([value]));
}

/** The values of each key, in their order. */
export function groupBy<K, V>(values: Iterable<V>, keyOf: (value: V) => K): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const value of values) addTo(groups, keyOf(value), value);
  return groups;
}
