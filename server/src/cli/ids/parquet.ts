// Ids in Parquet: a column of whole numbers, or of lists of them, for each feature.
import zlib from 'node:zlib';
import { type FileMetaData, parquetMetadata, type SchemaElement } from 'hyparquet';
import { deltaBinaryUnpack } from 'hyparquet/src/delta.js';
import { deserializeTCompactProtocol } from 'hyparquet/src/thrift.js';
import { errorMessage } from '../../basics/error-message';
import { type OpenFile, openFile } from './chunks';
import { BLOCK_SAMPLES, type Block, Column, missingColumns, notInTable, type WantedColumn } from './columns';
import { readHybrid } from './parquet-levels';
import { IdsProblem } from './problem';
import { unpackSnappy } from './snappy';

/** More than any writer makes: broken files say much larger sizes. */
const MAX_PAGE = 2 ** 28;
const MAX_VALUES = 2 ** 26;
/** A page's header, about. */
const HEADER = 2 ** 12;
const MAX_FOOTER = 2 ** 28;

/** hyparquet reads the metadata; pages are read here, because it makes an object of each long number and list. */
export function* readParquet(path: string, wanted: readonly WantedColumn[]): Iterable<Block> {
  const file = openFile(path);
  try {
    yield* blocksOf(file, wanted);
  } finally {
    file.close();
  }
}

function readAll(file: OpenFile, start: number, length: number): Uint8Array {
  const bytes =
    start >= 0 && length >= 0 && start + length <= file.size ? file.read(start, length) : undefined;
  if (bytes?.length !== length) throw new IdsProblem('The file is cut off or broken.');
  return bytes;
}

function metadataOf(file: OpenFile): FileMetaData {
  const tail = readAll(file, Math.max(file.size - 8, 0), Math.min(file.size, 8));
  if (tail.length < 8 || new TextDecoder().decode(tail.subarray(4)) !== 'PAR1')
    throw new IdsProblem('The file does not end as Parquet does. It is cut off, or another file.');
  const length = new DataView(tail.buffer).getUint32(0, true);
  if (length > Math.min(file.size - 8, MAX_FOOTER))
    throw new IdsProblem('The description at its end is broken.');
  try {
    return parquetMetadata(readAll(file, file.size - 8 - length, length + 8), { geoparquet: false });
  } catch (error) {
    throw new IdsProblem(`The description at its end is broken: ${errorMessage(error)}.`);
  }
}

function* blocksOf(file: OpenFile, wanted: readonly WantedColumn[]): Iterable<Block> {
  const { schema, row_groups: groups } = metadataOf(file);
  const paths = leavesOf(schema);
  missingColumns(
    wanted,
    paths.map(({ path }) => path[0]!),
  );
  const leaves = wanted.map((each) => leafOf(each, paths));
  const columns = wanted.map((each) => new Column(each));
  let row = 1;
  for (const group of groups) {
    const pages = leaves.map((leaf, i) => {
      const chunk = group.columns?.[leaf.index]?.meta_data;
      if (!chunk) throw new IdsProblem('The description at its end is broken.', { row });
      return new ColumnPages(file, chunk, leaf, columns[i]!, row);
    });
    const problems = new Map<ColumnPages, unknown>();
    for (;;) {
      const ready = () => Math.min(...pages.map((each) => each.ready));
      let problem: unknown;
      // The column with the fewest samples is read on, but none beyond a mistake.
      while (ready() < BLOCK_SAMPLES && !problem) {
        const [next] = pages
          .filter((each) => !each.isDone || problems.has(each))
          .sort((a, b) => a.ready - b.ready);
        if (!next) break;
        problem = problems.get(next);
        if (problem) break;
        try {
          next.readPage();
        } catch (error) {
          problems.set(next, error);
        }
      }
      const samples = ready();
      if (samples > 0)
        yield {
          samples,
          columns: columns.map((column) => ({
            ids: column.ids.subarray(0, column.ends[samples - 1]!),
            ends: column.ends.subarray(0, samples),
          })),
        };
      row += samples;
      for (const [i, column] of columns.entries()) {
        drop(column, samples);
        pages[i]!.take(samples);
      }
      if (problem) throw problem;
      if (pages.every(({ isDone }) => isDone)) break;
    }
    const longest = columns.find(({ samples }) => samples > 0);
    if (longest)
      throw new IdsProblem('The columns have different numbers of rows.', {
        row,
        column: longest.wanted.name,
      });
  }
}

