import type { Strategy } from '../derivation/strategy';
import type { Settings } from '../settings';

/** What settings say of a program's TPU. */
export const strategyOf = (settings: Settings): Strategy => ({
  numHosts: settings['derive.numHosts'] ?? undefined,
  numReplicas: settings['derive.numReplicas'] ?? undefined,
  perReplicaBatchSize: settings['derive.perReplicaBatchSize'] ?? undefined,
  numCoresPerReplica: settings['derive.numCoresPerReplica'] ?? undefined,
});

/** What the first says counts, and what it leaves open the second. */
export const strategyFrom = (first: Strategy, second: Strategy): Strategy => ({
  numHosts: first.numHosts ?? second.numHosts,
  numReplicas: first.numReplicas ?? second.numReplicas,
  perReplicaBatchSize: first.perReplicaBatchSize ?? second.perReplicaBatchSize,
  numCoresPerReplica: first.numCoresPerReplica ?? second.numCoresPerReplica,
});
