import type { Library } from './evaluator';

/** A library of which nothing is known. */
export const NO_LIBRARY: Library = {
  reference: () => undefined,
  call: () => undefined,
  isReading: () => false,
  attribute: () => undefined,
};
