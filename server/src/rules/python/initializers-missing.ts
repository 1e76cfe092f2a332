import { rangeOf } from '../../basics/range';
import { argumentValue } from '../../dataflow/calls/argument-values';
import { worthOf } from '../../dataflow/calls/known-values';
import { argumentOf } from '../../dataflow/calls/python-file';
import type { CallRule } from './call-rule';

export const initializersMissing: CallRule = {
  code: 'initializers-missing',
  severity: 'error',
  summary: 'Slot variables or weights of your own have no initializer.',
  details:
    '`CustomOptimizer` wants an initializer for each of its `slot_names`, and `CustomCombiner` one for its weights. ' +
    'TensorFlow raises `ValueError`.',
  messages: {
    'The number of slot_names ({n}) must match the number of slot_initializers':
      'A custom optimizer names {n} slot variables but does not say how each of them starts.',
    'When `num_weights` is greater than 0, `initializer` must be set':
      'A custom combiner has weights but no initializer for them.',
  },
  bad: `import tensorflow as tf

tf.tpu.experimental.embedding.CustomOptimizer(update, slot_names=['momenta'])`,
  good: `import tensorflow as tf

tf.tpu.experimental.embedding.CustomOptimizer(
    update, slot_names=['momenta'], slot_initializers=[tf.zeros_initializer()])`,
  checkCall(call, _file, report) {
    const { name } = call.entry;
    if (name === 'CustomOptimizer') {
      const names = argumentValue(call, 'slot_names');
      const slots = argumentOf(call, 'slot_names');
      if (!slots || (names.kind !== 'list' && names.kind !== 'tuple') || !names.length) return;
      if (argumentValue(call, 'slot_initializers').kind !== 'none') return;
      report({
        ...rangeOf(slots),
        message: 'Each of `slot_names` needs an initializer. Give the same number of `slot_initializers`.',
      });
    }
    if (name === 'CustomCombiner') {
      const weights = argumentOf(call, 'num_weights');
      const count = worthOf(argumentValue(call, 'num_weights'));
      if (
        !weights ||
        count === undefined ||
        !(count > 0) ||
        argumentValue(call, 'initializer').kind !== 'none'
      )
        return;
      report({
        ...rangeOf(weights),
        message: 'The weights of the combiner need an `initializer`. Give one, or 0 for `num_weights`.',
      });
    }
  },
};
