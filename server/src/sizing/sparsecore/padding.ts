// How SparseCores pad what they store: rows in units of 8 on each SparseCore, widths in units of 8 floats.

export const FLOAT_BYTES = 4;
/** Device memory is read in units of 8 floats, and each SparseCore has rows in units of 8. */
const UNIT = 8;

/** The chips of a job and what each of them has. */
export interface Chips {
  /** Replicas of the model, one a chip. */
  readonly partitions: number;
  readonly sparseCoresPerPartition: number;
}

export const sparseCores = ({ partitions, sparseCoresPerPartition }: Chips) =>
  partitions * sparseCoresPerPartition;

export const roundUp = (count: number, unit: number): number => unit * Math.ceil(count / unit);

/** A count in whole units: the floats of a row on a device, or the ids of a buffer. */
export const padded = (count: number): number => roundUp(count, UNIT);

/** Rows of a table on all SparseCores together. */
export const paddedRows = (rows: number, chips: Chips): number => roundUp(rows, UNIT * sparseCores(chips));
