import { EPSILON, L1_AND_L2, MOMENTUM, YOGI_BETA2 } from './hyperparameters';
import type { Optimizer } from './optimizer';
import { shrink } from './proximal';
import { startAsInTensorFlow1, yogi } from './sources';

export const proximalYogi: Optimizer = {
  name: 'proximal_yogi',
  title: 'Proximal Yogi',
  slots: [
    { name: 'v', symbol: 'v', initial: 1e-6 },
    { name: 'm', symbol: 'm', initial: 0 },
  ],
  slotsStart: startAsInTensorFlow1('ProximalYogiParameters'),
  hyperparameters: [
    ...L1_AND_L2,
    { name: 'beta1', ...MOMENTUM },
    YOGI_BETA2,
    { ...EPSILON, usual: 1e-3, atZero: 'a second moment of 0 divides by zero' },
  ],
  formula: ({ l1 }) => [
    'm = beta1 * m + (1 - beta1) * g',
    'v = v - (1 - beta2) * sign(v - g^2) * g^2',
    'rate = lr / (sqrt(v) + epsilon)',
    'u = w - rate * m',
    shrink(l1),
  ],
  usualRate: 0.01,
  effectiveRate: () => 'lr / (sqrt(v) + epsilon)',
  source: yogi,
  approximate: "The paper's step, then a proximal one for `l1` and `l2`; no kernel is published.",
  note: 'There is no bias correction; it must be part of the learning rate.',
  zeroGradientIsNoOp: false,
};
