import { ANY, type KerasClass, words } from './keras-class';
import { describedParameters, FLOAT, NONE, type ParameterWords, STR, signature, union } from './parameters';
import type { Type } from './types';

const NOT_NEGATIVE: Type = { of: 'float', accepts: { min: 0 } };
const POSITIVE: Type = { of: 'float', accepts: { above: 0 } };
const LIST: Type = { of: 'list', item: ANY, sized: true, uncheckedItems: true };

const WORDS: Readonly<Record<string, ParameterWords>> = {
  learning_rate: {
    doc: 'How far one step moves: a float, a schedule, or a function without arguments or of the step.',
    type: union({ of: 'float', strict: true }, { of: 'callable', arguments: ['step'], optional: 1 }),
    sets: 'learning_rate',
  },
  weight_decay: words('How much each step shrinks the weights, or `None` for no decay.'),
  clipnorm: words('The longest gradient of one variable; longer ones are scaled down to it.'),
  clipvalue: {
    ...words('The largest size of a number in a gradient; larger ones are cut.'),
    excludes: ['clipnorm'],
  },
  global_clipnorm: {
    ...words('The longest gradient of all variables together; longer ones are scaled down.'),
    excludes: ['clipnorm', 'clipvalue'],
  },
  use_ema: words('Whether to keep a moving average of the weights beside them.'),
  ema_momentum: {
    ...words('How much of the moving average of the weights remains after a step.', {
      of: 'float',
      accepts: { min: 0, max: 1 },
    }),
    needs: 'use_ema',
  },
  ema_overwrite_frequency: {
    ...words(
      'After how many steps the weights become their moving average.',
      union({ of: 'int', strict: true, accepts: { min: 1 } }, NONE),
    ),
    needs: 'use_ema',
    orFalse: true,
  },
  loss_scale_factor: words('What the loss was multiplied by, and gradients are divided by.'),
  gradient_accumulation_steps: {
    ...words(
      'How many steps add up their gradients before the weights change.',
      union({ of: 'int', accepts: { min: 2 } }, NONE),
    ),
    orFalse: true,
  },
  name: words(
    'Prefix of the names of the variables that the optimizer makes.',
    union({ of: 'str', without: '/' }, NONE),
  ),
  decay: words('Keras 3 ignores it; before, the learning rate fell by it.'),
  rho: words('How much of the average of squared gradients remains after a step.'),
  epsilon: words('Added to the divisor, which keeps the quotient finite.'),
  epsilon_1: words('Added to squared gradients, which keeps the quotient finite.'),
  epsilon_2: words('The smallest scale of a variable that counts for the size of a step.'),
  beta_1: words('How much of the average of gradients remains after a step.'),
  beta_2: words('How much of the average of squared gradients remains after a step.'),
  beta_2_decay: words('The exponent by which the memory for squared gradients grows with the step.'),
  clip_threshold: words('The largest root mean square of a step; larger ones are scaled down.'),
  relative_step: words('Whether the learning rate falls with the number of the step.'),
  amsgrad: words('Whether to divide by the largest average of squared gradients so far.'),
  initial_accumulator_value: words('What the sums of squared gradients begin with.'),
  learning_rate_power: words('The exponent of the sum of squares that divides the learning rate.'),
  l1_regularization_strength: words('How strongly weights are drawn to 0 by their size.'),
  l2_regularization_strength: words('How strongly weights are drawn to 0 by their square.'),
  l2_shrinkage_regularization_strength: words('How strongly gradients draw large weights to 0.'),
  beta: words('Added to the root of the sum of squares before it divides.'),
  momentum: words('How much of the last step is repeated in the next one.'),
  nesterov: words('Whether the momentum looks one step ahead.'),
  warmup_steps: words('How many steps the learning rate rises at the beginning.'),
  adam_beta_1: words('The `beta_1` for variables that Adam trains: vectors and embeddings.'),
  adam_beta_2: words('The `beta_2` for variables that Adam trains: vectors and embeddings.'),
  adam_weight_decay: words('The decay of variables that Adam trains: vectors and embeddings.'),
  adam_lr_ratio: words('The learning rate of Adam, as a multiple of the one of Muon.'),
  exclude_layers: words('Words in names of variables that are left to Adam.'),
  exclude_embeddings: words('Whether embeddings of dense layers are left to Adam.'),
  muon_a: words('A coefficient of the polynomial that makes a step orthogonal.'),
  muon_b: words('A coefficient of the polynomial that makes a step orthogonal.'),
  muon_c: words('A coefficient of the polynomial that makes a step orthogonal.'),
  ns_steps: words('How often the polynomial that makes a step orthogonal is applied.'),
  rms_rate: words('The root mean square that each step is scaled to.'),
  centered: words('Whether to divide by the variance of gradients rather than by their mean square.'),
};

const COMMON =
  'clipnorm=None, clipvalue=None, global_clipnorm=None, use_ema=False, ema_momentum=0.99, \
ema_overwrite_frequency=None, loss_scale_factor=None, gradient_accumulation_steps=None, name=None';

/** An optimizer by the arguments before and after the common ones, and the types of those that it checks. */
function optimizer(
  name: string,
  before: string,
  checked: Readonly<Record<string, Type>> = {},
  ...after: readonly string[]
): KerasClass {
  const text = [before, COMMON, ...after, 'decay=None'].join(', ');
  const described = describedParameters(name, signature(text), WORDS);
  const parameters = described.map((each) => ({ ...each, type: checked[each.name] ?? each.type }));
  const slots = SLOTS[name];
  return { name, parameters, ...(slots && { slots }) };
}

