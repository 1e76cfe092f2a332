import { Attached } from './attached';
import { detached } from './detached';

/** Caches the result of a function of a module for each object, for as long as the object lives. */
export function once<K extends object, T>(make: (of: K) => T): (of: K) => T {
  const made = new Attached<K, T>();
  return (of) => made.getOrMake(of, make);
}

/** The same for a function that belongs to something, such as a tree: its results live as long as that does. */
export function onceWithin<K, T>(make: (of: K) => T): (of: K) => T {
  const made = new Map<K, { readonly value: T }>();
  return (of) => {
    let found = made.get(of);
    if (!found) {
      found = { value: make(of) };
      made.set(of, found);
    }
    return found.value;
  };
}

/** At most so many names are remembered. */
const MAX_NAMES = 10_000;

/** Caches the result of a function for each of the names that it was asked about lately. */
export function oncePerName<T>(make: (name: string) => T): (name: string) => T {
  const made = new Map<string, { readonly value: T }>();
  return (name) => {
    let found = made.get(name);
    if (!found) {
      const own = detached(name);
      if (made.size === MAX_NAMES) made.clear();
      found = { value: make(own) };
      made.set(own, found);
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
