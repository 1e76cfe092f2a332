import { DECAY } from './hyperparameters';
import type { Optimizer } from './optimizer';
import { jax } from './sources';

/** An optimizer of a library, which counts steps from 0. A hyperparameter that is left out has its usual value. */
export interface LibraryOptimizer extends Optimizer {
  readonly formula: NonNullable<Optimizer['formula']>;
  readonly usualRate: number;
  /** Stands for the step where the program passes none. */
  readonly withoutStep: number;
}

/** A slot whose initial value is a hyperparameter. */
const slot = (name: string, hyperparameter = `initial_${name}_value`, symbol = name) => ({
  name,
  symbol,
  initial: { hyperparameter },
});
const INITIAL_ACCUMULATOR = {
  name: 'initial_accumulator_value',
  usual: 0.1,
  range: [0, 10],
  logarithmic: true,
} as const;
const EPSILON_RANGE = { range: [0, 0.01], logarithmic: true } as const;

const REGULARIZATION = [
  { name: 'l1_regularization_strength', usual: 0, range: [0, 1], logarithmic: true },
  { name: 'l2_regularization_strength', usual: 0, range: [0, 1], logarithmic: true },
] as const;

/** A power by squaring, each product in float32, as JAX computes that of a whole number. */
function wholePower(base: number, exponent: number): number {
  let [result, square] = [1, Math.fround(base)];
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = Math.fround(result * square);
    square = Math.fround(square * square);
  }
  return result;
}

/** The library's name for itself, as specifications have it. */
export const LIBRARY = 'jax-tpu-embedding';

const spec = (
  name: string,
  optimizer: Omit<LibraryOptimizer, 'name' | 'title' | 'source' | 'inputs' | 'firstStep' | 'withoutStep'> & {
    readonly withoutStep?: number;
  },
): LibraryOptimizer => ({
  name: `${LIBRARY}.${name}OptimizerSpec`,
  title: `${name}OptimizerSpec`,
  source: jax,
  inputs: ['step'],
  firstStep: 0,
  withoutStep: 0,
  ...optimizer,
});

