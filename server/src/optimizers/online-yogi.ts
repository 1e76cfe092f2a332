import { L1_AND_L2, YOGI_BETA2 } from './hyperparameters';
import type { Optimizer } from './optimizer';
import { startChosen, yogi } from './sources';

export const onlineYogi: Optimizer = {
  name: 'online_yogi',
  title: 'Online Yogi',
  slots: [
    { name: 'vs', symbol: 'v', initial: 0.1 },
    { name: 'linears', symbol: 'linear', initial: 0 },
  ],
  slotsStart: startChosen('FTRL'),
  hyperparameters: [...L1_AND_L2, YOGI_BETA2],
  formula: ({ l1 }) => [
    'before = sqrt(v)',
    'v = v - (1 - beta2) * sign(v - g^2) * g^2',
    'root = sqrt(v)',
    'linear = linear + (g - (root - before) / lr * w)',
    l1 === 0 ? 'pull = -linear' : 'pull = min(max(linear, -l1), l1) - linear',
    'w = pull / (root / lr + 2 * l2)',
  ],
  usualRate: 0.01,
  source: yogi,
  approximate:
    "Yogi's accumulator put into FTRL, which the slots and the fields suggest; no kernel is published.",
  zeroGradientIsNoOp: false,
};
