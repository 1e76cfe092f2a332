import type { Range } from '../../basics/range';
import { fieldOf } from '../../configuration/configuration';
import { rangeOf } from '../../textproto/tree';
import type { Lens } from '../answers';
import { memoryLens, previewLens } from '../lenses';
import { totalCost } from '../optimizer/cost';
import { type Phrase, phrase } from '../phrase';
import type { Snapshot } from '../snapshot';
import { isBroken } from './hints';
import { optimizerRanges } from './optimizer';

/** Lenses for a configuration's memory, the features of each table, and the optimizers that can be previewed. */
export function lenses(snapshot: Snapshot): Lens[] {
  return [...memory(snapshot), ...features(snapshot), ...optimizerRanges(snapshot).map(previewLens)];
}

function memory({ configuration, derived, tree }: Snapshot): Lens[] {
  const first = tree.sections.find(({ field }) => field)?.field;
  const isWhole = configuration?.tables.every(({ field }) => !isBroken(field.node));
  const cost = derived && isWhole ? totalCost(derived) : undefined;
  return first && cost ? [memoryLens(cost, rangeOf(tree, first))] : [];
}

function features({ configuration, derived, tree }: Snapshot): Lens[] {
  if (!configuration || derived?.style !== 'feature') return [];
  const places = new Map<number, Range[]>();
  for (const { field, message, tableId } of configuration.features) {
    if (tableId === undefined || isBroken(field.node)) return [];
    // A list of them shows the lines: the name tells more than the table's number.
    const labelled = (fieldOf(message, 'name') ?? fieldOf(message, 'table_id'))?.node;
    const own = places.get(tableId) ?? [];
    own.push(rangeOf(tree, labelled?.value ?? labelled ?? message.node ?? field.node));
    places.set(tableId, own);
  }
  return configuration.tables.map(({ id, field, message }) => {
    const own = places.get(id) ?? [];
    return {
      kind: 'features',
      title: featuresText(own.length),
      places: own,
      ...rangeOf(tree, field.node.value?.kind === 'list' ? message.node! : field.node),
    };
  });
}

function featuresText(count: number): Phrase {
  if (count === 0) return phrase('no features');
  return count === 1 ? phrase('1 feature') : phrase('{0} features', count);
}
