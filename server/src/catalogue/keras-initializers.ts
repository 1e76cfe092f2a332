import { ANY, type KerasClass, words } from './keras-class';
import { describedParameters, NONE, type ParameterWords, STR, signature, union } from './parameters';

const WORDS: Readonly<Record<string, ParameterWords>> = {
  value: words('The value that fills the variable.'),
  gain: words('What the matrix is multiplied by.'),
  mean: words('Mean of the normal distribution that values are drawn from.'),
  stddev: words('Standard deviation of the normal distribution.'),
  minval: words('Lower end of the range of values.'),
  maxval: words('Upper end of the range of values.'),
  seed: words(
    'A number or a `keras.random.SeedGenerator` that makes the random values repeatable.',
    union(
      { of: 'int', strict: true },
      { of: 'other', name: 'SeedGenerator' },
      { of: 'dict', key: STR, value: ANY },
      NONE,
    ),
  ),
  scale: words('What the variance is multiplied by.', { of: 'float', accepts: { above: 0 } }),
  mode: words('Which size of the variable divides the variance: that of inputs, of outputs or their mean.', {
    of: 'str',
    accepts: ['fan_in', 'fan_out', 'fan_avg'],
  }),
  distribution: words('How the values are spread around their mean.', {
    of: 'str',
    accepts: ['truncated_normal', 'untruncated_normal', 'uniform'],
    anyCase: true,
  }),
  input_axes: words('Which axes of the variable count as inputs.'),
  output_axes: words('Which axes of the variable count as outputs.'),
};

const SCALED = 'seed=None, input_axes=None, output_axes=None';

const SIGNATURES: Readonly<Record<string, string>> = {
  Constant: 'value=0.0',
  GlorotNormal: SCALED,
  GlorotUniform: SCALED,
  HeNormal: SCALED,
  HeUniform: SCALED,
  Identity: 'gain=1.0',
  LecunNormal: SCALED,
  LecunUniform: SCALED,
  Ones: '',
  Orthogonal: 'gain=1.0, seed=None',
  RandomNormal: 'mean=0.0, stddev=0.05, seed=None',
  RandomUniform: 'minval=-0.05, maxval=0.05, seed=None',
  TruncatedNormal: 'mean=0.0, stddev=0.05, seed=None',
  VarianceScaling: `scale=1.0, mode='fan_in', distribution='truncated_normal', ${SCALED}`,
  Zeros: '',
};

export const KERAS_INITIALIZERS: readonly KerasClass[] = Object.entries(SIGNATURES).map(([name, own]) => ({
  name,
  parameters: describedParameters(name, signature(own), WORDS),
}));
