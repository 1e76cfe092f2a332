import type { Range } from '../../basics/range';
import { type Node, sectionOf, startOf } from '../../textproto/tree';
import { placesAt } from '../name-answers';
import type { Snapshot } from '../snapshot';
import { contextAt } from './cursor-context';
import { namesIn } from './names';

/**
 * The ranges that belong together with the place under the cursor: all fields of its name in the same block, or
 * a table's name and every table_id that refers to it.
 */
export function highlights(snapshot: Snapshot, offset: number): Range[] {
  const context = contextAt(snapshot, offset);
  const { place, field, value, base, message } = context;
  if (!field) return [];
  if (place === 'name') {
    const siblings = message
      ? message.fields
      : snapshot.tree.sections.flatMap((section) => section.field ?? []).slice(0, MAX_HIGHLIGHTS);
    return siblings
      .filter((sibling) => sibling.name === field.name)
      .map((sibling) => absolute(snapshot, sibling, sibling.start, sibling.nameEnd));
  }
  if (!value) return [];
  const isName = field.name === 'name' || field.name === 'table_id';
  const places = isName ? placesAt(namesIn(snapshot), base + value.start) : undefined;
  return places ?? [{ start: base + value.start, end: base + value.end }];
}

const MAX_HIGHLIGHTS = 5000;

function absolute({ tree }: Snapshot, node: Node, start: number, end: number): Range {
  const base = startOf(tree, sectionOf(node));
  return { start: base + start, end: base + end };
}
