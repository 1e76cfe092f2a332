import { DECAY, EPSILON } from './hyperparameters';
import type { Optimizer } from './optimizer';
import { startChosen, trainingOps } from './sources';

export const adadelta: Optimizer = {
  name: 'adadelta',
  title: 'Adadelta',
  slots: [
    { name: 'accumulators', symbol: 'accumulator', initial: 0 },
    { name: 'updates', symbol: 'update', initial: 0 },
  ],
  slotsStart: startChosen(),
  hyperparameters: [
    { name: 'rho', usual: 0.95, ...DECAY, atZero: 'only the newest gradient counts' },
    { ...EPSILON, usual: 1e-6, atZero: 'weights whose updates start at 0 never move' },
  ],
  formula: () => [
    'accumulator = rho * accumulator + (1 - rho) * g^2',
    'u = sqrt(update + epsilon) / sqrt(accumulator + epsilon) * g',
    'w = w - lr * u',
    'update = rho * update + (1 - rho) * u^2',
  ],
  usualRate: 1,
  source: trainingOps('SparseApplyAdadelta'),
  zeroGradientIsNoOp: false,
};
