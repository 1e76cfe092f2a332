// Which tables share a stack on SparseCores, and where each lies in it, as jax-tpu-embedding's table_stacking.py has it.
import { compareCodePoints } from '../../basics/compare';
import { groupBy } from '../../basics/groups';
import { type Formula, limitFrom } from './formulas';
import { stackName } from './names';
import { type Chips, FLOAT_BYTES, padded, paddedRows, sparseCores } from './padding';

/** The limit of a table or stack whose program gives none. */
export const DEFAULT_LIMIT = 256;
/** Vectors that each SparseCore looks up in a step for a stack made automatically, unless one table alone has more. */
export const ACTIVATION_BYTES = 2 ** 21;

export interface StackableTable {
  readonly name: string;
  readonly vocabularySize: number;
  readonly embeddingDim: number;
  /** A text that is the same for equal optimizers. Only tables that are equal in this and the next two share a stack. */
  readonly optimizer: string;
  readonly combiner: string;
  readonly quantization?: string;
  /** As the program gives it: null where it gives none, absent where that is unknown. */
  readonly maxIds?: number | null;
  readonly maxUniqueIds?: number | null;
  /** The size of the buffer of ids that the program suggests, in ids on each chip. */
  readonly suggestedBufferSize?: number;
}

export interface StackableFeature {
  readonly name: string;
  readonly table: string;
  /** Vectors that all chips look up for it in a step: the product of its output shape without the last dimension. */
  readonly samples: number;
  /** Absent where its input shape does not say it. */
  readonly idsPerSample?: number;
}

interface StackingOptions {
  /** SparseCores by which each table is shifted against the one before it. By default, those of a chip. */
  readonly rotation?: number;
  /** The limits of stacks with several tables: null for the default, undefined where a function decides that is not followed. */
  readonly maxIds?: Formula | null | undefined;
  readonly maxUniqueIds?: Formula | null | undefined;
}

/** A call that stacks tables. */
export type Stacking =
  | (StackingOptions & {
      readonly kind: 'auto';
      /** By default `ACTIVATION_BYTES`. */
      readonly activationBytes?: number;
      readonly hasLongNames?: boolean;
    })
  | (StackingOptions & {
      readonly kind: 'tables';
      readonly tables: readonly string[];
      readonly name?: string;
    });

/** A limit of ids for each pair of a SparseCore that looks up and one that owns rows. */
export interface Limit {
  /** Null where the program gives none. */
  readonly given: number | null;
  readonly inForce: number;
}

export interface Stack {
  readonly name: string;
  /** Floats of each row. */
  readonly width: number;
  /** Rows on all SparseCores together. */
  readonly rows: number;
  readonly rowsPerSparseCore: number;
  /** Vectors that all chips look up in a step. */
  readonly sampleCount: number;
  readonly optimizer: string;
  readonly combiner: string;
  readonly quantization?: string;
  /** Absent where it is unknown. */
  readonly maxIds?: Limit;
  readonly maxUniqueIds?: Limit;
  readonly suggestedBufferSize?: number;
  readonly tables: readonly StackedTable[];
  readonly features: readonly StackedFeature[];
}

export interface StackedTable {
  readonly name: string;
  readonly vocabularySize: number;
  readonly embeddingDim: number;
  readonly paddedRows: number;
  readonly paddedWidth: number;
  /** Rows of each SparseCore that tables before it take. */
  readonly rowOffset: number;
  /** By how many SparseCores its first row is shifted. */
  readonly rotation: number;
}

export interface StackedFeature {
  readonly name: string;
  readonly table: string;
  readonly samples: number;
  /** Samples of features before it. */
  readonly sampleOffset: number;
  /** What is added to its ids. */
  readonly idOffset: number;
}

export type Stacks =
  | { readonly stacks: readonly Stack[] }
  /** Why the library raises an error, in a sentence for people. */
  | { readonly refused: string };

/**
 * The stacks that calls make one after the other; tables that no call stacks are alone. Features come in the order of JAX's
 * trees, and tables that no feature uses do not count.
 */
