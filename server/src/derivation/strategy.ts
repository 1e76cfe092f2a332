import { numberOf } from '../dataflow/argument-values';
import { evaluationOf } from '../dataflow/evaluation';
import { type ApiCall, callOfEvent, type PythonFile } from '../dataflow/python-file';
import { eventThatGot } from '../dataflow/sights';
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
export function strategyOf(embedding: ApiCall, { tree }: PythonFile, said: Strategy): Strategy {
  if (said.perReplicaBatchSize !== undefined) return said;
  const evaluation = evaluationOf(tree);
  for (const section of tree.sections)
    for (const node of section.calls)
      for (const event of evaluation.callsAt(node) ?? []) {
        const isBuild = event.entry.kind === 'method' && event.entry.name === 'build';
        if (!isBuild || !event.object || eventThatGot(event.object.given) !== embedding.event) continue;
        const build = callOfEvent(event);
        const size = [givenTo(build, 'per_replica_input_shapes'), givenTo(build, 'per_replica_batch_size')]
          .map(({ type }) => (type.kind === 'int' ? numberOf(type) : undefined))
          .find((value) => value !== undefined);
        return { ...said, perReplicaBatchSize: size };
      }
  return said;
}
