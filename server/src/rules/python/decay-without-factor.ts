import { rangeOf } from '../../basics/range';
import { argumentFor, settingOf } from '../../dataflow/calls/argument-values';
import { truth } from '../../dataflow/calls/known-values';
import type { CallRule } from './call-rule';
import { removalOf } from './support/edits';

export const decayWithoutFactor: CallRule = {
  code: 'decay-without-factor',
  severity: 'warning',
  summary: 'An optimizer gets a scale for its weight decay, but has no weight decay.',
  details:
    '`multiply_weight_decay_factor_by_learning_rate` makes the decay follow the learning rate. Without a ' +
    '`weight_decay_factor` there is no decay, and TensorFlow accepts that silently.',
  bad: `import tensorflow as tf

tf.tpu.experimental.embedding.Adagrad(0.1, multiply_weight_decay_factor_by_learning_rate=True)`,
  good: `import tensorflow as tf

tf.tpu.experimental.embedding.Adagrad(
    0.1, weight_decay_factor=0.01, multiply_weight_decay_factor_by_learning_rate=True)`,
  checkCall(call, { text }, report) {
    const scale = argumentFor(call, 'multiply_weight_decay_factor_by_learning_rate');
    if (!scale || truth(scale.value) !== true) return;
    if (truth(settingOf(call, 'weight_decay_factor')) !== false) return;
    report({
      ...rangeOf(scale.node),
      message: 'There is no weight decay to multiply. Give a `weight_decay_factor`, or remove this.',
      tag: 'unnecessary',
      fixes: () => removalOf(text, call.node, scale.name),
    });
  },
};
