import type { SampleIds } from '../../sizing/sparsecore/observed';
import { IdsProblem } from './problem';

/** A feature whose ids a file holds. */
export interface WantedColumn {
  readonly name: string;
  /** The rows of its table: ids are less. */
  readonly vocabularySize: number;
}

/** Consecutive samples: for each wanted column, its ids. */
export interface Block {
  readonly samples: number;
  readonly columns: readonly SampleIds[];
}

/** Samples of a block, about; more only where one sample is large. */
export const BLOCK_SAMPLES = 2 ** 16;
/** Ids of a block, about. */
export const BLOCK_IDS = 2 ** 20;

/** The ids of a column, sample by sample. */
export class Column {
  ids = new Int32Array(1024);
  ends = new Int32Array(1024);
  /** Ids so far. */
  length = 0;
  samples = 0;

  constructor(readonly wanted: WantedColumn) {}

  push(id: number): void {
    if (this.length === this.ids.length) this.ids = grown(this.ids);
    this.ids[this.length++] = id;
  }

  endSample(): void {
    if (this.samples === this.ends.length) this.ends = grown(this.ends);
    this.ends[this.samples++] = this.length;
  }

  /** Room for so many more ids and samples. */
  reserve(count: number): void {
    while (this.length + count > this.ids.length) this.ids = grown(this.ids);
    while (this.samples + count > this.ends.length) this.ends = grown(this.ends);
  }

  /** Forgets what follows so many samples. */
  cut(samples: number): void {
    this.samples = samples;
    this.length = samples === 0 ? 0 : this.ends[samples - 1]!;
  }
}

function grown(from: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const to = new Int32Array(from.length * 2);
  to.set(from);
  return to;
}

/** The samples that all columns have, which are then empty again. */
export function blockOf(columns: readonly Column[]): Block {
  const block = {
    samples: columns[0]!.samples,
    columns: columns.map(({ ids, ends, length, samples }) => ({
      ids: ids.subarray(0, length),
      ends: ends.subarray(0, samples),
    })),
  };
  return block;
}

export function empty(columns: readonly Column[]): void {
  for (const column of columns) column.cut(0);
}

/** Refuses a number that is no id of its table. */
export function notInTable(id: number | bigint, { name, vocabularySize }: WantedColumn, row: number): never {
  throw new IdsProblem(
    id < 0
      ? `The id ${id} is negative.`
      : `The id ${shown(id)} is not in the table, which has the ids 0 to ${vocabularySize - 1}.`,
    { row, column: name },
  );
}

const shown = (id: number | bigint) => (id > 1e15 ? Number(Number(id).toPrecision(3)) : id);

export function missingColumns(wanted: readonly WantedColumn[], found: Iterable<string>): void {
  const names = [...found];
  const missing = wanted.filter(({ name }) => !names.includes(name));
  if (missing.length === 0) return;
  const shown = names.slice(0, 20).map((name) => `"${name}"`);
  throw new IdsProblem(
    `There is no column ${missing.map(({ name }) => `"${name}"`).join(', ')}: each feature needs one of its name. Found: ${shown.join(', ') || 'none'}${names.length > shown.length ? ' and more' : ''}.`,
  );
}
