import { DECAY, EPSILON } from './hyperparameters';
import type { Optimizer } from './optimizer';
import { startAsInTensorFlow1, trainingOps } from './sources';

export const rmsProp: Optimizer = {
  name: 'rms_prop',
  title: 'RMSProp',
  slots: [
    { name: 'ms', symbol: 'ms', initial: 0 },
    { name: 'mom', symbol: 'mom', initial: 0 },
  ],
  slotsStart: startAsInTensorFlow1('RMSPropParameters'),
  hyperparameters: [
    { name: 'rho', usual: 0.9, ...DECAY, atZero: 'only the newest gradient counts' },
    { name: 'momentum', usual: 0, ...DECAY },
    { ...EPSILON, usual: 1e-10, atZero: 'an average of 0 divides by zero' },
  ],
  formula: () => [
    'ms = rho * ms + (1 - rho) * g^2',
    'mom = momentum * mom + lr / sqrt(ms + epsilon) * g',
    'w = w - mom',
  ],
  usualRate: 0.001,
  effectiveRate: () => 'lr / sqrt(ms + epsilon) / (1 - momentum)',
  source: trainingOps('SparseApplyRMSProp'),
  note: '`tf.compat.v1.train.RMSPropOptimizer`, which does not train on TPUs, starts `ms` from 1: slots of its checkpoints differ.',
  zeroGradientIsNoOp: false,
};