export function stackTables(
  tables: readonly StackableTable[],
  features: readonly StackableFeature[],
  chips: Chips,
  stackings: readonly Stacking[],
): Stacks {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const used = new Set(features.flatMap(({ table }) => byName.get(table)?.name ?? []));
  const job: Job = {
    tables: new Map([...used].map((name) => [name, byName.get(name)!])),
    features,
    featuresOf: groupBy(features, ({ table }) => table),
    chips,
  };
  const stackOf = new Map<string, Stack>();
  for (const stacking of stackings)
    for (const group of groupsOf(stacking, job)) {
      const refused = refusalOf(group, job, stackOf);
      if (refused !== undefined) return { refused };
      const stack = stackOfGroup(group, stacking, job);
      for (const { name } of stack.tables) stackOf.set(name, stack);
    }
  for (const [name, table] of job.tables) if (!stackOf.has(name)) stackOf.set(name, stackOfOne(table, job));
  return { stacks: [...new Set([...used].map((name) => stackOf.get(name)!))] };
}

/** Limits of stacks as keras-rs sets them once tables are stacked: the largest of their tables. */
export const withLargestLimits = (stacks: readonly Stack[], tables: readonly StackableTable[]): Stack[] =>
  stacks.map(({ maxIds: _, maxUniqueIds: __, ...stack }) => {
    const own = tables.filter(({ name }) => stack.tables.some((table) => table.name === name));
    return { ...stack, ...limitsOf(largest(own, 'maxIds'), largest(own, 'maxUniqueIds')) };
  });

/** Null if no table gives any, undefined if one is unknown. */
function largest(tables: readonly StackableTable[], limit: 'maxIds' | 'maxUniqueIds') {
  const limits = tables.map((table) => table[limit]);
  if (limits.includes(undefined)) return undefined;
  if (limits.every((each) => each === null)) return null;
  return Math.max(...limits.map((each) => each ?? DEFAULT_LIMIT));
}

interface Job {
  readonly tables: ReadonlyMap<string, StackableTable>;
  readonly features: readonly StackableFeature[];
  readonly featuresOf: ReadonlyMap<string, readonly StackableFeature[]>;
  readonly chips: Chips;
}

interface Group {
  readonly name: string;
  readonly tables: readonly string[];
}

function groupsOf(stacking: Stacking, job: Job): readonly Group[] {
  if (stacking.kind === 'tables')
    return [{ name: stacking.name || stackName(stacking.tables), tables: stacking.tables }];
  const { activationBytes = ACTIVATION_BYTES, hasLongNames } = stacking;
  return [
    ...groupBy(job.tables.values(), (table) => `${padded(table.embeddingDim)} ${kindOf(table)}`).values(),
  ]
    .flatMap((group) => firstFit(group, activationBytes, job))
    .map((tables) => ({ name: stackName(tables, !hasLongNames), tables }));
}

const kindOf = ({ optimizer, combiner, quantization }: StackableTable) =>
  JSON.stringify([optimizer, combiner, quantization]);

/** Puts each table into the first stack that has room for what it looks up. */
function firstFit(tables: readonly StackableTable[], limit: number, job: Job): string[][] {
  const stacks: { readonly tables: string[]; bytes: number }[] = [];
  for (const { name, embeddingDim } of tables) {
    const samples = (job.featuresOf.get(name) ?? []).reduce(
      (total, each) => total + Math.floor(each.samples / sparseCores(job.chips)),
      0,
    );
    const bytes = FLOAT_BYTES * padded(embeddingDim) * samples;
    const stack = stacks.find((each) => each.bytes + bytes <= limit);
    if (stack) {
      stack.tables.push(name);
      stack.bytes += bytes;
    } else stacks.push({ tables: [name], bytes });
  }
  return stacks.map((stack) => stack.tables);
}

function refusalOf(
  { name, tables: names }: Group,
  { tables }: Job,
  stackOf: ReadonlyMap<string, Stack>,
): string | undefined {
  if (names.length === 0) return 'A list of tables to stack is empty.';
  const missing = names.find((table) => !tables.has(table));
  if (missing !== undefined) return `No feature uses a table "${missing}", so it cannot be stacked.`;
  // A stack with the name of its table counts as none.
  const earlier = [...stackOf].filter(([table, stack]) => stack.name !== table);
  const stacked = earlier.find(([table]) => names.includes(table));
  if (stacked) return `The table "${stacked[0]}" is already in the stack "${stacked[1].name}".`;
  if (earlier.some(([, stack]) => stack.name === name)) return `Two stacks have the name "${name}".`;
  const repeated = names.find((table, i) => names.indexOf(table) < i);
  if (repeated !== undefined) return `The table "${repeated}" occurs twice in the stack "${name}".`;
  const [first, ...others] = names.map((table) => tables.get(table)!);
  const other = others.find((table) => kindOf(table) !== kindOf(first!));
  return (
    other &&
    `The tables "${first!.name}" and "${other.name}" cannot share a stack: their optimizers, combiners or quantizations differ.`
  );
}

