import { L1_AND_L2 } from './hyperparameters';
import type { Optimizer } from './optimizer';
import { startAs, trainingOps } from './sources';

export const ftrl: Optimizer = {
  name: 'ftrl',
  title: 'FTRL',
  slots: [
    { name: 'accumulators', symbol: 'accumulator', initial: 0.1 },
    { name: 'linears', symbol: 'linear', initial: 0 },
  ],
  slotsStart: startAs('FTRL'),
  hyperparameters: [
    ...L1_AND_L2,
    { name: 'lr_power', usual: -0.5, range: [-1, 0], atZero: 'the step size never falls', maybeZero: true },
    { name: 'multiply_linear_by_lr', usual: false },
    { name: 'beta', usual: 0, range: [0, 10] },
    { name: 'allow_zero_accumulator', usual: false, ignored: true },
  ],
  // The root of the accumulator before and after, then the terms that move the weight and the term that holds it.
  // The change of `linear` is summed up first, for it may be much smaller than `linear` itself.
  formula: ({ multiply_linear_by_lr, l1, beta, lr_power }) => {
    const power = lr_power === -0.5 ? 'sqrt(accumulator)' : 'accumulator^(-lr_power)';
    const [root, plusBeta] = beta === 0 ? ['root', ''] : ['(root + beta)', ' + beta'];
    return [
      `before = ${power}`,
      'accumulator = accumulator + g^2',
      `root = ${power}`,
      ...(multiply_linear_by_lr
        ? [
            'linear = linear + (lr * g - (root - before) * w)',
            pull(l1, 'lr * l1'),
            `w = pull / (root + 2 * lr * l2${plusBeta})`,
          ]
        : [
            'linear = linear + (g - (root - before) / lr * w)',
            pull(l1, 'l1'),
            `w = pull / (${root} / lr + 2 * l2)`,
          ]),
    ];
  },
  usualRate: 0.05,
  effectiveRate: () => 'lr / (accumulator^(-lr_power) + beta + 2 * lr * l2)',
  source: trainingOps('SparseApplyFtrl'),
  note:
    'A weight follows from its slots alone: one that does not fit to them jumps with the first gradient. ' +
    'SparseCore adds `beta`, which the CPU kernel lacks.',
  unlikeKernel:
    'With another `lr_power` than -0.5 the last digits of powers may differ, which root − before magnifies while ' +
    'gradients are small beside the accumulator. The root or power of a subnormal accumulator is not always 0 there.',
  zeroGradientIsNoOp: true,
};

function pull(l1: number | boolean | undefined, bound: string): string {
  return l1 === 0 ? 'pull = -linear' : `pull = min(max(linear, -(${bound})), ${bound}) - linear`;
}
