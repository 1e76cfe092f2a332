import { once } from '../../basics/once';
import type { Range, TextEdit } from '../../basics/range';
import type { BoundMessage } from '../../configuration/bind';
import { fieldOf, type Table } from '../../configuration/configuration';
import {
  type FileNames,
  type NamedSymbol,
  type NamePlace,
  type NamePlaceKind,
  NO_NAMES,
  UNREAD_NAMES,
} from '../../project/names/names';
import { type Node, rangeOf, sectionOf, startOf } from '../../textproto/tree';
import type { Snapshot } from '../snapshot';

/** The tables and features of a configuration: its name and every `table_id` refer to a table. */
export const namesIn = once((snapshot: Snapshot): FileNames => {
  const { configuration } = snapshot;
  if (!configuration) return snapshot.tree.tooLarge ? UNREAD_NAMES : NO_NAMES;
  const { tables, features } = configuration;
  const uses = new Map<number, NamePlace[]>();
  for (const { message, tableId } of features) {
    const node = fieldOf(message, 'table_id')?.values.at(-1)?.node;
    if (!node || tableId === undefined) continue;
    const own = uses.get(tableId) ?? [];
    own.push(placeOf(snapshot, node, 'number', false));
    uses.set(tableId, own);
  }
  const tableSymbols = tables.map(
    (table): NamedSymbol => ({
      kind: 'table',
      name: table.name || undefined,
      id: table.id,
      isDeclared: true,
      container: undefined,
      places: [declaration(snapshot, table), ...(uses.get(table.id) ?? [])],
    }),
  );
  const featureSymbols = features.map(
    (feature): NamedSymbol => ({
      kind: 'feature',
      name: feature.name || undefined,
      id: undefined,
      isDeclared: true,
      container: tables[feature.tableId ?? -1]?.name || undefined,
      places: [declaration(snapshot, feature)],
    }),
  );
  return { symbols: [...tableSymbols, ...featureSymbols], configurations: 1, files: [], imports: [] };
});

/** The place of the name or, without one, of the field that the table or feature is written in. */
function declaration(
  snapshot: Snapshot,
  { message, field, name }: Pick<Table, 'message' | 'field' | 'name'>,
): NamePlace {
  const value = nameNode(message);
  if (value && name) return placeOf(snapshot, value, 'name', true);
  const node = field.node;
  const base = startOf(snapshot.tree, sectionOf(node));
  return { start: base + node.start, end: base + node.nameEnd, as: 'number', declares: true };
}

const nameNode = (message: BoundMessage): Node | undefined => fieldOf(message, 'name')?.values.at(-1)?.node;

function placeOf({ tree }: Snapshot, node: Node, as: NamePlaceKind, declares: boolean): NamePlace {
  return { ...rangeOf(tree, node), as, declares };
}

const PIECE = /(["'])((?:\\[\s\S]|(?!\1)[^\\\n])*)\1/g;

/** Replaces a string by another name; undefined if there are comments between its pieces. */
export function writeName(text: string, { start, end }: Range, name: string): TextEdit[] | undefined {
  const written = text.slice(start, end);
  const pieces = [...written.matchAll(PIECE)];
  const [first] = pieces;
  if (!first || written.replaceAll(PIECE, '').trim() !== '') return undefined;
  const quote = first[1]!;
  const newText = name.replaceAll(/[\\"']/g, (char) =>
    char === '\\' || char === quote ? `\\${char}` : char,
  );
  return pieces.length === 1
    ? [{ start: start + first.index + 1, end: start + first.index + first[0].length - 1, newText }]
    : [{ start, end, newText: quote + newText + quote }];
}
