// The memory of embedding tables on a TPU slice, and whether they fit.

import { slicesNamedIn } from './assumed-devices';
import { type Layout, layoutOf, type PlannedStack, type PlannedVariable, type TableShape } from './layout';
import { deviceBytes, hostBytes, type KnownTable, known, paddingOf, sum, variablesOf } from './memory';
import { idsOf, mostRows, shareOf } from './sharding';
import { generations, type Slice, sliceOfTensorCores, slicesOf } from './slices';
import type { ShardingStrategy, SizedTable, SizedTables } from './tables';
import { assumptions, mayDecay, packingNotes, refusals } from './verdict';

export interface Plan {
  readonly slice?: Slice;
  /** Absent if no slice is named, or if it is not known. */
  readonly fits?: boolean;
  /** Sentences for people: obstacles besides memory, unknown values, and assumptions of the figures. */
  readonly notes: readonly string[];
  /** The fullest chip; its bytes are absent if unknown. */
  readonly perDevice?: {
    readonly bytes?: number;
    /** What the buffers for the ids of a step take besides; absent if they are unknown. */
    readonly bufferBytes?: number;
    readonly capacity: number;
  };
  /** A checkpoint's copy on the host with the most rows. */
  readonly perHost?: { readonly bytes: number; readonly capacity?: number };
  readonly tables: readonly PlannedTable[];
  /** The memory of all tables together; absent if it is unknown for one of them. */
  readonly deviceBytes?: number;
  readonly hostBytes?: number;
  /** The hosts of the slice, or those that the configuration names. */
  readonly hosts?: number;
  /** How rows and look-ups are distributed over hosts, by strategy; empty on SparseCores, which use another one. */
  readonly sharding: readonly Sharding[];
  /** The stacks on SparseCores; absent if it is unknown which tables share one. */
  readonly stacks?: readonly PlannedStack[];
  /** Why a library's stacks are not known, in a sentence for people. */
  readonly stacksUnknown?: string;
}

export interface PlannedTable {
  readonly name: string;
  /** Empty if the table's memory is unknown. */
  readonly slots: readonly PlannedVariable[];
  readonly onDevice?: TableShape;
  readonly paddingBytes?: number;
  readonly rowsPerHost: readonly number[];
}

interface Sharding {
  readonly strategy: ShardingStrategy;
  readonly isChosen: boolean;
  /** The load of the fullest host relative to the average one; absent if memory is unknown. */
  readonly imbalance?: number;
  /** By table, the share of look-ups that the first host answers if ids are numbered by frequency. */
  readonly shares: readonly { readonly name: string; readonly share: number }[];
}

export function planOf(sized: SizedTables, slice?: Slice): Plan {
  const hosts = slice?.hosts ?? sized.numHosts;
  const layout = layoutOf(sized, slice);
  const tables = sized.tables.map((table) => planTable(table, layout));
  const isKnown = tables.every(({ slots }) => slots.length > 0);
  const { stacks, stacksUnknown } = layout ?? {};
  const total = (of: (variable: PlannedVariable) => number) => sum(tables, ({ slots }) => sum(slots, of));
  return {
    ...(slice && { slice, ...fitOn(sized, tables, slice, layout) }),
    notes: [
      ...(slice
        ? [...refusals(sized, slice), ...assumptions(sized, slice)]
        : layout
          ? []
          : [needsASlice(sized)]),
      ...packingNotes(tables.filter(({ onDevice }) => onDevice?.isPacked).map(({ name }) => name)),
    ],
    ...(isKnown &&
      layout?.mostRows && {
        perHost: {
          bytes: sum(sized.tables, (table) => fullestHost(known(table)!, layout.mostRows!)),
          ...(slice?.generation.hostCapacity && { capacity: slice.generation.hostCapacity }),
        },
      }),
    tables,
    ...(isKnown && {
      deviceBytes: total((variable) => variable.deviceBytes),
      hostBytes: total((variable) => variable.hostBytes),
    }),
    ...(hosts !== undefined && { hosts }),
    sharding: (layout?.strategies ?? []).map((strategy) => shardingOf(sized, strategy, hosts!)),
    ...(stacks && { stacks }),
    ...(stacksUnknown !== undefined && { stacksUnknown }),
  };
}

const needsASlice = ({ sparseCoreTrainer }: SizedTables) =>
  `${sparseCoreTrainer} pads tables by the number of SparseCores, so what they take depends on the slice: name one.`;

