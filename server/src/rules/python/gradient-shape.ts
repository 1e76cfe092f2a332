import { rangeOf } from '../../basics/range';
import { argumentOf } from '../../dataflow/calls/python-file';
import { configurationOf } from '../../dataflow/calls/reaching-configuration';
import { differ, tensorLike } from '../../dataflow/calls/types';
import { outputShapes } from '../../dataflow/messages/message-configuration';
import type { CallRule } from './call-rule';
import { shapeText } from './mismatches/tensors';
import { relatedTo } from './output-count';
import { programWith, tableOf } from './support/examples';

const CONFIGURATION = programWith(tableOf('items', 16));

export const gradientShape: CallRule = {
  code: 'gradient-shape',
  severity: 'warning',
  summary: 'A gradient does not have the shape of the activations that it is for.',
  details:
    'The gradients that `SendTPUEmbeddingGradients` takes have the shapes of the outputs of `RecvTPUEmbeddingActivations`, ' +
    'in the same order: that of the features in the configuration or, without features, that of its tables. TensorFlow ' +
    'compares them when the graph is prepared for the TPU, and cannot notice that gradients of one shape are swapped.',
  bad: `${CONFIGURATION}
tf.raw_ops.SendTPUEmbeddingGradients(inputs=[tf.zeros([8, 17])], learning_rates=[], config=config)`,
  good: `${CONFIGURATION}
tf.raw_ops.SendTPUEmbeddingGradients(inputs=[tf.zeros([8, 16])], learning_rates=[], config=config)`,
  checkCall(call, _file, report) {
    if (call.entry.op?.name !== 'SendTPUEmbeddingGradients') return;
    const inputs = argumentOf(call, 'inputs');
    const given = inputs && call.typeOf(inputs);
    const reaching = configurationOf(call);
    const outputs = reaching && outputShapes(reaching.message);
    if (!inputs || !outputs || (given?.kind !== 'list' && given?.kind !== 'tuple')) return;
    // Another rule reports a wrong number.
    if (given.elements?.length !== outputs.length) return;
    for (const [i, element] of given.elements.entries()) {
      const { shape } = tensorLike(call.typeOf, element) ?? {};
      const { name, shape: wanted } = outputs[i]!;
      if (!shape || !wanted || !differ(shape, wanted)) continue;
      const other = outputs.find((output) => output.shape && !differ(shape, output.shape));
      report({
        ...rangeOf(element),
        message:
          `This gradient has the shape ${shapeText(shape)}, but the activations of ${name} have ${shapeText(wanted)}.` +
          (other ? ` It fits ${other.name}: keep to the order of the activations.` : ''),
        related: relatedTo(reaching),
      });
    }
  },
};
