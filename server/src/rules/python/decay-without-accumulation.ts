import { argumentValue, truth } from '../../dataflow/argument-values';
import { argumentOf } from '../../dataflow/python-file';
import type { CallRule } from './call-rule';
import { replaceNode } from './support/edits';

export const decayWithoutAccumulation: CallRule = {
  code: 'decay-without-accumulation',
  severity: 'warning',
  language: 'python',
  summary: 'Weights decay without gradient accumulation, so rows that come up often decay more.',
  details:
    'A row decays whenever it is updated. With `use_gradient_accumulation` that is once per batch; without, once for ' +
    'each gradient, so that the decay depends on how often an id occurs. TensorFlow does not check.',
  bad: `import tensorflow as tf

tf.tpu.experimental.embedding.Adagrad(0.1, use_gradient_accumulation=False, weight_decay_factor=0.01)`,
  good: `import tensorflow as tf

tf.tpu.experimental.embedding.Adagrad(0.1, weight_decay_factor=0.01)`,
  checkCall(call, { tree }, report) {
    const factor = argumentOf(call, 'weight_decay_factor');
    const accumulation = argumentOf(call, 'use_gradient_accumulation');
    if (!factor || !accumulation || call.entry.group !== 'optimizer' || call.entry.removed) return;
    if (truth(argumentValue(tree, call, 'weight_decay_factor')) !== true) return;
    if (truth(argumentValue(tree, call, 'use_gradient_accumulation')) !== false) return;
    report({
      start: factor.start,
      end: factor.end,
      message:
        'Weight decay needs `use_gradient_accumulation=True`: without it a row decays once per gradient.',
      related: [{ start: accumulation.start, end: accumulation.end, message: 'It is turned off here.' }],
      fixes: () => [
        {
          title: 'Turn gradient accumulation on',
          changes: [replaceNode(accumulation, 'True')],
          preferred: true,
        },
      ],
    });
  },
};
