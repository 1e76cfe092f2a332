import type { Optimizer } from './optimizer';
import { sparseCore } from './sources';

export const adam: Optimizer = {
  name: 'adam',
  title: 'Adam',
  slots: [
    { name: 'momenta', symbol: 'm', initial: 0 },
    { name: 'velocities', symbol: 'v', initial: 0 },
  ],
  hyperparameters: [
    { name: 'beta1', usual: 0.9, range: [0, 1], atZero: 'there is no momentum', maybeZero: true },
    { name: 'beta2', usual: 0.999, range: [0, 1], atZero: 'only the newest gradient counts' },
    {
      name: 'epsilon',
      usual: 1e-7,
      range: [1e-12, 1],
      logarithmic: true,
      atZero: 'a gradient of 0 divides zero by zero in a fresh row',
    },
    { name: 'use_non_lazy_adam', usual: false },
    { name: 'use_sum_inside_sqrt', usual: false },
  ],
  formula: ({ use_sum_inside_sqrt }) => [
    'm = beta1 * m + (1 - beta1) * g',
    'v = beta2 * v + (1 - beta2) * g^2',
    use_sum_inside_sqrt ? 'w = w - lr * m / sqrt(v + epsilon^2)' : 'w = w - lr * m / (sqrt(v) + epsilon)',
  ],
  source: sparseCore,
  note:
    'There is no bias correction. To have it, hand over the learning rate lr · √(1 − beta2^t) / (1 − beta1^t) in ' +
    'step t, counted from 1.',
  zeroGradientIsNoOp: false,
  touchesAllRowsIf: 'use_non_lazy_adam',
};
