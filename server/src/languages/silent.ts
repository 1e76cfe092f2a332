import type { Answers, Language } from './language';
import { NO_OPTIMIZER } from './optimizer/place';

export const NO_ANSWERS: Answers = {
  complete: () => [],
  hover: () => undefined,
  definition: () => undefined,
  highlights: () => [],
  optimizerAt: () => undefined,
  editOptimizer: () => NO_OPTIMIZER,
};

/** Any other language. */
export const silent: Language = {
  analyze: (text) => ({
    ...NO_ANSWERS,
    text,
    isOurs: false,
    diagnose: () => [],
    actions: () => [],
    optimizers: () => [],
  }),
};
