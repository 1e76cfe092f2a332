// The axes of the heat map: learning rates, and the number that affects the final loss most besides them.

/** By factors of about 3 around the learning rate in use. */
export const RATE_FACTORS: readonly number[] = [0.03, 0.1, 0.3, 1, 3, 10, 30];

/** The number of an optimizer on the second axis. */
export type SecondAxis = { readonly slot: string } | { readonly hyperparameter: string };

const START = { values: [1e-8, 1e-6, 1e-4, 0.01, 0.1, 1] };
const DECAYS = { values: [0, 0.5, 0.9, 0.99, 0.999, 0.9999] };
const PENALTIES = { values: [0, 1e-5, 1e-4, 1e-3, 0.01, 0.1] };

const AXES: Readonly<Record<string, SecondAxis & { readonly values: readonly number[] }>> = {
  adagrad: { slot: 'accumulators', ...START },
  adagrad_momentum: { slot: 'accumulators', ...START },
  bounded_adagrad: { slot: 'accumulators', ...START },
  proximal_adagrad: { slot: 'accumulators', ...START },
  frequency_aware_adagrad: { hyperparameter: 'initial_accumulator_value', ...START },
  ftrl: { hyperparameter: 'l1', ...PENALTIES },
  online_yogi: { hyperparameter: 'l1', ...PENALTIES },
  adam: { hyperparameter: 'beta2', ...DECAYS },
  lion: { hyperparameter: 'beta2', ...DECAYS },
  proximal_yogi: { hyperparameter: 'beta2', ...DECAYS },
  momentum: { hyperparameter: 'momentum', ...DECAYS },
  rms_prop: { hyperparameter: 'rho', ...DECAYS },
  centered_rms_prop: { hyperparameter: 'rho', ...DECAYS },
  adadelta: { hyperparameter: 'rho', ...DECAYS },
};

/** Those of jax-tpu-embedding, by class. */
const OF_JAX: typeof AXES = {
  Adagrad: { slot: 'accumulator', ...START },
  AdagradMomentum: { slot: 'accumulator', ...START },
  F2A: { slot: 'accumulator', ...START },
  FTRL: { hyperparameter: 'l1_regularization_strength', ...PENALTIES },
  Adam: { hyperparameter: 'beta_2', ...DECAYS },
  LaProp: { hyperparameter: 'b2', ...DECAYS },
};

const axisOf = (optimizer: string) =>
  AXES[optimizer] ?? OF_JAX[/^jax-tpu-embedding\.(\w+)OptimizerSpec$/.exec(optimizer)?.[1] ?? ''];

/** The second axis of an optimizer's map. */
export const secondAxisOf = (optimizer: string): SecondAxis | undefined => axisOf(optimizer);

/** The values on the second axis. */
export const axisValuesOf = (optimizer: string): readonly number[] => axisOf(optimizer)?.values ?? [];
