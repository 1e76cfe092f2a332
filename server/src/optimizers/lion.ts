import { DECAY, MOMENTUM } from './hyperparameters';
import type { Optimizer } from './optimizer';
import { description, startChosen } from './sources';

export const lion: Optimizer = {
  name: 'lion',
  title: 'Lion',
  slots: [{ name: 'momenta', symbol: 'm', initial: 0 }],
  slotsStart: startChosen(),
  hyperparameters: [
    { name: 'beta1', ...MOMENTUM },
    {
      name: 'beta2',
      usual: 0.99,
      ...DECAY,
      atZero: 'the momentum keeps the newest gradient alone',
      maybeZero: true,
    },
    { name: 'use_non_lazy_lion', usual: false },
  ],
  formula: () => [
    'u = beta1 * m + (1 - beta1) * g',
    'm = beta2 * m + (1 - beta2) * g',
    'w = w - lr * sign(u)',
  ],
  usualRate: 0.0001,
  source: description,
  note: 'The sign of 0 is taken as 0.',
  zeroGradientIsNoOp: false,
  touchesAllRowsIf: 'use_non_lazy_lion',
};
