// What partitions of a stack get of ids that are given, counted as jax-tpu-embedding's preprocessing does.
import type { Limits } from './drops';
import type { Traffic } from './expected';
import type { StackedTable } from './stacks';

/** Ids of a feature: of consecutive samples, one after the other. */
export interface SampleIds {
  readonly ids: Int32Array;
  /** Where the ids of each sample end; undefined if each has exactly one. */
  readonly ends?: Int32Array | undefined;
}

/** Where ids of a table lie. */
export type Placement = Pick<StackedTable, 'rowOffset' | 'rotation'>;

/** Counts the ids of one stack, sample by sample. */
export class ObservedTraffic {
  readonly #shards: number;
  readonly #limits: Limits | undefined;
  readonly #ids: Int32Array;
  readonly #uniqueIds: Int32Array;
  /** A bit for each row of the stack: those that the sender has. */
  readonly #bits: Int32Array;
  /** The blocks of bits that have one, so that not all are cleared after each sender. */
  readonly #touched: Uint8Array;
  /** The row of each id that the sender has, kept where limits need it. */
  readonly #rows: number[] = [];
  readonly #batch = { ids: 0, uniqueIds: 0, dropped: 0 };
  readonly #total = { ids: 0, uniqueIds: 0, dropped: 0 };
  readonly #most = { ids: 0, uniqueIds: 0 };
  #batches = 0;

  /** `rows` are those of the stack, on all shards. */
  constructor(shards: number, limits: Limits | undefined, rows: number) {
    this.#shards = shards;
    this.#limits = limits;
    this.#bits = new Int32Array(Math.ceil(rows / 32));
    this.#touched = new Uint8Array(Math.ceil(rows / 2 ** BLOCK_BITS));
    this.#ids = new Int32Array(shards);
    this.#uniqueIds = new Int32Array(shards);
  }

  get batches(): number {
    return this.#batches;
  }

  /** Takes samples of a feature from `from` to before `to`, all of the same sender. */
  add({ ids, ends }: SampleIds, from: number, to: number, { rowOffset, rotation }: Placement): void {
    // The loop is the time that large files take: it reads no members.
    const [mask, offset] = [this.#shards - 1, rowOffset * this.#shards];
    const [idsOf, uniqueIdsOf, bits, touched] = [this.#ids, this.#uniqueIds, this.#bits, this.#touched];
    const rows = this.#limits && this.#limits.uniqueIds < this.#limits.ids ? this.#rows : undefined;
    let start = ends && from > 0 ? ends[from - 1]! : from;
    for (let i = from; i < to; i++) {
      const end = ends ? ends[i]! : i + 1;
      const before = end - start > LONG_SAMPLE ? new Set<number>() : undefined;
      for (let at = start; at < end; at++) {
        const id = ids[at]!;
        const receiver = (id + rotation) & mask;
        const row = receiver + (id & ~mask) + offset;
        const word = bits[row >>> 5]!;
        const bit = 1 << (row & 31);
        if ((word & bit) === 0) {
          bits[row >>> 5] = word | bit;
          touched[row >>> BLOCK_BITS] = 1;
          uniqueIdsOf[receiver]!++;
        } else if (before) {
          if (before.has(id)) continue;
        } else {
          let first = start;
          while (ids[first] !== id) first++;
          if (first < at) continue;
        }
        before?.add(id);
        rows?.push(row);
        idsOf[receiver]!++;
      }
      start = end;
    }
  }

  /** The sender has no more samples in the batch. */
  endSender(): void {
    if (this.#limits) this.#batch.dropped += this.#dropped(this.#limits);
    for (let receiver = 0; receiver < this.#shards; receiver++) {
      this.#batch.ids = Math.max(this.#batch.ids, this.#ids[receiver]!);
      this.#batch.uniqueIds = Math.max(this.#batch.uniqueIds, this.#uniqueIds[receiver]!);
    }
    this.#ids.fill(0);
    this.#uniqueIds.fill(0);
    this.#rows.length = 0;
    for (let block = 0; block < this.#touched.length; block++)
      if (this.#touched[block])
        this.#bits.fill(0, block << (BLOCK_BITS - 5), (block + 1) << (BLOCK_BITS - 5));
    this.#touched.fill(0);
  }

  endBatch(): void {
    for (const key of ['ids', 'uniqueIds'] as const) {
      this.#total[key] += this.#batch[key];
      this.#most[key] = Math.max(this.#most[key], this.#batch[key]);
      this.#batch[key] = 0;
    }
    this.#total.dropped += this.#batch.dropped;
    this.#batch.dropped = 0;
    this.#batches++;
  }

  #dropped({ ids: most, uniqueIds: mostUnique }: Limits): number {
    const isOver = mostUnique < most && this.#uniqueIds.some((count) => count > mostUnique);
    const kept = isOver ? this.#idsOfFirst(mostUnique) : this.#ids;
    return this.#ids.reduce((dropped, ids, receiver) => dropped + ids - Math.min(kept[receiver]!, most), 0);
  }

  /** The ids of each receiver that are of its first different rows. */
  #idsOfFirst(different: number): Int32Array {
    const [ids, rows] = [new Int32Array(this.#shards), new Int32Array(this.#shards)];
    let last = -1;
    for (const row of Int32Array.from(this.#rows).sort()) {
      const receiver = row & (this.#shards - 1);
      if (row !== last) rows[receiver]!++;
      if (rows[receiver]! <= different) ids[receiver]!++;
      last = row;
    }
    return ids;
  }

  /** Means and maxima over the batches; undefined before the first batch ends. */
  traffic(): Traffic | undefined {
    if (this.#batches === 0) return undefined;
    const of = (key: 'ids' | 'uniqueIds') => ({
      expected: this.#total[key] / this.#batches,
      quantile: this.#most[key],
    });
    return {
      ids: of('ids'),
      uniqueIds: of('uniqueIds'),
      dropped: this.#limits && this.#total.dropped / this.#batches,
    };
  }

  /** What each receiver has got of the sender so far. */
  get partitions(): { readonly ids: Int32Array; readonly uniqueIds: Int32Array } {
    return { ids: this.#ids.slice(), uniqueIds: this.#uniqueIds.slice() };
  }
}

/** Blocks have 2 to the power of this many bits. */
const BLOCK_BITS = 15;
/** In samples with more ids, an id is not looked for one after the other. */
const LONG_SAMPLE = 64;