/** Forgets the first samples. */
function drop(column: Column, samples: number): void {
  if (samples === 0) return;
  const ids = column.ends[samples - 1]!;
  column.ids.copyWithin(0, ids, column.length);
  column.ends.copyWithin(0, samples, column.samples);
  column.length -= ids;
  column.samples -= samples;
  for (let i = 0; i < column.samples; i++) column.ends[i]! -= ids;
}

// ---------------------------------------------------------------- Schema

interface Leaf {
  readonly path: readonly string[];
  /** Its number among all leaves. */
  readonly index: number;
  readonly element: SchemaElement;
  readonly definition: number;
  readonly repetition: number;
}

function leavesOf(schema: readonly SchemaElement[]): Leaf[] {
  const leaves: Leaf[] = [];
  const parents: { left: number; path: string[]; definition: number; repetition: number }[] = [];
  for (const [i, element] of schema.entries()) {
    const parent = parents.at(-1);
    const above = parent ?? { path: [], definition: 0, repetition: 0 };
    const here = {
      path: i === 0 ? [] : [...above.path, element.name],
      definition: above.definition + (i > 0 && element.repetition_type !== 'REQUIRED' ? 1 : 0),
      repetition: above.repetition + (i > 0 && element.repetition_type === 'REPEATED' ? 1 : 0),
    };
    if (parent) parent.left--;
    if (element.num_children) parents.push({ left: element.num_children, ...here });
    else if (i > 0) leaves.push({ ...here, index: leaves.length, element });
    while (parents.length > 0 && parents.at(-1)!.left <= 0) parents.pop();
    if (parents.length > 64) break;
  }
  return leaves;
}

function leafOf({ name }: WantedColumn, leaves: readonly Leaf[]): Leaf {
  const [leaf, ...others] = leaves.filter(({ path }) => path[0] === name);
  const at = { column: name };
  if (others.length > 0 || leaf!.repetition > 1)
    throw new IdsProblem('The column must have ids or lists of ids.', at);
  const { type } = leaf!.element;
  if (type !== 'INT32' && type !== 'INT64')
    throw new IdsProblem(`The column has values of the type ${type}. Ids are INT32 or INT64.`, at);
  return leaf!;
}

// ---------------------------------------------------------------- Pages

type ChunkMetadata = NonNullable<FileMetaData['row_groups'][number]['columns'][number]['meta_data']>;

/** What of a page's header matters, by the numbers of Thrift. */
interface PageHeader {
  readonly field_1?: number;
  readonly field_2?: number;
  readonly field_3?: number;
  readonly field_5?: { readonly field_1?: number; readonly field_2?: number };
  readonly field_7?: { readonly field_1?: number; readonly field_2?: number };
  readonly field_8?: {
    readonly field_1?: number;
    readonly field_4?: number;
    readonly field_5?: number;
    readonly field_6?: number;
    readonly field_7?: boolean;
  };
}

const [DATA, DICTIONARY, DATA_V2] = [0, 2, 3];
const [PLAIN, PLAIN_DICTIONARY, DELTA, RLE_DICTIONARY] = [0, 2, 5, 8];

/** Reads one column of a row group, a page at a time. */
class ColumnPages {
  #at: number;
  readonly #end: number;
  #left: number;
  /** Ids, or -1 for what is none of the table. */
  #dictionary: Int32Array | undefined;
  #dictionaryValues: Int32Array | Float64Array = new Int32Array();
  /** Samples that may go on in the next page have no end yet. */
  #isOpen = false;

