import type { Optimizer } from './optimizer';
import { trainingOps } from './sources';

export const stochasticGradientDescent: Optimizer = {
  name: 'stochastic_gradient_descent',
  title: 'SGD',
  slots: [],
  hyperparameters: [],
  formula: () => ['w = w - lr * g'],
  usualRate: 0.01,
  effectiveRate: () => 'lr',
  source: trainingOps('ApplyGradientDescent'),
  zeroGradientIsNoOp: true,
};
