import { CONFIGURATION_TYPE } from '../../schema/builtin';
import { setAt } from '../json-paths';
import { type JsonMessage, type JsonValue, jsonName } from '../to-json';
import type { Comparable } from './comparable';
import { type Item, type Matched, unambiguous } from './matching';
import { hasUnknown, meaningOf, UNKNOWN } from './meaning';

export type OwnerKind = 'table' | 'feature';

/** The field that lists the owners of a kind. */
export const LISTS = {
  table: CONFIGURATION_TYPE.fieldsByName.get('table_descriptor')!,
  feature: CONFIGURATION_TYPE.fieldsByName.get('feature_descriptor')!,
} as const;

/** The meaning of one of the two configurations. */
export interface Side {
  readonly message: JsonMessage;
  readonly tables: readonly OwnerItem[];
  readonly features: readonly OwnerItem[];
  /** Whether all tables, or all features, are known. */
  readonly hasAll: Readonly<Record<OwnerKind, boolean>>;
}

/** A table or a feature of one side. */
export interface OwnerItem extends Item {
  /** In a feature, `table` replaces `tableId`: the table's name, or its index if no name identifies it. */
  readonly meaning: JsonMessage;
  /** Of a feature: equal for features of both sides that look up the same table; undefined if unknown. */
  readonly table?: string | undefined;
}

export function sideOf({ message, unknown }: Comparable): Side {
  const meaning = meaningOf(CONFIGURATION_TYPE, withUnknown(message, unknown));
  const lists = { table: listOf(meaning, 'table'), feature: listOf(meaning, 'feature') };
  const entriesOf = (kind: OwnerKind) =>
    lists[kind].flatMap((entry, index) => (entry === UNKNOWN ? [] : [entryOf(entry, index)]));
  return {
    message: meaning,
    tables: entriesOf('table'),
    features: entriesOf('feature'),
    hasAll: { table: !lists.table.includes(UNKNOWN), feature: !lists.feature.includes(UNKNOWN) },
  };
}

/** A message with `UNKNOWN` in place of unknown values. */
function withUnknown(message: JsonMessage, unknown: Comparable['unknown']): JsonMessage {
  if (unknown.length === 0) return message;
  const marked = structuredClone(message);
  const paths = new Set(unknown.map(({ path }) => path));
  // A value that is unknown as a whole has no known parts.
  for (const path of paths)
    if (!outerPaths(path).some((outer) => paths.has(outer))) setAt(marked, path, UNKNOWN);
  return marked;
}

/** The paths of everything that contains a field: `a[0]` and `a` for `a[0].b`. */
export function outerPaths(path: string): readonly string[] {
  const ends = [...path.matchAll(/[.[]/g)].map(({ index }) => index);
  return ends.map((end) => path.slice(0, end));
}

function listOf(message: JsonMessage, kind: OwnerKind): readonly JsonMessage[] {
  const list = message[jsonName(LISTS[kind])] ?? [];
  return list === UNKNOWN ? [UNKNOWN] : Array.from(list as JsonMessage[], (entry) => entry ?? UNKNOWN);
}

function entryOf(meaning: JsonMessage, index: number): OwnerItem {
  const { name = '', ...rest } = meaning;
  const content = hasUnknown(rest) ? undefined : JSON.stringify(rest);
  return { index, name: name === UNKNOWN ? undefined : String(name), content, meaning };
}

/** The features of both sides with the table in place of `tableId`, an index that is another one if tables have moved. */
export function featuresOf(
  before: Side,
  after: Side,
  { pairs }: Matched<OwnerItem>,
): [OwnerItem[], OwnerItem[]] {
  const pairOf = new Map(pairs.flatMap((pair, i) => [[pair.before, i] as const, [pair.after, i] as const]));
  const resolve = ({ tables, features, hasAll }: Side, side: string) => {
    const names = unambiguous(tables);
    const byIndex = new Map(tables.map((table) => [table.index, table]));
    return features.map(({ index, meaning }): OwnerItem => {
      const { tableId = 0, ...rest } = meaning;
      const table = byIndex.get(Number(tableId));
      if (tableId === UNKNOWN || (!table && !hasAll.table))
        return entryOf({ ...rest, table: UNKNOWN }, index);
      const label: JsonValue = table?.name !== undefined && names.has(table.name) ? table.name : tableId;
      const pair = table && pairOf.get(table);
      const identity = pair === undefined ? `${table ? side : 'none'} ${Number(tableId)}` : `both ${pair}`;
      const entry = entryOf({ ...rest, table: label }, index);
      const { content } = entryOf({ ...rest, table: identity }, index);
      return { ...entry, content, table: identity };
    });
  };
  return [resolve(before, 'before'), resolve(after, 'after')];
}