  constructor(
    private readonly file: OpenFile,
    private readonly chunk: ChunkMetadata,
    private readonly leaf: Leaf,
    private readonly column: Column,
    /** The first row of the row group. */
    private row: number,
  ) {
    const { dictionary_page_offset: dictionary, data_page_offset: data } = chunk;
    const starts = [dictionary, data].filter((each) => each !== undefined && each > 0n).map(Number);
    this.#at = Math.min(...starts);
    this.#end = this.#at + Number(chunk.total_compressed_size);
    this.#left = Number(chunk.num_values);
    if (!(this.#at >= 0 && this.#end <= file.size && this.#left >= 0))
      this.#broken('lies outside of the file, which is cut off or broken');
  }

  get isDone(): boolean {
    return this.#left <= 0;
  }

  /** Samples that are whole. */
  get ready(): number {
    return this.column.samples;
  }

  take(samples: number): void {
    this.row += samples;
  }

  readPage(): void {
    const { header, length } = this.#header();
    const [packed, size] = [Number(header.field_3), Number(header.field_2)];
    if (!(packed >= 0 && size >= 0 && size <= MAX_PAGE)) this.#broken('has a page of no valid size');
    const start = this.#at + length;
    if (start + packed > this.#end) this.#broken('has a page that does not end in it');
    const bytes = readAll(this.file, start, packed);
    this.#at = start + packed;
    if (header.field_1 === DICTIONARY) this.#readDictionary(this.#unpacked(bytes, size), header.field_7);
    else if (header.field_1 === DATA) this.#readData(this.#unpacked(bytes, size), header.field_5);
    else if (header.field_1 === DATA_V2) this.#readDataV2(bytes, size, header.field_8);
    if (this.isDone) this.#endSample();
    else if (this.#at >= this.#end) this.#broken('has fewer values than it should');
  }

  #header(): { readonly header: PageHeader; readonly length: number } {
    for (let size = HEADER; ; size *= 16) {
      const bytes = readAll(this.file, this.#at, Math.min(size, this.#end - this.#at));
      const reader = { view: new DataView(bytes.buffer), offset: 0 };
      try {
        const header = deserializeTCompactProtocol(reader) as PageHeader;
        return { header, length: reader.offset };
      } catch (error) {
        if (size >= MAX_PAGE || this.#at + size >= this.#end)
          this.#broken(`has a broken page: ${errorMessage(error)}`);
      }
    }
  }

  #unpacked(bytes: Uint8Array, size: number): Uint8Array {
    const { codec } = this.chunk;
    try {
      switch (codec) {
        case 'UNCOMPRESSED':
          if (bytes.length !== size) break;
          return bytes;
        case 'SNAPPY':
          return unpackSnappy(bytes, size);
        case 'GZIP':
          return ofSize(zlib.gunzipSync(bytes, { maxOutputLength: size + 1 }), size);
        case 'BROTLI':
          return ofSize(zlib.brotliDecompressSync(bytes, { maxOutputLength: size + 1 }), size);
        case 'ZSTD':
          if ('zstdDecompressSync' in zlib)
            return ofSize(
              (zlib.zstdDecompressSync as typeof zlib.gunzipSync)(bytes, { maxOutputLength: size + 1 }),
              size,
            );
          this.#unread('is compressed with ZSTD, and Node is older than 22.15');
      }
    } catch (error) {
      if (error instanceof IdsProblem) throw error;
      this.#broken(`has a page that cannot be unpacked: ${errorMessage(error)}`);
    }
    return codec === 'UNCOMPRESSED'
      ? this.#broken('has a page of another size')
      : this.#unread(`is compressed with ${codec}`);
  }

  #readDictionary(bytes: Uint8Array, header: PageHeader['field_7']): void {
    const count = this.#count(header?.field_1);
    if (header?.field_2 !== PLAIN && header?.field_2 !== PLAIN_DICTIONARY)
      this.#unread('has a dictionary of another encoding');
    this.#dictionaryValues = this.#plain(bytes, count);
    const { vocabularySize } = this.column.wanted;
    const values = this.#dictionaryValues;
    this.#dictionary = new Int32Array(count);
    for (let i = 0; i < count; i++)
      this.#dictionary[i] = values[i]! >= 0 && values[i]! < vocabularySize ? values[i]! : -1;
  }

  #readData(bytes: Uint8Array, header: PageHeader['field_5']): void {
    const count = this.#count(header?.field_1);
    const { repetition, definition } = this.leaf;
    let at = 0;
    const levels = (most: number): Uint8Array | undefined => {
      if (most === 0) return undefined;
      if (at + 4 > bytes.length) this.#broken('has a page without levels');
      const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(at, true);
      at += 4 + length;
      return this.#levels(bytes, at - length, at, most, count);
    };
    const repetitions = levels(repetition);
    this.#readValues(header?.field_2, count, repetitions, levels(definition), () => bytes.subarray(at));
  }

  #readDataV2(bytes: Uint8Array, size: number, header: PageHeader['field_8']): void {
    const count = this.#count(header?.field_1);
    const { repetition, definition } = this.leaf;
    const [definitions, repetitions] = [header?.field_5 ?? 0, header?.field_6 ?? 0];
    const head = definitions + repetitions;
    if (!(definitions >= 0 && repetitions >= 0 && head <= Math.min(bytes.length, size)))
      this.#broken('has a page of no valid size');
    const values = () =>
      header?.field_7 === false ? bytes.subarray(head) : this.#unpacked(bytes.subarray(head), size - head);
    const of = (from: number, to: number, most: number) =>
      most === 0 ? undefined : this.#levels(bytes, from, to, most, count);
    this.#readValues(
      header?.field_4,
      count,
      of(0, repetitions, repetition),
      of(repetitions, head, definition),
      values,
    );
  }

