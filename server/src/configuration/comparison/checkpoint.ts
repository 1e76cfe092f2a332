import type { Range } from '../../basics/range';
import type { SizedTable, SizedTables, TENSORFLOWS_TRAINER } from '../../sizing/tables';
import type { Comparable } from './comparable';

/** What a checkpoint keeps of a configuration: its tables with their slots. */
export interface Checkpoint {
  /** What saves the tables, and so names the variables: `TPUEmbedding`, `TPUEmbeddingV2` or a library. */
  readonly saver: string;
  readonly names: TableNames;
  readonly tables: readonly SavedTable[];
  /** Whether these are all. */
  readonly hasAll: boolean;
  /** Over how many parts rows are dealt out in turn, which decides their order; 1 if they are in order, undefined if unknown. */
  readonly parts: number | undefined;
  /** Of a library that keeps its tables in stacks: what decides on these. */
  readonly stackable?: SizedTables;
  /** What of the configuration is unknown, also if a checkpoint does not depend on it. */
  readonly unknown: Comparable['unknown'];
  placeOf(path: string): Range | undefined;
}

/** Unknown members are undefined. */
export interface SavedTable extends Omit<SizedTable, 'name'> {
  readonly index: number;
  readonly name: string | undefined;
  /** Whether it is an ordinary variable of the model, whose optimizer keeps the slots. */
  readonly isOnDevice: boolean;
}

/** The names of the list of tables, and of the members of a table, in paths. */
export interface TableNames {
  readonly list: string;
  readonly rows: string;
  readonly columns: string;
  readonly optimizer: string;
}

/** TensorFlow's object for tables on TensorCores, and what uses its ops. */
export const TPU_EMBEDDING = 'TPUEmbedding';

const IN_MESSAGE: TableNames = {
  list: 'tableDescriptor',
  rows: 'vocabularySize',
  columns: 'dimension',
  optimizer: 'optimizationParameters',
};

/** The checkpoint of a configuration that is a message. */
export function checkpointOf(
  { sizes, unknown, placeOf }: Comparable,
  saver: typeof TPU_EMBEDDING | typeof TENSORFLOWS_TRAINER = TPU_EMBEDDING,
): Checkpoint {
  const { tables, numHosts, strategy } = sizes;
  const parts = strategy === 'MOD' ? numHosts : 1;
  return { saver, names: IN_MESSAGE, ...savedTables(tables, unknown, IN_MESSAGE), parts, unknown, placeOf };
}

/** The tables, without those that are unknown as a whole. */
export function savedTables(
  tables: readonly (SizedTable & { readonly isOnDevice?: boolean })[],
  unknown: Comparable['unknown'],
  { list }: TableNames,
): Pick<Checkpoint, 'tables' | 'hasAll'> {
  const paths = new Set(unknown.map(({ path }) => path));
  const saved = tables.map((table, index): SavedTable => {
    const name = paths.has(`${list}[${index}].name`) ? undefined : table.name;
    return { isOnDevice: false, ...table, index, name };
  });
  const known = paths.has(list) ? [] : saved.filter(({ index }) => !paths.has(`${list}[${index}]`));
  const hasAll = ![...paths].some((path) => path.startsWith(list) && !path.includes('.'));
  return { tables: known, hasAll };
}
