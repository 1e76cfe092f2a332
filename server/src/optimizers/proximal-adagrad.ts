import { L1_AND_L2 } from './hyperparameters';
import type { Optimizer } from './optimizer';
import { shrink } from './proximal';
import { startAsInTensorFlow1, trainingOps } from './sources';

export const proximalAdagrad: Optimizer = {
  name: 'proximal_adagrad',
  title: 'Proximal Adagrad',
  slots: [{ name: 'accumulators', symbol: 'accumulator', initial: 0.1 }],
  slotsStart: startAsInTensorFlow1('ProximalAdagradParameters'),
  hyperparameters: [...L1_AND_L2],
  formula: ({ l1 }) => [
    'accumulator = accumulator + g^2',
    'rate = lr / sqrt(accumulator)',
    'u = w - g * rate',
    shrink(l1),
  ],
  usualRate: 0.1,
  effectiveRate: () => 'lr / sqrt(accumulator)',
  source: trainingOps('SparseApplyProximalAdagrad'),
};
