import type { Language } from './language';
import { NO_OPTIMIZER } from './optimizer/place';

/** Any language that is none of ours. */
export const silent: Language = {
  analyze: (text) => ({
    text,
    isOurs: false,
    diagnose: () => [],
    actions: () => [],
    complete: () => [],
    hover: () => undefined,
    definition: () => undefined,
    highlights: () => [],
    optimizers: () => [],
    optimizerAt: () => undefined,
    editOptimizer: () => NO_OPTIMIZER,
  }),
};
