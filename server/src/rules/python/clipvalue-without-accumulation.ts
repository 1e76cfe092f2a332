import { argumentValue, truth } from '../../dataflow/argument-values';
import { argumentOf } from '../../dataflow/python-file';
import type { CallRule } from './call-rule';
import { removeArgument } from './support/edits';

export const clipvalueWithoutAccumulation: CallRule = {
  code: 'clipvalue-without-accumulation',
  severity: 'error',
  language: 'python',
  summary: '`clipvalue` is given, but gradients are not accumulated.',
  details:
    'What is clipped is the sum of the gradients of a row, which exists with `use_gradient_accumulation` only. Without, ' +
    'TensorFlow raises `ValueError` for anything but `None`, even for 0.',
  bad: `import tensorflow as tf

tf.tpu.experimental.embedding.Adagrad(use_gradient_accumulation=False, clipvalue=1.0)`,
  good: `import tensorflow as tf

tf.tpu.experimental.embedding.Adagrad(clipvalue=1.0)`,
  checkCall(call, { tree, text }, report) {
    const clip = argumentOf(call, 'clipvalue');
    if (!clip || call.entry.group !== 'optimizer' || call.entry.removed) return;
    const value = argumentValue(tree, call, 'clipvalue');
    if (value.kind === 'none' || value.kind === 'unknown') return;
    if (truth(argumentValue(tree, call, 'use_gradient_accumulation')) !== false) return;
    const accumulation = argumentOf(call, 'use_gradient_accumulation')!;
    report({
      start: clip.start,
      end: clip.end,
      message: '`clipvalue` needs `use_gradient_accumulation=True`. Turn it on, or remove `clipvalue`.',
      related: [{ start: accumulation.start, end: accumulation.end, message: 'It is turned off here.' }],
      fixes: () => [
        {
          title: 'Turn gradient accumulation on',
          changes: [{ start: accumulation.start, end: accumulation.end, newText: 'True' }],
          preferred: true,
        },
        ...call.node.arguments
          .filter(({ name }) => name === 'clipvalue')
          .map((argument) => ({
            title: 'Remove clipvalue',
            changes: [removeArgument(text, call.node, argument)],
          })),
      ],
    });
  },
};
