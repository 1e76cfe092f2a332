// How accelerators store tables: each layout gives figures, which a plan adds up.

import { type LibraryStack, libraryStacks } from './library-stacks';
import { deviceBytes, hostBytes, type KnownTable, type Variable, variablesOf } from './memory';
import { mostRows, rowsPerHost } from './sharding';
import type { Slice } from './slices';
import { type Chips, padded, paddedRows, sparseCores } from './sparsecore/padding';
import { chipsOf, type Stack, shardBytes, stacksOf } from './stacking';
import { isOfLibrary, type ShardingStrategy, type SizedTables } from './tables';

/** The memory of a table's variable on the devices: rows × width × 4 bytes, for packed rows in whole units of 32 bytes. */
export interface TableShape {
  readonly rows: number;
  readonly width: number;
  readonly isPacked: boolean;
}

export interface PlannedVariable extends Variable {
  /** On the fullest chip. */
  readonly perDeviceBytes?: number;
}

export interface Layout {
  /** Whether documentation states that the slice runs the tables. Otherwise only their memory is shown. */
  readonly isStated: boolean;
  readonly shape: (table: KnownTable) => TableShape;
  readonly variables: (table: KnownTable) => PlannedVariable[];
  readonly rowsPerHost: (rows: number) => number[];
  /** Rows of the host with the most rows; absent if the distribution is unknown. */
  readonly mostRows?: (rows: number) => number;
  /** The strategies that a configuration may choose from. */
  readonly strategies: readonly ShardingStrategy[];
  /** Absent where tables never share a stack, or if it is not known which do. */
  readonly stacks?: readonly PlannedStack[];
  /** Why a library's stacks are not known, in a sentence for people. */
  readonly stacksUnknown?: string;
}

export type PlannedStack = Stack | LibraryStack;

/** Without a slice, the layout of TPUEmbedding. Undefined if the layout depends on a slice with SparseCores, and none is given. */
export function layoutOf(sized: SizedTables, slice?: Slice): Layout | undefined {
  const { sparseCoreTrainer, numHosts } = sized;
  if (slice?.generation.accelerator === 'V2') return onSparseCores(sized, slice);
  if (sparseCoreTrainer !== undefined) return undefined;
  const hosts = slice?.hosts ?? numHosts;
  return slice && slice.generation.accelerator !== 'V1' ? notStated(hosts) : onHosts(hosts, slice);
}

function onHosts(hosts: number | undefined, slice?: Slice): Layout {
  return {
    ...notStated(hosts),
    variables: (table) =>
      variablesOf(table).map((variable) => ({
        ...variable,
        ...(slice && { perDeviceBytes: evenShare(table, slice) }),
      })),
    ...(hosts !== undefined && {
      mostRows: (rows: number) => mostRows(rows, hosts),
      strategies: ['DIV_DEFAULT', 'MOD'],
    }),
  };
}

/** The distribution of rows inside a host is not published. */
function evenShare({ vocabularySize, dimension, isPacked }: KnownTable, { hosts, chips }: Slice): number {
  const onHost = deviceBytes(mostRows(vocabularySize, hosts), dimension, isPacked);
  return Math.ceil((onHost * hosts) / chips);
}

/** For TPUs without documentation: only the total memory of tables. */
const notStated = (hosts = 0): Layout => ({
  isStated: false,
  shape: ({ vocabularySize, dimension, isPacked }) => ({
    rows: vocabularySize,
    width: isPacked ? dimension : padded(dimension),
    isPacked,
  }),
  variables: variablesOf,
  rowsPerHost: (rows) => rowsPerHost(rows, hosts),
  strategies: [],
});

function onSparseCores(sized: SizedTables, slice: Slice): Layout {
  const chips = chipsOf(slice);
  const shards = sparseCores(chips);
  const found = isOfLibrary(sized.sparseCoreTrainer)
    ? libraryStacks(sized, slice)
    : tensorflowStacks(sized, chips);
  const stacks = found && 'stacks' in found ? found.stacks : undefined;
  // TensorFlow pads each table by itself; a stack of a library has one width for all of its tables.
  const widths = new Map(
    (isOfLibrary(sized.sparseCoreTrainer) ? stacks : undefined)?.flatMap(({ width, tables }) =>
      tables.map(({ name }): [string, number] => [name, width]),
    ),
  );
  const widthOf = ({ name, dimension }: KnownTable) => widths.get(name) ?? padded(dimension);
  return {
    isStated: true,
    shape: (table) => ({
      rows: paddedRows(table.vocabularySize, chips),
      width: widthOf(table),
      isPacked: false,
    }),
    // SparseCores neither accumulate gradients nor pack narrow rows.
    variables: (table) => {
      const { vocabularySize, dimension, slots } = table;
      const perDeviceBytes = shardBytes(vocabularySize, widthOf(table), chips);
      return ['parameters', ...slots].map((name) => ({
        name,
        deviceBytes: perDeviceBytes * slice.chips,
        hostBytes: hostBytes(vocabularySize, dimension),
        perDeviceBytes,
      }));
    },
    rowsPerHost: () => [],
    mostRows: (rows) => {
      const onHost = shards / slice.hosts;
      return Math.floor(rows / shards) * onHost + Math.min(rows % shards, onHost);
    },
    strategies: [],
    ...(stacks && { stacks }),
    ...(found && 'unknown' in found && { stacksUnknown: found.unknown }),
  };
}

/** Undefined if the facts that decide are not all known. */
function tensorflowStacks(
  { tables }: SizedTables,
  chips: Chips,
): { readonly stacks: readonly Stack[] } | undefined {
  const stackable = tables.flatMap(({ name, vocabularySize, dimension, lookups, settings: group }) =>
    vocabularySize === undefined || dimension === undefined || lookups === undefined || group === undefined
      ? []
      : [{ name, vocabularySize, dimension, lookups, group }],
  );
  return stackable.length === tables.length ? { stacks: stacksOf(stackable, chips) } : undefined;
}
