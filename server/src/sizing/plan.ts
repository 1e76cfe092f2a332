// What embedding tables take on a TPU slice, and whether they fit.

import type { ShardingStrategy, SizedTable, SizedTables } from '../protocol';
import {
  deviceBytes,
  hostBytes,
  type KnownTable,
  known,
  padded,
  paddingOf,
  sum,
  type Variable,
  variablesOf,
} from './memory';
import { idsOf, mostRows, rowsPerHost, shareOf } from './sharding';
import { generations, type Slice, slicesOf } from './slices';
import { chipsOf, paddedRows, type Stack, shardBytes, sparseCores, stacksOf } from './stacking';
import { assumptions, mayDecay, refusals } from './verdict';

export interface Plan {
  readonly slice?: Slice;
  /** Absent where no slice is named, or where it is not known. */
  readonly fits?: boolean;
  /** In sentences for people: what is in the way besides memory, what is not known, what the figures assume. */
  readonly notes: readonly string[];
  /** The fullest chip; its bytes are absent where they are not known. */
  readonly perDevice?: { readonly bytes?: number; readonly capacity: number };
  /** A checkpoint's copy on the host with the most rows. */
  readonly perHost?: { readonly bytes: number; readonly capacity?: number };
  readonly tables: readonly PlannedTable[];
  /** What all tables take together; absent where that is not known of each. */
  readonly deviceBytes?: number;
  readonly hostBytes?: number;
  /** Those of the slice, or those that the configuration names. */
  readonly hosts?: number;
  /** How rows and look-ups spread over hosts, by strategy; empty on SparseCores, which have one of their own. */
  readonly sharding: readonly Sharding[];
  /** Of SparseCores; absent where it is not known which tables share one. */
  readonly stacks?: readonly Stack[];
}

export interface PlannedTable {
  readonly name: string;
  /** Empty where it is not known what it takes. */
  readonly slots: readonly PlannedVariable[];
  /** What a variable of it has on the devices: rows × width × 4 bytes, packed ones in whole units of 32 bytes. */
  readonly onDevice?: { readonly rows: number; readonly width: number; readonly isPacked: boolean };
  readonly paddingBytes?: number;
  readonly rowsPerHost: readonly number[];
}

export interface PlannedVariable extends Variable {
  /** On the fullest chip. */
  readonly perDeviceBytes?: number;
}

export interface Sharding {
  readonly strategy: ShardingStrategy;
  readonly isChosen: boolean;
  /** What the fullest host holds, where the average one holds 1; absent where memory is not known. */
  readonly imbalance?: number;
  /** By table, the share of look-ups that the first host answers if ids are numbered by frequency. */
  readonly shares: readonly { readonly name: string; readonly share: number }[];
}

export function planOf(sized: SizedTables, slice?: Slice): Plan {
  const hosts = slice?.hosts ?? sized.numHosts;
  const accelerator = acceleratorOf(slice);
  const isElsewhere = lacksSparseCores(sized, slice);
  const tables = tablesOn(sized, slice);
  const isKnown = tables.every(({ slots }) => slots.length > 0);
  const stacks = slice && accelerator === 'V2' ? stacking(sized, slice) : undefined;
  const total = (of: (variable: Variable) => number) => sum(tables, ({ slots }) => sum(slots, of));
  return {
    ...(slice && { slice, ...judge(sized, tables, slice) }),
    notes: slice
      ? [...refusals(sized, slice), ...assumptions(sized, slice)]
      : isElsewhere
        ? [NEEDS_A_SLICE]
        : [],
    ...(isKnown &&
      hosts !== undefined &&
      (accelerator === 'V1' || accelerator === 'V2') && {
        perHost: {
          bytes: sum(sized.tables, (table) => fullestHost(known(table)!, hosts, slice)),
          ...(slice?.generation.hostCapacity && { capacity: slice.generation.hostCapacity }),
        },
      }),
    tables,
    ...(isKnown && {
      deviceBytes: total((variable) => variable.deviceBytes),
      hostBytes: total((variable) => variable.hostBytes),
    }),
    ...(hosts !== undefined && { hosts }),
    sharding:
      hosts === undefined || accelerator !== 'V1' || isElsewhere
        ? []
        : STRATEGIES.map((strategy) => shardingOf(sized, strategy, hosts)),
    ...(stacks && { stacks }),
  };
}

/** Without a slice, figures are those of TPUEmbedding. */
const acceleratorOf = (slice: Slice | undefined) => (slice ? slice.generation.accelerator : 'V1');

const lacksSparseCores = (sized: SizedTables, slice: Slice | undefined) =>
  sized.isForSparseCores === true && acceleratorOf(slice) !== 'V2';

const tablesOn = (sized: SizedTables, slice: Slice | undefined): PlannedTable[] =>
  sized.tables.map((table) =>
    lacksSparseCores(sized, slice)
      ? { name: table.name, slots: [], rowsPerHost: [] }
      : planTable(table, slice, slice?.hosts ?? sized.numHosts),
  );