/** The optimizers of jax-tpu-embedding, in the order of float32 operations of its update functions. */
export const jaxTpuEmbedding: readonly LibraryOptimizer[] = [
  spec('SGD', { slots: [], hyperparameters: [], formula: () => ['w = w - g * lr'], usualRate: 0.001 }),
  spec('Adagrad', {
    slots: [slot('accumulator')],
    hyperparameters: [INITIAL_ACCUMULATOR],
    formula: () => ['accumulator = accumulator + g^2', 'w = w - lr * g / sqrt(accumulator)'],
    usualRate: 0.001,
    effectiveRate: () => 'lr / sqrt(accumulator)',
  }),
  spec('Adam', {
    slots: [
      { name: 'momentum', symbol: 'm', initial: 0 },
      { name: 'velocity', symbol: 'v', initial: 0 },
    ],
    hyperparameters: [
      { name: 'beta_1', usual: 0.9, ...DECAY },
      { name: 'beta_2', usual: 0.999, ...DECAY },
      { name: 'epsilon', usual: 1e-8, ...EPSILON_RANGE },
    ],
    formula: () => [
      'c = sqrt(1 - beta_2_power)',
      'alpha = lr * c / (1 - beta_1_power)',
      'm = m + (1 - beta_1) * (g - m)',
      'v = v + (1 - beta_2) * (g^2 - v)',
      'w = w - alpha * m / (sqrt(v) + epsilon * c)',
    ],
    ofStep: ({ beta_1, beta_2 }, step) => ({
      beta_1_power: wholePower(Number(beta_1), step + 1),
      beta_2_power: wholePower(Number(beta_2), step + 1),
    }),
    usualRate: 0.001,
    note: 'Where the program passes no step, each step is corrected as the first one.',
  }),
  spec('AdagradMomentum', {
    slots: [slot('accumulator'), slot('momentum', 'initial_momentum_value', 'm')],
    hyperparameters: [
      { name: 'momentum', usual: 0.9, ...DECAY },
      { name: 'beta2', usual: 1, ...DECAY },
      { name: 'epsilon', usual: 1e-10, ...EPSILON_RANGE },
      { name: 'exponent', usual: 2, range: [1, 4] },
      { name: 'use_nesterov', usual: false },
      INITIAL_ACCUMULATOR,
      { name: 'initial_momentum_value', usual: 0 },
    ],
    formula: ({ beta2, use_nesterov }) => [
      beta2 === 1
        ? 'accumulator = accumulator + g^2'
        : 'accumulator = beta2 * accumulator + (1 - beta2) * g^2',
      's = (accumulator + epsilon)^(-1 / exponent) * g',
      'm = momentum * m + s',
      use_nesterov ? 'w = w - lr * (momentum * m + s)' : 'w = w - lr * m',
    ],
    usualRate: 0.001,
  }),
  spec('FTRL', {
    slots: [slot('accumulator'), slot('linear')],
    hyperparameters: [
      { name: 'learning_rate_power', usual: -0.5, range: [-1, 0] },
      ...REGULARIZATION,
      { name: 'beta', usual: 0, range: [0, 10], logarithmic: true },
      INITIAL_ACCUMULATOR,
      { name: 'initial_linear_value', usual: 0 },
      { name: 'multiply_linear_by_learning_rate', usual: false },
    ],
    formula: ({ multiply_linear_by_learning_rate: multiplied, l1_regularization_strength: l1 }) => [
      'before = accumulator^(-learning_rate_power)',
      'accumulator = accumulator + g^2',
      'root = accumulator^(-learning_rate_power)',
      ...(multiplied
        ? [
            'linear = linear + lr * g - (root - before) * w',
            'bound = l1_regularization_strength * lr',
            'denominator = root + 2 * (lr * l2_regularization_strength) + beta',
          ]
        : [
            'linear = linear + g - (root - before) / lr * w',
            'bound = l1_regularization_strength',
            'denominator = (root + beta) / lr + 2 * l2_regularization_strength',
          ]),
      l1 === 0 ? 'w = -linear / denominator' : 'w = (min(max(linear, -bound), bound) - linear) / denominator',
    ],
    usualRate: 0.01,
  }),
  spec('LaProp', {
    slots: [slot('mu', 'initial_slot_value'), slot('nu', 'initial_slot_value')],
    hyperparameters: [
      { name: 'b1', usual: 0.9, ...DECAY },
      { name: 'b2', usual: 0.95, ...DECAY },
      { name: 'eps', usual: 1e-30, ...EPSILON_RANGE },
      { name: 'initial_slot_value', usual: 0 },
    ],
    formula: () => [
      'decay = b2 * (1 - b2^step) / (1 - b2^(step + 1))',
      'nu = nu * decay + (1 - decay) * (g^2 + eps)',
      'mu = b1 * mu + sqrt(1 - b1^2) * (g / sqrt(nu))',
      'w = w - lr * mu',
    ],
    usualRate: 0.001,
    // The decay is that of a run that has lasted for ever: b2.
    withoutStep: Number.POSITIVE_INFINITY,
  }),
  spec('F2A', {
    slots: [slot('accumulator'), slot('local_step')],
    hyperparameters: [
      { name: 'rho', usual: 0.5 },
      INITIAL_ACCUMULATOR,
      { name: 'initial_local_step_value', usual: 0, range: [0, 1000], logarithmic: true },
      ...REGULARIZATION,
      { name: 'max_lr_multiplier', usual: 1e6, range: [1, 1e6], logarithmic: true },
    ],
    formula: () => [
      'local_step = local_step + 1',
      'f = min((max(step, 1) / local_step)^rho, max_lr_multiplier)',
      'accumulator = accumulator + g^2',
      'w = w - lr * (g * f / sqrt(accumulator) + (l1_regularization_strength * sign(w) + l2_regularization_strength * w))',
    ],
    usualRate: 0.01,
  }),
];
