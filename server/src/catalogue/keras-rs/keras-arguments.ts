import { BOOL, NONE, type ParameterWords, STR, union } from '../parameters';
import type { StrType, Type } from '../types';

/** What Keras finds by name: its classes, also in snake case. */
const named = (classes: string, others = ''): StrType => ({
  of: 'str',
  accepts: `${classes} ${classes.replace(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase()} ${others}`
    .trim()
    .split(' '),
  orRegistered: true,
});

const object = (name: string): Type => ({ of: 'other', name });

const INITIALIZER_NAMES = named(
  'Constant GlorotNormal GlorotUniform HeNormal HeUniform Identity Initializer LecunNormal LecunUniform Ones Orthogonal \
RandomNormal RandomUniform STFT TruncatedNormal VarianceScaling Zeros',
  'normal uniform one zero IdentityInitializer OrthogonalInitializer STFTInitializer',
);

const CALLED: Type = { of: 'callable', arguments: ['shape', 'dtype'] };

/** Makes the values of a table: what Keras makes an initializer of. */
export const INITIALIZER: Type = union(
  INITIALIZER_NAMES,
  CALLED,
  { of: 'dict', key: STR, value: object('Any') },
  { of: 'object', classes: ['ndarray'] },
  NONE,
);

/** An initializer where TensorFlow's own class for tables gets it, names apart. */
export const CALLED_INITIALIZER: Type = union(INITIALIZER_NAMES, CALLED, NONE);

export const REGULARIZER: Type = union(
  named('L1 L1L2 L2 OrthogonalRegularizer Regularizer'),
  { of: 'callable' },
  { of: 'dict', key: STR, value: object('Any') },
  NONE,
);

export const CONSTRAINT: Type = union(
  named('Constraint MaxNorm MinMaxNorm NonNeg UnitNorm'),
  { of: 'callable' },
  { of: 'dict', key: STR, value: object('Any') },
  NONE,
);

/** What every layer of Keras takes, in the form of a signature. */
export const LAYER_SIGNATURE =
  'activity_regularizer=None, trainable=True, dtype=None, autocast=True, name=None, input_shape=None, input_dim=None';

export const LAYER_ARGUMENTS: Readonly<Record<string, ParameterWords>> = {
  activity_regularizer: {
    doc: 'A penalty on the output, which is added to the loss: a Keras regularizer or its name.',
    type: REGULARIZER,
  },
  trainable: {
    doc: 'Whether the optimizer of the model changes the variables of the layer.',
    type: { of: 'bool', strict: true },
  },
  dtype: {
    doc: 'What the layer computes in, such as `"float32"` or a Keras dtype policy. Tables on SparseCores are float32 \
whatever it says.',
    type: { of: 'dtype' },
  },
  autocast: { doc: 'Whether floating-point inputs are cast to the dtype of the layer.', type: BOOL },
  name: {
    doc: 'Name of the layer, without `/`; Keras makes one if it is left out.',
    type: { of: 'str', without: '/' },
    sets: 'name',
  },
  input_shape: {
    doc: 'The shape of one sample, for a layer that begins a `Sequential` model. Keras would rather have a `keras.Input`.',
    type: { of: 'other', name: 'shape' },
  },
  input_dim: {
    doc: 'The width of one sample, in place of `input_shape`. Keras would rather have a `keras.Input`.',
    type: { of: 'other', name: 'Any' },
  },
};
