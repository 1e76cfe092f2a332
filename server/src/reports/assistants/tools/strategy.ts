// Facts about a program's TPU that the program does not contain.

import { UsageError } from '../../../basics/usage-error';
import type { Strategy } from '../../../dataflow/derivation/strategy';
import { hostsConflict, strategyIn } from '../../../project/strategy';
import { type Slice, sliceNamed } from '../../../sizing/slices';
import type { Arguments } from '../arguments';
import type { Opened } from '../opened';
import { type JsonSchema, text } from '../schema';

const count = (description: string): JsonSchema => ({
  type: 'integer',
  minimum: 1,
  maximum: 999_999_999,
  description,
});

export const STRATEGY: Readonly<Record<string, JsonSchema>> = {
  'tpu?': text('The TPU slice, such as v5p-16.'),
  'numHosts?': count('Hosts of the slice.'),
  'numReplicas?': count('Replicas of the model.'),
  'perReplicaBatchSize?': count('Samples of a replica.'),
  'numCoresPerReplica?': count('TensorCores of a replica.'),
};

/** The slice that `tpu` names. */
export function sliceGiven(given: Arguments): Slice | undefined {
  const name = given.get('tpu');
  if (name === undefined) return undefined;
  const slice = sliceNamed(String(name));
  if ('problem' in slice) throw new UsageError(slice.problem);
  return slice;
}

/** The numbers of the arguments. */
export function givenStrategy(given: Arguments): Strategy {
  const read = (name: string) => given.get(name) as number | undefined;
  return {
    numHosts: read('numHosts'),
    numReplicas: read('numReplicas'),
    perReplicaBatchSize: read('perReplicaBatchSize'),
    numCoresPerReplica: read('numCoresPerReplica'),
  };
}

/** The arguments, else the slice, else the settings. */
export function strategyFor({ surroundings }: Opened, given: Arguments): Strategy {
  const [numbers, slice] = [givenStrategy(given), sliceGiven(given)];
  const conflict = hostsConflict(slice, numbers, 'numHosts');
  if (conflict !== undefined) throw new UsageError(conflict);
  return strategyIn(surroundings.analyzer.settings, numbers, slice);
}
