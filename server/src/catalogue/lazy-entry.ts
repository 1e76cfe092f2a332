import type { Entry } from './types';

/** An entry that is made when it is first asked for. */
export interface Source {
  readonly names: readonly string[];
  readonly entry: () => Entry;
}

/** Makes the value in the first call, and gives it again in all others. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
