// Paths of the numbers on the axes of a heat map.
import { secondAxisOf } from '../../../server/src/optimizers/scenarios/second-axis';
import { valueAt } from './paths';
import { CONSTANT_RATE, controlsOf, FED_RATE, optimizerOf, parametersPath, type Setup } from './setup';

/** Names of the numbers on the axes of a map. */
export interface AxisNames {
  rate: string;
  second?: string;
}

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

/** The axes have the names of their controls. */
export function axisNames(setup: Setup): AxisNames {
  const labels = new Map(controlsOf(setup, {}).map(({ path, label }) => [path, label]));
  const { rate, second } = axisPaths(setup);
  return {
    rate: labels.get(rate) ?? 'learning_rate',
    ...(second !== undefined && { second: labels.get(second) ?? second }),
  };
}
