/** Caches the result of a function for each object, for as long as the object lives. */
export function once<K extends object, T>(make: (of: K) => T): (of: K) => T {
  const made = new WeakMap<K, { readonly value: T }>();
  return (of) => {
    let found = made.get(of);
    if (!found) {
      found = { value: make(of) };
      made.set(of, found);
    }
    return found.value;
  };
}
