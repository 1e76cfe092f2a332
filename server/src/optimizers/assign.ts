import type { Optimizer } from './optimizer';
import { description } from './sources';

export const assign: Optimizer = {
  name: 'assign',
  title: 'Assign',
  slots: [],
  hyperparameters: [],
  formula: () => ['w = g'],
  source: description,
  note: 'Without gradient accumulation, which gradient of a row is the last one is left to chance.',
  zeroGradientIsNoOp: false,
};
