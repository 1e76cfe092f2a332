import { rangeOf } from '../../basics/range';
import { argumentOf, type PythonFile } from '../../dataflow/calls/python-file';
import type { Inferred } from '../../dataflow/calls/types';
import { TEXT_READERS } from '../../dataflow/libraries/message-library';
import type { CallReport, CallRule } from './call-rule';
import { appending } from './support/edits';
import { mismatchRule } from './support/mismatch-rule';

const ofArguments = mismatchRule('type', {
  code: 'argument-type',
  summary: 'An argument has a type that the call does not accept.',
  details:
    'An error where TensorFlow raises `TypeError` or `ValueError` at the call; a warning where it accepts the value and ' +
    'fails later or changes it: attributes of ops cut fractions (`table_id=1.5` is table 1), `True` counts as 1, and any ' +
    "text but the empty one switches a flag on, `'no'` included. A `None` that is all that another call gives is not meant either. " +
    'The ops want lists where the documentation says so, even for a single tensor, and a configuration in ' +
    'binary form: `config.SerializeToString()`. `TableConfig` takes no integers of NumPy: convert them with `int(n)`.',
  messages: {
    "object has no attribute 'table'": 'A feature of the configuration is no `FeatureConfig`.',
    "object has no attribute 'output_shape'": 'A feature of the configuration is no `FeatureConfig`.',
    'has type {type}, but expected one of: {wanted}':
      'A number of an optimizer or table is {type}, and must be {wanted}.',
    'must be real number, not {type}': 'An argument that takes a number is {type}.',
    'tensorflow/python/tpu/tpu_embedding…TypeError: ':
      'A value reached the code of TensorFlow’s embedding that has another type than it expects. Look at the arguments of the call in your own program.',
    'tensorflow/python/tpu/tpu_embedding…AttributeError: ':
      'A value reached the code of TensorFlow’s embedding that has another type than it expects. Look at the arguments of the call in your own program.',
    'tensorflow/python/tpu/feature_column…TypeError: ':
      'A value reached the code of TensorFlow’s embedding columns that has another type than it expects. Look at the arguments of the call in your own program.',
    'tensorflow/python/tpu/feature_column…AttributeError: ':
      'A value reached the code of TensorFlow’s embedding columns that has another type than it expects. Look at the arguments of the call in your own program.',
    'keras_rs/src/layers/embedding…TypeError: ':
      'A value reached the code of keras-rs that has another type than it expects. Look at the arguments of the call in your own program.',
    'keras_rs/src/layers/embedding…AttributeError: ':
      'A value reached the code of keras-rs that has another type than it expects. Look at the arguments of the call in your own program.',
    'jax_tpu_embedding/sparsecore/lib…TypeError: ':
      'A value reached the code of jax-tpu-embedding that has another type than it expects. Look at the arguments of the call in your own program.',
    'jax_tpu_embedding/sparsecore/lib…AttributeError: ':
      'A value reached the code of jax-tpu-embedding that has another type than it expects. Look at the arguments of the call in your own program.',
    'Cannot convert {value} to EagerTensor of dtype {type}':
      'An argument is {value}, which cannot become a tensor of {type}.',
    'Attempt to convert a value ({value}) with an unsupported type':
      'An argument is {value}, which cannot become a tensor.',
    "Value for attr '{name}' of {value} is not in the list of allowed values: {wanted}":
      'Tensors of an op are {value}, which it does not take: ids are int32 or int64, weights and gradients float32.',
    'NodeDef expected inputs …do not match':
      'An op does not get as many tensors, or not of the types, that it takes.',
    "<class 'NoneType'> is an unsupported optimizer class. Please pass an instance":
      'Neither the table nor the embedding object has an optimizer, and under a TPU strategy each table needs one.',
    'Argument `{name}`…must be an int and must be >= 1. Received: {n:positive}':
      '`{name}` looks like {n}, but is no int of Python: integers of NumPy and tensors are not taken. Write `int(…)` around it.',
    'Argument `{name}`…must be an int and must be >= 1. Received:':
      '`{name}` is no int of Python: a float or a text is not converted. Write `int(…)` around it.',
    'Argument `{name}` must be an int and must be >= 0. Received:':
      '`{name}` is no int of Python: a float or a text is not converted. Write `int(…)` around it.',
    'Argument `{name}` must be a boolean. Received: {value}':
      '`{name}` must be `True` or `False` itself: {value} is not converted.',
    'Argument `initializer` must be a callable (or None). Received: {value}':
      'The initializer is {value}, which cannot be called. Give an object such as `tf.keras.initializers.Zeros()` instead of a name or a number.',
    'initializer must be callable if specified':
      'The initializer of the column cannot be called. Give an object such as `tf.keras.initializers.Zeros()` instead of a name or a number.',
    'Argument `slot_variable_creation_fn` must be either None or a callable':
      '`slot_variable_creation_fn` is neither None nor a function.',
    'Argument `combiner` should either be a str or a CustomCombiner. Received:':
      'The combiner is neither a text nor a `CustomCombiner`; None is not taken either.',
    'Argument `table` has invalid type':
      "A feature's table is not the `TableConfig` object itself, but a name or something else.",
    "Expected list for '{name}' argument to":
      '`{name}` is one value where the op takes a list of them, even of a single one: put it into brackets.',
    "Expected string for argument 'config' not":
      'The configuration is given as a message, where the op takes its bytes: `config.SerializeToString()`.',
    "Expected {type} passed to parameter '{name}' of op '{op:ours}', got":
      '`{name}` of `{op}` must be {type}.',
    'Dimension value must be integer or None or have an __index__ method, got value':
      'A size of a shape is a text or a float, and must be an int.',
    'categorical_column for tpu …embedding_column…must be type':
      'The column is of a class that TPU embedding columns cannot be made of; a name is not taken either.',
    "tpu_embedding_v2_utils.py…can't multiply sequence by non-int of type 'float'":
      '`clipvalue` is a list. Give one number, or the pair `(low, high)` as a tuple.',
    "can't multiply sequence by non-int of type 'float'":
      'A list or text is multiplied by a float. An optimizer does so with a `clipvalue` that is a list: it takes one number, or the pair `(low, high)` as a tuple.',
    'Unsupported learning rate: {rate} of type':
      'The learning rate is neither a number nor a schedule of Keras or a function.',
    'Unable to cast Python instance of type {type} to C++ type':
      'A field of a table or an argument of the preprocessing has the type {type}, which its C++ code cannot convert: names and combiners are texts, sizes and limits whole numbers.',
    "'str' object has no attribute 'placement'":
      '`table` of a `FeatureConfig` is a name, not the `TableConfig` object itself.',
    "'TableConfig' object has no attribute 'output_shape'":
      'A `TableConfig` is given where a feature is expected: wrap it into a `FeatureConfig`.',
    "'TableConfig' object has no attribute 'table'":
      'A `TableConfig` is given where a feature is expected: wrap it into a `FeatureConfig`.',
    "object has no attribute 'slot_variables_initializers'":
      'The optimizer of a table is None, a name or a class, not an optimizer object such as `AdagradOptimizerSpec()`.',
    "unhashable type: 'jaxlib._jax.ArrayImpl'":
      'A learning rate or shape is an array of JAX, which keeps the feature specs from being static arguments. Use a number of Python.',
    "unhashable type: 'FeatureConfig'":
      'A `FeatureConfig` is a key of a dict or an element of a set, and cannot be hashed. Features are the values of a dict.',
    "memoryview: a bytes-like object is required, not 'str'":
      'A text is parsed where bytes are expected. Text format is read by `text_format.Parse(text, message)`.',
    'expected bytes, str found':
      'A text is parsed where bytes are expected. Text format is read by `text_format.Parse(text, message)`.',
    'Expect weight to be {kind} type but got':
      'The weights must be of the same kind as the ids: {kind} here.',
    "<class '{class}'> is an unsupported optimizer class. Please pass an instance":
      'The optimizer is an object of `{class}`, and only those of `tf.tpu.experimental.embedding`, such as `Adagrad(0.1)`, train tables; no text and no optimizer of Keras does.',
    "Expected {type} for argument '{name}' not":
      '`{name}` is an attribute of the op and must be a plain {type} of Python, known before the op is made.',
    "Tried to convert '{name}' to a tensor and failed. Error: None values not supported":
      '`{name}` is None, where the op takes a tensor.',
    "'str' object has no attribute 'output_shape'":
      'A string is given where a feature is expected: `feature_config` holds `FeatureConfig` objects.',
    'Argument `learning_rate` should be float, or an instance of LearningRateSchedule, or a callable':
      'The learning rate of a Keras optimizer is neither a number nor a schedule or function.',
    'PartitionSpec of the global sharding either needs to be in the format':
      "The sharding of the variables does not spread the rows over one axis of the mesh. Write `PartitionSpec('x', None)` with jit, `PartitionSpec('x', None, None)` with pmap.",
    '<lambda>() takes {n:int} positional argument':
      'A lambda is called with another number of arguments than it takes. An initializer of jax-tpu-embedding is called with the key and the shape, a learning rate with nothing or the step.',
    'column must be a _TPUEmbeddingColumnV2 or _TPUSharedEmbeddingColumnV2 but got':
      'A column for TPUs is made by `tf.compat.v1.tpu.experimental.embedding_column`, and this is another.',
    '(): incompatible function arguments. The following argument types are supported':
      'The C++ code of the preprocessing gets an argument of another type: sizes are whole numbers, limits are int32, ids are arrays of NumPy.',
  },
  bad: `import tensorflow as tf

tf.raw_ops.SendTPUEmbeddingGradients(inputs=tf.zeros([8, 4]), learning_rates=[], config=b'')`,
  good: `import tensorflow as tf

tf.raw_ops.SendTPUEmbeddingGradients(inputs=[tf.zeros([8, 4])], learning_rates=[], config=b'')`,
});

export const argumentType: CallRule = {
  ...ofArguments,
  checkFile(file, report) {
    ofArguments.checkFile(file, report);
    checkReaders(file, report);
  },
};

/** The mistake of passing a message's class to `text_format.Parse` or `Merge`, which read into an object. */
function checkReaders({ calls }: PythonFile, report: CallReport): void {
  for (const call of calls) {
    const message = TEXT_READERS.has(call.entry.id) ? argumentOf(call, 'message') : undefined;
    const value = message && call.typeOf(message);
    if (value?.kind !== 'class' || value.entry.message === undefined) continue;
    const text = argumentOf(call, 'text');
    report({
      ...rangeOf(message!),
      message: `\`message\` must be an object to read into, not the class \`${value.entry.name}\`.`,
      severity: isCertain(call.entry.name, text && call.typeOf(text)) ? 'error' : 'warning',
      fixes: () => [appending(message!, '()')],
    });
  }
}

/** Whether a class certainly fails here. Empty text does not fail, and `Merge` sets numbers as attributes of the class. */
const isCertain = (name: string, text: Inferred | undefined) =>
  name === 'Parse' && text?.kind === 'str' && /^\s*[a-z]/i.test(text.value ?? '');
