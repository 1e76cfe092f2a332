import { mismatchRule } from './support/mismatch-rule';

export const argumentChoice = mismatchRule('choice', {
  code: 'argument-choice',
  summary: 'A value is not one of those that the call accepts.',
  details:
    'Case matters. An error where TensorFlow raises `ValueError` at the call; a warning where it notices only when the step ' +
    "runs: `mode_override` takes only `'train'`, `'inference'` and `'unspecified'`, although the official documentation " +
    'lists others.',
  messages: ['must be either float32 or int32. Received:', "must be one of 'mean', 'sqrtn' or 'sum'"],
  bad: `import tensorflow as tf

tf.tpu.experimental.embedding.TableConfig(vocabulary_size=1000, dim=16, combiner='avg', name='items')`,
  good: `import tensorflow as tf

tf.tpu.experimental.embedding.TableConfig(vocabulary_size=1000, dim=16, combiner='mean', name='items')`,
});
