import { rangeOf } from '../../basics/range';
import { valueOfParameter } from '../../dataflow/calls/arguments';
import { isOnTpu, type MethodCall, methodCalls } from '../../dataflow/calls/methods';
import { argumentOf, type PythonFile } from '../../dataflow/calls/python-file';
import { computedInReplica } from '../../dataflow/libraries/replica-tensors';
import { runAround } from '../../dataflow/libraries/strategies';
import { choicesBefore } from '../../python/branches';
import { functionOf } from '../../python/surroundings';
import { textMatches } from '../../python/text-matches';
import type { Node } from '../../python/tree';
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
    'that are computed in the function, and `RuntimeError` in a `tf.function` inside, under a condition on a tensor, or in a loop over one.',
  messages: {
    'does not have the `_tpu_input_identity` attr':
      'Ids are computed or changed inside the step instead of coming straight from its arguments, as by a Keras `Input` of another dtype, or batches change their size. Give the step ids of the final dtype and shape: `batch(n, drop_remainder=True)`, the right dtype on each `tf.keras.Input`, and compute nothing on them before `enqueue`.',
    'does not match graph which contains TPUReplicateContext':
      '`enqueue` is called under a condition, in a loop or in a `tf.function` within `strategy.run`. Call it directly in the function that `strategy.run` runs, outside of `if`, `for` and inner functions.',
  },
  bad: feeding('tf.math.floormod(ids, 100)'),
  good: feeding('ids'),
  checkFile(file, report) {
    for (const call of methodCalls(file)) {
      if (!call.entry.graphOnly || !isOnTpu(call) || isCaught(insideRun, call, file)) continue;
      const run = call.event?.place && runAround(call.event.place.around);
      if (!run) continue;
      const [argument, value] = idsOf(call);
      const computed = computedInReplica(value);
      const control = run.condition
        ? { place: 'a condition on a tensor', tensor: run.condition.node }
        : controlAround(call, file);
      if (run.isNested || control)
        report({
          ...calleeRange(call),
          message: `\`${call.entry.name}\` cannot be taken to the host out of ${control?.place ?? 'a `tf.function`'} in \`strategy.run\`. Call it before \`strategy.run\`, or directly in the function that \`strategy.run\` runs.`,
          related: control ? [{ ...rangeOf(control.tensor), message: 'This is the tensor.' }] : [],
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

/** What `enqueue` is in, by the keyword of the block with a tensor, of which a graph makes control flow of its own. */
const PLACES: ReadonlyMap<string, string> = new Map([
  ['if', 'a condition on a tensor'],
  ['elif', 'a condition on a tensor'],
  ['while', 'a loop with a tensor as its condition'],
  ['for', 'a loop over a tensor'],
]);

/** The control flow of its own that a graph makes around a call: its place in words, and the tensor that it depends on. */
function controlAround({ node }: MethodCall, file: PythonFile) {
  if (textMatches(file.tree, UNCONVERTED)) return undefined;
  const end = functionOf(node);
  for (let child: Node = node, at = node.parent; at && at !== end; child = at, at = at.parent) {
    if (at.kind !== 'block' || child === at.value) continue;
    // What follows an `if` in the same choice is under its condition as well.
    const before = choicesBefore(at).filter(({ keyword }) => keyword === 'if' || keyword === 'elif');
    for (const { keyword, value } of [at, ...before]) {
      const place = PLACES.get(keyword);
      if (place && value && isTensor(value, file)) return { place, tensor: value };
    }
  }
  return undefined;
}
