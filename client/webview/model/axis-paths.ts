// Paths of the numbers on the axes of a heat map.
import { secondAxisOf } from '../../../server/src/optimizers/scenarios/second-axis';
import { valueAt } from './paths';
import { CONSTANT_RATE, FED_RATE, optimizerOf, parametersPath, type Setup } from './setup';

/** Paths of the values that the cells of a setup's map set. */
export function axisPaths(setup: Setup): { rate: string; second?: string } {
  const isFed = valueAt(setup, 'optimizationParameters.learningRate.dynamic') !== undefined;
  const rate = isFed ? FED_RATE : CONSTANT_RATE;
  const { name } = optimizerOf(setup)!;
  const second = secondAxisOf(name);
  if (!second) return { rate };
  return {
    rate,
    second: 'slot' in second ? `initial.${second.slot}` : parametersPath(name, second.hyperparameter),
  };
}
