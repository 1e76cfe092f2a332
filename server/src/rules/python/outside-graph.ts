import { methodCalls } from '../../dataflow/calls/methods';
import { isEager } from '../../dataflow/libraries/strategies';
import { type CallRule, isCaught } from './call-rule';
import { calleeRange } from './support/binding';
import { onTpu } from './support/examples';

export const outsideGraph: CallRule = {
  code: 'outside-graph',
  severity: 'error',
  isLast: true,
  summary: 'Ids are fed to the TPU outside of a graph.',
  details:
    '`enqueue` of a `TPUEmbedding` asks which op each of its tensors comes from, which eager tensors do not know: it raises ' +
    '`AttributeError`. Call it in a `tf.function`.',
  messages: ['Tensor.op is undefined when eager execution is enabled'],
  bad: onTpu('model.enqueue(ids)'),
  good: onTpu('\n@tf.function\ndef feed(ids):\n  model.enqueue(ids)'),
  checkFile(file, report) {
    if (/\bdisable_(?:eager|v2)/.test(file.text)) return;
    for (const call of methodCalls(file)) {
      const { entry, event } = call;
      if (!entry.graphOnly || !event?.place || !isEager(event.place.around)) continue;
      if (!isCaught(outsideGraph, call, file))
        report({
          ...calleeRange(call),
          givesWayIn: [calleeRange(call)],
          message: `\`${entry.name}\` works only in a graph. Call it in a function with \`@tf.function\`.`,
        });
    }
  },
};
