import type { Optimizer } from './optimizer';
import { rmsProp } from './rms-prop';
import { trainingOps } from './sources';

export const centeredRmsProp: Optimizer = {
  name: 'centered_rms_prop',
  title: 'Centered RMSProp',
  slots: [...rmsProp.slots, { name: 'mg', symbol: 'mg', initial: 0 }],
  hyperparameters: rmsProp.hyperparameters,
  formula: () => [
    'ms = rho * ms + (1 - rho) * g^2',
    'mg = rho * mg + (1 - rho) * g',
    'mom = momentum * mom + lr / sqrt(ms + epsilon - mg^2) * g',
    'w = w - mom',
  ],
  source: trainingOps('SparseApplyCenteredRMSProp'),
  note: 'Where the gradient hardly varies, ms − mg² is a difference of almost equal numbers, and few digits are sure.',
  zeroGradientIsNoOp: false,
};
