import type { Range } from './slider';

/** The ranges of the sliders. */
export const RANGES: Readonly<Record<'vocabularySize' | 'dimension' | 'numHosts', Range>> = {
  vocabularySize: { min: 1, max: 1e10, logarithmic: true, whole: true },
  dimension: { min: 1, max: 1024, logarithmic: true, whole: true },
  numHosts: { min: 1, max: 1024, logarithmic: true, whole: true },
};

/** Of Zipf's law: 0 makes all ids equally frequent. */
export const EXPONENTS = { min: 0, max: 2, step: 0.05 } as const;
