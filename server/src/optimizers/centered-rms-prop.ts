import type { Hyperparameter, Optimizer } from './optimizer';
import { rmsProp } from './rms-prop';
import { startChosen, trainingOps } from './sources';

/** A 0 has another effect than in RMSProp, because the square of the mean is subtracted. */
const AT_ZERO: Readonly<Record<string, Pick<Hyperparameter, 'atZero'>>> = {
  rho: { atZero: 'the estimated variance is always 0' },
  epsilon: { atZero: 'a variance of 0 divides by zero' },
};

export const centeredRmsProp: Optimizer = {
  name: 'centered_rms_prop',
  title: 'Centered RMSProp',
  slots: [...rmsProp.slots, { name: 'mg', symbol: 'mg', initial: 0 }],
  slotsStart: startChosen('RMSProp'),
  hyperparameters: rmsProp.hyperparameters.map((one) => ({ ...one, ...AT_ZERO[one.name] })),
  formula: () => [
    'ms = rho * ms + (1 - rho) * g^2',
    'mg = rho * mg + (1 - rho) * g',
    'mom = momentum * mom + lr / sqrt(ms + epsilon - mg^2) * g',
    'w = w - mom',
  ],
  usualRate: 0.001,
  effectiveRate: () => 'lr / sqrt(ms + epsilon - mg^2) / (1 - momentum)',
  source: trainingOps('SparseApplyCenteredRMSProp'),
  note: 'Where the gradient hardly varies, ms − mg² is a difference of almost equal numbers, and few digits are sure.',
  zeroGradientIsNoOp: false,
};
