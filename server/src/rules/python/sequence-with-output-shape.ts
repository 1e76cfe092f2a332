import { rangeOf } from '../../basics/range';
import { argumentFor } from '../../dataflow/calls/argument-values';
import { numberOf } from '../../dataflow/calls/known-values';
import type { CallRule } from './call-rule';
import { removalOf } from './support/edits';

export const sequenceWithOutputShape: CallRule = {
  code: 'sequence-with-output-shape',
  severity: 'warning',
  summary: '`max_sequence_length` is ignored next to `output_shape`.',
  details:
    'A feature that has an `output_shape` takes its whole shape from there: a sequence has `[batch, length]`. The length ' +
    'given by `max_sequence_length` counts only where the shape comes from the data.',
  bad: `import tensorflow as tf

table = tf.tpu.experimental.embedding.TableConfig(vocabulary_size=1000, dim=16, name='items')
tf.tpu.experimental.embedding.FeatureConfig(table, max_sequence_length=10, output_shape=[128])`,
  good: `import tensorflow as tf

table = tf.tpu.experimental.embedding.TableConfig(vocabulary_size=1000, dim=16, name='items')
tf.tpu.experimental.embedding.FeatureConfig(table, output_shape=[128, 10])`,
  checkCall(call, { text }, report) {
    if (call.entry.role !== 'feature') return;
    const length = argumentFor(call, 'sequence_length');
    const shape = argumentFor(call, 'input_shape');
    if (!length || !((numberOf(length.value) ?? 0) > 0)) return;
    if (shape?.value.kind !== 'list' && shape?.value.kind !== 'tuple') return;
    report({
      ...rangeOf(length.node),
      message: `\`${length.name}\` is ignored where \`${shape.name}\` is given. Make the length part of the shape: \`[batch, length]\`.`,
      related: [{ ...rangeOf(shape.node), message: 'The shape is given here.' }],
      tag: 'unnecessary',
      fixes: () => removalOf(text, call.node, length.name).map((fix) => ({ ...fix, preferred: false })),
    });
  },
};
