import { DECAY, EPSILON } from './hyperparameters';
import type { Optimizer } from './optimizer';
import { sparseCore, startAs } from './sources';

export const adagradMomentum: Optimizer = {
  name: 'adagrad_momentum',
  title: 'Adagrad with momentum',
  slots: [
    { name: 'accumulators', symbol: 'accumulator', initial: 0 },
    { name: 'momenta', symbol: 'm', initial: 0 },
  ],
  slotsStart: startAs('AdagradMomentum'),
  hyperparameters: [
    { name: 'momentum', usual: 0.9, ...DECAY },
    { name: 'use_nesterov', usual: false },
    { name: 'exponent', usual: 2, range: [1, 8], atZero: 'the root of the accumulator divides by zero' },
    { name: 'beta2', usual: 1, ...DECAY, atZero: 'only the newest gradient counts' },
    { ...EPSILON, usual: 1e-10, atZero: 'an accumulator of 0 divides by zero' },
  ],
  formula: ({ beta2, use_nesterov }) => [
    beta2 === 1
      ? 'accumulator = accumulator + g^2'
      : 'accumulator = beta2 * accumulator + (1 - beta2) * g * g',
    's = (accumulator + epsilon)^(-1 / exponent) * g',
    'm = momentum * m + s',
    use_nesterov ? 'w = w - lr * (momentum * m + s)' : 'w = w - lr * m',
  ],
  usualRate: 0.1,
  effectiveRate: () => 'lr * (accumulator + epsilon)^(-1 / exponent) / (1 - momentum)',
  source: sparseCore,
  note:
    "The scaled gradient enters the momentum, as SparseCore computes it. TensorFlow's description of the message " +
    'has it multiply the momentum afterwards, which differs unless `momentum` is 0.',
  zeroGradientIsNoOp: false,
};
