import { excerpt } from '../../basics/excerpt';
import { once } from '../../basics/once';
import { type Node, treeAround } from '../../python/tree';
import { evaluationOf } from '../calls/evaluation';
import { type ApiCall, callOfEvent } from '../calls/python-file';
import { Refusal, unlessRefused } from './draft';
import { type GivenTo, givenFor } from './given';
import { NO_OBJECTS } from './misfits';
import { flatten, type Leaf } from './nest';
import { type Part, Parts, type Written } from './parts';
import { defaultName } from './tables';

export interface Feature {
  readonly leaf: Leaf;
  readonly part: Part;
  /** Undefined where it is unknown. */
  readonly table: Part | undefined;
}

/** The parts of an embedding object, as far as they are known. */
export interface Features {
  readonly parts: Parts;
  /** The features before the first unknown place. */
  readonly features: readonly Feature[];
  /** The first unknown place. */
  readonly open: Node | undefined;
  /** In the order in which features use them first; those before the first unknown one. */
  readonly tables: readonly Part[];
}

export function featuresOf(embedding: ApiCall): Features {
  return featuresAt(embedding, new Parts(embedding, writtenBefore(embedding)));
}

function featuresAt(embedding: ApiCall, parts: Parts): Features {
  const config = givenFor(embedding, 'features');
  const { leaves, open } = flatten(config);
  const features: Feature[] = [];
  let rest = open;
  for (const leaf of leaves) {
    const part = parts.of(leaf.type);
    if (part ? part.call.entry.role !== 'feature' : NO_OBJECTS.has(leaf.type.kind)) refuseLeaf(leaf, config);
    if (!part) {
      rest = leaf.expression;
      break;
    }
    const table = parts.of(part.attribute('table_id').type);
    features.push({ leaf, part, table: table?.call.entry.role === 'table' ? table : undefined });
  }
  const first = features.findIndex(({ table }) => !table);
  const certain = first < 0 ? features : features.slice(0, first);
  return { parts, features, open: rest, tables: [...new Set(certain.flatMap(({ table }) => table ?? []))] };
}

function refuseLeaf({ path, expression }: Leaf, { parameter }: GivenTo): never {
  const name = parameter!.name;
  const what = path === '' ? name : `The item of ${name} at ${excerpt(path)}`;
  throw new Refusal(`${what} is not a FeatureConfig: it has no output_shape (AttributeError).`, expression);
}

/** The features if no other embedding object had been made; undefined where TensorFlow refuses this one. */
const featuresAlone = once((embedding: ApiCall) =>
  unlessRefused(() => featuresAt(embedding, new Parts(embedding, () => undefined))),
);

const OPTIMIZER = 'optimization_parameters';

/** An embedding object writes into its tables: a name and an optimizer for tables that have none. */
function writtenBefore(embedding: ApiCall): Written {
  const tree = treeAround(embedding.node);
  return (table, setting) => {
    if (!embedding.event || (setting !== 'name' && setting !== OPTIMIZER)) return undefined;
    for (const { event, isCertain } of evaluationOf(tree).embeddingsBefore(embedding.event)) {
      const earlier = callOfEvent(event);
      const optimizer = givenFor(earlier, OPTIMIZER);
      const found = featuresAlone(earlier);
      if (!found) return perhaps(optimizer);
      const { tables, features, open } = found;
      const index = tables.findIndex(({ call }) => call === table);
      const isOpen = open !== undefined || features.some((feature) => !feature.table);
      if (index < 0 ? isOpen : !isCertain) return perhaps(optimizer);
      if (index < 0 || (setting === OPTIMIZER && optimizer.type.kind === 'none')) continue;
      return setting === OPTIMIZER ? optimizer : nameOf(table, index);
    }
    return undefined;
  };
}

const perhaps = (given: GivenTo): GivenTo => ({
  ...given,
  type: { kind: 'unknown' },
  reason: 'Another embedding object may have set it on the table.',
});

function nameOf(table: ApiCall, index: number): GivenTo {
  return {
    ...givenFor(table, 'name'),
    type: { kind: 'str', value: defaultName(index) },
    typeOf: table.typeOf,
    node: table.node.callee,
    value: undefined,
  };
}
