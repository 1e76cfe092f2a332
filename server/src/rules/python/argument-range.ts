import { mismatchRule } from './support/mismatch-rule';

export const argumentRange = mismatchRule('range', {
  code: 'argument-range',
  summary: 'A number is outside the range that the call accepts.',
  details:
    'An error where TensorFlow raises `ValueError` at the call; a warning where it accepts the number silently, ' +
    'such as a learning rate of 0 or below, and training goes wrong.',
  messages: {
    '{name}_per_sparse_core must be > 0': '`{name}_per_sparse_core` must be above 0.',
    "Value for attr '{name}' of {n:int} must be at least minimum {least:int}":
      '`{name}` is {n}, and must be at least {least}.',
    'int too big to convert': 'A whole number does not fit into the integer that the op takes.',
    'cannot convert float infinity to integer': 'An argument that takes a whole number is infinite.',
    'cannot convert float NaN to integer': 'An argument that takes a whole number is not a number.',
    'Argument `{name}`…must be an int and must be >= 1. Received: {n:not-positive}':
      '`{name}` is {n}, and must be at least 1.',
    'Argument `{name}` must be an int and must be >= 0. Received: {n:not-positive}':
      '`{name}` is {n}, and must not be negative.',
    'epsilon must be positive; got {n}':
      '`epsilon` of Adam is {n} and must be above 0, because a row without gradients would be divided by it.',
    'Argument `initial_accumulator_value` must be a positive float. Received: {n}':
      'The accumulator begins at {n}, and must begin above 0.',
    'Argument `beta_1` must be >= 0 and < 1. Received: {n}':
      '`beta_1` of Adam is {n}, and must be at least 0 and below 1.',
    'Argument `beta_2` must be >= 0 and < 1. Received:':
      '`beta_2` of Adam must be at least 0 and below 1. The number in the message is that of `beta_1`, by a mistake of TensorFlow.',
    'Adagrad momentum: epsilon must be positive': '`epsilon` of AdagradMomentum must be above 0.',
    'Adagrad momentum: Precondition exponent must >0': '`exponent` of AdagradMomentum must be above 0.',
    'num_buckets is {n}, must be at least 2 for simulated quantization':
      'Values are rounded to {n} bucket, and at least 2 are needed.',
    'num_buckets must be ≥ 2': 'Values are rounded to fewer than 2 buckets.',
    'quantization_num_buckets must be at least 2, got': 'Values are rounded to fewer than 2 buckets.',
    "Attr '{name}' of '{op:ours}' Op passed {n:int} less than minimum {least:int}":
      '`{name}` of `{op}` is {n}, and must be at least {least}.',
    'Dimension {n:int} must be >= 0': 'A size of a shape is {n}, and must not be negative.',
    'Invalid dimension {n:not-positive}':
      'The vectors of a column have the length {n}, and must have at least 1 number.',
    'Invalid dimension None': 'The column does not say how long its vectors are.',
    '`{name}` needs to be positive or zero. Received:': '`{name}` of the optimizer is negative.',
    '`learning_rate_power` needs to be negative or zero': '`learning_rate_power` of Ftrl is above 0.',
    '`momentum` must be a float between [0, 1]': '`momentum` of SGD is not between 0 and 1.',
    '`gradient_accumulation_steps` must be an integer >= 2':
      '`gradient_accumulation_steps` of the optimizer is below 2; leave it out to apply each gradient at once.',
    '`ema_momentum` must be in the range [0, 1]': '`ema_momentum` of the optimizer is not between 0 and 1.',
    'max_ids_per_partition must be positive, got {n}': '`max_ids_per_partition` is {n}, and must be above 0.',
    'max_unique_ids_per_partition must be positive, got {n}':
      '`max_unique_ids_per_partition` is {n}, and must be above 0.',
    '{name}_device_count must be greater than 0, but got': '`{name}_device_count` must be at least 1.',
    'num_sc_per_device must be greater than 0, but got {n}':
      '`num_sc_per_device` is {n}, and must be at least 1.',
    'Invalid num_sc_per_device: {n}':
      'This TPU does not have {n} SparseCores a chip: TPU v5p has 4, v6e and TPU7x have 2. Leave the argument out to let the library ask.',
    'tensor_core_shape must be size 2. Got':
      '`tensor_core_shape` must have two sizes: the batch and the ids of a sample.',
    '`diag_scale` should be non-negative': '`diag_scale` of FeatureCross is negative.',
  },
  bad: `import tensorflow as tf

tf.tpu.experimental.embedding.Adam(beta_1=1.0)`,
  good: `import tensorflow as tf

tf.tpu.experimental.embedding.Adam(beta_1=0.9)`,
});
