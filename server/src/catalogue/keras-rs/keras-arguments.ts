import { BOOL, NONE, type ParameterWords, STR, union } from '../parameters';
import type { CallableType, StrType, Type } from '../types';

/** What Keras finds by name: its classes, also in snake case. */
const named = (classes: string, others = ''): StrType => ({
  of: 'str',
  accepts: `${classes} ${classes.replace(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase()} ${others}`
    .trim()
    .split(' '),
  orRegistered: true,
});

const object = (name: string): Type => ({ of: 'other', name });

/** An object that was saved, which Keras finds by its class. */
const saved = (...needed: readonly string[]): Type => ({
  of: 'dict',
  key: STR,
  value: object('Any'),
  keys: { needed },
});

const SAVED = saved('class_name');

const INITIALIZER_NAMES = named(
  'Constant GlorotNormal GlorotUniform HeNormal HeUniform Identity Initializer LecunNormal LecunUniform Ones Orthogonal \
RandomNormal RandomUniform STFT TruncatedNormal VarianceScaling Zeros',
  'normal uniform one zero IdentityInitializer OrthogonalInitializer STFTInitializer',
);

const CALLED: CallableType = { of: 'callable', arguments: ['shape', 'dtype'], byKeyword: ['dtype'] };
const ARRAY: Type = { of: 'object', classes: ['ndarray'] };

/** Makes the values of a table: what Keras makes an initializer of. */
export const INITIALIZER: Type = union(INITIALIZER_NAMES, CALLED, SAVED, ARRAY, NONE);

/** An initializer where TensorFlow's own class for tables gets it, names apart. */
export const CALLED_INITIALIZER: Type = union(INITIALIZER_NAMES, CALLED, NONE);

/** What fills a table where Keras makes an initializer of it. */
export const FILLING: Type = union(
  INITIALIZER_NAMES,
  { ...CALLED, atOnce: true, orClass: true },
  SAVED,
  ARRAY,
  NONE,
);

/** What fills a table on SparseCores, which call it as it is. */
export const FILLING_AS_IT_IS: Type = union(INITIALIZER_NAMES, { ...CALLED, atOnce: true }, NONE);

const REGULARIZER_NAMES = named('L1 L1L2 L2 OrthogonalRegularizer Regularizer');

export const REGULARIZER: Type = union(REGULARIZER_NAMES, { of: 'callable' }, SAVED, NONE);

const CONSTRAINT_NAMES = named('Constraint MaxNorm MinMaxNorm NonNeg UnitNorm');

export const CONSTRAINT: Type = union(CONSTRAINT_NAMES, { of: 'callable' }, SAVED, NONE);

const ACTIVATION_NAMES: StrType = {
  of: 'str',
  accepts: (
    'celu elu exponential gelu glu hard_shrink hard_sigmoid hard_silu hard_swish hard_tanh leaky_relu linear log_sigmoid ' +
    'log_softmax mish relu relu6 selu sigmoid silu soft_shrink softmax softplus softsign sparse_plus sparse_sigmoid ' +
    'sparsemax squareplus swish tanh tanh_shrink threshold'
  ).split(' '),
  orRegistered: true,
};

export const ACTIVATION: Type = union(
  ACTIVATION_NAMES,
  { of: 'callable' },
  saved('class_name', 'config'),
  NONE,
);

/** What `get` of a module of Keras finds by name. */
export const NAMES_BY_MODULE: Readonly<Record<string, StrType>> = {
  initializers: INITIALIZER_NAMES,
  regularizers: REGULARIZER_NAMES,
  constraints: CONSTRAINT_NAMES,
  activations: ACTIVATION_NAMES,
};

/** The words are those that `keras.dtype_policies.get` of Keras 3 takes; a dict is a policy that was saved. */
export const DTYPE_POLICY: Type = union(
  {
    of: 'dtype',
    accepts: [
      ...['float32', 'bfloat16', 'float16', 'float64', 'mixed_bfloat16', 'mixed_float16'],
      ...['int8', 'int16', 'int32', 'int64', 'uint8', 'uint16', 'uint32', 'uint64', 'bool', 'string', 'int'],
      ...['float8_e4m3fn', 'float8_e5m2', 'complex64', 'complex128'],
    ],
    orQuantized: true,
  },
  SAVED,
  NONE,
);

/** What every layer of Keras takes, in the form of a signature. */
export const LAYER_SIGNATURE =
  'activity_regularizer=None, trainable=True, dtype=None, autocast=True, name=None, input_shape=None, input_dim=None';

/** What a layer of Keras 3 has beside its arguments and what it computes, with PyTorch's and Flax' modules, which it may be as well. */
export const LAYER_ATTRIBUTES: readonly string[] =
  'activity_regularizer add_loss add_metric add_variable add_weight autocast build_from_config built call_signature_parameters \
compute_dtype compute_mask compute_output_spec count_params dtype dtype_policy get_build_config get_weights input input_dtype \
input_spec load_own_variables losses metrics metrics_variables name non_trainable_variables non_trainable_weights output path \
quantization_mode quantize quantized_build quantized_call rematerialized_call save_own_variables set_weights stateless_call \
supports_jit supports_masking symbolic_call trainable trainable_variables trainable_weights variable_dtype variables weights \
add_module apply bfloat16 buffers children compile cpu cuda double eval extra_repr float forward get_buffer get_extra_state \
get_parameter get_submodule half ipu load_state_dict modules mtia named_buffers named_children named_modules named_parameters \
parameters register_backward_hook register_buffer register_forward_hook register_forward_pre_hook register_full_backward_hook \
register_full_backward_pre_hook register_module register_parameter requires_grad_ set_extra_state set_submodule share_memory \
state_dict to to_empty torch_params train training type xpu zero_grad eval_shape iter_children iter_modules perturb \
set_attributes sow'.split(' ');

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
    type: DTYPE_POLICY,
  },
  autocast: { doc: 'Whether floating-point inputs are cast to the dtype of the layer.', type: BOOL },
  name: {
    doc: 'Name of the layer, without `/`; Keras makes one if it is left out.',
    type: union({ of: 'str', without: '/' }, NONE),
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

/** The attributes of objects of a layer of Keras 3, its arguments and others among them. */
export const attributesOfLayer = (
  parameters: Readonly<Record<string, ParameterWords>>,
  ...others: readonly string[]
): readonly string[] => [
  ...LAYER_ATTRIBUTES,
  ...['build', 'call', 'compute_output_shape', 'from_config', 'get_config', 'variable_serialization_spec'],
  ...Object.keys(parameters),
  ...others,
];
