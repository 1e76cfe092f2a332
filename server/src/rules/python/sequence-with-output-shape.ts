import { parameterFor } from '../../catalogue';
import { argumentValue, numberOf } from '../../dataflow/calls/argument-values';
import { argumentOf } from '../../dataflow/calls/python-file';
import type { CallRule } from './call-rule';
import { removalOf } from './support/edits';

export const sequenceWithOutputShape: CallRule = {
  code: 'sequence-with-output-shape',
  severity: 'warning',
  language: 'python',
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
    const { name: ofLength } = parameterFor(call.entry, 'sequence_length') ?? {};
    const { name: ofShape } = parameterFor(call.entry, 'input_shape') ?? {};
    if (ofLength === undefined || ofShape === undefined) return;
    const length = argumentOf(call, ofLength);
    const shape = argumentOf(call, ofShape);
    if (!length || !shape || !((numberOf(argumentValue(call, ofLength)) ?? 0) > 0)) return;
    const value = argumentValue(call, ofShape);
    if (value.kind !== 'list' && value.kind !== 'tuple') return;
    report({
      start: length.start,
      end: length.end,
      message: `\`${ofLength}\` is ignored where \`${ofShape}\` is given. Make the length part of the shape: \`[batch, length]\`.`,
      related: [{ start: shape.start, end: shape.end, message: 'The shape is given here.' }],
      tag: 'unnecessary',
      fixes: () => removalOf(text, call.node, ofLength).map((fix) => ({ ...fix, preferred: false })),
    });
  },
};
