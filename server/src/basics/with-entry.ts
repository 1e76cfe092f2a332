/** A copy of a map with another entry. A loop is faster than the constructor, which makes a pair of each entry. */
export function withEntry<K, V>(map: ReadonlyMap<K, V>, key: K, value: V): Map<K, V> {
  const copy = new Map<K, V>();
  for (const [known, held] of map) copy.set(known, held);
  return copy.set(key, value);
}
