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
  /** An open hash table of the rows that the sender has: each with its last sample, and how many samples it has. */
  #rows = new Int32Array(1024);
  #samples = new Int32Array(1024).fill(-1);
  #counts = new Int32Array(1024);
  #found = 0;
  /** Samples are numbered; those from this one on are the sender's. */
  #firstSample = 0;
  #sample = 0;
  readonly #batch = { ids: 0, uniqueIds: 0, dropped: 0 };
  readonly #total = { ids: 0, uniqueIds: 0, dropped: 0 };
  readonly #most = { ids: 0, uniqueIds: 0 };
  #batches = 0;

  constructor(shards: number, limits: Limits | undefined) {
    this.#shards = shards;
    this.#limits = limits;
    this.#ids = new Int32Array(shards);
    this.#uniqueIds = new Int32Array(shards);
  }

  get batches(): number {
    return this.#batches;
  }

  /** Takes samples of a feature from `from` to before `to`, all of the same sender. */
  add({ ids, ends }: SampleIds, from: number, to: number, { rowOffset, rotation }: Placement): void {
    // The loop is the time that large files take: it reads no members.
    const [mask, offset, firstSample] = [this.#shards - 1, rowOffset * this.#shards, this.#firstSample];
    const [idsOf, uniqueIdsOf] = [this.#ids, this.#uniqueIds];
    let [rows, samples, counts, found] = [this.#rows, this.#samples, this.#counts, this.#found];
    let last = rows.length - 1;
    let sample = this.#sample;
    let at = ends && from > 0 ? ends[from - 1]! : from;
    for (let i = from; i < to; i++, sample++) {
      const end = ends ? ends[i]! : i + 1;
      for (; at < end; at++) {
        const id = ids[at]!;
        const receiver = (id + rotation) & mask;
        const row = receiver + (id & ~mask) + offset;
        let slot = slotOf(row, last);
        while (samples[slot]! >= firstSample && rows[slot] !== row) slot = (slot + 1) & last;
        const before = samples[slot]!;
        if (before === sample) continue;
        samples[slot] = sample;
        idsOf[receiver]!++;
        if (before >= firstSample) {
          counts[slot]!++;
          continue;
        }
        rows[slot] = row;
        counts[slot] = 1;
        uniqueIdsOf[receiver]!++;
        if (++found <= last / 2) continue;
        this.#grow();
        [rows, samples, counts] = [this.#rows, this.#samples, this.#counts];
        last = rows.length - 1;
      }
    }
    this.#found = found;
    this.#sample = sample;
  }

  #grow(): void {
    const [rows, samples, counts] = [this.#rows, this.#samples, this.#counts];
    const length = rows.length * 4;
    this.#rows = new Int32Array(length);
    this.#samples = new Int32Array(length).fill(-1);
    this.#counts = new Int32Array(length);
    for (const [old, sample] of samples.entries()) {
      if (sample < this.#firstSample) continue;
      let slot = slotOf(rows[old]!, length - 1);
      while (this.#samples[slot]! >= this.#firstSample) slot = (slot + 1) & (length - 1);
      this.#rows[slot] = rows[old]!;
      this.#samples[slot] = sample;
      this.#counts[slot] = counts[old]!;
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
    this.#found = 0;
    this.#firstSample = this.#sample;
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
    if (this.#sample > 2 ** 30) {
      this.#samples.fill(-1);
      this.#sample = this.#firstSample = 0;
    }
  }

  #dropped(limits: Limits): number {
    let dropped = 0;
    for (let receiver = 0; receiver < this.#shards; receiver++) {
      const ids = this.#ids[receiver]!;
      const kept =
        limits.uniqueIds < limits.ids && this.#uniqueIds[receiver]! > limits.uniqueIds
          ? this.#firstIds(receiver, limits.uniqueIds)
          : ids;
      dropped += ids - Math.min(kept, limits.ids);
    }
    return dropped;
  }

  /** The ids of a receiver that are of its first different rows. */
  #firstIds(receiver: number, different: number): number {
    const slots: number[] = [];
    for (let slot = 0; slot < this.#rows.length; slot++)
      if (this.#samples[slot]! >= this.#firstSample && (this.#rows[slot]! & (this.#shards - 1)) === receiver)
        slots.push(slot);
    slots.sort((a, b) => this.#rows[a]! - this.#rows[b]!);
    return slots.slice(0, different).reduce((sum, slot) => sum + this.#counts[slot]!, 0);
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

/** Neighbouring rows are far apart. */
const slotOf = (row: number, last: number): number => (Math.imul(row, 0x9e3779b1) >>> 7) & last;
