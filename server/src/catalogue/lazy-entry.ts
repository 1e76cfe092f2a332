import type { Entry } from './types';

/** An entry that is made on first use. */
export interface Source {
  readonly names: readonly string[];
  readonly entry: () => Entry;
}

/** Computes a value in the first call and returns it in all further calls. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
