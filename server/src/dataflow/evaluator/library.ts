import type { Library } from './evaluator';

/** Knows nothing. */
export const NO_LIBRARY: Library = {
  reference: () => undefined,
  call: () => undefined,
  isReading: () => false,
  attribute: () => undefined,
};
