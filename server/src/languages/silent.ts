import { NO_NAMES } from '../project/names/names';
import type { Analysis, Answers, Language } from './language';

export const NO_ANSWERS: Answers = {
  complete: () => [],
  hover: () => undefined,
  definition: () => undefined,
  highlights: () => [],
  signature: () => undefined,
  optimizerAt: () => undefined,
};

/** The answers of a language that knows nothing. */
export const NO_ANALYSIS: Omit<Analysis, 'text'> = {
  ...NO_ANSWERS,
  isOurs: false,
  diagnose: () => [],
  actions: () => [],
  migrate: () => undefined,
  refactorings: () => [],
  optimizers: () => [],
  configurations: () => [],
  derive: () => [],
  sizes: () => [],
  editSizes: () => ({ reason: 'No size is written here.' }),
  comparables: () => [],
  checkpoints: () => [],
  lenses: () => [],
  names: () => NO_NAMES,
  moduleNames: () => undefined,
  writeName: () => undefined,
  writePath: () => undefined,
  links: () => [],
  hints: () => [],
};

/** Any other language. */
export const silent: Language = { analyze: (text) => ({ ...NO_ANALYSIS, text }) };
