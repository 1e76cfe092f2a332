import { numberOf } from '../dataflow/argument-values';
import { type CallEvent, evaluationOf } from '../dataflow/evaluation';
import { type ApiCall, callOfEvent, type PythonFile } from '../dataflow/python-file';
import { eventThatGot } from '../dataflow/sights';
import type { Tree } from '../python/tree';
import { once } from '../text/once';
import { givenTo } from './given';

/** What a program's TPU is, as far as it is known. */
export interface Strategy {
  readonly numHosts?: number | undefined;
  readonly numReplicas?: number | undefined;
  readonly perReplicaBatchSize?: number | undefined;
  /** Given where the TPU is used with a device assignment. */
  readonly numCoresPerReplica?: number | undefined;
}

/** What a person has said, and for an embedding object what its `build` gets. */
export function strategyOf({ event }: ApiCall, { tree }: PythonFile, said: Strategy): Strategy {
  const build = event && said.perReplicaBatchSize === undefined ? buildsIn(tree).get(event) : undefined;
  if (!build) return said;
  const size = [givenTo(build, 'per_replica_input_shapes'), givenTo(build, 'per_replica_batch_size')]
    .map(({ type }) => (type.kind === 'int' ? numberOf(type) : undefined))
    .find((value) => value !== undefined);
  return { ...said, perReplicaBatchSize: size };
}

/** The first `build` of each embedding object, by the event that makes the object. */
const buildsIn = once((tree: Tree): ReadonlyMap<CallEvent, ApiCall> => {
  const evaluation = evaluationOf(tree);
  const events = tree.sections
    .flatMap(({ calls }) => calls)
    .filter(({ callee }) => callee.kind === 'attribute' && callee.name === 'build')
    .flatMap((node) => evaluation.callsAt(node) ?? []);
  const builds = new Map<CallEvent, ApiCall>();
  for (const event of events) {
    const made = event.object && eventThatGot(event.object.given);
    if (made && !builds.has(made)) builds.set(made, callOfEvent(event));
  }
  return builds;
});
