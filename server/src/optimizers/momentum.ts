import { MOMENTUM } from './hyperparameters';
import type { Optimizer } from './optimizer';
import { startAsInTensorFlow1, trainingOps } from './sources';

export const momentum: Optimizer = {
  name: 'momentum',
  title: 'Momentum',
  slots: [{ name: 'momenta', symbol: 'm', initial: 0 }],
  slotsStart: startAsInTensorFlow1('MomentumParameters'),
  hyperparameters: [
    { name: 'momentum', ...MOMENTUM },
    { name: 'use_nesterov', usual: false },
  ],
  formula: ({ use_nesterov }) => [
    'm = momentum * m + g',
    use_nesterov ? 'w = w - (g * lr + m * momentum * lr)' : 'w = w - lr * m',
  ],
  usualRate: 0.01,
  effectiveRate: () => 'lr / (1 - momentum)',
  source: trainingOps('SparseApplyMomentum'),
  zeroGradientIsNoOp: false,
};
