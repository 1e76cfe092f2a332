import type { Cause } from './cause';

/** Training that goes wrong. */
export const TRAINING: readonly Cause[] = [
  {
    says: [
      'encountered NaN',
      'Loss is NaN',
      'loss is nan',
      'NaN loss during training',
      'Nan in summary histogram',
      'invalid value (nan) encountered',
      'loss: nan',
      'Tensor had NaN',
      'Invalid loss, terminating training',
      'FloatingPointError: invalid value',
    ],
    cause:
      'Numbers became NaN or infinite: the learning rate is too high, an accumulator or epsilon begins at 0, or the input holds NaN.',
    advice:
      'Lower the learning rate, clip gradients or weights, look for NaN in the input, and check the optimizer of each table: `tpu-embedding check` reports zeros that divide.',
  },
];