const NEEDS_A_SLICE =
  'TPUEmbeddingV2 pads tables by the number of SparseCores, so what they take depends on the slice.';

const STRATEGIES: readonly ShardingStrategy[] = ['DIV_DEFAULT', 'MOD'];

/** The smallest slice of each generation that holds the tables; `isCertain` where its accelerator is stated. */
export function smallestSlices(sized: SizedTables): { readonly slice: Slice; readonly isCertain: boolean }[] {
  return generations.flatMap((generation) => {
    const slice = slicesOf(generation).find((each) => {
      const { fits, perDevice } = judge(sized, tablesOn(sized, each), each);
      if (fits !== undefined || generation.accelerator !== 'V1') return fits;
      return perDevice!.bytes !== undefined && perDevice!.bytes <= perDevice!.capacity;
    });
    return slice ? [{ slice, isCertain: generation.accelerator !== 'V1' }] : [];
  });
}

function planTable(table: SizedTable, slice: Slice | undefined, hosts = 0): PlannedTable {
  const { name, vocabularySize } = table;
  const own = known(table);
  const slots = own ? planVariables(own, slice) : [];
  return {
    name,
    slots,
    ...(own && { onDevice: shapeOf(own, slice), paddingBytes: paddingOf(own, slots) }),
    rowsPerHost:
      vocabularySize === undefined || slice?.generation.accelerator === 'V2'
        ? []
        : rowsPerHost(vocabularySize, hosts),
  };
}

function shapeOf({ vocabularySize, dimension, isPacked }: KnownTable, slice: Slice | undefined) {
  if (slice?.generation.accelerator === 'V2')
    return { rows: paddedRows(vocabularySize, chipsOf(slice)), width: padded(dimension), isPacked: false };
  return { rows: vocabularySize, width: isPacked ? dimension : padded(dimension), isPacked };
}

function planVariables(table: KnownTable, slice: Slice | undefined): PlannedVariable[] {
  const { vocabularySize, dimension, slots, isPacked } = table;
  if (slice?.generation.accelerator === 'V2') {
    const perDeviceBytes = shardBytes(vocabularySize, dimension, chipsOf(slice));
    // Gradients are not accumulated there, and narrow rows not packed.
    return ['parameters', ...slots].map((name) => ({
      name,
      deviceBytes: perDeviceBytes * slice.chips,
      hostBytes: hostBytes(vocabularySize, dimension),
      perDeviceBytes,
    }));
  }
  const variables = variablesOf(table);
  if (slice?.generation.accelerator !== 'V1') return variables;
  // How rows spread inside a host is not published: this is an even share.
  const onHost = deviceBytes(mostRows(vocabularySize, slice.hosts), dimension, isPacked);
  const perDeviceBytes = Math.ceil((onHost * slice.hosts) / slice.chips);
  return variables.map((variable) => ({ ...variable, perDeviceBytes }));
}

function judge(
  sized: SizedTables,
  tables: readonly PlannedTable[],
  slice: Slice,
): Pick<Plan, 'fits' | 'perDevice'> {
  const { capacity, accelerator } = slice.generation;
  const each = tables.flatMap(({ slots }) => slots);
  const sums = sum(each, ({ perDeviceBytes = 0 }) => perDeviceBytes);
  const isKnown =
    tables.every(({ slots }) => slots.length > 0) &&
    each.every(({ perDeviceBytes }) => perDeviceBytes !== undefined);
  const perDevice = { ...(isKnown && { bytes: sums }), capacity };
  if (refusals(sized, slice).length > 0) return { fits: false, perDevice };
  if (accelerator !== 'V2') return { perDevice };
  if (sums > capacity) return { fits: false, perDevice };
  if (isKnown && !sized.tables.some(mayDecay)) return { fits: true, perDevice };
  return { perDevice };
}

/** A checkpoint's copy of a table and its slots on the host with the most rows of it. */
function fullestHost({ vocabularySize, dimension, slots }: KnownTable, hosts: number, slice?: Slice): number {
  const shards = slice?.generation.accelerator === 'V2' ? sparseCores(chipsOf(slice)) : hosts;
  const each = Math.floor(vocabularySize / shards);
  const onHost = shards / hosts;
  const rows = each * onHost + Math.min(vocabularySize % shards, onHost);
  return hostBytes(rows, dimension) * (1 + slots.length);
}

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

/** The stacks on a slice; undefined where not all is known that decides which tables share one. */
function stacking({ tables }: SizedTables, slice: Slice): Stack[] | undefined {
  const stackable = tables.flatMap(({ name, vocabularySize, dimension, lookups, settings: group }) =>
    vocabularySize === undefined || dimension === undefined || lookups === undefined || group === undefined
      ? []
      : [{ name, vocabularySize, dimension, lookups, group }],
  );
  return stackable.length === tables.length ? stacksOf(stackable, chipsOf(slice)) : undefined;
}
