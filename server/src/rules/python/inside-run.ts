import { rangeOf } from '../../basics/range';
import { valueOfParameter } from '../../dataflow/calls/arguments';
import { isOnTpu, type MethodCall, methodCalls } from '../../dataflow/calls/methods';
import { argumentOf, type PythonFile } from '../../dataflow/calls/python-file';
import { computedInReplica } from '../../dataflow/libraries/replica-tensors';
import { runAround } from '../../dataflow/libraries/strategies';
import { functionOf } from '../../python/surroundings';
import { type CallRule, isCaught } from './call-rule';
import { calleeRange } from './support/binding';
import { onTpu } from './support/examples';
import { isTensor } from './support/tensor-conditions';

const feeding = (ids: string): string =>
  onTpu(`
@tf.function
def step(batch):
  def replica(ids):
    model.enqueue(${ids})
    return model.dequeue()

  return strategy.run(replica, args=(batch,))`);

export const insideRun: CallRule = {
  code: 'inside-run',
  severity: 'error',
  summary: 'Ids are fed in `strategy.run` from where they cannot be taken to the host.',
  details:
    'The TPU gets ids from its host. Where `enqueue` of a `TPUEmbedding` is called in a function that `strategy.run` runs, TensorFlow ' +
    'moves the call to the host, with ids that are arguments of that function as they are. It raises `ValueError` for ids ' +
    'that are computed in the function, and `RuntimeError` in a `tf.function` inside or under a condition on a tensor.',
  bad: feeding('tf.math.floormod(ids, 100)'),
  good: feeding('ids'),
  checkFile(file, report) {
    for (const call of methodCalls(file)) {
      if (!call.entry.graphOnly || !isOnTpu(call) || isCaught(insideRun, call, file)) continue;
      const run = call.event?.place && runAround(call.event.place.around);
      if (!run) continue;
      const [argument, value] = idsOf(call);
      const computed = computedInReplica(value);
      const condition = run.condition?.node ?? conditionOn(call, file);
      if (run.isNested || condition)
        report({
          ...calleeRange(call),
          message: `\`${call.entry.name}\` cannot be taken to the host out of ${condition ? 'a condition on a tensor' : 'a `tf.function`'} in \`strategy.run\`. Call it before \`strategy.run\`, or in the function itself that this runs.`,
          related: condition ? [{ ...rangeOf(condition), message: 'The condition.' }] : [],
        });
      else if (argument && computed)
        report({
          ...rangeOf(argument),
          message:
            'These ids are computed in the function that `strategy.run` runs, and the host has only what that function gets as arguments. Compute them before `strategy.run`.',
          related: [{ ...rangeOf(computed.node), message: 'They are computed here.' }],
        });
    }
  },
};

function idsOf(call: MethodCall) {
  const { entry, event } = call;
  const name = entry.parameters.find(({ holds }) => holds === 'ids')?.name;
  return name === undefined || !event
    ? []
    : ([argumentOf(call, name), valueOfParameter(entry, name, event.given, event.node)] as const);
}

const UNCONVERTED = /\bautograph\b|\brun_functions_eagerly\b/;

/** The condition on a tensor under which a call is, of which a graph makes control flow of its own. */
function conditionOn({ node }: MethodCall, file: PythonFile) {
  if (UNCONVERTED.test(file.text)) return undefined;
  const end = functionOf(node);
  for (let at = node.parent; at && at !== end; at = at.parent)
    if (at.kind === 'block' && (at.keyword === 'if' || at.keyword === 'while') && at.value)
      if (isTensor(at.value, file)) return at.value;
  return undefined;
}
