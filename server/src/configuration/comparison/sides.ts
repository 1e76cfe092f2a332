import { builtin, CONFIGURATION } from '../../schema/builtin';
import { setAt } from '../json-paths';
import { type JsonMessage, type JsonValue, jsonName } from '../to-json';
import type { Comparable } from './comparable';
import { type Item, type Matched, unambiguous } from './matching';
import { hasUnknown, meaningOf, UNKNOWN } from './meaning';

export const CONFIGURATION_TYPE = builtin.message(CONFIGURATION)!;

export type OwnerKind = 'table' | 'feature';

/** The field that lists them. */
export const LISTS = {
  table: CONFIGURATION_TYPE.fieldsByName.get('table_descriptor')!,
  feature: CONFIGURATION_TYPE.fieldsByName.get('feature_descriptor')!,
} as const;

/** One of two configurations, by its meaning. */
export interface Side {
  readonly message: JsonMessage;
  readonly tables: readonly Entry[];
  readonly features: readonly Entry[];
  /** Whether all of them are known. */
  readonly hasAll: Readonly<Record<OwnerKind, boolean>>;
}

/** A table or a feature of one side. */
export interface Entry extends Item {
  /** Of a feature, `table` stands for its `tableId`: the table's name, or its index where no other way names it. */
  readonly meaning: JsonMessage;
  /** Of a feature: the same for features of both sides that look up the same table; undefined where that is not known. */
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

/** A message in which `UNKNOWN` stands for what is not known. */
function withUnknown(message: JsonMessage, unknown: Comparable['unknown']): JsonMessage {
  if (unknown.length === 0) return message;
  const marked = structuredClone(message);
  const paths = new Set(unknown.map(({ path }) => path));
  // What is not known as a whole has no parts that are.
  for (const path of paths)
    if (!outerPaths(path).some((outer) => paths.has(outer))) setAt(marked, path, UNKNOWN);
  return marked;
}

/** The paths of all that a field is in: of `a[0].b` those of `a[0]` and `a`. */
export function outerPaths(path: string): readonly string[] {
  const ends = [...path.matchAll(/[.[]/g)].map(({ index }) => index);
  return ends.map((end) => path.slice(0, end));
}

function listOf(message: JsonMessage, kind: OwnerKind): readonly JsonMessage[] {
  const list = message[jsonName(LISTS[kind])] ?? [];
  return list === UNKNOWN ? [UNKNOWN] : Array.from(list as JsonMessage[], (entry) => entry ?? UNKNOWN);
}

function entryOf(meaning: JsonMessage, index: number): Entry {
  const { name = '', ...rest } = meaning;
  const content = hasUnknown(rest) ? undefined : JSON.stringify(rest);
  return { index, name: name === UNKNOWN ? undefined : String(name), content, meaning };
}

/** The features of both sides with what their `tableId` means: it counts tables, which may stand elsewhere. */
export function featuresOf(before: Side, after: Side, { pairs }: Matched<Entry>): [Entry[], Entry[]] {
  const pairOf = new Map(pairs.flatMap((pair, i) => [[pair.before, i] as const, [pair.after, i] as const]));
  const resolve = ({ tables, features, hasAll }: Side, side: string) => {
    const names = unambiguous(tables);
    const byIndex = new Map(tables.map((table) => [table.index, table]));
    return features.map(({ index, meaning }): Entry => {
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
