import type { Range } from '../../text/range';
import { type Node, sectionOf, startOf } from '../../textproto/tree';
import type { Snapshot } from '../snapshot';
import { contextAt } from './cursor-context';

/**
 * What belongs to the place under the cursor: all fields of its name in the same block, both brackets' field, or
 * a table's name and every table_id that means it.
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
  const table = tableAt(snapshot, offset);
  if (table !== undefined) return tableUses(snapshot, table);
  return [{ start: base + value.start, end: base + value.end }];
}

const MAX_HIGHLIGHTS = 5000;

/** The id of the table that the value under the cursor names. */
function tableAt(snapshot: Snapshot, offset: number): number | undefined {
  const { configuration } = snapshot;
  const { field, value } = contextAt(snapshot, offset);
  if (!configuration || !field || !value) return undefined;
  if (field.name === 'table_id') {
    return configuration.features.find((f) => valueNode(f.message, 'table_id') === value)?.tableId;
  }
  if (field.name !== 'name') return undefined;
  return configuration.tables.find((t) => valueNode(t.message, 'name') === value)?.id;
}

function tableUses(snapshot: Snapshot, id: number): Range[] {
  const { tables, features } = snapshot.configuration!;
  const nodes = [
    ...tables.filter((table) => table.id === id).map((table) => valueNode(table.message, 'name')),
    ...features.filter((f) => f.tableId === id).map((feature) => valueNode(feature.message, 'table_id')),
  ];
  return nodes.flatMap((node) => (node ? absolute(snapshot, node, node.start, node.end) : []));
}

type Message = NonNullable<Snapshot['configuration']>['message'];

function valueNode(message: Message, name: string) {
  return message.fields.findLast((field) => field.type.name === name)?.values.at(-1)?.node;
}

function absolute({ tree }: Snapshot, node: Node, start: number, end: number): Range {
  const base = startOf(tree, sectionOf(node));
  return { start: base + start, end: base + end };
}
