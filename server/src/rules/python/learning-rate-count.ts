import { rangeOf } from '../../basics/range';
import { counted } from '../../configuration/quantities';
import { argumentValue } from '../../dataflow/calls/argument-values';
import { argumentOf } from '../../dataflow/calls/python-file';
import { configurationOf } from '../../dataflow/calls/reaching-configuration';
import type { Inferred } from '../../dataflow/calls/types';
import type { CallRule } from './call-rule';
import { relatedTo } from './output-count';
import { calleeRange } from './support/binding';
import { replacing } from './support/edits';
import { programWith } from './support/examples';

const CONFIGURATION = programWith(`  table_descriptor {
    name: "items" vocabulary_size: 100 dimension: 8 num_features: 1
    optimization_parameters { adagrad {} learning_rate { dynamic { tag: 0 } } }
  }`);

export const learningRateCount: CallRule = {
  code: 'learning-rate-count',
  severity: 'warning',
  summary: 'A step does not have one learning rate for each tag of its configuration.',
  details:
    '`SendTPUEmbeddingGradients` takes a scalar for each distinct tag in its configuration: those of `learning_rate { ' +
    'dynamic { tag } }`, and the step counters of `frequency_aware_adagrad`. Constant rates take none. TensorFlow compares ' +
    'the numbers when the graph is prepared for the TPU.',
  messages: {
    'Number of dynamic learning rate tags in the TPU embedding config: {n} does not match the NN attribute: {m}':
      'The configuration has {n} dynamic learning rates, and `learning_rates` of `SendTPUEmbeddingGradients` has {m}.',
  },
  bad: `${CONFIGURATION}
tf.raw_ops.SendTPUEmbeddingGradients(inputs=[tf.zeros([8, 8])], learning_rates=[], config=config)`,
  good: `${CONFIGURATION}
tf.raw_ops.SendTPUEmbeddingGradients(inputs=[tf.zeros([8, 8])], learning_rates=[0.1], config=config)`,
  checkCall(call, _file, report) {
    if (call.entry.op?.name !== 'SendTPUEmbeddingGradients') return;
    const node = argumentOf(call, 'learning_rates');
    const count = lengthOf(argumentValue(call, 'learning_rates'));
    // The list may still be incomplete while it is typed.
    if (count === undefined || (!node && !call.node.complete)) return;
    const reaching = configurationOf(call);
    const tags = reaching?.dynamicInputs;
    if (!reaching || tags === undefined || tags === count) return;
    report({
      ...(node ? rangeOf(node) : calleeRange(call)),
      message:
        tags === 0
          ? 'The configuration has no dynamic learning rates, so `learning_rates` must be empty: `[]`.'
          : `The configuration has ${counted(tags, 'tag')} for run-time scalars, but \`learning_rates\` holds ${count}. Give one for each tag.`,
      related: relatedTo(reaching),
      fixes: () => (tags === 0 && node?.kind === 'list' ? [replacing(node, '[]')] : []),
    });
  },
};

/** The wrapper of the op takes `None` for no rates. */
function lengthOf(value: Inferred): number | undefined {
  if (value.kind === 'none') return 0;
  return value.kind === 'list' || value.kind === 'tuple' ? value.length : undefined;
}
