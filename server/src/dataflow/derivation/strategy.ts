import { cachedByTree, type Node, type Tree } from '../../python/tree';
import { isCertainlyBefore } from '../calls/certain-order';
import { type CallEvent, evaluationOf } from '../calls/evaluation';
import { eventWithArguments } from '../calls/observations';
import { type ApiCall, callOfEvent, type PythonFile } from '../calls/python-file';
import { type FieldArgument, fieldArgumentFor } from './field-argument';

/** The TPU that a program runs on, as far as it is known. */
export interface Strategy {
  readonly numHosts?: number | undefined;
  readonly numReplicas?: number | undefined;
  readonly perReplicaBatchSize?: number | undefined;
  /** Set if the TPU is used with a device assignment. */
  readonly numCoresPerReplica?: number | undefined;
  /** The shapes that the program gives to `build`, or the batch size in their place. */
  readonly inputShapes?: FieldArgument | undefined;
  /** The batch size that the program gives to `build`. */
  readonly batchSize?: FieldArgument | undefined;
  /** Where the program gives its TPU a device assignment. */
  readonly assignment?: Node | undefined;
}

/** The strategy that the user has entered, with the arguments of the embedding object's `build`. */
export function strategyOf(embedding: ApiCall, { tree }: PythonFile, entered: Strategy): Strategy {
  const strategy = { ...entered, assignment: assignmentIn(tree) };
  const build = buildOf(embedding, tree);
  if (!build) return strategy;
  const inputShapes = fieldArgumentFor(build, 'per_replica_input_shapes');
  const batchSize = fieldArgumentFor(build, 'per_replica_batch_size');
  return { ...strategy, inputShapes, batchSize };
}

/** The call of `build` on an embedding object that has an effect: the one that certainly comes before all others. */
export function buildOf({ event }: Pick<ApiCall, 'event'>, tree: Tree): ApiCall | undefined {
  const builds = (event && buildsIn(tree).get(event)) ?? [];
  return builds.find((build) => builds.every((other) => other === build || isBefore(build, other, tree)));
}

function isBefore({ event }: ApiCall, { event: other }: ApiCall, tree: Tree): boolean {
  if (!event || !other || !isCertainlyBefore(event, other, tree)) return false;
  const evaluation = evaluationOf(tree);
  const order = evaluation.orderOf(event);
  return order >= 0 && order < evaluation.orderOf(other);
}

/** The device assignment that the program passes to a TPUStrategy. */
const assignmentIn = cachedByTree((tree): Node | undefined =>
  tree.calls
    .flatMap((call) => call.arguments)
    .find(
      ({ name, value }) =>
        name === 'experimental_device_assignment' && !(value.kind === 'constant' && value.value === 'None'),
    ),
);

/** The calls of `build` on each embedding object, by the event that makes the object. */
const buildsIn = cachedByTree((tree): ReadonlyMap<CallEvent, readonly ApiCall[]> => {
  const evaluation = evaluationOf(tree);
  const events = tree.calls
    .filter(({ callee }) => callee.kind === 'attribute' && callee.name === 'build')
    .flatMap((node) => evaluation.callsAt(node) ?? []);
  const builds = new Map<CallEvent, ApiCall[]>();
  for (const event of events) {
    const made = event.object && eventWithArguments(event.object.given);
    if (made) builds.set(made, [...(builds.get(made) ?? []), callOfEvent(event)]);
  }
  return builds;
});
