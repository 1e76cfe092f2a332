// Ids in TFRecords of tf.train.Example: a record for each sample, and an int64 list for each feature.
import { crc32c, masked } from '../../basics/crc32';
import { joined } from './chunks';
import {
  BLOCK_IDS,
  BLOCK_SAMPLES,
  type Block,
  blockOf,
  Column,
  empty,
  missingColumns,
  notInTable,
  type WantedColumn,
} from './columns';
import { IdsProblem } from './problem';

const [HEAD, CHECKSUM] = [12, 4];
const MAX_RECORD = 2 ** 26;

/** Whether the first length matches its checksum. */
export const isTfRecord = (head: Uint8Array): boolean =>
  head.length >= HEAD &&
  new DataView(head.buffer, head.byteOffset).getUint32(8, true) === masked(crc32c(head.subarray(0, 8)));

/** A feature that a record lacks has no ids there. */
export async function* readTfRecords(
  chunks: AsyncIterable<Uint8Array>,
  wanted: readonly WantedColumn[],
): AsyncIterable<Block> {
  const columns = wanted.map((each) => new Column(each));
  const example = new ExampleReader(columns);
  let rest: Uint8Array = new Uint8Array();
  let row = 1;
  try {
    for await (const chunk of chunks) {
      const bytes = joined(rest, chunk);
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      let at = 0;
      while (at + HEAD <= bytes.length) {
        if (view.getUint32(at + 8, true) !== masked(crc32c(bytes.subarray(at, at + 8))))
          throw new IdsProblem('Here no TFRecord begins: its length does not match its checksum.', { row });
        const length = view.getUint32(at, true);
        if (view.getUint32(at + 4, true) > 0 || length > MAX_RECORD)
          throw new IdsProblem('The record is too long.', { row });
        const end = at + HEAD + length;
        if (end + CHECKSUM > bytes.length) break;
        const record = bytes.subarray(at + HEAD, end);
        if (view.getUint32(end, true) !== masked(crc32c(record)))
          throw new IdsProblem('The record is broken: it does not match its checksum.', { row });
        example.read(record, row);
        row++;
        at = end + CHECKSUM;
        if (columns[0]!.samples >= BLOCK_SAMPLES || columns[0]!.length >= BLOCK_IDS) {
          yield blockOf(columns);
          empty(columns);
        }
      }
      rest = bytes.subarray(at);
    }
    if (rest.length > 0) throw new IdsProblem('The file ends within this record.', { row });
    if (row > 1) missingColumns(wanted, example.names);
  } catch (error) {
    if (columns[0]!.samples > 0) yield blockOf(columns);
    throw error;
  }
  if (columns[0]!.samples > 0) yield blockOf(columns);
}

const [VARINT, BYTES] = [0, 2];
/** Names of features that are remembered for a message. */
const MAX_NAMES = 100;

/** Reads `Example { features { feature { key value { bytes_list float_list int64_list } } } }`. */
class ExampleReader {
  /** The features that records have. */
  readonly names = new Set<string>();
  readonly #byName: ReadonlyMap<string, Column>;
  #bytes: Uint8Array = new Uint8Array();
  #at = 0;
  #row = 0;

  constructor(private readonly columns: readonly Column[]) {
    this.#byName = new Map(columns.map((column) => [column.wanted.name, column]));
  }

  read(bytes: Uint8Array, row: number): void {
    this.#bytes = bytes;
    this.#at = 0;
    this.#row = row;
    const samples = row < 1 ? 0 : this.columns[0]!.samples;
    try {
      this.#fields(bytes.length, (field, end) => {
        if (field === 1) this.#fields(end, (inner, last) => inner === 1 && this.#entry(last));
      });
    } catch (error) {
      for (const column of this.columns) column.cut(samples);
      throw error;
    }
    for (const column of this.columns) column.endSample();
  }

  /** An entry of the map of features. */
  #entry(end: number): void {
    let name = '';
    let value: { readonly from: number; readonly to: number } | undefined;
    this.#fields(end, (field, last) => {
      if (field === 1) name = Buffer.from(this.#bytes.subarray(this.#at, last)).toString('utf8');
      else if (field === 2) value = { from: this.#at, to: last };
    });
    if (this.names.size < MAX_NAMES || this.#byName.has(name)) this.names.add(name);
    const column = this.#byName.get(name);
    if (!column || !value) return;
    this.#at = value.from;
    this.#fields(value.to, (field, last) => {
      if (field === 3) this.#fields(last, (inner, all, type) => inner === 1 && this.#ids(column, all, type));
      else if ((field === 1 || field === 2) && last > this.#at)
        throw new IdsProblem(`The feature has ${field === 1 ? 'bytes' : 'floats'}. Ids are an int64 list.`, {
          row: this.#row,
          column: name,
        });
    });
    this.#at = end;
  }

  #ids(column: Column, end: number, type: number): void {
    const { vocabularySize } = column.wanted;
    if (type !== VARINT && type !== BYTES) this.#broken();
    do {
      const id = this.#varint(end);
      if (id >= 2 ** 63)
        throw new IdsProblem('The id is negative.', { row: this.#row, column: column.wanted.name });
      if (id >= vocabularySize) notInTable(id, column.wanted, this.#row);
      column.push(id);
    } while (type === BYTES && this.#at < end);
  }

  /** Calls `take` for each field of a message, with the end of its value; of a varint, the value is still to be read. */
  #fields(end: number, take: (field: number, end: number, type: number) => unknown): void {
    while (this.#at < end) {
      const tag = this.#varint(end);
      const [field, type] = [Math.floor(tag / 8), tag % 8];
      const from = this.#at;
      let last: number;
      if (type === BYTES) last = this.#varint(end) + this.#at;
      else if (type === VARINT) {
        this.#varint(end);
        last = this.#at;
        this.#at = from;
      } else if (type === 1 || type === 5) last = from + (type === 1 ? 8 : 4);
      else this.#broken();
      if (last > end) this.#broken();
      if (type !== BYTES || last > this.#at) take(field, last, type);
      this.#at = last;
    }
    if (this.#at > end) this.#broken();
  }

  #varint(end: number): number {
    const bytes = this.#bytes;
    let value = 0;
    for (let factor = 1; factor < 2 ** 70; factor *= 128) {
      if (this.#at >= end) break;
      const byte = bytes[this.#at++]!;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
    this.#broken();
  }

  #broken(): never {
    throw new IdsProblem('The record is no tf.train.Example.', { row: this.#row });
  }
}
