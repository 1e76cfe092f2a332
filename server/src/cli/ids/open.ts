// Which format a file of ids has: by its first bytes, and its name where those say nothing.

import type { Stack } from '../../sizing/sparsecore/stacks';
import { chunksOf } from './chunks';
import type { Block, WantedColumn } from './columns';
import { readCsv } from './csv';
import { Batches, type Observed, wantedColumns } from './observe';
import { readParquet } from './parquet';
import { IdsProblem } from './problem';
import { isTfRecord, readTfRecords } from './tfrecord';

const HEAD = 12;

/** Reads the wanted columns of a file. */
export async function blocksOf(
  path: string,
  wanted: readonly WantedColumn[],
): Promise<AsyncIterable<Block> | Iterable<Block>> {
  const head = await startOf(path);
  if (new TextDecoder().decode(head.subarray(0, 4)) === 'PAR1') return readParquet(path, wanted);
  return isTfRecord(head) || /\.tfrecords?(\.gz)?$/i.test(path)
    ? readTfRecords(chunksOf(path), wanted)
    : readCsv(chunksOf(path), wanted);
}

/** The first bytes, unpacked. */
async function startOf(path: string): Promise<Uint8Array> {
  for await (const chunk of chunksOf(path)) return chunk.subarray(0, HEAD);
  return new Uint8Array();
}

/** Counts the ids of a file; what is wrong in it ends that, and is part of the result. */
export async function observe(
  path: string,
  stacks: readonly Stack[],
  shards: number,
  batch: number,
): Promise<Observed> {
  const columns = wantedColumns(stacks);
  const batches = new Batches(stacks, columns, shards, batch);
  try {
    for await (const block of await blocksOf(path, columns)) batches.take(block);
  } catch (error) {
    if (error instanceof IdsProblem) return { ...batches.observed(), problem: error };
    throw error;
  }
  return batches.observed();
}