const SLOTS: Readonly<Record<string, readonly string[]>> = {
  Adagrad: ['accumulator'],
  Adam: ['momentum', 'velocity'],
  AdamW: ['momentum', 'velocity'],
  Ftrl: ['accumulator', 'linear'],
  SGD: [],
};

const BETAS = 'learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-7';

export const KERAS_OPTIMIZERS: readonly KerasClass[] = [
  optimizer('Adadelta', 'learning_rate=0.001, rho=0.95, epsilon=1e-7, weight_decay=None'),
  optimizer(
    'Adafactor',
    'learning_rate=0.001, beta_2_decay=-0.8, epsilon_1=1e-30, epsilon_2=1e-3, clip_threshold=1.0, \
relative_step=True, weight_decay=None',
  ),
  optimizer('Adagrad', 'learning_rate=0.001, initial_accumulator_value=0.1, epsilon=1e-7, weight_decay=None'),
  optimizer('Adam', `${BETAS}, amsgrad=False, weight_decay=None`),
  optimizer('Adamax', `${BETAS}, weight_decay=None`),
  optimizer(
    'AdamW',
    'learning_rate=0.001, weight_decay=0.004, beta_1=0.9, beta_2=0.999, epsilon=1e-7, amsgrad=False',
    // Only None is refused.
    { weight_decay: union(FLOAT, STR) },
  ),
  optimizer(
    'Ftrl',
    'learning_rate=0.001, learning_rate_power=-0.5, initial_accumulator_value=0.1, \
l1_regularization_strength=0.0, l2_regularization_strength=0.0, l2_shrinkage_regularization_strength=0.0, \
beta=0.0, weight_decay=None',
    {
      learning_rate_power: { of: 'float', accepts: { max: 0 } },
      initial_accumulator_value: NOT_NEGATIVE,
      l1_regularization_strength: NOT_NEGATIVE,
      l2_regularization_strength: NOT_NEGATIVE,
      l2_shrinkage_regularization_strength: NOT_NEGATIVE,
    },
  ),
  optimizer('Lamb', `${BETAS}, weight_decay=None`),
  optimizer('Lion', 'learning_rate=0.001, beta_1=0.9, beta_2=0.99, weight_decay=None', {
    beta_1: { of: 'float', accepts: { above: 0, max: 1 } },
  }),
  optimizer(
    'Muon',
    'learning_rate=0.001, adam_beta_1=0.9, adam_beta_2=0.999, adam_weight_decay=0.004, epsilon=1e-7, \
weight_decay=0.004',
    {},
    'exclude_layers=None, exclude_embeddings=True, muon_a=3.4445, muon_b=-4.775, muon_c=2.0315, adam_lr_ratio=1, \
momentum=0.95, ns_steps=5, nesterov=True, rms_rate=0.2',
  ),
  optimizer('Nadam', `${BETAS}, weight_decay=None`),
  optimizer(
    'RMSprop',
    'learning_rate=0.001, rho=0.9, momentum=0.0, epsilon=1e-7, centered=False, weight_decay=None',
  ),
  optimizer(
    'ScheduleFreeAdamW',
    'learning_rate=0.0025, beta_1=0.9, beta_2=0.999, epsilon=1e-8, warmup_steps=0, weight_decay=None',
  ),
  optimizer('SGD', 'learning_rate=0.01, momentum=0.0, nesterov=False, weight_decay=None', {
    momentum: { of: 'float', strict: true, accepts: { min: 0, max: 1 } },
  }),
];

const SCHEDULE_WORDS: Readonly<Record<string, ParameterWords>> = {
  initial_learning_rate: words('The rate at the first step.'),
  decay_steps: words('After how many steps the rate has fallen to its end or by its factor.', POSITIVE),
  first_decay_steps: words('After how many steps the rate first starts again.', POSITIVE),
  decay_rate: words('The factor, or how fast the rate falls.'),
  staircase: words('Whether the rate falls only after each `decay_steps`.'),
  alpha: words('The rate at the end, as a fraction of the first.'),
  t_mul: words('How much longer each period is than the one before.'),
  m_mul: words('How much of the rate each period begins with, relative to the one before.'),
  warmup_target: words('The rate at the end of the warm-up, or `None` for no warm-up.'),
  warmup_steps: words('How many steps pass before the rate begins to fall.'),
  end_learning_rate: words('Where the rate has fallen to after `decay_steps`.'),
  power: words('The exponent of the polynomial; 1 is a line.'),
  cycle: words('Whether it begins again after `decay_steps`.'),
  boundaries: words('The steps at which the rate changes.', LIST),
  values: words('The rates between the boundaries, one more than these.', {
    ...LIST,
    oneMoreThan: 'boundaries',
  }),
  name: words('Prefix of the names of the operations that compute the rate.'),
};

const schedule = (name: string, own: string): KerasClass => ({
  name,
  parameters: describedParameters(name, signature(`${own}, name=None`), SCHEDULE_WORDS),
});

export const KERAS_SCHEDULES: readonly KerasClass[] = [
  schedule(
    'CosineDecay',
    'initial_learning_rate, decay_steps, alpha=0.0, warmup_target=None, warmup_steps=0',
  ),
  schedule(
    'CosineDecayRestarts',
    'initial_learning_rate, first_decay_steps, t_mul=2.0, m_mul=1.0, alpha=0.0',
  ),
  schedule('ExponentialDecay', 'initial_learning_rate, decay_steps, decay_rate, staircase=False'),
  schedule('InverseTimeDecay', 'initial_learning_rate, decay_steps, decay_rate, staircase=False'),
  schedule('PiecewiseConstantDecay', 'boundaries, values'),
  schedule(
    'PolynomialDecay',
    'initial_learning_rate, decay_steps, end_learning_rate=0.0001, power=1.0, cycle=False',
  ),
];
