// Hyperparameters that several optimizers have, and what others have in common.
import type { Hyperparameter } from './optimizer';

/** How much of an average survives a step. */
export const DECAY = { range: [0, 1], decays: true } as const;

export const MOMENTUM = { usual: 0.9, ...DECAY, atZero: 'there is no momentum', maybeZero: true } as const;

export const YOGI_BETA2: Hyperparameter = {
  name: 'beta2',
  usual: 0.999,
  ...DECAY,
  atZero: 'the second moment jumps with every gradient',
  maybeZero: true,
};

export const EPSILON = { name: 'epsilon', range: [1e-12, 1], logarithmic: true } as const;

/** How much the norms of the weights count. */
export const L1_AND_L2: readonly Hyperparameter[] = ['l1', 'l2'].map((name) => ({
  name,
  usual: 0,
  range: [0, 1],
}));
