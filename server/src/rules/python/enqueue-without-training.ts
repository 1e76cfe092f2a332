import { addToSet } from '../../basics/groups';
import { rangeOf } from '../../basics/range';
import { argumentValue } from '../../dataflow/calls/argument-values';
import { isAround } from '../../dataflow/calls/certain-order';
import { evaluationOf } from '../../dataflow/calls/evaluation';
import { truth } from '../../dataflow/calls/known-values';
import { type MethodCall, methodCalls } from '../../dataflow/calls/methods';
import { argumentOf, type PythonFile } from '../../dataflow/calls/python-file';
import { leadsTo } from '../../evaluator/state';
import type { Call } from '../../python/tree';
import type { CallRule } from './call-rule';
import { calleeRange } from './support/binding';
import { onTpu } from './support/examples';

const step = (training: string): string =>
  onTpu(`
@tf.function
def step(ids):
  model.enqueue(ids, training=${training})

  def train():
    activations = model.dequeue()
    model.apply_gradients(tf.ones_like(activations))

  strategy.run(train)`);

export const enqueueWithoutTraining: CallRule = {
  code: 'enqueue-without-training',
  severity: 'warning',
  summary: 'Gradients are applied for ids that are fed with `training=False`.',
  details:
    '`enqueue` with `training=False` feeds ids for a lookup alone, and the TPU expects no gradients after it. ' +
    '`apply_gradients` in the same step raises no exception, but may wait forever. Where `enqueue` has a `name`, the ' +
    'gradients of that name decide, and `training` has no effect.',
  bad: step('False'),
  good: step('True'),
  checkFile(file, report) {
    const reported = new Map<Call, Set<Call>>();
    const calls = methodCalls(file).filter(({ entry }) => entry.building !== undefined);
    for (const call of calls) {
      const isUpdate = call.entry.parameters.some(({ holds }) => holds === 'gradients');
      const fed = isUpdate ? fedBefore(call, calls, file) : undefined;
      if (!fed || !isWithoutTraining(fed) || reported.get(call.node)?.has(fed.node)) continue;
      addToSet(reported, call.node, fed.node);
      report({
        ...calleeRange(call),
        message:
          'The ids of this step are fed with `training=False`, after which the TPU expects no gradients and may wait forever. Feed them with `training=True`, or apply no gradients.',
        related: [{ ...rangeOf(argumentOf(fed, TRAINING)!), message: 'They are fed here.' }],
      });
    }
  },
};

const TRAINING = 'training';

const isWithoutTraining = (call: MethodCall): boolean =>
  argumentOf(call, TRAINING) !== undefined &&
  truth(argumentValue(call, TRAINING)) === false &&
  argumentValue(call, 'name').kind === 'none';

/** The call that certainly has fed an object last before another one, in the same run of a function. */
function fedBefore(
  call: MethodCall,
  calls: readonly MethodCall[],
  { tree }: PythonFile,
): MethodCall | undefined {
  const evaluation = evaluationOf(tree);
  const orderOf = (each: MethodCall) => (each.event ? evaluation.orderOf(each.event) : -1);
  const place = call.event?.place;
  if (!place || !call.maker) return undefined;
  const last = calls
    .filter(
      (other) =>
        other.maker === call.maker &&
        other.entry.parameters.some(({ name }) => name === TRAINING) &&
        orderOf(other) < orderOf(call),
    )
    .toSorted((a, b) => orderOf(b) - orderOf(a))[0];
  const before = last?.event?.place;
  const isOfStep =
    before?.around.kind === 'function' &&
    isAround(before.around, place.around) &&
    leadsTo(before.path, place.path);
  return isOfStep ? last : undefined;
}
