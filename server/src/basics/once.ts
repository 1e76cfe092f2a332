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

/** Computes a value in the first call and returns it in all further calls. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
