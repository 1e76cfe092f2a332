// What else than the learning rate decides where the loss ends.

/** A number of an optimizer that is worth a second axis. */
export type Second = { readonly slot: string } | { readonly hyperparameter: string };

const START = { values: [1e-8, 1e-6, 1e-4, 0.01, 0.1, 1] };
const DECAYS = { values: [0, 0.5, 0.9, 0.99, 0.999, 0.9999] };
const PENALTIES = { values: [0, 1e-5, 1e-4, 1e-3, 0.01, 0.1] };

const SECOND: Readonly<Record<string, Second & { readonly values: readonly number[] }>> = {
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

/** What the second axis of an optimizer's map is. */
export const secondOf = (optimizer: string): Second | undefined => SECOND[optimizer];

/** The values that it takes there. */
export const valuesOf = (optimizer: string): readonly number[] => SECOND[optimizer]?.values ?? [];
