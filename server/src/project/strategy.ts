import { counted } from '../configuration/quantities';
import type { Strategy } from '../dataflow/derivation/strategy';
import { type Slice, sliceNamed, tensorCoresOf } from '../sizing/slices';
import type { Settings } from './settings';

/** The facts about a program's TPU in the settings. */
export function strategyOf({ tpu }: Pick<Settings, 'tpu'>): Strategy {
  const slice = sliceIn({ tpu });
  return slice ? strategyFrom(tpu!, strategyOn(slice, tpu!)) : (tpu ?? {});
}

/** The slice that the settings name. */
export function sliceIn({ tpu }: Pick<Settings, 'tpu'>): Slice | undefined {
  const slice = tpu?.slice === undefined ? undefined : sliceNamed(tpu.slice);
  return slice && !('problem' in slice) ? slice : undefined;
}

/** Values of the first take precedence. The second fills in missing ones. */
export const strategyFrom = (first: Strategy, second: Strategy): Strategy => ({
  numHosts: first.numHosts ?? second.numHosts,
  numReplicas: first.numReplicas ?? second.numReplicas,
  perReplicaBatchSize: first.perReplicaBatchSize ?? second.perReplicaBatchSize,
  numCoresPerReplica: first.numCoresPerReplica ?? second.numCoresPerReplica,
});

/**
 * What a program runs on, as the user says: `given` itself, else the slice that is named with it, else the settings. Each replica has
 * one TensorCore, unless `numCoresPerReplica` says otherwise.
 */
export function strategyIn(settings: Settings, given: Strategy, slice?: Slice): Strategy {
  const around = strategyOf(settings);
  if (!slice) return strategyFrom(given, around);
  return strategyFrom(strategyFrom(given, strategyOn(slice, strategyFrom(given, around))), around);
}

function strategyOn(slice: Slice, { numCoresPerReplica = 1 }: Strategy): Strategy {
  const replicas = tensorCoresOf(slice) / numCoresPerReplica;
  return { numHosts: slice.hosts, numReplicas: Number.isInteger(replicas) ? replicas : undefined };
}

/** The sentence for a number of hosts that the named slice does not have; undefined if there is none. */
export function hostsConflict(
  slice: Slice | undefined,
  { numHosts }: Strategy,
  option: string,
): string | undefined {
  if (!slice || numHosts === undefined || numHosts === slice.hosts) return undefined;
  return `${slice.name} has ${counted(slice.hosts, 'host')}, and ${option} says ${numHosts}. Leave one out.`;
}
