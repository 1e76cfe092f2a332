// The stacks of a library that keeps tables on SparseCores by jax-tpu-embedding, and what they take.
import { known } from './memory';
import type { Slice } from './slices';
import { type Buffers, buffersOf } from './sparsecore/buffers';
import { type Chips, FLOAT_BYTES } from './sparsecore/padding';
import { type Stack, type StackableTable, stackTables, withLargestLimits } from './sparsecore/stacks';
import type { LibraryStacking, SizedTable, SizedTables } from './tables';

/** Memory of a stack's tables and slots, or of its buffers. */
interface Share {
  readonly perSparseCore?: number;
  readonly perChip: number;
  /** All chips of a host together. */
  readonly perHost: number;
}

export interface LibraryStack extends Stack {
  /** Absent if slots of its tables are unknown. */
  readonly tableBytes?: Required<Share>;
  /** Those that hold the ids of one step; absent if the limit is unknown. Of each device of JAX: ids and row pointers. */
  readonly buffers?: Share & Omit<Buffers, 'bytes'>;
}

export const isLibrarys = (stack: object): stack is LibraryStack => 'sampleCount' in stack;

export type LibraryStacks =
  | { readonly stacks: readonly LibraryStack[] }
  /** Why they are not known, in a sentence for people. */
  | { readonly unknown: string };

/** The devices of a slice as JAX counts them. */
export function devicesOf({ chips, generation }: Slice): Chips {
  const { devicesPerChip = 1, sparseCoresPerChip = 0 } = generation;
  return { partitions: chips * devicesPerChip, sparseCoresPerPartition: sparseCoresPerChip / devicesPerChip };
}

/** The stacks of tables on a slice; undefined for tables that no such library stacks. */
export function libraryStacks(sized: SizedTables, slice: Slice): LibraryStacks | undefined {
  const found = stacksOn(sized, devicesOf(slice));
  if (!found || 'unknown' in found) return found;
  const tables = new Map(sized.tables.map((table) => [table.name, table]));
  const hasMinibatches = splitsSteps(sized);
  return { stacks: found.stacks.map((stack) => measured(stack, tables, slice, hasMinibatches)) };
}

/** The stacks on SparseCores, without what they take. */
export function stacksOn(
  { tables, stacking }: SizedTables,
  chips: Chips,
):
  | { readonly stacks: readonly Stack[] }
  | { readonly unknown: string; readonly isRefused?: true }
  | undefined {
  if (!stacking || 'unknown' in stacking) return stacking;
  const { features, calls, hasLargestLimits } = stacking;
  const stackable: StackableTable[] = [];
  for (const table of tables) {
    const own = stackableOf(table, calls.length > 0 && tables.length > 1);
    if ('unknown' in own) return own;
    stackable.push(own);
  }
  const found = stackTables(stackable, features, chips, calls);
  if ('refused' in found) return { unknown: found.refused, isRefused: true };
  return hasLargestLimits ? { stacks: withLargestLimits(found.stacks, stackable) } : found;
}

/** The table if what decides on its stack is known, or else what is not. */
function stackableOf(
  { name, vocabularySize, dimension, settings, combiner, quantization, ...limits }: SizedTable,
  mayShare: boolean,
): StackableTable | { readonly unknown: string } {
  const unknown = (what: string) => ({ unknown: `The ${what} of the table "${name}" is not known.` });
  if (vocabularySize === undefined) return unknown('number of rows');
  if (dimension === undefined) return unknown('width');
  if (mayShare && settings === undefined) return unknown('optimizer');
  if (mayShare && combiner === undefined) return unknown('combiner');
  if (mayShare && quantization === undefined) return unknown('quantization');
  const { maxIds, maxUniqueIds, suggestedBufferSize } = limits;
  return {
    name,
    vocabularySize,
    embeddingDim: dimension,
    optimizer: settings ?? '',
    combiner: combiner ?? '',
    ...(quantization && { quantization }),
    ...(maxIds !== undefined && { maxIds }),
    ...(maxUniqueIds !== undefined && { maxUniqueIds }),
    ...(typeof suggestedBufferSize === 'number' && { suggestedBufferSize }),
  };
}

function measured(
  stack: Stack,
  tables: ReadonlyMap<string, SizedTable>,
  slice: Slice,
  hasMinibatches: boolean,
): LibraryStack {
  const { generation, chips, hosts } = slice;
  const { devicesPerChip = 1, sparseCoresPerChip = 0 } = generation;
  const slots = known(tables.get(stack.tables[0]!.name)!)?.slots;
  const buffers = buffersOf(stack, devicesOf(slice), hasMinibatches);
  const perSparseCore = slots && stack.rowsPerSparseCore * stack.width * FLOAT_BYTES * (1 + slots.length);
  const perHost = (perChip: number) => ({ perChip, perHost: (perChip * chips) / hosts });
  return {
    ...stack,
    ...(perSparseCore !== undefined && {
      tableBytes: { perSparseCore, ...perHost(perSparseCore * sparseCoresPerChip) },
    }),
    ...(buffers && { buffers: { ...withoutBytes(buffers), ...perHost(buffers.bytes * devicesPerChip) } }),
  };
}

const withoutBytes = ({ bytes: _, ...buffers }: Buffers): Omit<Buffers, 'bytes'> => buffers;

/** What the figures of stacks assume, in sentences for people. */
export function stackAssumptions({ stacking }: SizedTables, devices: Chips, where: string): string[] {
  if (!stacking || 'unknown' in stacking) return [];
  const { devices: said, needsJax } = stacking;
  const differs =
    said &&
    (said.partitions !== devices.partitions ||
      said.sparseCoresPerPartition !== devices.sparseCoresPerPartition);
  return [
    `Stacks and buffers are those of ${devicesText(devices)}${where}.`,
    ...(differs ? [`The program stacks tables for ${devicesText(said)}.`] : []),
    ...(needsJax ? ['Stacks and buffers are so if the program runs on JAX.'] : []),
    ...overflowText(stacking),
  ];
}

/** Whether the program lets steps with too many ids be split into minibatches. */
export const splitsSteps = ({ stacking }: SizedTables): boolean =>
  stacking !== undefined && 'overflow' in stacking && stacking.overflow.hasMinibatches === true;

type Known = Exclude<LibraryStacking, { readonly unknown: string }>;

/** What the library does with ids beyond the limits, in sentences for people. */
export function overflowText({ overflow, hasLargestLimits }: Known): string[] {
  const { hasMinibatches, areDropped } = overflow;
  const beyond = hasMinibatches ? 'Ids that one of 64 minibatches has too many' : 'Ids beyond a limit';
  return [
    ...(hasMinibatches
      ? [
          'The program enables minibatching: by their ids, a step beyond a limit is split into up to 64 minibatches, and buffers have room for 64.',
        ]
      : []),
    areDropped === undefined
      ? `${beyond} end the process, unless preprocessing gets allow_id_dropping=True, which the program does not show.`
      : areDropped
        ? `${beyond} are dropped, ${hasLargestLimits ? 'as keras-rs always has it' : 'as the program passes allow_id_dropping=True'}.`
        : `${beyond} end the process, as the program does not pass allow_id_dropping=True.`,
  ];
}

const devicesText = ({ partitions, sparseCoresPerPartition }: Chips): string =>
  `${partitions} ${partitions === 1 ? 'device' : 'devices'} of JAX with ${sparseCoresPerPartition} SparseCores each`;
