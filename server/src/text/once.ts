/** A function that is worked out once for each object, and kept for as long as that lives. */
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