  #levels(bytes: Uint8Array, start: number, end: number, most: number, count: number): Uint8Array {
    const levels = new Uint8Array(count);
    if (end > bytes.length || !readHybrid(bytes, start, end, Math.ceil(Math.log2(most + 1)), levels, count))
      this.#broken('has broken levels');
    return levels;
  }

  #readValues(
    encoding: number | undefined,
    count: number,
    repetitions: Uint8Array | undefined,
    definitions: Uint8Array | undefined,
    values: () => Uint8Array,
  ): void {
    const lacking = definitions && this.#isLacking(definitions) ? definitions : undefined;
    let present = count;
    if (lacking) {
      present = 0;
      for (let i = 0; i < count; i++) if (lacking[i] === this.leaf.definition) present++;
    }
    const ids = present === 0 ? new Int32Array() : this.#ids(values(), encoding, present);
    if (lacking || this.#refused) this.#append(ids, count, repetitions, lacking);
    else this.#appendAll(ids, repetitions);
    this.#left -= count;
    if (this.#left < 0) this.#broken('has more values than it should');
  }

  /** Whether values are missing. A buffer is searched much faster than those that are there are counted. */
  #isLacking({ buffer, byteOffset, length }: Uint8Array): boolean {
    const levels = Buffer.from(buffer, byteOffset, length);
    for (let level = 0; level < this.leaf.definition; level++) if (levels.includes(level)) return true;
    return false;
  }

  /** Ids, and -1 for what is none; then `#value` says what stands there. */
  #ids(bytes: Uint8Array, encoding: number | undefined, count: number): Int32Array {
    if (encoding === PLAIN_DICTIONARY || encoding === RLE_DICTIONARY) {
      const dictionary = this.#dictionary;
      const indices = new Int32Array(count);
      if (!dictionary || !readHybrid(bytes, 1, bytes.length, bytes[0] ?? 99, indices, count))
        this.#broken('has broken indices into its dictionary');
      for (let i = 0; i < count; i++) {
        // Undefined for an index that is none.
        const id = dictionary[indices[i]!];
        if (id === undefined) this.#broken('has broken indices into its dictionary');
        if (id < 0) {
          this.#refused = { at: i, value: this.#dictionaryValues[indices[i]!]! };
          return indices.subarray(0, i);
        }
        indices[i] = id;
      }
      return indices;
    }
    if (encoding === PLAIN) return this.#plainIds(bytes, count);
    const values =
      encoding === DELTA
        ? this.#delta(bytes, count)
        : this.#unread(`has the encoding ${encoding ?? 'unknown'}`);
    const { vocabularySize } = this.column.wanted;
    const ids = values instanceof Int32Array ? values : new Int32Array(count);
    for (let i = 0; i < count; i++) {
      const value = values[i]!;
      if (!(value >= 0 && value < vocabularySize)) {
        this.#refused = { at: i, value };
        return ids.subarray(0, i);
      }
      if (values !== ids) ids[i] = Number(value);
    }
    return ids;
  }

  /** The first value of a page that is no id. */
  #refused: { readonly at: number; readonly value: number | bigint } | undefined;

  #plain(bytes: Uint8Array, count: number): Int32Array | Float64Array {
    const [words, size] = this.#words(bytes, count);
    if (size === 1) return words;
    const values = new Float64Array(count);
    for (let i = 0; i < count; i++) values[i] = words[2 * i + 1]! * 2 ** 32 + (words[2 * i]! >>> 0);
    return values;
  }

  #plainIds(bytes: Uint8Array, count: number): Int32Array {
    const [words, size] = this.#words(bytes, count);
    const { vocabularySize } = this.column.wanted;
    const ids = new Int32Array(count);
    for (let i = 0, at = 0; i < count; i++, at += size) {
      const low = words[at]!;
      const high = size === 2 ? words[at + 1]! : low >> 31;
      if (high !== 0 || low < 0 || low >= vocabularySize) {
        this.#refused = { at: i, value: high * 2 ** 32 + (low >>> 0) };
        return ids.subarray(0, i);
      }
      ids[i] = low;
    }
    return ids;
  }

  /** Words of 32 bits, and how many a number has. */
  #words(bytes: Uint8Array, count: number): readonly [Int32Array, size: 1 | 2] {
    const size = this.leaf.element.type === 'INT32' ? 1 : 2;
    if (count * size * 4 > bytes.length) this.#broken('has a page with fewer values than it should');
    const { buffer, byteOffset: start } = bytes;
    return start % 4 === 0
      ? [new Int32Array(buffer, start, count * size), size]
      : [new Int32Array(buffer.slice(start, start + count * size * 4)), size];
  }

  #delta(bytes: Uint8Array, count: number): Int32Array | BigInt64Array {
    const values = this.leaf.element.type === 'INT32' ? new Int32Array(count) : new BigInt64Array(count);
    try {
      deltaBinaryUnpack(
        { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), offset: 0 },
        count,
        values,
      );
    } catch (error) {
      this.#broken(`has a broken page: ${errorMessage(error)}`);
    }
    return values;
  }

  /** Ids of which none is missing or refused. */
  #appendAll(ids: Int32Array, repetitions: Uint8Array | undefined): void {
    const { column } = this;
    column.reserve(ids.length);
    column.ids.set(ids, column.length);
    // The loop is the time that lists take: it reads no members.
    const { ends, length } = column;
    let { samples } = column;
    let isOpen = this.#isOpen;
    for (let i = 0; i < ids.length; i++) {
      if (repetitions && repetitions[i] !== 0) continue;
      if (isOpen) ends[samples++] = length + i;
      isOpen = true;
    }
    column.length += ids.length;
    column.samples = samples;
    this.#isOpen = isOpen;
  }

  #append(
    ids: Int32Array,
    count: number,
    repetitions: Uint8Array | undefined,
    definitions: Uint8Array | undefined,
  ): void {
    const { column, leaf } = this;
    const refused = this.#refused;
    column.reserve(count);
    const { ids: into, ends } = column;
    const most = leaf.definition;
    const end = refused?.at ?? Number.POSITIVE_INFINITY;
    let { length, samples } = column;
    let isOpen = this.#isOpen;
    let next = 0;
    let isRefused = false;
    for (let i = 0; i < count; i++) {
      if (!repetitions || repetitions[i] === 0) {
        if (isOpen) ends[samples++] = length;
        isOpen = true;
      }
      if (definitions && definitions[i] !== most) continue;
      isRefused = next === end;
      if (isRefused) break;
      into[length++] = ids[next++]!;
    }
    column.length = length;
    column.samples = samples;
    this.#isOpen = isOpen;
    if (refused && isRefused) notInTable(refused.value, column.wanted, this.row + column.samples);
  }

  #endSample(): void {
    if (this.#isOpen) this.column.endSample();
    this.#isOpen = false;
  }

  #count(count: number | undefined): number {
    if (!(count !== undefined && count >= 0 && count <= MAX_VALUES))
      this.#broken('has a page of no valid size');
    return count!;
  }

  #broken(what: string): never {
    throw new IdsProblem(`The column ${what}.`, {
      row: this.row + this.column.samples,
      column: this.column.wanted.name,
    });
  }

  #unread(what: string): never {
    throw new IdsProblem(
      `The column ${what}. Write the file with Snappy or gzip, and with the encoding PLAIN or RLE_DICTIONARY.`,
      { column: this.column.wanted.name },
    );
  }
}

function ofSize(bytes: Uint8Array, size: number): Uint8Array {
  if (bytes.length !== size) throw new Error('it has another size');
  return bytes;
}
