import { argumentValue, truth } from '../../dataflow/argument-values';
import { argumentOf } from '../../dataflow/python-file';
import type { CallRule } from './call-rule';

export const nonLazyAdamWithoutAccumulation: CallRule = {
  code: 'non-lazy-adam-without-accumulation',
  severity: 'error',
  language: 'python',
  summary: '`lazy_adam=False` is given, but gradients are not accumulated.',
  details:
    'Adam that is not lazy updates all rows once per step, for which it needs the accumulated gradients. TensorFlow raises ' +
    '`ValueError`, and its message advises the opposite of what helps: `use_gradient_accumulation` has to be `True`.',
  bad: `import tensorflow as tf

tf.tpu.experimental.embedding.Adam(lazy_adam=False, use_gradient_accumulation=False)`,
  good: `import tensorflow as tf

tf.tpu.experimental.embedding.Adam(lazy_adam=False, use_gradient_accumulation=True)`,
  checkCall(call, { tree }, report) {
    if (call.entry.removed || call.entry.group !== 'optimizer') return;
    const lazy = argumentOf(call, 'lazy_adam');
    const accumulation = argumentOf(call, 'use_gradient_accumulation');
    if (!lazy || !accumulation) return;
    if (truth(argumentValue(tree, call, 'lazy_adam')) !== false) return;
    if (truth(argumentValue(tree, call, 'use_gradient_accumulation')) !== false) return;
    report({
      start: accumulation.start,
      end: accumulation.end,
      message: '`lazy_adam=False` needs `use_gradient_accumulation=True`. Turn it on, or let Adam be lazy.',
      fixes: () => [
        {
          title: 'Turn gradient accumulation on',
          changes: [{ start: accumulation.start, end: accumulation.end, newText: 'True' }],
          preferred: true,
        },
        { title: 'Let Adam be lazy', changes: [{ start: lazy.start, end: lazy.end, newText: 'True' }] },
      ],
    });
  },
};
