import { excerpt } from '../../basics/excerpt';
import { once } from '../../basics/once';
import { typeText } from '../../catalogue';
import { type Node, treeAround } from '../../python/tree';
import { evaluationOf } from '../calls/evaluation';
import { type ApiCall, callOfEvent } from '../calls/python-file';
import { defaultName } from '../libraries/table-names';
import { type Draft, Refusal, unlessRefused } from './draft';
import { type FieldArgument, fieldArgumentFor, markUnknown } from './field-argument';
import { NO_OBJECTS } from './misfits';
import { flatten, type Leaf } from './nest';
import { type EmbeddingPart, EmbeddingParts, type WrittenEarlier } from './parts';

export interface Feature {
  readonly leaf: Leaf;
  readonly part: EmbeddingPart;
  /** Undefined: unknown. */
  readonly table: EmbeddingPart | undefined;
}

/** The parts of an embedding object, as far as they are known. */
export interface Features {
  readonly parts: EmbeddingParts;
  /** The features before the first unknown place. */
  readonly features: readonly Feature[];
  /** The first unknown place. */
  readonly firstUnknown: Node | undefined;
  /** In the order in which features use them first; those before the first unknown one. */
  readonly tables: readonly EmbeddingPart[];
}

export function featuresOf(embedding: ApiCall): Features {
  return featuresAt(embedding, new EmbeddingParts(embedding, writtenBefore(embedding)));
}

/** The parts of an object or a call that writes nothing into them. */
export const featuresIn = (call: ApiCall): Features =>
  featuresAt(call, new EmbeddingParts(call, () => undefined));

function featuresAt(embedding: ApiCall, parts: EmbeddingParts): Features {
  const config = fieldArgumentFor(embedding, 'features');
  const { leaves, firstUnknown } = flatten(config);
  const features: Feature[] = [];
  let rest = firstUnknown;
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
  return {
    parts,
    features,
    firstUnknown: rest,
    tables: [...new Set(certain.flatMap(({ table }) => table ?? []))],
  };
}

/** Marks the table of the first feature that has an unknown one, and the features behind the first unknown place. */
export function draftUnknownParts(
  draft: Draft,
  call: ApiCall,
  { features, firstUnknown, tables }: Features,
  paths: { readonly tables: string; readonly features: string },
): void {
  const config = fieldArgumentFor(call, 'features');
  const nextTable = `${paths.tables}[${tables.length}]`;
  const ofUnknown = features.find(({ table }) => !table);
  if (ofUnknown) markUnknown(draft, nextTable, ofUnknown.part.attribute('table_id'));
  if (firstUnknown === config.node)
    for (const path of [paths.tables, paths.features]) markUnknown(draft, path, config);
  else if (firstUnknown) {
    draft.setUnknown(`${paths.features}[${features.length}]`, WHICH, firstUnknown);
    if (!ofUnknown) draft.setUnknown(nextTable, WHICH, firstUnknown);
  }
}

const WHICH = 'It is not known which features are there.';

function refuseLeaf({ path, expression }: Leaf, { parameter }: FieldArgument): never {
  const { name, type } = parameter!;
  const what = path === '' ? name : `The item of ${name} at ${excerpt(path)}`;
  const wanted = type.of === 'structure' ? typeText(type.item) : 'feature';
  throw new Refusal(`${what} is not a ${wanted}.`, expression);
}

/** The features of an object or a call if no other one had been made; undefined if this one is refused. */
export const featuresAlone = once((embedding: ApiCall) => unlessRefused(() => featuresIn(embedding)));

const OPTIMIZER = 'optimization_parameters';

/** An embedding object writes into its tables: a name and an optimizer for tables that have none. */
function writtenBefore(embedding: ApiCall): WrittenEarlier {
  const tree = treeAround(embedding.node);
  return (table, setting) => {
    if (!embedding.event || (setting !== 'name' && setting !== OPTIMIZER)) return undefined;
    for (const { event, isCertain } of evaluationOf(tree).embeddingsBefore(embedding.event)) {
      const earlier = callOfEvent(event);
      const optimizer = fieldArgumentFor(earlier, OPTIMIZER);
      const found = featuresAlone(earlier);
      if (!found) return perhapsWritten(optimizer);
      const { tables, features, firstUnknown } = found;
      const index = tables.findIndex(({ call }) => call === table);
      const isIncomplete = firstUnknown !== undefined || features.some((feature) => !feature.table);
      if (index < 0 ? isIncomplete : !isCertain) return perhapsWritten(optimizer);
      if (index < 0 || (setting === OPTIMIZER && optimizer.type.kind === 'none')) continue;
      return setting === OPTIMIZER ? optimizer : writtenName(table, index);
    }
    return undefined;
  };
}

const perhapsWritten = (argument: FieldArgument): FieldArgument => ({
  ...argument,
  type: { kind: 'unknown' },
  reason: 'Another embedding object may have set it on the table.',
});

function writtenName(table: ApiCall, index: number): FieldArgument {
  return {
    ...fieldArgumentFor(table, 'name'),
    type: { kind: 'str', value: defaultName(index) },
    typeOf: table.typeOf,
    node: table.node.callee,
    value: undefined,
  };
}
