import { rangeOf } from '../../basics/range';
import { parameterFor } from '../../catalogue';
import { argumentFor, numberFor } from '../../dataflow/calls/argument-values';
import { instanceOf } from '../../dataflow/calls/tables';
import { shapeOf } from '../../dataflow/calls/types';
import type { CallRule } from './call-rule';

export const outputShapeWithDim: CallRule = {
  code: 'output-shape-with-dim',
  severity: 'warning',
  summary: '`output_shape` seems to hold the length of the vectors.',
  details:
    '`output_shape` is the shape of the activations without their last size: TensorFlow appends the `dim` of the ' +
    'table. A plain feature has `[batch]`, a sequence `[batch, length]`. Here the last size equals the `dim` of the ' +
    'table, and there is no `max_sequence_length`, which a sequence would have. Silence the rule if the ' +
    'feature is a sequence.',
  bad: `import tensorflow as tf

table = tf.tpu.experimental.embedding.TableConfig(vocabulary_size=1000, dim=16, name='items')
tf.tpu.experimental.embedding.FeatureConfig(table=table, output_shape=[128, 16])`,
  good: `import tensorflow as tf

table = tf.tpu.experimental.embedding.TableConfig(vocabulary_size=1000, dim=16, name='items')
tf.tpu.experimental.embedding.FeatureConfig(table=table, output_shape=[128])`,
  checkCall(call, file, report) {
    if (call.entry.role !== 'feature') return;
    const argument = argumentFor(call, 'input_shape');
    const shape = argument && shapeOf(call.typeOf, argument.node);
    const table = instanceOf(call, 'table_id', file);
    const dimension = table && numberFor(table, 'dimension');
    if (!argument || !table || shape?.length !== 2 || dimension === undefined) return;
    if (shape[1] !== dimension || argumentFor(call, 'sequence_length')) return;
    const width = parameterFor(table.entry, 'dimension')!.name;
    report({
      ...rangeOf(argument.node),
      message: `\`${argument.name}\` ends with ${dimension}, the \`${width}\` of the table, which TensorFlow adds by itself. Leave it out, unless it is the length of a sequence.`,
    });
  },
};
