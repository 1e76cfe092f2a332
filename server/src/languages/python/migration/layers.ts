import { addTo } from '../../../basics/groups';
import type { ApiCall } from '../../../dataflow/calls/python-file';
import { type Feature, featuresAlone } from '../../../dataflow/derivation/features';
import type { EmbeddingPart } from '../../../dataflow/derivation/parts';
import type { Call } from '../../../python/tree';
import type { Site } from './program';

/** An embedding object as one execution makes it. */
export class Layer {
  readonly features: readonly Feature[];
  /** The indices of its tables by the calls that make them. */
  readonly tables = new Map<Call, number[]>();
  readonly featuresOf = new Map<Call, Feature[]>();

  constructor(
    readonly site: Site,
    call: ApiCall,
  ) {
    this.features = featuresAlone(call)?.features ?? [];
    const tables = new Set<EmbeddingPart>(this.features.flatMap(({ table }) => table ?? []));
    for (const [i, table] of [...tables].entries()) addTo(this.tables, table.call.node, i);
    const parts = new Set<EmbeddingPart>();
    for (const feature of this.features) {
      if (!parts.has(feature.part)) addTo(this.featuresOf, feature.part.call.node, feature);
      parts.add(feature.part);
    }
  }
}

/** All embedding objects of a program, in each execution. */
export class Layers {
  readonly all: readonly Layer[];
  private readonly made = new Map<ApiCall, Feature[]>();

  constructor(readonly sites: readonly Site[]) {
    this.all = sites.flatMap((site) => site.calls.map((call) => new Layer(site, call)));
    for (const { features } of this.all)
      for (const feature of features) addTo(this.made, feature.part.call, feature);
  }

  /** The features that a call makes, in all executions. */
  madeBy = ({ calls }: Site): readonly Feature[] => calls.flatMap((call) => this.made.get(call) ?? []);

  /** The embedding object with the most features, or tables, from one call. */
  most(site: Site, of: 'tables' | 'featuresOf'): Layer | undefined {
    const count = (layer: Layer | undefined) => layer?.[of].get(site.node)?.length ?? 0;
    return this.all.reduce<Layer | undefined>(
      (best, layer) => (count(layer) > count(best) ? layer : best),
      undefined,
    );
  }

  /** The calls of embedding objects that have a table; of all where it is not seen which. */
  training({ node }: Site): ReadonlySet<Site> {
    const own = this.all.filter((layer) => layer.tables.has(node));
    return new Set((own.length > 0 ? own : this.all).map(({ site }) => site));
  }
}
