import type { Target } from '../targets';
import type { OptimizerTranslation } from '../types';

const ON_JAX: readonly Target[] = ['sparsecore-jax'];
const ON_TENSORFLOW: readonly Target[] = ['sparsecore-tf'];

/** What keras-rs 0.4 makes of a Keras optimizer for tables on SparseCores. */
export const TRANSLATION: OptimizerTranslation = {
  from: 'keras-3',
  on: [...ON_JAX, ...ON_TENSORFLOW],
  passes: [
    'learning_rate',
    'initial_accumulator_value',
    'beta_1',
    'beta_2',
    'epsilon',
    'learning_rate_power',
    'l1_regularization_strength',
    'l2_regularization_strength',
    'beta',
  ],
  alike: { adamw: 'adam' },
  becomes: {
    SGD: 'jax-tpu-embedding.SGDOptimizerSpec',
    Adagrad: 'jax-tpu-embedding.AdagradOptimizerSpec',
    Adam: 'jax-tpu-embedding.AdamOptimizerSpec',
    AdamW: 'jax-tpu-embedding.AdamOptimizerSpec',
    Ftrl: 'jax-tpu-embedding.FTRLOptimizerSpec',
  },
  options: [
    { names: ['clipnorm', 'global_clipnorm', 'loss_scale_factor'], verdict: 'refused' },
    { names: ['use_ema'], takes: 'false', verdict: 'refused' },
    { names: ['clipvalue', 'gradient_accumulation_steps'], verdict: 'ignored' },
    { names: ['weight_decay'], on: ON_JAX, verdict: 'ignored' },
    { names: ['weight_decay'], on: ON_TENSORFLOW, verdict: 'refused' },
    { names: ['momentum', 'nesterov'], of: ['SGD'], takes: 'false', verdict: 'refused' },
    { names: ['epsilon'], of: ['Adagrad'], takes: { min: 1e-7, max: 1e-7 }, verdict: 'refused' },
    {
      names: ['initial_accumulator_value'],
      of: ['Adagrad', 'Ftrl'],
      takes: { above: 0 },
      on: ON_TENSORFLOW,
      verdict: 'refused',
    },
    { names: ['amsgrad'], of: ['Adam', 'AdamW'], takes: 'false', verdict: 'refused' },
    {
      names: ['beta_1', 'beta_2'],
      of: ['Adam', 'AdamW'],
      takes: { min: 0, below: 1 },
      on: ON_TENSORFLOW,
      verdict: 'refused',
    },
    { names: ['epsilon'], of: ['Adam', 'AdamW'], takes: { above: 0 }, on: ON_TENSORFLOW, verdict: 'refused' },
    { names: ['l2_shrinkage_regularization_strength'], of: ['Ftrl'], takes: 'false', verdict: 'refused' },
  ],
};
