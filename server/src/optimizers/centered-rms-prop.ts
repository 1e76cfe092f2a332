import type { Optimizer } from './optimizer';
import { rmsProp } from './rms-prop';
import { trainingOps } from './sources';

export const centeredRmsProp: Optimizer = {
  name: 'centered_rms_prop',
  title: 'Centered RMSProp',
  slots: [...rmsProp.slots, { name: 'mg', symbol: 'mg', initial: 0 }],
  hyperparameters: rmsProp.hyperparameters,
  formula: () => [
    'ms = ms + (g^2 - ms) * (1 - rho)',
    'mg = mg + (g - mg) * (1 - rho)',
    'mom = momentum * mom + g * lr / sqrt(ms - mg^2 + epsilon)',
    'w = w - mom',
  ],
  source: trainingOps('ApplyCenteredRMSProp'),
  note: 'Where the gradient hardly varies, ms − mg² is a difference of almost equal numbers, and few digits are sure.',
  zeroGradientIsNoOp: false,
};
