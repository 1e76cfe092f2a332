import { numberOf } from '../../../dataflow/calls/known-values';
import { shapeOf } from '../../../dataflow/derivation/shapes';
import { type Strategy, strategyOf } from '../../../dataflow/derivation/strategy';
import type { Draft } from './draft';
import type { Layers } from './layers';

/** The batch of a program, as keras-rs wants it: of all replicas. */
export interface Batch {
  /** The name that stands for it in the new program; defined once it is asked for. */
  readonly name: string;
  readonly perReplica: number | undefined;
  readonly replicas: number;
}

/** Stands for a batch that is not known. */
const USUAL = 1024;

/** What is known of the batch: from settings, from `build`, or from the shapes that features have. */
export function batchOf(draft: Draft, layers: Layers, strategy: Strategy): Batch {
  const { numReplicas } = strategy;
  const perReplica =
    strategy.perReplicaBatchSize ?? sizeOfBuild(draft, layers, strategy) ?? sizeOfShapes(layers);
  return {
    perReplica,
    replicas: numReplicas ?? 1,
    get name() {
      return draft.define('BATCH_SIZE', (name) => {
        const message = whatIsUnknown(name, perReplica, numReplicas);
        if (message) draft.remark(layers.sites[0]?.node ?? NOWHERE, message, { isWritten: true });
        const size = (perReplica ?? USUAL) * (numReplicas ?? 1);
        return `# ${message ? `Migration: ${message}` : 'The samples of a step on all replicas together.'}\n${name} = ${size}`;
      });
    },
  };
}

const NOWHERE = { start: 0, end: 0 };

function whatIsUnknown(name: string, perReplica: number | undefined, replicas: number | undefined) {
  if (perReplica === undefined)
    return `shapes of features hold the batch of all replicas together, which the program does not say: set ${name}.`;
  return replicas === undefined
    ? `shapes of features hold the batch of all replicas together: multiply ${name} by their number.`
    : undefined;
}

function sizeOfBuild({ file }: Draft, { sites }: Layers, strategy: Strategy): number | undefined {
  for (const { calls } of sites) {
    const { batchSize } = strategyOf(calls[0], file, strategy);
    const size = batchSize && numberOf(batchSize.type);
    if (size) return size;
  }
  return undefined;
}

/** The first size of all shapes that features have, if that is one. */
function sizeOfShapes({ all }: Layers): number | undefined {
  const sizes = all.flatMap(({ features }) =>
    features.flatMap(({ part }) => shapeOf(part.attribute('input_shape'))?.[0] ?? []),
  );
  const [first, ...others] = sizes;
  return first && others.every((size) => size === first) ? first : undefined;
}
