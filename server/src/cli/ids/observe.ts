// What partitions get of the ids in a file: batch after batch, each split over SparseCores in order.
import type { Limits } from '../../sizing/sparsecore/drops';
import type { Traffic } from '../../sizing/sparsecore/expected';
import { ObservedTraffic, type Placement, type SampleIds } from '../../sizing/sparsecore/observed';
import type { Stack } from '../../sizing/sparsecore/stacks';
import type { Block, WantedColumn } from './columns';
import type { IdsProblem } from './problem';

/** Columns that stacks need: one for each feature, once. */
export function wantedColumns(stacks: readonly Stack[]): WantedColumn[] {
  const columns = new Map<string, WantedColumn>();
  for (const { tables, features } of stacks)
    for (const { name, table } of features) {
      const { vocabularySize } = tables.find((each) => each.name === table)!;
      const rows = Math.min(vocabularySize, columns.get(name)?.vocabularySize ?? vocabularySize);
      columns.set(name, { name, vocabularySize: rows });
    }
  return [...columns.values()];
}

export interface Observed {
  /** By stack. */
  readonly traffic: ReadonlyMap<string, Traffic>;
  readonly batches: number;
  /** Samples, with those that do not fill a batch. */
  readonly samples: number;
  /** What ended the reading. */
  readonly problem?: IdsProblem;
}

interface StackCounter {
  readonly name: string;
  readonly traffic: ObservedTraffic;
  /** Its features: the column of each, and where ids of the column lie. */
  readonly features: readonly (readonly [column: number, Placement])[];
}

export class Batches {
  readonly #counters: readonly StackCounter[];
  #sample = 0;

  constructor(
    stacks: readonly Stack[],
    columns: readonly WantedColumn[],
    private readonly shards: number,
    private readonly batch: number,
  ) {
    this.#counters = stacks.map((stack) => ({
      name: stack.name,
      traffic: new ObservedTraffic(shards, limitsOf(stack), stack.rows),
      features: stack.features.map(({ name, table }) => [
        columns.findIndex((column) => column.name === name),
        stack.tables.find((each) => each.name === table)!,
      ]),
    }));
  }

  take({ samples, columns }: Block): void {
    const { batch, shards } = this;
    for (let at = 0; at < samples; ) {
      const inBatch = this.#sample % batch;
      const sender = Math.floor((inBatch * shards) / batch);
      // The sender's last sample is before the first one of the next sender.
      const senderEnd = Math.ceil(((sender + 1) * batch) / shards);
      const end = Math.min(samples, at + senderEnd - inBatch);
      for (const { features, traffic } of this.#counters)
        for (const [column, placement] of features)
          traffic.add(columns[column] as SampleIds, at, end, placement);
      this.#sample += end - at;
      at = end;
      if (this.#sample % batch === senderEnd % batch) this.#endSender(senderEnd === batch);
    }
  }

  #endSender(isLast: boolean): void {
    for (const { traffic } of this.#counters) {
      traffic.endSender();
      if (isLast) traffic.endBatch();
    }
  }

  observed(): Observed {
    const found = this.#counters.flatMap(({ name, traffic }) => {
      const each = traffic.traffic();
      return each ? [[name, each] as const] : [];
    });
    return { traffic: new Map(found), batches: Math.floor(this.#sample / this.batch), samples: this.#sample };
  }
}

const limitsOf = ({ maxIds, maxUniqueIds }: Stack): Limits | undefined =>
  maxIds && maxUniqueIds && { ids: maxIds.inForce, uniqueIds: maxUniqueIds.inForce };
