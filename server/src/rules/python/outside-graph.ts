import { rangeOf } from '../../basics/range';
import { findEntry } from '../../catalogue';
import { type CallEvent, evaluationOf } from '../../dataflow/calls/evaluation';
import { type MethodCall, methodCalls } from '../../dataflow/calls/methods';
import { eventWithArguments } from '../../dataflow/calls/observations';
import { argumentOf, type PythonFile } from '../../dataflow/calls/python-file';
import { leavesOf } from '../../dataflow/calls/structure';
import { inferredOf } from '../../dataflow/calls/types';
import { isCaptured, isEager } from '../../dataflow/libraries/strategies';
import type { Value } from '../../evaluator';
import { leadsTo } from '../../evaluator/state';
import type { Node } from '../../python/tree';
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
    '`AttributeError`. Call it in a `tf.function`, with tensors that are made there or that the function gets as arguments.',
  messages: {
    'Tensor.op is undefined when eager execution is enabled':
      'Ids are fed outside of a graph. Call `enqueue` in a `tf.function`.',
  },
  bad: onTpu('model.enqueue(ids)'),
  good: onTpu('\n@tf.function\ndef feed(ids):\n  model.enqueue(ids)'),
  checkFile(file, report) {
    if (/\bdisable_(?:eager|v2)/.test(file.text)) return;
    for (const call of methodCalls(file)) {
      const { entry, event } = call;
      if (!entry.graphOnly || !event?.place || isCaught(outsideGraph, call, file)) continue;
      // Where the program asks what the object is, it may be another one that works in eager code, too.
      if (event.object && event.place.tested.has(event.object)) continue;
      const eager = isEager(event.place.around, file.tree) ? undefined : eagerIds(call, file);
      if (eager)
        report({
          ...rangeOf(eager.argument),
          message:
            'A tensor in it is made outside of the graph. Make it in the function, or give it to the function as an argument.',
          related: [{ ...rangeOf(eager.maker), message: 'It is made here.' }],
        });
      else if (isEager(event.place.around, file.tree) && !mayBeInGraph(event, file))
        report({
          ...calleeRange(call),
          givesWayIn: [calleeRange(call)],
          message: `\`${entry.name}\` works only in a graph. Call it in a function with \`@tf.function\`.`,
        });
    }
  },
};

/** Whether another branch of the program makes the call in a graph: what decides may ask for that. */
const mayBeInGraph = ({ node, place }: CallEvent, { tree }: PythonFile): boolean =>
  evaluationOf(tree)
    .callsAt(node)
    ?.some(
      ({ place: other }) =>
        other &&
        place &&
        !isEager(other.around, tree) &&
        !leadsTo(other.path, place.path) &&
        !leadsTo(place.path, other.path),
    ) === true;

/** The argument of a call in a graph that holds ids which are certainly made outside of it, and where they are made. */
function eagerIds(call: MethodCall, { tree }: PythonFile) {
  for (const { parameter, actual } of call.event?.structures ?? []) {
    const argument = argumentOf(call, parameter.name);
    if (parameter.holds !== 'ids' || !argument) continue;
    for (const { value } of leavesOf(actual).leaves) {
      const maker = tensorMaker(value);
      const around = maker && eventWithArguments(maker.given)?.place?.around;
      if (around && isEager(around, tree) && isCaptured(call.event!.place!.around, around))
        return { argument, maker: maker.node };
    }
  }
  return undefined;
}

/** The call that made a tensor and nothing else, if its value is that very tensor and no variable. */
function tensorMaker(value: Value): { readonly given: object; readonly node: Node } | undefined {
  const kind = inferredOf(value)?.kind;
  if (value.kind !== 'made' || (kind !== 'tensor' && kind !== 'object')) return undefined;
  const isVariable = typeof findEntry(value.callee)?.makes?.trainable === 'object';
  return !isVariable && eventWithArguments(value.given)?.node === value.node ? value : undefined;
}
