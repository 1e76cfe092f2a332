import { DECAY, EPSILON, MOMENTUM } from './hyperparameters';
import type { Optimizer } from './optimizer';
import { sparseCore, startAs } from './sources';

export const adam: Optimizer = {
  name: 'adam',
  title: 'Adam',
  slots: [
    { name: 'momenta', symbol: 'm', initial: 0 },
    { name: 'velocities', symbol: 'v', initial: 0 },
  ],
  slotsStart: startAs('Adam'),
  hyperparameters: [
    { name: 'beta1', ...MOMENTUM },
    { name: 'beta2', usual: 0.999, ...DECAY, atZero: 'only the newest gradient counts' },
    { ...EPSILON, usual: 1e-7, atZero: 'a gradient of 0 divides zero by zero in a fresh row' },
    { name: 'use_non_lazy_adam', usual: false },
    { name: 'use_sum_inside_sqrt', usual: false },
  ],
  formula: ({ use_sum_inside_sqrt }) => [
    'm = beta1 * m + (1 - beta1) * g',
    'v = beta2 * v + (1 - beta2) * g * g',
    use_sum_inside_sqrt ? 'w = w - lr * m / sqrt(v + epsilon^2)' : 'w = w - lr * m / (sqrt(v) + epsilon)',
  ],
  usualRate: 0.001,
  effectiveRate: ({ use_sum_inside_sqrt }) =>
    use_sum_inside_sqrt ? 'lr / sqrt(v + epsilon^2)' : 'lr / (sqrt(v) + epsilon)',
  source: sparseCore,
  note:
    'There is no bias correction. To have it, hand over the learning rate lr · √(1 − beta2^t) / (1 − beta1^t) in ' +
    'step t, counted from 1.',
  unlikeKernel:
    'ApplyAdam computes m + (1 − beta1) · (g − m) and v + (1 − beta2) · (g² − v), which is the same but for rounding. ' +
    'It shows where g² is not finite (gradients above 1.8e19): there v becomes infinite here later or never, and ' +
    'infinite moments become NaN only there. It shows where a moment is many times the new term, above all with a ' +
    'beta of 0: there a rest of it stays. And it shows where v is below 1e-35, as other products are flushed.',
  zeroGradientIsNoOp: false,
  touchesAllRowsIf: 'use_non_lazy_adam',
};
