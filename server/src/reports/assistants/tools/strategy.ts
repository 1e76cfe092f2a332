// Facts about a program's TPU that the program does not contain.
import type { Strategy } from '../../../dataflow/derivation/strategy';
import { strategyFrom, strategyOf } from '../../../project/strategy';
import type { Arguments } from '../arguments';
import type { Opened } from '../opened';
import type { JsonSchema } from '../schema';

const count = (description: string): JsonSchema => ({
  type: 'integer',
  minimum: 1,
  maximum: 999_999_999,
  description,
});

export const STRATEGY: Readonly<Record<string, JsonSchema>> = {
  'numHosts?': count('Of a program: hosts of the TPU slice.'),
  'numReplicas?': count('Of a program: replicas of the model on the TPU slice.'),
  'perReplicaBatchSize?': count('Of a program: samples that each replica gets in a step.'),
  'numCoresPerReplica?': count(
    'Of a program: TensorCores of each replica, where it uses a device assignment.',
  ),
};

export function givenStrategy(given: Arguments): Strategy {
  const read = (name: string) => given.get(name) as number | undefined;
  return {
    numHosts: read('numHosts'),
    numReplicas: read('numReplicas'),
    perReplicaBatchSize: read('perReplicaBatchSize'),
    numCoresPerReplica: read('numCoresPerReplica'),
  };
}

/** The arguments take precedence over the settings. */
export const strategyFor = ({ surroundings }: Opened, given: Strategy): Strategy =>
  strategyFrom(given, strategyOf(surroundings.analyzer.settings));
