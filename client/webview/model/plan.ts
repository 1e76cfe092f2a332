// Changes made on the memory page, and the resulting sizes.
import { optimizers } from '../../../server/src/optimizers';
import type { SizedTable, SizedTables } from '../../../server/src/sizing/tables';
import { PAGES, type PageName } from '../../messages/messages';
import { either, isCount, isNumber, isRecord, isString, literal, recordOf } from '../../messages/shapes';

/** New sizes by their paths, such as `tables[0].dimension`. */
export type SizeChanges = Readonly<Record<string, number | string>>;

/** The state that is restored after a restart. */
export interface SavedMemory {
  page: PageName;
  /** The name of the slice, empty for none; absent while nobody has chosen. */
  tpu?: string;
  /** The exponent of the law that ids follow; absent while nobody has chosen. */
  exponent?: number;
  /** Index of the shown configuration, and of the table in it. */
  index: number;
  table: number;
  changes: SizeChanges;
}

const isPage = literal(...PAGES);
const isChanges = recordOf(either(isNumber, isString));

export function restoreMemory(state: unknown): SavedMemory {
  const { page, tpu, exponent, index, table, changes } = isRecord(state) ? state : {};
  return {
    page: isPage(page) ? page : 'updates',
    ...(isString(tpu) && { tpu }),
    ...(isNumber(exponent) && { exponent }),
    index: isCount(index) ? index : 0,
    table: isCount(table) ? table : 0,
    changes: isChanges(changes) ? changes : {},
  };
}

export const sizePath = (table: number, member: keyof SizedTable): string => `tables[${table}].${member}`;

/** The sizes with the changes applied. */
export function withChanges(sizes: SizedTables, changes: SizeChanges): SizedTables {
  const { numHosts } = changes;
  return {
    ...sizes,
    ...(typeof numHosts === 'number' && { numHosts }),
    tables: sizes.tables.map((table, i) => {
      const vocabularySize = changes[sizePath(i, 'vocabularySize')];
      const dimension = changes[sizePath(i, 'dimension')];
      const optimizer = optimizers.get(String(changes[sizePath(i, 'optimizer')]));
      return {
        ...table,
        ...(typeof vocabularySize === 'number' && { vocabularySize }),
        ...(typeof dimension === 'number' && { dimension }),
        ...(optimizer && {
          optimizer: optimizer.name,
          slots: optimizer.slots.map(({ name }) => name),
          settings: `${optimizer.name} ${table.settings}`,
        }),
      };
    }),
  };
}

/** The index of the table in a path; -1 if the path is not about a table. */
const indexOf = (path: string): number => Number(/^tables\[(\d+)\]/.exec(path)?.[1] ?? -1);

/** The value at a path. */
export function sizeAt({ tables, numHosts }: SizedTables, path: string): number | string | null | undefined {
  if (path === 'numHosts') return numHosts;
  const table = tables[indexOf(path)];
  const member = path.slice(path.lastIndexOf('.') + 1);
  return member === 'vocabularySize' || member === 'dimension' || member === 'optimizer'
    ? table?.[member]
    : undefined;
}

/** The changes that really differ from the sizes, without those of tables that no longer exist. */
export const unwrittenSizes = (sizes: SizedTables, changes: SizeChanges): SizeChanges =>
  Object.fromEntries(
    Object.entries(changes).filter(
      ([path, value]) => sizeAt(sizes, path) !== value && indexOf(path) < sizes.tables.length,
    ),
  );
