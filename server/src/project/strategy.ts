import type { Strategy } from '../dataflow/derivation/strategy';
import type { Settings } from './settings';

/** The facts about a program's TPU in the settings. */
export const strategyOf = (settings: Settings): Strategy => ({
  numHosts: settings['derive.numHosts'] ?? undefined,
  numReplicas: settings['derive.numReplicas'] ?? undefined,
  perReplicaBatchSize: settings['derive.perReplicaBatchSize'] ?? undefined,
  numCoresPerReplica: settings['derive.numCoresPerReplica'] ?? undefined,
});

/** Values of the first take precedence. The second fills in missing ones. */
export const strategyFrom = (first: Strategy, second: Strategy): Strategy => ({
  numHosts: first.numHosts ?? second.numHosts,
  numReplicas: first.numReplicas ?? second.numReplicas,
  perReplicaBatchSize: first.perReplicaBatchSize ?? second.perReplicaBatchSize,
  numCoresPerReplica: first.numCoresPerReplica ?? second.numCoresPerReplica,
});
