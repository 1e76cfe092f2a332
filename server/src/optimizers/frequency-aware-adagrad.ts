import { DECAY } from './hyperparameters';
import type { Optimizer } from './optimizer';
import { jax } from './sources';

export const frequencyAwareAdagrad: Optimizer = {
  name: 'frequency_aware_adagrad',
  title: 'Frequency-aware Adagrad',
  slots: [
    {
      name: 'accumulators',
      symbol: 'accumulator',
      initial: { hyperparameter: 'initial_accumulator_value' },
    },
    { name: 'counters', symbol: 'counter', initial: 0 },
  ],
  slotsStart:
    'The accumulator starts from the value that the message says, the counter from 0: nothing was counted yet.',
  hyperparameters: [
    { name: 'l1_regularization_strength', usual: 0, range: [0, 1] },
    { name: 'l2_regularization_strength', usual: 0, range: [0, 1] },
    {
      name: 'max_lr_multiplier',
      usual: 1e6,
      range: [1, 1e6],
      logarithmic: true,
      atZero: 'gradients do not move the weights',
    },
    {
      name: 'probability_exponent',
      usual: 0.5,
      range: [0, 1],
      atZero: 'frequency makes no difference',
      maybeZero: true,
    },
    {
      name: 'accumulator_decay',
      usual: 1,
      ...DECAY,
      atZero: 'only the newest gradient counts',
    },
    {
      name: 'initial_accumulator_value',
      usual: 0.1,
      range: [0, 1],
      atZero: 'an accumulator of 0 divides by zero',
    },
  ],
  inputs: ['step_counter'],
  formula: ({ l1_regularization_strength: l1, l2_regularization_strength: l2 }) => [
    'counter = counter + 1',
    'accumulator = max(accumulator_decay * accumulator + g^2, initial_accumulator_value)',
    'k = min((max(step_counter, 1) / counter)^probability_exponent, max_lr_multiplier)',
    'u = g * k / sqrt(accumulator)',
    ...(l1 === 0 ? [] : ['u = u + l1_regularization_strength * sign(w)']),
    ...(l2 === 0 ? [] : ['u = u + l2_regularization_strength * w']),
    'w = w - lr * u',
  ],
  usualRate: 0.1,
  source: jax,
  note:
    "TensorFlow's description of the message contradicts itself, so the frequency is computed as the JAX library " +
    'for SparseCore does it: the step counter divided by how often the row was updated.',
  zeroGradientIsNoOp: false,
};
