import { adagrad } from './adagrad';
import type { Optimizer } from './optimizer';
import { stochasticGradientDescent } from './stochastic-gradient-descent';

/** All optimizers by the field that chooses them, in the order of TensorFlow's enumeration. */
export const optimizers: ReadonlyMap<string, Optimizer> = new Map(
  [adagrad, stochasticGradientDescent].map((optimizer) => [optimizer.name, optimizer]),
);
