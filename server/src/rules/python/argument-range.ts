import { mismatchRule } from './support/mismatch-rule';

export const argumentRange = mismatchRule('range', {
  code: 'argument-range',
  summary: 'A number is outside the range that the call accepts.',
  details:
    'An error where TensorFlow raises `ValueError` at the call; a warning where it accepts the number silently, ' +
    'such as a learning rate of 0 or below, and training goes wrong.',
  messages: [
    'must be an int and must be >= 1. Received: 0',
    'must be an int and must be >= 1. Received: -',
    'must be positive; got',
  ],
  bad: `import tensorflow as tf

tf.tpu.experimental.embedding.Adam(beta_1=1.0)`,
  good: `import tensorflow as tf

tf.tpu.experimental.embedding.Adam(beta_1=0.9)`,
});
