import type { Optimizer } from './optimizer';
import { sparseCore, startAs } from './sources';

export const adagrad: Optimizer = {
  name: 'adagrad',
  title: 'Adagrad',
  slots: [{ name: 'accumulators', symbol: 'accumulator', initial: 0.1 }],
  slotsStart: startAs('Adagrad'),
  hyperparameters: [],
  formula: () => ['accumulator = accumulator + g^2', 'w = w - lr * g / sqrt(accumulator)'],
  usualRate: 0.1,
  effectiveRate: () => 'lr / sqrt(accumulator)',
  source: sparseCore,
  note: 'There is no epsilon: an accumulator that starts from 0 gives NaN where the gradient is 0.',
  zeroGradientIsNoOp: true,
};
