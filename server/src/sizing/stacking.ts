// How SparseCores store tables: padded, in stacks, and each rotated, as in TensorFlow's sparse_core_layout.cc.
import { compareCodePoints } from '../basics/compare';
import type { Slice } from './slices';
import { type Chips, FLOAT_BYTES, padded, paddedRows, sparseCores } from './sparsecore/padding';

/** The size limit of a stack of several tables. A single table may be larger. */
const MAX_ACTIVATION_BYTES = 2 ** 21;
const MAX_SHARD_BYTES = 2 ** 31;
const MAX_ROWS = 2 ** 31 - 1;

/** The chips of a slice with SparseCores. */
export const chipsOf = ({ chips, generation }: Slice): Chips => ({
  partitions: chips,
  sparseCoresPerPartition: generation.sparseCoresPerChip!,
});

export interface StackableTable {
  readonly name: string;
  readonly vocabularySize: number;
  readonly dimension: number;
  /** Vectors that a replica looks up in a step. */
  readonly lookups: number;
  /** Only tables of the same group share a stack. */
  readonly group: string;
}

export interface Stack {
  /** The names of its tables, joined. */
  readonly name: string;
  readonly width: number;
  readonly rowsPerSparseCore: number;
  readonly activationBytes: number;
  readonly shardBytes: number;
  readonly tables: readonly StackedTable[];
}

interface StackedTable {
  readonly name: string;
  readonly paddedRows: number;
  /** Rows of each SparseCore that tables before it take. */
  readonly rowOffset: number;
  /** The rotation: by how many SparseCores its first row is shifted. */
  readonly rotation: number;
}

/** Memory of one variable of a table on each chip. */
export const shardBytes = (rows: number, dimension: number, chips: Chips): number =>
  (FLOAT_BYTES * padded(dimension) * paddedRows(rows, chips)) / chips.partitions;

/** Memory of the vectors that a SparseCore looks up in a step. */
const activationBytes = (
  { dimension, lookups }: StackableTable,
  { sparseCoresPerPartition }: Chips,
): number => FLOAT_BYTES * padded(dimension) * Math.floor(lookups / sparseCoresPerPartition);

/** The stacks in the order in which they begin; tables are taken by name, each into the first stack that has room. */
export function stacksOf(tables: readonly StackableTable[], chips: Chips): Stack[] {
  const stacks: (Stack & { readonly group: string })[] = [];
  const total = sparseCores(chips);
  for (const table of [...tables].sort((a, b) => compareCodePoints(a.name, b.name))) {
    const width = padded(table.dimension);
    const rows = paddedRows(table.vocabularySize, chips);
    const own = {
      rows: rows / total,
      activation: activationBytes(table, chips),
      shard: shardBytes(table.vocabularySize, table.dimension, chips),
    };
    const at = stacks.findIndex(
      (stack) =>
        stack.width === width &&
        stack.group === table.group &&
        stack.activationBytes + own.activation < MAX_ACTIVATION_BYTES &&
        stack.shardBytes + own.shard < MAX_SHARD_BYTES &&
        stack.rowsPerSparseCore * total + rows < MAX_ROWS,
    );
    const stack = stacks[at] ?? { ...EMPTY, group: table.group, width };
    const stacked = {
      name: table.name,
      paddedRows: rows,
      rowOffset: stack.rowsPerSparseCore,
      rotation: (stack.tables.length * chips.sparseCoresPerPartition) % total,
    };
    stacks[at < 0 ? stacks.length : at] = {
      ...stack,
      name: at < 0 ? table.name : `${stack.name}_${table.name}`,
      rowsPerSparseCore: stack.rowsPerSparseCore + own.rows,
      activationBytes: stack.activationBytes + own.activation,
      shardBytes: stack.shardBytes + own.shard,
      tables: [...stack.tables, stacked],
    };
  }
  return stacks.map(({ group: _, ...stack }) => stack);
}

const EMPTY: Stack = {
  name: '',
  width: 0,
  rowsPerSparseCore: 0,
  activationBytes: 0,
  shardBytes: 0,
  tables: [],
};
