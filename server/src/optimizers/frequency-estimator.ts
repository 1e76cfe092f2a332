import type { Optimizer } from './optimizer';
import { description, startAsInTensorFlow1 } from './sources';

export const frequencyEstimator: Optimizer = {
  name: 'frequency_estimator',
  title: 'Frequency estimator',
  slots: [{ name: 'last_hit_step', symbol: 'last', initial: 0 }],
  slotsStart: startAsInTensorFlow1('FrequencyEstimatorParameters'),
  hyperparameters: [
    { name: 'tau', usual: 0.1, range: [0, 1], atZero: 'the estimate follows outliers alone' },
    {
      name: 'max_delta',
      usual: 100,
      range: [1, 1e4],
      logarithmic: true,
      atZero: 'every gap counts as 0 steps',
    },
    { name: 'outlier_threshold', usual: 3, range: [1, 10], atZero: 'every lookup is an outlier' },
    { name: 'weight_exponent', usual: 0.5, range: [0, 1], ignored: true },
  ],
  rate: 'step',
  formula: () => [
    'delta = step - last',
    'd = min(delta, max_delta)',
    'w = choose(delta >= outlier_threshold * w, d, w * (1 - tau) + d * tau)',
    'last = step',
  ],
  source: description,
  note:
    'It learns nothing: `w` is the mean number of steps between two look-ups of the row, and the number of the step ' +
    'comes as the learning rate. Start `w` from `max_delta`.',
  zeroGradientIsNoOp: false,
};