/** The smallest slice of each generation that holds the tables; `isCertain` where its accelerator is stated. */
export function smallestSlices(sized: SizedTables): { readonly slice: Slice; readonly isCertain: boolean }[] {
  return generations.flatMap((generation) => {
    const slice = slicesOf(generation).find((each) => {
      const layout = layoutOf(sized, each);
      const tables = sized.tables.map((table) => planTable(table, layout));
      const { fits, perDevice } = fitOn(sized, tables, each, layout);
      if (fits !== undefined || generation.accelerator !== 'V1') return fits;
      return perDevice!.bytes !== undefined && perDevice!.bytes <= perDevice!.capacity;
    });
    return slice ? [{ slice, isCertain: generation.accelerator !== 'V1' }] : [];
  });
}

/** The slice that the configuration names by its TensorCores or devices, else the smallest one. */
export function likelySlice(sized: SizedTables): Slice | undefined {
  const { numTensorCores } = sized;
  const named =
    acceleratorFor(sized) === 'V2'
      ? slicesNamedIn(sized)[0]
      : numTensorCores
        ? sliceOfTensorCores(numTensorCores)
        : undefined;
  return named ?? smallestSlice(sized);
}

/** The smallest slice that runs the API that the configuration is for and holds its tables. */
export function smallestSlice(sized: SizedTables): Slice | undefined {
  const accelerator = acceleratorFor(sized);
  return smallestSlices(sized).find(({ slice }) => slice.generation.accelerator === accelerator)?.slice;
}

const acceleratorFor = ({ sparseCoreTrainer }: SizedTables) =>
  sparseCoreTrainer === undefined ? 'V1' : 'V2';

function planTable(table: SizedTable, layout: Layout | undefined): PlannedTable {
  const { name, vocabularySize } = table;
  if (!layout) return { name, slots: [], rowsPerHost: [] };
  const own = known(table);
  const slots = own ? layout.variables(own) : [];
  return {
    name,
    slots,
    ...(own && { onDevice: layout.shape(own), paddingBytes: paddingOf(own, slots) }),
    rowsPerHost: vocabularySize === undefined ? [] : layout.rowsPerHost(vocabularySize),
  };
}

function fitOn(
  sized: SizedTables,
  tables: readonly PlannedTable[],
  slice: Slice,
  layout: Layout | undefined,
): Pick<Plan, 'fits' | 'perDevice'> {
  const { capacity } = slice.generation;
  const each = tables.flatMap(({ slots }) => slots);
  const sums = sum(each, ({ perDeviceBytes = 0 }) => perDeviceBytes);
  const isKnown =
    tables.every(({ slots }) => slots.length > 0) &&
    each.every(({ perDeviceBytes }) => perDeviceBytes !== undefined);
  const buffers = (layout?.stacks ?? []).flatMap((stack) =>
    'buffers' in stack ? (stack.buffers ?? []) : [],
  );
  const bufferBytes = sum(buffers, ({ perChip }) => perChip);
  const perDevice = {
    ...(isKnown && { bytes: sums }),
    ...(buffers.length > 0 && buffers.length === layout?.stacks?.length && { bufferBytes }),
    capacity,
  };
  if (refusals(sized, slice).length > 0) return { fits: false, perDevice };
  if (!layout?.isStated) return { perDevice };
  if (sums + bufferBytes > capacity) return { fits: false, perDevice };
  if (isKnown && !sized.tables.some(mayDecay)) return { fits: true, perDevice };
  return { perDevice };
}

/** A checkpoint's copy of a table and its slots on the host with the most rows of it. */
const fullestHost = ({ vocabularySize, dimension, slots }: KnownTable, mostRows: (rows: number) => number) =>
  hostBytes(mostRows(vocabularySize), dimension) * (1 + slots.length);

function shardingOf(
  { tables, strategy: chosen }: SizedTables,
  strategy: ShardingStrategy,
  hosts: number,
): Sharding {
  const sized = tables.flatMap((table) => known(table) ?? []);
  const bytes = (rows: (table: KnownTable) => number) =>
    sum(
      sized,
      (table) => deviceBytes(rows(table), table.dimension, table.isPacked) * variablesOf(table).length,
    );
  const average = bytes(({ vocabularySize }) => vocabularySize) / hosts;
  const fullest = bytes(({ vocabularySize }) => mostRows(vocabularySize, hosts));
  return {
    strategy,
    isChosen: strategy === chosen,
    ...(sized.length === tables.length && average > 0 && { imbalance: fullest / average }),
    shares: sized.map(({ name, vocabularySize }) => ({
      name,
      share: shareOf(idsOf(0, vocabularySize, hosts, strategy), vocabularySize),
    })),
  };
}