function stackOfGroup({ name, tables: names }: Group, stacking: Stacking, job: Job): Stack {
  const { chips } = job;
  const { rotation = chips.sparseCoresPerPartition } = stacking;
  const tables = names.map((table) => job.tables.get(table)!);
  const features = job.features.filter(({ table }) => names.includes(table));
  const stack = placed(name, tables, rotation, features, chips);
  const [table, ...others] = tables;
  if (others.length === 0) return { ...stack, ...limitsOf(table!.maxIds, table!.maxUniqueIds) };
  const { maxIds, maxUniqueIds } = { maxIds: null, maxUniqueIds: null, ...stacking };
  const given = { name, samples: stack.sampleCount };
  const [ids, uniqueIds] = [maxIds, maxUniqueIds].map((each) =>
    each === null || each === undefined ? each : limitFrom(each, given),
  );
  return { ...stack, ...limitsOf(ids, uniqueIds) };
}

/** A table that no call stacks: its features are sorted by name, and only it keeps its suggested size of a buffer. */
function stackOfOne(table: StackableTable, { featuresOf, chips }: Job): Stack {
  const own = [...featuresOf.get(table.name)!].sort((a, b) => compareCodePoints(a.name, b.name));
  const { maxIds, maxUniqueIds, suggestedBufferSize } = table;
  return {
    ...placed(table.name, [table], 0, own, chips),
    ...limitsOf(maxIds, maxUniqueIds),
    ...(suggestedBufferSize !== undefined && { suggestedBufferSize }),
  };
}

const limitsOf = (maxIds: number | null | undefined, maxUniqueIds: number | null | undefined) => ({
  ...(maxIds !== undefined && { maxIds: limitOf(maxIds) }),
  ...(maxUniqueIds !== undefined && { maxUniqueIds: limitOf(maxUniqueIds) }),
});

const limitOf = (given: number | null): Limit => ({ given, inForce: given ?? DEFAULT_LIMIT });

/** Tables of a stack one below the other on each SparseCore, and the samples of features one after the other. */
function placed(
  name: string,
  tables: readonly StackableTable[],
  rotation: number,
  features: readonly StackableFeature[],
  chips: Chips,
): Stack {
  const shards = sparseCores(chips);
  const width = Math.max(...tables.map(({ embeddingDim }) => padded(embeddingDim)));
  let rowsPerSparseCore = 0;
  const stacked = tables.map(({ name: table, vocabularySize, embeddingDim }, i): StackedTable => {
    const rows = paddedRows(vocabularySize, chips);
    const rowOffset = rowsPerSparseCore;
    rowsPerSparseCore += rows / shards;
    return {
      name: table,
      vocabularySize,
      embeddingDim,
      paddedRows: rows,
      paddedWidth: width,
      rowOffset,
      rotation: modulo(i * rotation, shards),
    };
  });
  let sampleCount = 0;
  const offsets = new Map(stacked.map(({ name: table, rowOffset }) => [table, rowOffset * shards]));
  const used = features.map(({ name: feature, table, samples }): StackedFeature => {
    const sampleOffset = sampleCount;
    sampleCount += samples;
    return { name: feature, table, samples, sampleOffset, idOffset: offsets.get(table)! };
  });
  const { optimizer, combiner, quantization } = tables[0]!;
  return {
    name,
    width,
    rows: rowsPerSparseCore * shards,
    rowsPerSparseCore,
    sampleCount,
    optimizer,
    combiner,
    ...(quantization !== undefined && { quantization }),
    tables: stacked,
    features: used,
  };
}

/** The remainder as Python has it, never negative. */
const modulo = (value: number, by: number): number => ((value % by) + by) % by;
